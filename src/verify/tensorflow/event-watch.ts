import { overBudget } from '../contract/findings.ts';
import type { Subject } from '../contract/format.ts';
import { quoted } from '../contract/untrusted.ts';
import type { EventRecord } from './event-record.ts';

interface Series {
  points: number;
  first: number;
  constant: boolean;
  allZero: boolean;
  lastStep: number;
  fallbacks: number;
}

const MOST_TAGS = 10_000;
/** So few equal points prove nothing. */
const CONSTANT_FROM_POINTS = 11;
const LOSS = /(^|[._/])loss$/i;
const VERSION = /^brain\.Event:[0-9]+$/;
const NAMES_SHOWN = 5;

/** Watches the events of one log: finite numbers, steps that go on within each tag, what the run's record expects. */
export class EventWatch {
  readonly #subject: Subject;
  readonly #series = new Map<string, Series>();
  #events = 0;
  #starts = 0;
  #lastStep: number | undefined;
  #lastWallTime = 0;
  #timesBack = 0;
  #best: { value: number; step: number } | undefined;

  constructor(subject: Subject) {
    this.#subject = subject;
  }

  take(event: EventRecord, record: number, offset: number): void {
    const { findings } = this.#subject;
    if (record === 0) {
      if (event.fileVersion === undefined || !VERSION.test(event.fileVersion)) {
        findings.fail('L2', 'event-version', 'does not begin with the version of its events', {
          offset,
          expected: 'brain.Event:2',
          found: event.fileVersion ?? 'none',
        });
      }
      return;
    }
    this.#events += 1;
    if (event.restarted) this.#starts += 1;
    if (event.wallTime < this.#lastWallTime) this.#timesBack += 1;
    this.#lastWallTime = Math.max(this.#lastWallTime, event.wallTime);
    if (Number.isNaN(event.step) || event.step < 0) {
      findings.fail('L2', 'step-not-a-count', 'an event has a step that is no count', { offset });
      return;
    }
    for (const { tag, value } of event.values) this.#point(tag, value, event.step, offset);
  }

  settle(): void {
    const { findings, facts } = this.#subject;
    facts.rows = this.#events;
    if (this.#lastStep !== undefined) facts.step = this.#lastStep;
    if (this.#timesBack > 0) {
      const what = 'the clock of the writer was set back, or two logs were joined';
      findings.note('L2', 'time-falls-back', what, { found: `${this.#timesBack} times` });
    }
    this.#judgeFallbacks();
    this.#judgeExpectation();
    if (this.#subject.role === 'metrics') this.#judgeSeries();
  }

  #point(tag: string, value: number | undefined, step: number, offset: number): void {
    const { findings, keys, expectation } = this.#subject;
    let series = this.#series.get(tag);
    if (series === undefined) {
      if (this.#series.size >= MOST_TAGS) throw overBudget('tags', MOST_TAGS, this.#series.size + 1, offset);
      series = { points: 0, first: Number.NaN, constant: true, allZero: true, lastStep: step, fallbacks: 0 };
      this.#series.set(tag, series);
      keys.addValue(tag, tag);
    }
    if (step < series.lastStep) series.fallbacks += 1;
    series.lastStep = step;
    if (this.#lastStep === undefined || step > this.#lastStep) this.#lastStep = step;
    if (value === undefined) return;
    if (!Number.isFinite(value)) {
      findings.fail('L2', 'metric-not-finite', `${quoted(tag)} is not a finite number`, {
        offset,
        expected: 'a finite number',
        found: `${value} at step ${step}`,
      });
      return;
    }
    if (series.points === 0) series.first = value;
    series.points += 1;
    series.constant &&= value === series.first;
    series.allZero &&= value === 0;
    if (tag === expectation.best?.key) this.#followBest(value, step, expectation.best.direction);
  }

  #followBest(value: number, step: number, direction: 'min' | 'max'): void {
    const better =
      this.#best === undefined || (direction === 'min' ? value < this.#best.value : value > this.#best.value);
    if (better) this.#best = { value, step };
  }

  /** Where a run was resumed every tag falls back once; a log that was shuffled or joined to another does so more often. */
  #judgeFallbacks(): void {
    const { findings, expectation } = this.#subject;
    const allowed = (expectation.restarts ?? 0) + this.#starts;
    const back = [...this.#series].filter(([, { fallbacks }]) => fallbacks > allowed);
    if (back.length === 0) return;
    const what = 'the step falls back more often than the run was started again';
    const names = back.slice(0, NAMES_SHOWN).map(([tag]) => JSON.stringify(tag.slice(0, 80)));
    const where = { expected: `at most ${allowed} times`, found: names.join(', ') };
    if (this.#subject.role === 'metrics') findings.fail('L2', 'step-falls-back', what, where);
    else findings.degraded('L2', 'step-falls-back', what, where);
  }

  #judgeExpectation(): void {
    const { findings, expectation, facts } = this.#subject;
    const { step, minStep, rows, minRows, lossKey, best } = expectation;
    const last = this.#lastStep;
    const fail = (code: string, what: string, expected: string, found: string) =>
      findings.fail('L2', code, what, { expected, found });
    if (last === undefined && (step !== undefined || minStep !== undefined))
      fail('step-missing', 'no event carries a value at a step', String(step ?? `>= ${minStep}`), 'none');
    if (last !== undefined && step !== undefined && last !== step)
      fail('step-unexpected', 'ends at another step than the run recorded', String(step), String(last));
    if (last !== undefined && minStep !== undefined && last < minStep)
      fail('step-behind', 'ends before the step that was verified', `>= ${minStep}`, String(last));
    if (rows !== undefined && rows !== this.#events)
      fail('row-count', 'another number of events than expected', String(rows), String(this.#events));
    if (minRows !== undefined && this.#events < minRows)
      fail('row-count', 'fewer events than expected', `>= ${minRows}`, String(this.#events));
    if (lossKey !== undefined && (this.#series.get(lossKey)?.points ?? 0) === 0)
      fail('metric-missing', `no event carries "${lossKey}" as a number`, lossKey, 'none');
    if (best === undefined) return;
    if (this.#best === undefined) {
      fail('metric-missing', `no event carries "${best.key}", by which the best is chosen`, best.key, 'none');
      return;
    }
    facts.best = { key: best.key, ...this.#best };
    // The log holds single precision; the record may not.
    if (best.value !== undefined && Math.fround(best.value) !== Math.fround(this.#best.value)) {
      const what = `the recorded best "${best.key}" is not the ${best.direction} of the file`;
      fail('best-disagrees', what, String(best.value), String(this.#best.value));
    }
  }

  #judgeSeries(): void {
    const { findings, expectation } = this.#subject;
    const scalars = [...this.#series].filter(([, { points }]) => points > 0);
    const isDeclared = this.#subject.roleFrom === 'declared';
    if (!isDeclared && scalars.length === 0) {
      const what = 'holds no scalar: its trainer wrote none yet, or ended before it did';
      findings.note('L2', this.#events === 0 ? 'no-rows' : 'no-numbers', what);
    } else if (this.#events === 0)
      findings.fail('L2', 'no-rows', 'holds no event', { expected: 'at least 1' });
    else if (scalars.length === 0) findings.fail('L2', 'no-numbers', 'holds no scalar at all');
    if (scalars.length > 0 && scalars.every(([, { allZero }]) => allZero)) {
      const names = scalars.slice(0, NAMES_SHOWN).map(([tag]) => tag.slice(0, 80));
      findings.fail('L2', 'metrics-all-zero', 'every metric is zero at every step', {
        found: names.join(', '),
      });
    }
    for (const [tag, { constant, points }] of scalars) {
      const isLoss = expectation.lossKey === undefined ? LOSS.test(tag) : tag === expectation.lossKey;
      if (constant && points >= CONSTANT_FROM_POINTS && isLoss)
        findings.fail('L2', 'metric-constant', `${quoted(tag)} is the same in all ${points} events`);
    }
  }
}
