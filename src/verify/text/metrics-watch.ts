import { Findings, overBudget } from '../contract/findings.ts';
import type { Expectation, Subject } from '../contract/format.ts';

/** A cell or member of one row of metrics. `text` only for strings. */
export type MetricValue = number | boolean | null | { text: string };

interface Column {
  rows: number;
  first: number;
  constant: boolean;
  allZero: boolean;
}

/** Trackers and hand-made writers print these where a number belongs. */
const NOT_A_NUMBER = /^\s*[+-]?(nan|inf(inity)?)\s*$/i;
const STEP_NAMES = /^(global_?|train_?|trainer\/global_)?(step|steps|iter|iteration)$/i;
const NO_METRIC =
  /(^|[._/])(_?(global_?)?step|steps|iter|iteration|epoch|_?time(stamp)?|_?runtime|wall_?time|seconds|elapsed|lr|learning_rate|seed|rank)([._/]|$)/i;
const LOSS = /(^|[._/])loss$/i;
/** Columns that tables of metrics have, and tables of data have not. */
const TELLING =
  /(^|[._/ ])((global_?|train_?)?(step|steps|iter|iteration)|epochs?|\w*loss|lr|learning_rate|acc|accuracy|ppl|perplexity|grad_norm)$/i;
/** So few equal points prove nothing. */
const CONSTANT_FROM_ROWS = 11;
const MOST_COLUMNS = 10_000;

/** Watches rows of metrics go by, from JSON, JSONL or CSV. Says what each value must be, and what the series must be. */
export class MetricsWatch {
  readonly #subject: Subject;
  readonly #expectation: Expectation;
  /** Of what was only taken for metrics by its name nothing is said before that is settled. */
  readonly #findings: Findings;
  #isTelling = false;
  readonly #columns = new Map<string, Column>();
  #rows = 0;
  #restarts = 0;
  #lastStep: number | undefined;
  #rowStep: number | undefined;
  #rowBest: number | undefined;
  #best: { value: number; step?: number } | undefined;

  constructor(subject: Subject) {
    this.#subject = subject;
    this.#expectation = subject.expectation;
    this.#findings = subject.roleFrom === 'guessed' ? new Findings() : subject.findings;
  }

  /** A column of this name is there, whether or not a row has a value in it. */
  header(name: string): void {
    this.#isTelling ||= TELLING.test(name);
  }

  value(name: string, value: MetricValue, offset: number): void {
    const column = this.#column(name);
    if (typeof value === 'number' && Number.isFinite(value)) this.#number(name, column, value);
    else if (typeof value === 'number') this.#notFinite(name, String(value), offset);
    else this.#notNumber(name, value, offset);
  }

  /** A value that the syntax itself marks as no finite number, such as Python's bare `NaN`. */
  notFinite(name: string, text: string, offset: number): void {
    this.#column(name);
    this.#notFinite(name, text, offset);
  }

