# market.awk -- writes market.txt, the same bytes on every system: awk -f data/market.awk >data/market.txt
#
# A sentence says who did what to whom, and what came of it: "Anna gave Ben a pear , so Ben thanked Anna ." Everybody
# does everything to everybody, so what follows "so", and what follows "thanked", is known from the order of the names
# and from nothing else.

# The next of 0..n-1: a linear congruential generator (Park and Miller 1993), in whole numbers below 2^53.
function below(n) {
    state = state * 48271 % 2147483647
    return int(state / 2147483647 * n)
}

BEGIN {
    state = 14
    names = split("Anna Ben Clara David Emma Fritz Greta Hugo Ida Jonas Karla Lukas", name, " ")
    deeds = split("gave lent sold showed brought sent", deed, " ")
    split("thanked repaid paid praised hugged answered", reply, " ")
    things = split("pear hat lamp knife book coat drum kite letter pie rope vase", thing, " ")
    for (sentence = 0; sentence < 2000; sentence++) {
        if (sentence > 0 && sentence % 10 == 0)
            print ""
        from = below(names)
        to = (from + 1 + below(names - 1)) % names
        what = 1 + below(deeds)
        print name[from + 1], deed[what], name[to + 1], "a", thing[1 + below(things)], ", so", \
            name[to + 1], reply[what], name[from + 1], "."
    }
}
