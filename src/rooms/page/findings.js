// findings.js -- what the trained models show at one length, in the sentences with which `poslab compare` begins; the
// engine works them out.

import {levels_of, sentence} from './numbers.js';
import {by_member} from './train.js';

const at = (app, model, policy, words) => app.numbers(model, policy).find(row => row.words === words);

function described(app, {member, encoding, mixer, models}, words) {
    const {policies} = models[0];
    return {model: member, encoding, mixer, seeds: models.map(model => ({seed: model.seed,
        in_range: model.in_range.accuracy,
        rows: policies.map(policy => ({policy, points: [words, at(app, model, policy, words).accuracy]}))}))};
}

// Asks for them. Their numbers are complete once they are evaluated, null before; those that failed have none.
export function findings_message(app, words) {
    const models = app.models.filter(model => !model.failed), [first] = models;
    const complete = model => model.evaluated && at(app, model, model.policies[0], words);
    if (!first || !models.every(complete) || app.back !== null) return null;
    const row = at(app, first, first.policies[0], words);
    return {do: 'findings', trained: first.trained, examples: row.count, baselines: levels_of(first.in_range, [row]),
        models: by_member(models).map(group => described(app, group, words))};
}

// The engine's answer, with a title about the policy that is shown; before, no finding.
export function find(app, words) {
    const asks = findings_message(app, words);
    return asks ? app.local({...asks, under: app.state.get('policy')}) : {findings: []};
}

// The chart's title: what was found about what is shown, else its numbers.
export const title_of = (app, {findings, title}, words) => findings.length ? title || `At ${words} words ${sentence(app, words)}` : 'Right answers by length';
