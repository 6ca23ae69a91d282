import type { Matter } from '../contract/format.ts';
import { partOf } from '../contract/key-book.ts';
import type { TensorRow } from '../contract/tensor-table.ts';
import { quoted } from '../contract/untrusted.ts';
import { entryOf, numberOf } from '../pickle/pickled-parts.ts';
import type { PyDict } from '../pickle/value.ts';
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
/**
 * Of the groups of PyTorch's Adam, AdamW and NAdam, whose steps are about as large as the rate whatever the gradient. SGD's, and the
 * first of RAdam, are as small as the gradient: behind a last normalisation that is zero but for rounding.
 */
const SCALES_STEPS = ['amsgrad', 'momentum_decay'];

const SAME = 'two weights are the same, byte for byte,';

/** What the weights of a file were trained by. */
interface Training {
  /** The greatest count of an optimizer's own; where it keeps none, that of the file. */
  step: number | undefined;
  groups: readonly PyDict[];
}

/**
 * Two layers that hold the same numbers although each was moved along a moment of its own: one lies over the other. Models
 * begin with copies, so it is said only where every weight of that shape has a moment and no two of these are alike: then whichever
 * are those of the two, a step has parted them. For that nobody must know which moment is whose.
 */
export function judgeCopies({ findings, table }: Matter, { step = 0, groups }: Training): void {
  const rates = groups.map((group) => numberOf(entryOf(group, 'lr')) ?? 0);
  const first = groups.map((group) => numberOf(entryOf(group, 'initial_lr')) ?? 0);
  const moved = rates.every((rate, i) => rate > 0 || (first[i] ?? 0) > 0);
  if (step < FEWEST_STEPS || rates.length === 0 || !moved) return;
  const rows = table.rows.filter(({ shape }) => shape.length >= 2 && sizeOf(shape) >= FEWEST_NUMBERS);
  const weights = rows.filter(({ name }) => !OF_STATE.test(name) && partOf(name) === 'model');
  for (const [a, b] of copiesAmong(weights)) {
    if (!arePartedBy(a, rows, weights)) continue;
    const found = `${quoted(a.name)} and ${quoted(b.name)}`;
    const scalesSteps = groups.every((group) =>
      SCALES_STEPS.some((key) => entryOf(group, key) !== undefined),
    );
    // A rate that ends at zero may have been zero all along; sixteen bits may round each step away.
    if (EXACT.includes(a.dtype) && scalesSteps && rates.every((rate) => rate > 0))
      findings.fail(
        'L3',
        'layer-copied',
        `${SAME} though each was moved by itself: one lies over the other`,
        { found },
      );
    else
      findings.note(
        'L3',
        'layer-copied',
        `${SAME} though each has a moment of its own: one may lie over the other`,
        { found },
      );
    return;
  }
}

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
function arePartedBy(weight: TensorRow, rows: readonly TensorRow[], weights: readonly TensorRow[]): boolean {
  const alike = (row: TensorRow) => shapeKey(row) === shapeKey(weight);
  const trained = placesOf(weights.filter(alike));
  const moments = placesOf(rows.filter((row) => MOMENT.test(row.name) && alike(row)));
  if (trained === undefined || moments === undefined || trained.length !== moments.length) return false;
  return (
    new Set(moments.map(({ fingerprint }) => fingerprint)).size === moments.length && !moments.some(isZero)
  );
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
