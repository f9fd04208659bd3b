// tour_steps.js -- the eight steps of the guided tour: what each sets, what it asks, what to look at, what to say in class.
//
// Each asks first: question, answers, and the number of the right one. What they say holds for every seed of the tour's
// models; where it may not, they say "see whether". `watch` names numbers that are shown next to it: [member, policy,
// times the trained length], with 'other' those of the second chart; "" is the encoding's own policy.

const ORDER = {a: 'w1 X w2 Y', b: 'Y w3 X', other: 'swap'};

export const STEPS = [
    {
        title: 'A bag of words',
        set: {encodings: 'none', tab: 'train', length: '1x'},
        at: 'length-chart',
        ask: ['Two passages have an X and a Y each. Does X come before Y in passage B? How often is a model right that ' +
            'does not see positions?', ['always', '75 %', '50 %'], 2],
        look: 'It stays at chance, 50 %, for every seed and at every length, and its loss never leaves 0.69.',
        watch: [['none', '', 1]],
        say: ['The model sees which words there are, and which passage each is in. It does not see where they are.',
            'To attention, words without positions are a bag. Shuffle a passage, and nothing changes.',
            'So it can only guess. 0.69 is the loss of a coin: the logarithm of 2. More training cannot help.'],
    },
    {
        title: 'Add a table',
        set: {encodings: 'none,learned', tab: 'train', length: '1x'},
        at: 'length-chart',
        ask: ['Now each position has a trained vector. Can the model learn the order of words?', ['yes', 'no'], 0],
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
        ask: ['The same model reads a text twice as long as any in training. How often is it right?',
            ['nearly always', 'less often than before', 'as often as a coin'], 1],
        look: 'Now the texts are twice as long as any in training. learned is still above chance, and far from perfect. ' +
            'Move the length on: at 8 times it is close to chance. Next to the chart stands what it reads there: rows that ' +
            'training never touched.',
        watch: [['learned', '', 1], ['learned', '', 2], ['learned', '', 8]],
        say: ['Nothing was trained again. These are the same models; the texts are longer.',
            'The table has rows for 16 words and [CLS]. Later positions get rows that training never used: they are random.',
            'A test at the trained length says nothing about this. Ask of every model: how long were its texts?'],
    },
    {
        title: 'A formula for every position',
        set: {encodings: 'none,learned,sinusoidal', tab: 'train', length: '2x'},
        at: 'length-chart',
        ask: ['A formula has a vector for every position, however far. Does that help beyond the trained length?',
            ['yes, much', 'not much'], 1],
        look: 'sinusoidal has no table: sines and cosines give a vector for any position. See whether that helps beyond ' +
            '16 words. It is right at 1x, and far from perfect at 2x.',
        watch: [['sinusoidal', '', 1], ['sinusoidal', '', 2], ['learned', '', 2]],
        say: ['Textbooks say: the formula continues, so the model can continue. Compare the two curves before you believe it.',
            'The vector of position 30 exists. But the layer that reads it has never seen it.',
            'That a value is defined does not mean that a model can use it.'],
    },
    {
        title: 'A fix for longer texts',
        set: {encodings: 'none,learned,sinusoidal', tab: 'train', length: '4x', policy: 'interpolate'},
        at: 'length-chart',
        ask: ['Squeeze all positions of a long text into the trained range, without training. What happens?',
            ['the model breaks', 'it is right more often'], 1],
        look: 'interpolate squeezes all positions into the trained range. At four times the length both curves rise by ' +
            '20 points or more, at once: the question is one of order. ' +
            'Then try clamp: later words all get the last trained position. See who gains less.',
        watch: [['learned', 'extend', 4], ['learned', 'interpolate', 4], ['sinusoidal', 'extend', 4],
            ['sinusoidal', 'interpolate', 4], ['learned', 'clamp', 4]],
        say: ['No weight changes. Only the position that a word is given changes.',
            'The model knows the trained range, so we keep it there. Words come closer together than ever, which leaves their order as it is.',
            'It changes every distance: the last step of this tour shows where that harms.',
            'Long-context models of today use relatives of this trick.'],
    },
    {
        title: 'Distances instead of positions',
        set: {encodings: 'learned,rope,alibi', tab: 'train', 'eval.lengths': '1x 1.5x 2x 4x', length: '1.5x'},
        at: 'length-chart',
        ask: ['rope and alibi see distances, not positions. At 1.5 times the trained length, are they ahead of the table?',
            ['yes', 'no'], 0],
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
        ask: ['X and Y of passage B are swapped. Which model changes its answer?',
            ['learned alone', 'both', 'neither'], 0],
        look: 'One sentence in learned: the answer is no. With X and Y of passage B swapped it is yes. Then choose none as ' +
            'the model: every word keeps its weight in every head, and both orders get the same answer.',
        watch: [],
        say: ['The arcs show what [CLS] takes from each word. In learned they move when two words swap: the weight depends on where a word is.',
            'In none a weight belongs to a word and its passage, wherever it stands. The sum over a set does not depend on order.',
            'Now type your own words. The strips at the end show the three vectors that are added up.'],
    },
    {
        title: 'Where squeezing harms',
        set: {encodings: 'learned,rope', tab: 'train', length: '4x', policy: 'interpolate'},
        at: 'stretch',
        ask: ['The right chart is of another task: which word stands two positions before? On the left squeezing helps. At ' +
            'four times the length, what does it do to rope on the right?', ['it helps there, too', 'nothing', 'it ruins it'], 2],
        look: 'Without a fix rope is right in 99 % or more at four times the length (solid): two positions back is the same ' +
            'rotation everywhere. Squeezed (dashed), it is at chance, 6.25 %: neighbours are now a quarter of a position ' +
            'apart, and two positions back is eight words back. One button, two tasks: it lifts one and ruins the other.',
        watch: [['rope', 'extend', 4], ['rope', 'interpolate', 4], ['rope', 'extend', 4, 'other'], ['rope', 'interpolate', 4, 'other'],
            ['learned', 'extend', 4, 'other'], ['learned', 'interpolate', 4, 'other']],
        say: ['No fix is good or bad by itself. Which question does the task ask: an order, or a distance?',
            'One layer, one toy task, three seeds: another task gives another answer.',
            'So test at the length that you need, on the task that you have.'],
    },
];
