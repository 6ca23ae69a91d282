import { FEWEST_NUMBERS, TAKES_OVER } from '../checkpoint/copies.ts';
import { Findings } from '../contract/findings.ts';
import type { Subject } from '../contract/format.ts';
import { partOf } from '../contract/key-book.ts';
import type { TensorRow } from '../contract/tensor-table.ts';
import type { Facts, FileVerdict } from '../contract/verdict.ts';
import { isWeightByName } from '../tensor/deliberate.ts';

const NAMES_SHOWN = 8;

/** The checkpoint before: its tensors, and what it says of itself. */
export interface Before extends Pick<Facts, 'step' | 'optimizer'> {
  rows: readonly TensorRow[];
}

/**
 * Holds a checkpoint against the one before it. A later step with the same bytes in every tensor is a stale file or a
 * training that does nothing, and so is a whole model, or all moments of its optimizer, beside what moved; with most of them the
 * same it is told, because frozen layers are common.
 */
export function judgeChange(
  { findings, facts, table }: Pick<Subject, 'findings' | 'facts'> & { table: { rows: readonly TensorRow[] } },
  previous: Before | undefined,
): void {
  if (previous === undefined) return;
  const before = new Map(previous.rows.map((row) => [row.name, row]));
  const both = table.rows.filter(
    ({ name, fingerprint }) => fingerprint !== undefined && before.get(name)?.fingerprint !== undefined,
  );
  if (both.length === 0) return;
  const same = both.filter(({ name, fingerprint }) => before.get(name)?.fingerprint === fingerprint);
  const names = same.slice(0, NAMES_SHOWN).map(({ name }) => JSON.stringify(name.slice(0, 80)));
  const found = `${same.length} of ${both.length} the same: ${names.join(', ')}`;
  const { step } = facts;
  const grew = step !== undefined && previous.step !== undefined && step > previous.step;
  const still = stoodStill(both, new Set(same));
  if (step !== undefined && previous.step !== undefined && step < previous.step)
    findings.fail('L3', 'step-behind', 'is older than the one before it', {
      expected: `>= ${previous.step}`,
      found: String(step),
    });
  const copied = copiedSince(both, before);
  if (copied !== undefined)
    findings.fail(
      'L3',
      'layer-copied',
      'two weights that differed before are now the same: one lies over the other',
      {
        found: copied.map((name) => JSON.stringify(name.slice(0, 80))).join(' and '),
      },
    );
  if (same.length === both.length && grew) {
    const what = `no tensor changed since step ${previous.step}, and this is step ${step}`;
    findings.fail('L3', 'unchanged', what, { expected: 'other values', found });
  } else if (same.length === both.length) {
    findings.note('L3', 'unchanged', 'holds the same tensors as the one before it', { found });
  } else if (grew && still !== undefined) {
    const what = `no tensor of the ${still} changed since step ${previous.step}, though the rest did: one of them is stale`;
    const where = { expected: 'other values', found };
    const mayBeRounded = isOfSixteenBits(both) && step - (previous.step ?? 0) < STEPS_THAT_SHOW;
    if (still === 'model' && (mayBeRounded || hasNoRate(facts, previous)))
      findings.note('L3', 'model-unchanged', `${what}, or its steps were rounded away or zero`, where);
    else findings.fail('L3', `${still}-unchanged`, what, where);
  } else if (same.length * 2 > both.length) {
    findings.note('L3', 'mostly-unchanged', 'more than half of the tensors are those of the one before it', {
      found,
    });
  }
}

/** A schedule that came to its end: the optimizer goes on counting, and nothing moves any more. */
export const hasNoRate = (...each: Pick<Facts, 'optimizer'>[]): boolean =>
  each.every(({ optimizer }) => optimizer?.mostRate === 0);

/** Two weights of one kind that differed before and are now the same, byte for byte: one was written over the other. */
function copiedSince(both: readonly TensorRow[], before: ReadonlyMap<string, TensorRow>) {
  const seen = new Map<string, TensorRow>();
  for (const row of both) {
    const { name, shape, dtype, fingerprint = '' } = row;
    const isWeight = shape.length >= 2 && sizeOf(row) >= FEWEST_NUMBERS && isWeightByName(name);
    if (!isWeight || partOf(name) === 'optimizer' || TAKES_OVER.test(name)) continue;
    const key = [name.replace(/\d+/g, '#'), dtype, shape.join('x'), fingerprint].join(' ');
    const first = seen.get(key);
    if (first === undefined) seen.set(key, row);
    else if (before.get(first.name)?.fingerprint !== before.get(name)?.fingerprint && !isTied(first, row))
      return [first.name, name];
  }
  return undefined;
}

const isTied = (a: TensorRow, b: TensorRow): boolean => a.at !== undefined && a.at.offset === b.at?.offset;

const sizeOf = ({ shape }: TensorRow): number => shape.reduce((product, size) => product * size, 1);

/** Counters move in any case. */
const inPart = (rows: readonly TensorRow[], part: string): TensorRow[] =>
  rows.filter((row) => sizeOf(row) > 1 && partOf(row.name) === part);

/** Of a model in 16 bits a few small steps may all be rounded away, as the first of RAdam or SGD are. */
export const STEPS_THAT_SHOW = 10;

export const isOfSixteenBits = (rows: readonly TensorRow[]): boolean =>
  inPart(rows, 'model').every(({ dtype }) => dtype === 'bf16' || dtype === 'f16');

const PARTS = ['model', 'optimizer'] as const;

/** Of a model and its optimizer in one file, one stood still while the other moved. */
function stoodStill(both: readonly TensorRow[], same: ReadonlySet<TensorRow>) {
  const moved = PARTS.map((part) => inPart(both, part)).filter((rows) => rows.length > 0);
  if (moved.length < 2) return undefined;
  const still = PARTS.filter((part) => inPart(both, part).every((row) => same.has(row)));
  return still.length === 1 ? still[0] : undefined;
}

/**
 * Holds checkpoints of one row against each other, each against the one of the step before it. Needs their tables; a file
 * without step or tensors is left as it is.
 *
 * @returns the verdicts in their order
 */
export function withChanges(verdicts: readonly FileVerdict[]): FileVerdict[] {
  const stepped = verdicts.filter(({ table, facts }) => (table?.length ?? 0) > 0 && facts.step !== undefined);
  const byStep = stepped.sort((a, b) => (a.facts.step ?? 0) - (b.facts.step ?? 0));
  return verdicts.map((verdict) => {
    const { step } = verdict.facts;
    const before = byStep.filter(({ facts }) => step !== undefined && (facts.step ?? 0) < step).at(-1);
    return before === undefined || verdict.table === undefined ? verdict : changedSince(verdict, before);
  });
}

function changedSince(verdict: FileVerdict, before: FileVerdict): FileVerdict {
  const findings = new Findings();
  const { facts, table = [] } = verdict;
  judgeChange({ findings, facts, table: { rows: table } }, { ...before.facts, rows: before.table ?? [] });
  const { reasons } = findings;
  if (!findings.has('fail')) return { ...verdict, reasons: [...verdict.reasons, ...reasons] };
  const level = verdict.level > 'L2' ? 'L2' : verdict.level;
  return { ...verdict, verdict: 'fail', counts: false, level, reasons: [...reasons, ...verdict.reasons] };
}
