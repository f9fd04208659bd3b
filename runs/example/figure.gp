# gnuplot reads the file of this name in .tsv and writes the one in .svg; dark=1 draws it for dark pages:
#   gnuplot FILE.gp
#   gnuplot -e dark=1 FILE.gp
base = ARG0[1:strlen(ARG0) - 3]
data = base.'.tsv'
if (!exists('dark')) dark = 0
ink = dark ? '#e6edf3' : '#1f2328'
muted = dark ? '#9198a1' : '#59636e'
paper = dark ? '#0d1117' : '#ffffff'
faint = dark ? '#21262d' : '#e4e8ec'
zone = dark ? '#151b23' : '#f3f6f9'
colour0 = dark ? '#4aa3df' : '#0072b2'
colour1 = dark ? '#f0803c' : '#d55e00'
colour2 = dark ? '#2cc295' : '#009e73'
colour3 = dark ? '#e08fc4' : '#b3589a'
colour4 = dark ? '#f0b429' : '#e69f00'
colour5 = dark ? '#8fd0f5' : '#56b4e9'
colour6 = dark ? '#a0a8b0' : '#6e7781'
set terminal svg size 720,420 font 'Helvetica,13' background rgb paper
set output base.(dark ? '-dark' : '').'.svg'
set encoding utf8
set datafile separator "\t"
unset key
set border 1 lc rgb muted
set tics nomirror textcolor rgb muted
set xlabel 'words' textcolor rgb muted noenhanced
set ylabel 'accuracy in %' textcolor rgb muted noenhanced
set xrange [4:271.36] noextend
set yrange [40:100] noextend
set grid ytics back lt 1 lw 1 lc rgb faint
set ytics scale 0 20
set logscale x 2
set xtics out scale 0.5 (4, 16, 24, 32, 64, 128, 256)
set object rectangle from first 4, graph 0 to first 16, graph 1 behind fillcolor rgb zone fillstyle solid noborder
set arrow from first 16, graph 0 to first 16, graph 1.06 nohead lw 1.2 lc rgb muted
set label 'trained' at first 16, graph 1.04 right offset -0.7,0 textcolor rgb muted
set label 'longer than in training' at first 16, graph 1.04 left offset 0.7,0 textcolor rgb muted
set label 'learned' at graph 1.035, first 53.781 left textcolor rgb ink noenhanced
set arrow from graph 1.006, first 52.58 to graph 1.028, first 53.781 nohead lw 1.2 lc rgb colour0
set label 'sinusoidal' at graph 1.035, first 50.998 left textcolor rgb ink noenhanced
set arrow from graph 1.006, first 51.88 to graph 1.028, first 50.998 nohead lw 1.2 lc rgb colour1
set label 'rope' at graph 1.035, first 56.563 left textcolor rgb ink noenhanced
set arrow from graph 1.006, first 53.4 to graph 1.028, first 56.563 nohead lw 1.2 lc rgb colour2
set label 'alibi' at graph 1.035, first 66.31 left textcolor rgb ink noenhanced
set arrow from graph 1.006, first 66.31 to graph 1.028, first 66.31 nohead lw 1.2 lc rgb colour3
set label 't5' at graph 1.035, first 45.433 left textcolor rgb ink noenhanced
set arrow from graph 1.006, first 47.13 to graph 1.028, first 45.433 nohead lw 1.2 lc rgb colour4
set label 'chance' at graph 1.035, first 48.215 left textcolor rgb ink noenhanced
set arrow from graph 1.006, first 50 to graph 1.028, first 48.215 nohead lw 1.2 dashtype 3 lc rgb muted
set rmargin 15
set tmargin 2.5
pick(k, kind, x) = $1 == k && $2 == kind ? x : NaN
cut(y) = y < 40 ? 40 : y > 100 ? 100 : y
plot \
 data skip 1 using 4:(pick(0, 2, $5)) with lines lw 1.5 dashtype 3 lc rgb muted title 'chance', \
 data skip 1 using 4:(pick(1, 3, $5)) with points pt 7 ps 0.25 lc rgb colour0 notitle, \
 data skip 1 using ($4 * 1.0000):(pick(1, 0, cut($6))):(0):(cut($7) - cut($6)) with vectors nohead lw 1.3 lc rgb colour0 notitle, \
 data skip 1 using ($4 * 0.9608):(pick(1, 1, cut($6))):(0):(cut($7) - cut($6)) with vectors nohead lw 1.3 lc rgb colour0 notitle, \
 data skip 1 using 3:(pick(1, 0, $5)):($4 - $3):(0) with vectors nohead lw 2.2 dashtype 1 lc rgb colour0 notitle, \
 data skip 1 using ($4 * 0.9608):(pick(1, 1, $5)) with points pt 7 ps 0.5 lc rgb colour0 notitle, \
 data skip 1 using ($4 * 0.9608):(pick(1, 1, $5)) with lines lw 2.2 dashtype 1 lc rgb colour0 title 'learned' noenhanced, \
 data skip 1 using 4:(pick(2, 3, $5)) with points pt 7 ps 0.25 lc rgb colour1 notitle, \
 data skip 1 using ($4 * 1.0000):(pick(2, 0, cut($6))):(0):(cut($7) - cut($6)) with vectors nohead lw 1.3 lc rgb colour1 notitle, \
 data skip 1 using ($4 * 0.9802):(pick(2, 1, cut($6))):(0):(cut($7) - cut($6)) with vectors nohead lw 1.3 lc rgb colour1 notitle, \
 data skip 1 using 3:(pick(2, 0, $5)):($4 - $3):(0) with vectors nohead lw 2.2 dashtype 1 lc rgb colour1 notitle, \
 data skip 1 using ($4 * 0.9802):(pick(2, 1, $5)) with points pt 7 ps 0.5 lc rgb colour1 notitle, \
 data skip 1 using ($4 * 0.9802):(pick(2, 1, $5)) with lines lw 2.2 dashtype 1 lc rgb colour1 title 'sinusoidal' noenhanced, \
 data skip 1 using 4:(pick(3, 3, $5)) with points pt 7 ps 0.25 lc rgb colour2 notitle, \
 data skip 1 using ($4 * 1.0000):(pick(3, 0, cut($6))):(0):(cut($7) - cut($6)) with vectors nohead lw 1.3 lc rgb colour2 notitle, \
 data skip 1 using ($4 * 1.0000):(pick(3, 1, cut($6))):(0):(cut($7) - cut($6)) with vectors nohead lw 1.3 lc rgb colour2 notitle, \
 data skip 1 using 3:(pick(3, 0, $5)):($4 - $3):(0) with vectors nohead lw 2.2 dashtype 1 lc rgb colour2 notitle, \
 data skip 1 using ($4 * 1.0000):(pick(3, 1, $5)) with points pt 7 ps 0.5 lc rgb colour2 notitle, \
 data skip 1 using ($4 * 1.0000):(pick(3, 1, $5)) with lines lw 2.2 dashtype 1 lc rgb colour2 title 'rope' noenhanced, \
 data skip 1 using 4:(pick(4, 3, $5)) with points pt 7 ps 0.25 lc rgb colour3 notitle, \
 data skip 1 using ($4 * 1.0000):(pick(4, 0, cut($6))):(0):(cut($7) - cut($6)) with vectors nohead lw 1.3 lc rgb colour3 notitle, \
 data skip 1 using ($4 * 1.0202):(pick(4, 1, cut($6))):(0):(cut($7) - cut($6)) with vectors nohead lw 1.3 lc rgb colour3 notitle, \
 data skip 1 using 3:(pick(4, 0, $5)):($4 - $3):(0) with vectors nohead lw 2.2 dashtype 1 lc rgb colour3 notitle, \
 data skip 1 using ($4 * 1.0202):(pick(4, 1, $5)) with points pt 7 ps 0.5 lc rgb colour3 notitle, \
 data skip 1 using ($4 * 1.0202):(pick(4, 1, $5)) with lines lw 2.2 dashtype 1 lc rgb colour3 title 'alibi' noenhanced, \
 data skip 1 using 4:(pick(5, 3, $5)) with points pt 7 ps 0.25 lc rgb colour4 notitle, \
 data skip 1 using ($4 * 1.0000):(pick(5, 0, cut($6))):(0):(cut($7) - cut($6)) with vectors nohead lw 1.3 lc rgb colour4 notitle, \
 data skip 1 using ($4 * 1.0408):(pick(5, 1, cut($6))):(0):(cut($7) - cut($6)) with vectors nohead lw 1.3 lc rgb colour4 notitle, \
 data skip 1 using 3:(pick(5, 0, $5)):($4 - $3):(0) with vectors nohead lw 2.2 dashtype 1 lc rgb colour4 notitle, \
 data skip 1 using ($4 * 1.0408):(pick(5, 1, $5)) with points pt 7 ps 0.5 lc rgb colour4 notitle, \
 data skip 1 using ($4 * 1.0408):(pick(5, 1, $5)) with lines lw 2.2 dashtype 1 lc rgb colour4 title 't5' noenhanced
