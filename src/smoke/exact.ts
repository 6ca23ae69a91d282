import type { MetricsRule } from '../metrics/rule.ts';
import { type MetricsLine, numbersByStep } from '../metrics/series.ts';
import type { TensorRow } from '../verify/contract/tensor-table.ts';
import { diffTensors } from '../verify/tensor/diff.ts';

/** How a run ended, as far as two of them can be compared. */
export interface Ending {
  /** Of the newest whole checkpoint that it left. */
  step: number | undefined;
  tensors: readonly TensorRow[];
  /** What it logged, in its order. */
  lines: readonly MetricsLine[];
}

/** What the killed and restored run left, and of which checkpoint it went on. */
export interface Resumed {
  outDir: string;
  /** Of its second attempt alone. */
  lines: readonly MetricsLine[];
  /** Source of those lines; none where the job has none. */
  source?: MetricsRule;
  killedAtStep: number;
  /** Names of what the checkpoint holds. */
  keys: readonly string[];
}

/** What was compared and found equal. */
export interface Equal {
  /** Steps of which both said a loss. */
  losses: number;
  tensors: number;
}

interface OtherNumber {
  key: string;
  step: number;
  straight: number;
  resumed: number;
  isFirstStep: boolean;
  /** What is counted are epochs, of many steps each. */
  isEpoch?: boolean;
}

/** How a run that was killed and restored differs from one that never was. */
export interface Difference {
  /** At the first step that differs. */
  number?: OtherNumber;
  /** `counter`: the first of an optimizer that counts its steps, and is another at the same step. */
  tensors?: { first: string; count: number; of: number; counter?: string };
  /** The steps at which they ended. */
  steps?: { straight: number | undefined; resumed: number | undefined };
}

/** Threads may add up in another order; more than this is another number. */
const TOLERANCE = 1e-6;

/** `lr`, `train/learning_rate`, `lr-AdamW` of Lightning's monitor, and `x/lr0` of a detector's first group. */
export const isRate = (key: string): boolean => /(^|[/._-])(lr|learning_rate)\d{0,3}([/._-]|$)/i.test(key);

/**
 * Holds a run that was killed and restored against one that went straight through.
 *
 * @param source of the lines; says under which key the loss stands
 */
export function compareEndings(
  straight: Ending,
  resumed: Ending,
  source?: MetricsRule,
): { equal: Equal } | { difference: Difference } {
  const before = numbersByStep(straight.lines);
  const both = [...numbersByStep(resumed.lines)].flatMap(([step, numbers]) => {
    const twin = before.get(step);
    return twin ? [{ step, straight: twin, resumed: numbers }] : [];
  });
  const lossKey = source?.lossKey ?? 'loss';
  const found = firstNumber(both, lossKey);
  const number = found && { ...found, ...(source?.stepKey === 'epoch' && { isEpoch: true }) };
  const diff = diffTensors(straight.tensors, resumed.tensors);
  const others = [...diff.retyped, ...diff.reshaped, ...diff.removed, ...diff.added].map(({ name }) => name);
  const differing = [...diff.changed, ...others].sort();
  const isSameStep = straight.step === resumed.step;
  if (!number && isSameStep && differing.length === 0)
    return {
      equal: {
        losses: both.filter((each) => each.straight.has(lossKey) && each.resumed.has(lossKey)).length,
        tensors: diff.unchanged,
      },
    };
  const [first] = differing;
  const counter = diff.changed.filter((name) => countsSteps(name, straight.tensors)).sort()[0];
  return {
    difference: {
      ...(number && { number }),
      ...(isSameStep &&
        first !== undefined && {
          tensors: {
            first,
            count: differing.length,
            of: differing.length + diff.unchanged,
            ...(counter !== undefined && { counter }),
          },
        }),
      ...(!isSameStep && { steps: { straight: straight.step, resumed: resumed.step } }),
    },
  };
}

/** Of torch a tensor `step` for each parameter, of Keras the one variable of its optimizer that is a whole number. */
const countsSteps = (name: string, rows: readonly TensorRow[]): boolean =>
  /optim/i.test(name) &&
  (/[./](step|iterations?)$/.test(name) ||
    rows.some((row) => row.name === name && /^[iu]\d+$/.test(row.dtype) && row.shape.length === 0));

type Numbers = ReadonlyMap<string, number>;

function firstNumber(
  both: readonly { step: number; straight: Numbers; resumed: Numbers }[],
  lossKey: string,
): Difference['number'] {
  // A rate that is another makes the loss another, and not the other way round.
  for (const [at, { step, ...numbers }] of both.entries())
    for (const key of [...[...numbers.straight.keys()].filter(isRate), lossKey]) {
      const [straight, resumed] = [numbers.straight.get(key), numbers.resumed.get(key)];
      if (straight === undefined || resumed === undefined || isClose(straight, resumed)) continue;
      return { key, step, straight, resumed, isFirstStep: at === 0 };
    }
  return;
}

const isClose = (a: number, b: number): boolean =>
  Math.abs(a - b) <= TOLERANCE * Math.max(Math.abs(a), Math.abs(b), 1e-12);
