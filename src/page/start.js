// start.js -- puts the page together: the engine on this thread, the models in their workers, one panel a region.
//
// A panel is a module that exports mount(root, app): it fills the element `root` once and then draws what changed. It is
// mounted after the first curve is on the screen. It draws only while its region is visible (app.visible('sentence')).
// assemble.sh makes each file a scope of its own: names need not differ between files. Imports are one line each,
// `import {a, b} from './x.js';`, exports stand before a function, const or class.
//
//   app.state          settings and view (state.js): state.get(key), state.set({key: value, ...}). All are texts and in
//                      location.hash. Of the view: tab (train, sentence, encodings), length ("4x"), policy ("" is each
//                      encoding's own), model ("learned" seed 1: see models), a, b (the sentence), what a panel adds
//   app.models         the models that are shown: [{id, label, member, encoding, colour, dash, seed, settings, policies,
//                      step, steps, done, trained, words, texts, example, question}, ...]; replaced as a whole
//   app.ask(model, m)  a promise of the answer to message m of the engine that has `model`; rejected with Error(text).
//                      Served before training.
//   app.local(m)       the answer of the engine on this thread, at once: list, encoding, chart; throws Error(text)
//   app.list           the answer to `list`
//   app.on(event, f)   'models': others are shown. 'step': they have trained, at most every 100 ms. 'trained': all are
//                      trained and evaluated. 'state', f(keys): these keys of the state changed. 'resize'.
//   app.visible(id)    whether the region is shown: a panel draws at 'state' (tab) what it missed
//   app.say(text)      what a screen reader hears, politely
//   app.fail(at, text) one line of error at the element `at`; an empty text takes it away
//   app.control        play(), pause(), step(), reset(), playing: for the tour