  endRow(line: number, offset: number): void {
    this.#rows += 1;
    if (this.#rowStep !== undefined) this.#followStep(this.#rowStep, line, offset);
    if (this.#rowBest !== undefined) this.#followBest(this.#rowBest);
    this.#rowStep = undefined;
    this.#rowBest = undefined;
  }

  settle(): void {
    const { facts } = this.#subject;
    const findings = this.#findings;
    facts.rows = this.#rows;
    if (this.#lastStep !== undefined) facts.step = this.#lastStep;
    this.#judgeRows();
    this.#judgeSteps();
    this.#judgeColumns();
    const { best, lossKey } = this.#expectation;
    if (lossKey !== undefined && (this.#columns.get(lossKey)?.rows ?? 0) === 0) {
      findings.fail('L2', 'metric-missing', `no row carries "${lossKey}" as a number`);
    }
    if (best !== undefined) this.#judgeBest(best);
    if (this.#findings !== this.#subject.findings) this.#settleGuess();
  }

  /** Prompts and answers, predictions, labels: rows of data are read for being whole and no more. */
  #settleGuess(): void {
    const { findings } = this.#subject;
    if (this.#isTelling) findings.absorb(this.#findings.reasons, (reason) => reason);
    else
      findings.note(
        'L2',
        'no-metrics',
        'has no column of steps, epochs or losses: it was read as a table of data',
      );
  }

  #column(name: string): Column {
    const known = this.#columns.get(name);
    if (known !== undefined) return known;
    if (this.#columns.size >= MOST_COLUMNS) throw overBudget('columns', MOST_COLUMNS, this.#columns.size + 1);
    this.header(name);
    const column = { rows: 0, first: 0, constant: true, allZero: true };
    this.#columns.set(name, column);
    return column;
  }

  #isStep(name: string): boolean {
    const { stepKey } = this.#expectation;
    return stepKey === undefined ? STEP_NAMES.test(name) : name === stepKey;
  }

  #number(name: string, column: Column, value: number): void {
    if (column.rows === 0) column.first = value;
    column.rows += 1;
    column.constant &&= value === column.first;
    column.allZero &&= value === 0;
    if (this.#isStep(name)) this.#rowStep = value;
    if (name === this.#expectation.best?.key) this.#rowBest = value;
  }

  #notNumber(name: string, value: boolean | null | { text: string }, offset: number): void {
    const text = typeof value === 'object' && value !== null ? value.text : undefined;
    const found = text === undefined ? String(value) : JSON.stringify(text.slice(0, 40));
    const mustBeNumber = name === this.#expectation.lossKey || name === this.#expectation.stepKey;
    if (text !== undefined && NOT_A_NUMBER.test(text)) this.#notFinite(name, found, offset);
    else if (mustBeNumber) {
      const where = { offset, expected: 'a finite number', found };
      this.#findings.fail('L2', 'metric-not-a-number', `"${name}" is not a number`, where);
    }
  }

  #notFinite(name: string, found: string, offset: number): void {
    this.#findings.fail('L2', 'metric-not-finite', `"${name}" is not a finite number`, {
      offset,
      expected: 'a finite number',
      found,
    });
  }

  #followStep(step: number, line: number, offset: number): void {
    const before = this.#lastStep;
    this.#lastStep = step;
    if (before === undefined || step >= before) return;
    this.#restarts += 1;
    if (this.#restarts <= (this.#expectation.restarts ?? 0)) return;
    this.#findings.fail('L2', 'step-falls-back', `the step falls back in row ${line}`, {
      offset,
      expected: `>= ${before}`,
      found: String(step),
    });
  }

  #followBest(value: number): void {
    const isMin = this.#expectation.best?.direction === 'min';
    const better = this.#best === undefined || (isMin ? value < this.#best.value : value > this.#best.value);
    if (better) this.#best = { value, ...(this.#rowStep === undefined ? {} : { step: this.#rowStep }) };
  }

  #judgeRows(): void {
    const findings = this.#findings;
    const { rows, minRows } = this.#expectation;
    if (this.#rows === 0)
      findings.fail('L2', 'no-rows', 'holds no row of metrics', { expected: 'at least 1' });
    if (rows !== undefined && this.#rows !== rows) {
      findings.fail('L2', 'row-count', 'another number of rows than expected', {
        expected: String(rows),
        found: String(this.#rows),
      });
    }
    if (minRows !== undefined && this.#rows < minRows) {
      findings.fail('L2', 'row-count', 'fewer rows than expected', {
        expected: `>= ${minRows}`,
        found: String(this.#rows),
      });
    }
  }

  #judgeSteps(): void {
    const findings = this.#findings;
    const { step, minStep, stepKey } = this.#expectation;
    const last = this.#lastStep;
    const wanted = step ?? minStep ?? (stepKey === undefined ? undefined : 0);
    if (wanted !== undefined && last === undefined) {
      const what = `no row carries a step${stepKey === undefined ? '' : ` at "${stepKey}"`}`;
      findings.fail('L2', 'step-missing', what);
    } else if (last !== undefined && step !== undefined && last !== step) {
      findings.fail('L2', 'step-unexpected', 'ends at another step than the run recorded', {
        expected: String(step),
        found: String(last),
      });
    } else if (last !== undefined && minStep !== undefined && last < minStep) {
      findings.fail('L2', 'step-behind', 'ends before the step that was verified', {
        expected: `>= ${minStep}`,
        found: String(last),
      });
    }
  }

  #judgeColumns(): void {
    const findings = this.#findings;
    const metrics = [...this.#columns].filter(
      ([name, { rows }]) => rows > 0 && !NO_METRIC.test(name) && !this.#isStep(name),
    );
    const numbers = [...this.#columns.values()].some(({ rows }) => rows > 0);
    if (this.#rows > 0 && !numbers) findings.fail('L2', 'no-numbers', 'holds no number at all');
    if (metrics.length > 0 && metrics.every(([, { allZero }]) => allZero)) {
      findings.fail('L2', 'metrics-all-zero', 'every metric is zero in every row', {
        found: metrics
          .map(([name]) => name)
          .slice(0, 5)
          .join(', '),
      });
    }
    const { lossKey } = this.#expectation;
    const isLoss = (name: string) => (lossKey === undefined ? LOSS.test(name) : name === lossKey);
    // One beside it that stands still, as a validation that every row carries along until the next, is a note.
    const learns = metrics.some(([name, { constant }]) => isLoss(name) && !constant);
    for (const [name, { constant, rows }] of metrics) {
      if (!constant || rows < CONSTANT_FROM_ROWS) continue;
      const what = `"${name}" is the same in all ${rows} rows`;
      if (isLoss(name) && !learns) findings.fail('L2', 'metric-constant', what);
      else findings.note('L2', 'metric-constant', what);
    }
  }

  #judgeBest({ key, direction, value }: NonNullable<Expectation['best']>): void {
    const { facts } = this.#subject;
    const findings = this.#findings;
    if (this.#best === undefined) {
      findings.fail('L2', 'metric-missing', `no row carries "${key}", by which the best is chosen`);
      return;
    }
    facts.best = { key, ...this.#best };
    if (value === undefined || value === this.#best.value) return;
    findings.fail('L2', 'best-disagrees', `the recorded best "${key}" is not the ${direction} of the file`, {
      expected: String(value),
      found: String(this.#best.value),
    });
  }
}
