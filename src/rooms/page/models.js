// models.js -- the models of the page: opened, trained in slices, evaluated.
//
// While a model trains, it is evaluated now and then on few examples, under the policy that is shown (model.quick).
// Those numbers are kept with their step, for who looks back. After its last step it is evaluated as `poslab eval`
// would, once for every policy and length (model.final): slider and policy then only choose among these numbers.

import {ASK, EVALUATE, TRAIN} from './engine.js';
import {names_in} from './state.js';

const SLICE = 15;            // milliseconds of a training message: others wait no longer
const QUICK_EXAMPLES = 200;
const QUICK_PAUSE = 400;     // milliseconds between quick evaluations of a model
const QUICK_SHARE = 4;       // training gets at least so many times the time of quick evaluations
const PAST = 60;             // steps of a model whose numbers are kept; then every other one is dropped
const PORTION = 9;           // of the longest trained, so many times: lengths evaluated in one message
export const SPEEDS = {full: 0, 100: 100, 20: 20, 5: 5}; // steps a second of each model; 0: as many as there are

// A length as eval.lengths names it ("4x", "40") in words.
export function words_of(length, trained) {
    return length.endsWith('x') ? Math.floor(parseFloat(length) * trained.high + .5) : Number(length);
}

const sleep = milliseconds => new Promise(resolve => setTimeout(resolve, milliseconds));

export class Models {
    constructor(pool, list, state, emit) {
        Object.assign(this, {pool, list, state, emit});
        this.models = [];
        this.playing = true;
        this.attempt = 0;
        this.back = null;
    }

    // Opens what the state asks for and is not there yet. If one cannot be opened, all stays as it was: Error(text).
    // Only in an empty page the first model does not wait for the others, nor its curve.
    async update({anew = false} = {}) {
        const attempt = ++this.attempt, old = anew ? [] : this.models;
        const models = this.wanted().map(model => old.find(one => one.key === model.key) || model);
        const added = models.filter(model => !this.models.includes(model));
        const first = this.models.length ? [] : added.splice(0, 1);
        if (!await this.open_all(first, attempt)) return;
        if (first.length) this.show(first);
        if (await this.open_all(added, attempt)) this.show(models);
    }

    wanted() {
        return this.state.members(this.list).map(member => this.describe(member));
    }

    // Keeps those that the state still asks for, and opens none until the next update.
    wait() {
        const keys = this.wanted().map(model => model.key);
        this.attempt++;
        this.show(this.models.filter(model => keys.includes(model.key)));
    }

    // Whether all are open; if not, none is: one failed, or the state has changed again.
    async open_all(models, attempt) {
        const results = await Promise.allSettled(models.map(model => this.open(model)));
        const failed = results.find(result => result.status === 'rejected'), is_last = attempt === this.attempt;
        if (failed || !is_last) models.forEach(model => this.pool.close(model.id));
        if (failed && is_last) throw failed.reason;
        return is_last;
    }

    show(models) {
        this.models.filter(model => !models.includes(model)).forEach(model => this.close(model));
        this.models = models;
        this.back = null;
        this.emit('models');
        this.start();
    }

    // The lengths at which models are evaluated, as eval.lengths names them.
    lengths() {
        const setting = this.list.settings.find(row => row.key === 'eval.lengths');
        return names_in(this.state.get('eval.lengths') || setting.default);
    }

    describe({member, encoding, mixer, seed, settings}) {
        const all = {...settings, 'train.seed': String(seed)};
        return {member, encoding, mixer, seed, key: JSON.stringify(all), settings: all, name: `${member} seed ${seed}`};
    }

    async open(model) {
        model.id = this.pool.open();
        const known = await this.pool.send(model.id, {do: 'open', settings: model.settings}, EVALUATE);
        Object.assign(model, known, {course: [], quick: {}, past: [], final: {}, in_range: null, done: false, evaluated: false,
            alive: true, driven: false, quick_at: -Infinity, quick_time: 0});
    }

    close(model) {
        model.alive = false;
        this.pool.close(model.id);
    }

    send(model, message, priority = ASK) {
        return this.pool.send(model.id, message, priority);
    }

    play() {
        this.playing = true;
        this.back = null;
        this.start();
        this.emit('step');
    }

    pause() {
        this.playing = false;
        this.emit('step');
    }

    // One step of each model.
    async step() {
        this.back = null;
        this.pause();
        await Promise.all(this.models.filter(model => !model.done && !model.driven).map(async model => {
            await this.train(model, {steps: 1, milliseconds: SLICE});
            if (model.done) await this.finish(model);
            else await this.glance(model);
        }));
    }

    start() {
        for (const model of this.models) if (!model.driven && !model.evaluated) this.drive(model);
    }

