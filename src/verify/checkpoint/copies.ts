import type { Matter } from '../contract/format.ts';
import { partOf } from '../contract/key-book.ts';
import type { TensorRow } from '../contract/tensor-table.ts';
import { quoted } from '../contract/untrusted.ts';
import type { OptimizerFacts } from '../contract/verdict.ts';
import { isWeightByName } from '../tensor/deliberate.ts';
import { Fingerprint } from '../tensor/fingerprint.ts';

/** Of an optimizer's state: what each step is made along. */
const MOMENT = /(^|\.)state\.[^.]+\.(exp_avg|momentum_buffer)$/;
const OF_STATE = /(^|\.)state\.[^.]+\.[^.]+$/;
/** Their members take over each other's weights on purpose. */
export const TAKES_OVER = /expert|member|population|agent|replica|worker|ensemble|target|teacher|clone|copy/i;
/** Of a matrix; smaller ones may be alike by chance or by rounding. */
export const FEWEST_NUMBERS = 64;
/** With fewer of a kind nobody can tell that they are meant to differ. */
const FEWEST_SIBLINGS = 3;
/** Schedulers that warm up make the first step with a rate of zero. */
const FEWEST_STEPS = 2;
/** In these no step of an optimizer that scales its steps is so small that a whole matrix rounds it away. */
const EXACT = ['f32', 'f64'];
/** A copy that was found, and whether it may be healthy. */
interface Copy {
  severity: 'fail' | 'note';
  what: string;
  found: string;
}

/** Of one file that holds its model and its optimizer. */
export function judgeCopies({ findings, table, facts }: Matter): void {
  const rows = table.rows.filter(({ name }) => !OF_STATE.test(name) && partOf(name) === 'model');
  const copy = copyAmong(rows, table.rows, facts.optimizer);
  if (copy?.severity === 'fail') findings.fail('L3', COPIED, copy.what, { found: copy.found });
  else if (copy !== undefined) findings.note('L3', COPIED, copy.what, { found: copy.found });
}

export const COPIED = 'layer-copied';

const SAME = 'two weights are the same, byte for byte,';

/**
 * Two layers that hold the same numbers although each was moved along a moment of its own: one lies over the other. Models
 * begin with copies, so it is said only where every weight of that shape has a moment and no two of these are alike: then whichever
 * are those of the two, a step has parted them. For that nobody must know which moment is whose.
 *
 * @param model its tensors, @param state those of the optimizer, or all of the file that it lies in
 */
export function copyAmong(
  model: readonly TensorRow[],
  state: readonly TensorRow[],
  optimizer: OptimizerFacts | undefined,
): Copy | undefined {
  if (optimizer === undefined || (optimizer.steps ?? 0) < FEWEST_STEPS || !(optimizer.leastFirstRate > 0))
    return undefined;
  const weights = model.filter(isMatrix);
  const moments = state.filter((row) => MOMENT.test(row.name) && isMatrix(row));
  for (const [a, b] of copiesAmong(weights)) {
    if (!arePartedBy(a, moments, weights)) continue;
    const found = `${quoted(a.name)} and ${quoted(b.name)}`;
    // A rate that ends at zero may have been zero all along; sixteen bits may round each step away.
    return EXACT.includes(a.dtype) && optimizer.scalesSteps && optimizer.leastRate > 0
      ? {
          severity: 'fail',
          what: `${SAME} though each was moved by itself: one lies over the other`,
          found,
        }
      : {
          severity: 'note',
          what: `${SAME} though each has a moment of its own: one may lie over the other`,
          found,
        };
  }
  return undefined;
}

const isMatrix = ({ shape }: TensorRow): boolean => shape.length >= 2 && sizeOf(shape) >= FEWEST_NUMBERS;

/** Two that are alike among siblings that are not, and lie in two places. */
function* copiesAmong(weights: readonly TensorRow[]): Generator<readonly [TensorRow, TensorRow]> {
  const named = weights.filter(({ name }) => isWeightByName(name) && !TAKES_OVER.test(name));
  const kindOf = (row: TensorRow) => [row.name.replace(/\d+/g, '#'), row.dtype, shapeKey(row)].join(' ');
  for (const rows of grouped(named, kindOf)) {
    const apart = placesOf(rows);
    if (apart === undefined || apart.length < FEWEST_SIBLINGS) continue;
    const alike = grouped(apart, ({ fingerprint = '' }) => fingerprint);
    if (alike.length === 1) continue;
    for (const [a, b] of alike) if (a !== undefined && b !== undefined && !isZero(a)) yield [a, b];
  }
}

/** As many moments of its shape as weights, none of them zero and no two alike. */
function arePartedBy(
  weight: TensorRow,
  moments: readonly TensorRow[],
  weights: readonly TensorRow[],
): boolean {
  const alike = (row: TensorRow) => shapeKey(row) === shapeKey(weight);
  const [trained, own] = [placesOf(weights.filter(alike)), placesOf(moments.filter(alike))];
  if (trained === undefined || own === undefined || trained.length !== own.length) return false;
  return new Set(own.map(({ fingerprint }) => fingerprint)).size === own.length && !own.some(isZero);
}

/** One row of each storage, so that what is tied counts once; `undefined` where one was never read as a whole. */
function placesOf(rows: readonly TensorRow[]): TensorRow[] | undefined {
  if (rows.some(({ at, fingerprint }) => at === undefined || fingerprint === undefined)) return undefined;
  return [...new Map(rows.map((row) => [row.at?.offset, row])).values()];
}

function isZero({ at, fingerprint }: TensorRow): boolean {
  const zero = new Fingerprint();
  zero.bytes = at?.bytes ?? 0;
  return fingerprint === zero.hex();
}

function grouped(rows: readonly TensorRow[], keyOf: (row: TensorRow) => string): TensorRow[][] {
  const groups = new Map<string, TensorRow[]>();
  for (const row of rows) {
    const key = keyOf(row);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [row]);
    else group.push(row);
  }
  return [...groups.values()];
}

const shapeKey = ({ shape }: TensorRow): string => shape.join('x');
const sizeOf = (shape: readonly number[]): number => shape.reduce((product, size) => product * size, 1);
