// tour_steps.js -- the seven steps of the guided tour: what each sets, what to look at, and what to say in class.
//
// What they say holds for every seed of the tour's models; where it may not, they say "see whether". `watch` names
// numbers that are shown beside: [member, policy, times the trained length]; "" is the encoding's own policy.

const ORDER = {a: 'w1 X w2 Y', b: 'Y w3 X', other: 'swap'};

export const STEPS = [
    {
        title: 'A bag of words',
        set: {encodings: 'none', tab: 'train', length: '1x'},
        at: 'learning-chart',
        look: 'Two passages have an X and a Y each. Does X come before Y in passage B? Without positions the loss settles ' +
            'at 0.69 and never leaves it; accuracy stays at chance, 50 %, for every seed.',
        watch: [['none', '', 1]],
        say: ['The model sees which words there are, and which passage each is in. It does not see where they are.',
            'To attention, words without positions are a bag. Shuffle a passage, and nothing changes.',
            'So it can only guess. 0.69 is the loss of a coin: the logarithm of 2. More training cannot help.'],
    },
    {
        title: 'Add a table',
        set: {encodings: 'none,learned', tab: 'train', length: '1x'},
        at: 'learning-chart',
        look: 'learned gives each position a trained vector; everything else is as before. Its loss falls to ' +
            'almost 0. On texts as long as in training, up to 16 words, it is right.',
        watch: [['none', '', 1], ['learned', '', 1]],
        say: ['This is how BERT and GPT-2 do it: one row for each position, trained like the words.',
            'The same words, the same steps, the same seeds. Only the table is new.',
            'Each thin line is a seed. A claim that holds for one seed alone is luck.'],
    },
    {
        title: 'Stretch the text',
        set: {encodings: 'none,learned', tab: 'train', length: '2x'},
        at: 'length-chart',
        look: 'Now the texts are twice as long as any in training. learned is still above chance, and far from perfect. ' +
            'Move the length on: at 16 times it is close to chance.',
        watch: [['learned', '', 1], ['learned', '', 2], ['learned', '', 16]],
        say: ['Nothing was trained again. These are the same models; the texts are longer.',
            'The table has rows for 16 words and [CLS]. Later positions get rows that training never used: they are random.',
            'A test at the trained length says nothing about this. Ask of every model: how long were its texts?'],
    },
    {
        title: 'A formula for every position',
        set: {encodings: 'none,learned,sinusoidal', tab: 'train', length: '2x'},
        at: 'length-chart',
        look: 'sinusoidal has no table: sines and cosines give a vector for any position. See whether that helps beyond ' +
            '16 words. It is right at 1x, and far from perfect at 2x.',
        watch: [['sinusoidal', '', 1], ['sinusoidal', '', 2], ['learned', '', 2]],
        say: ['Textbooks say: the formula continues, so the model can continue. Compare the two curves before you believe it.',
            'The vector of position 30 exists. But the layer that reads it has never seen it.',
            'That a value is defined does not mean that a model can use it.'],
    },
    {
        title: 'Extrapolation policies',
        set: {encodings: 'none,learned,sinusoidal', tab: 'train', length: '4x', policy: 'interpolate'},
        at: 'length-chart',
        look: 'interpolate squeezes all positions into the trained range. At four times the length both curves rise by ' +
            '20 points or more, at once: the question is one of order. Where a task asks for distances, it is the worst policy. ' +
            'Then try clamp: later words all get the last trained position. See who gains less.',
        watch: [['learned', 'extend', 4], ['learned', 'interpolate', 4], ['sinusoidal', 'extend', 4],
            ['sinusoidal', 'interpolate', 4], ['learned', 'clamp', 4]],
        say: ['No weight changes. Only the position that a word is given changes.',
            'The model knows the trained range, so we keep it there. Words come closer together than ever, which leaves their order as it is.',
            'It changes every distance. In the task shift, which asks for the word two positions before, rope falls from 99.6 % at 4x to 6.2 %: chance.',
            'Long-context models of today use relatives of this trick.'],
    },
    {
        title: 'Distances instead of positions',
        set: {encodings: 'learned,rope,alibi', tab: 'train', length: '1.5x'},
        at: 'length-chart',
        look: 'rope and alibi add no vector: they change scores by the distance between two words. At 1.5x both are ahead ' +
            'of learned. Move the length to 2x and 4x: see which of the two breaks first.',
        watch: [['learned', '', 1.5], ['rope', '', 1.5], ['alibi', '', 1.5], ['rope', '', 2], ['alibi', '', 2]],
        say: ['rope rotates queries and keys by an angle that grows with the position. alibi lowers a score in proportion to distance.',
            'A distance of 5 is the same at the start of a text and at its end. But long texts have distances that training never had.',
            'rope meets new angles there. alibi continues along its straight line. Then try interpolate on rope.'],
    },
    {
        title: 'Look inside',
        set: {encodings: 'none,learned', tab: 'sentence', model: 'learned seed 1', ...ORDER},
        at: 'sentence',
        look: 'One sentence in learned: the answer is no. With X and Y of passage B swapped it is yes. Then choose none as ' +
            'the model: every word keeps its weight in every head, and both orders get the same answer.',
        watch: [],
        say: ['The arcs show what [CLS] takes from each word. In learned they move when two words swap: the weight depends on where a word is.',
            'In none a weight belongs to a word and its passage, wherever it stands. The sum over a set does not depend on order.',
            'Now type your own words. The strips at the end show the three vectors that are added up.'],
    },
];