    async drive(model) {
        model.driven = true;
        try {
            while (model.alive && this.playing && !model.done) await this.slice(model);
            if (model.alive && model.done) await this.finish(model);
        } catch (error) {
            model.done = model.evaluated = true;
            model.failed = `${model.name}: ${error.message}`;
            this.emit('failed');
            this.emit('numbers'); // of which it has none any more
            this.ended();
        }
        model.driven = false;
    }

    async slice(model) {
        const speed = SPEEDS[this.state.get('speed')] || 0, steps = Math.max(1, Math.round(speed / 20));
        if (!model.step) await this.train(model, {steps: 1, milliseconds: SLICE});
        else if (!speed) await this.train(model, {milliseconds: SLICE});
        else await this.train(model, {steps, milliseconds: SLICE}, sleep(1000 * steps / speed));
        const due = model.quick_at + QUICK_PAUSE + QUICK_SHARE * model.quick_time;
        if (!model.done && performance.now() > due) await this.glance(model);
    }

    async train(model, how, wait) {
        Object.assign(model, await this.send(model, {do: 'train', ...how}, TRAIN));
        this.emit('step');
        await wait;
    }

    // The policy that the page shows for a model: the chosen one where it fits, else the model's own.
    policy(model) {
        const chosen = this.state.get('policy');
        return model.policies.includes(chosen) ? chosen : model.policies[0];
    }

    // A quick evaluation, under the policy that is shown and the model's own.
    async glance(model) {
        const begin = performance.now(), {step} = model, now = {step};
        for (const policy of new Set([this.policy(model), model.policies[0]]))
            now[policy] = model.quick[policy] = await this.evaluate(model, policy, this.lengths(),
                {examples: QUICK_EXAMPLES, in_range: false});
        model.quick_at = performance.now();
        model.quick_time = model.quick_at - begin;
        model.past.push(now);
        if (model.past.length > PAST) model.past = model.past.filter((_, i) => i % 2 === 0);
        this.emit('numbers');
    }

    // Shows the numbers as they were at a step; at the last step, those of now. Of a policy that was not shown then there
    // are none: then it is each encoding's own.
    look_back(step) {
        this.back = step < Math.max(...this.models.map(model => model.step)) ? step : null;
        if (!this.any()) this.state.set({policy: ''});
        this.emit('numbers');
    }

    any() {
        return this.models.some(model => this.numbers(model, this.policy(model)).length);
    }

    // A row for each of the lengths: [{words, accuracy, loss, count, baselines [{name, accuracy}]}, ...].
    async evaluate(model, policy, lengths, few = {}, priority = EVALUATE) {
        const message = {do: 'evaluate', policies: [policy], lengths: lengths.join(' '), ...few};
        const answer = await this.send(model, message, priority), row = answer.rows[0];
        const baselines = of => answer.baselines.map(one => ({name: one.name, means: one.means, accuracy: of(one)}));
        if (!few.examples && answer.in_range.count)
            model.in_range = {...answer.in_range, baselines: baselines(one => one.in_range)};
        return answer.lengths.map((words, i) => ({words, baselines: baselines(one => one.at[i]),
            accuracy: row.accuracy[i], loss: row.loss[i], count: row.count[i]}));
    }

    // All that the page shows of a trained model, once: what is shown now first, the other policies when all have that.
    async finish(model) {
        const shown = [this.policy(model), model.policies[0]];
        for (const policy of new Set([...shown, ...model.policies])) {
            const rows = [], priority = shown.includes(policy) ? EVALUATE : TRAIN;
            for (const lengths of this.portions(model)) {
                const in_range = !model.in_range; // one policy's say for all
                rows.push(...await this.evaluate(model, policy, lengths, {in_range}, priority));
                if (!model.alive) return;
            }
            model.final[policy] = rows;
            this.emit('numbers');
        }
        model.evaluated = true;
        this.ended();
    }

    // A model is evaluated, or failed.
    ended() {
        this.emit('step');
        if (this.models.every(one => one.evaluated)) this.emit('trained');
    }

    // The lengths in lists so short that nobody waits long while one is evaluated.
    portions(model) {
        const lists = [];
        let words = Infinity;
        for (const length of this.lengths()) {
            const more = words_of(length, model.trained);
            if (words + more > PORTION * model.trained.high) {
                lists.push([]);
                words = 0;
            }
            lists[lists.length - 1].push(length);
            words += more;
        }
        return lists;
    }

    // Another policy is shown: where there is no number yet, a quick one comes before the others.
    look() {
        if (this.back !== null && !this.any()) this.back = null;
        for (const model of this.models)
            if (model.step && !this.numbers(model, this.policy(model)).length) this.glance(model).catch(() => 0);
    }

    // What is known of a model under a policy, now or when it had trained so far: the rows of `evaluate`.
    numbers(model, policy) {
        if (this.back !== null && this.back < model.step)
            return model.past.filter(one => one.step <= this.back && one[policy]).pop()?.[policy] || [];
        return !model.failed && (model.final[policy] || model.quick[policy]) || [];
    }
}
