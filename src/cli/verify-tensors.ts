import { inert } from '../github/inert.ts';
import { EXIT, Problem } from '../problem.ts';
import { diffText, explainText } from '../report/tensor-text.ts';
import { worstFirst, worstOf } from '../report/verify-document.ts';
import { jsonLine } from '../report/visible-text.ts';
import { deviationOf } from '../verify/contract/moments.ts';
import type { TensorRow } from '../verify/contract/tensor-table.ts';
import type { FileVerdict, Verdict } from '../verify/contract/verdict.ts';
import type { Before } from '../verify/engine/change.ts';
import { renderTable } from '../verify/engine/table.ts';
import type { TreeVerdict } from '../verify/engine/verify-tree.ts';
import { diffTensors, isSame } from '../verify/tensor/diff.ts';
import { elementsOf, parametersOf } from '../verify/tensor/outline.ts';
import { distancesOf } from './verify-distance.ts';
import { isPath, type PathTarget, type Target, type VerifyPlan } from './verify-plan.ts';
import { type InspectOptions, inspect, type Watching } from './verify-targets.ts';

type Write = (text: string) => void;

/** `--explain`: the tensors of one target with their values in short. Ends as `verify` of it would. */
export async function explain(
  plan: VerifyPlan,
  watching: Watching,
  json: boolean,
  write: Write,
): Promise<TreeVerdict> {
  const verdicts = await withTables(plan, { ...watching, moments: true });
  const rows = tensorsOf(verdicts);
  if (json) {
    const tensors = rows.map(tensorJson);
    const elements = rows.reduce((sum, row) => sum + elementsOf(row), 0);
    write(jsonLine({ verdict: worstOf(verdicts), parameters: parametersOf(rows), elements, tensors }));
  } else {
    write(inert(`${renderTable(worstFirst(verdicts))}\n${explainText(rows)}`));
  }
  return verdicts;
}

/** Tables are at hand as a whole. */
async function withTables(plan: VerifyPlan, options: Omit<InspectOptions, 'table'>): Promise<TreeVerdict> {
  const { files, sets } = await inspect(plan, { ...options, table: true });
  return { files: [...files], sets };
}

/** `--diff`: 0 when all tensors are the same, 1 when they differ, 3 when one side cannot be read far enough to tell. */
export async function diff(
  plan: VerifyPlan,
  watching: Watching,
  json: boolean,
  write: Write,
): Promise<number> {
  const [before, after] = await bothOf(plan, watching);
  const unread = [before, after].filter(({ verdicts }) => !isRead(verdicts));
  const found = diffTensors(before.rows, after.rows);
  const side = ({ label, verdicts, rows }: Side) => ({
    path: label,
    verdict: worstOf(verdicts),
    tensors: rows.length,
    parameters: parametersOf(rows),
  });
  const isEqual = isSame(found) && found.unknown.length === 0;
  const changed = new Set(found.changed);
  const first = before.rows.find(({ name }) => changed.has(name))?.name ?? null;
  const went = await distancesOf(found.changed, [before.verdicts.files, after.verdicts.files], {
    ...watching,
    cwd: plan.cwd,
  });
  if (json) {
    const names = (rows: readonly TensorRow[]) =>
      rows.map(({ name, dtype, shape }) => ({ name, dtype, shape }));
    write(
      jsonLine({
        before: side(before),
        after: side(after),
        same: unread.length === 0 && isEqual,
        ...found,
        added: names(found.added),
        removed: names(found.removed),
        first,
        distances: went.tensors,
        parts: went.parts,
        unmeasured: went.unmeasured,
      }),
    );
  } else {
    for (const { verdicts } of unread) write(inert(`${renderTable(worstFirst(verdicts))}\n`));
    write(inert(diffText(found, { ...went, first })));
  }
  if (unread.length > 0) return EXIT.inconclusive;
  if (!isSame(found)) return EXIT.failed;
  return found.unknown.length > 0 ? EXIT.inconclusive : EXIT.ok;
}

interface Side {
  label: string;
  verdicts: TreeVerdict;
  rows: TensorRow[];
}

async function bothOf(plan: VerifyPlan, watching: Watching): Promise<[Side, Side]> {
  const sideOf = async (target: Target): Promise<Side> => {
    const verdicts = await withTables({ ...plan, targets: [target] }, watching);
    return { label: isPath(target) ? target.path : target.label, verdicts, rows: tensorsOf(verdicts) };
  };
  const [a, b] = plan.targets;
  if (a === undefined || b === undefined) throw new Error('a diff has two sides');
  return [await sideOf(a), await sideOf(b)];
}

/** The tensors before this checkpoint. @throws Problem `no-tensors` when they cannot be had */
export async function tensorsBefore(
  plan: VerifyPlan,
  previous: PathTarget,
  watching: Watching,
): Promise<Before & { verdict: Verdict }> {
  const { role: _role, ...same } = plan;
  const asked = {
    ...same,
    targets: [previous],
    contains: [],
    expectation: {},
    digests: new Map(),
    listed: new Map(),
  };
  const verdicts = await withTables(asked, watching);
  const rows = tensorsOf(verdicts);
  if (rows.length === 0) {
    throw new Problem({
      code: 'no-tensors',
      kind: 'failed',
      what: `--previous: no tensor can be read from ${previous.path}.`,
      next: `Look at it: gpu-lease verify ${previous.path}`,
    });
  }
  const { step } = verdicts.files.find(({ facts }) => facts.step !== undefined)?.facts ?? {};
  const { optimizer } = verdicts.files.find(({ facts }) => facts.optimizer !== undefined)?.facts ?? {};
  return {
    rows,
    ...(step === undefined ? {} : { step }),
    ...(optimizer === undefined ? {} : { optimizer }),
    verdict: worstOf(verdicts),
  };
}

/** Structure was proven, so the list of tensors is whole, whatever is wrong with their values. */
const isRead = ({ files, sets }: TreeVerdict): boolean => {
  const withTensors = [...files, ...sets].filter(({ table }) => (table?.length ?? 0) > 0);
  return withTensors.length > 0 && withTensors.every(({ level }) => level >= 'L2');
};

/** Of a set all together, of other files each its own; where two files have a tensor of one name, with the file before it. */
function tensorsOf({ files, sets }: TreeVerdict): TensorRow[] {
  const complete = sets.filter(({ table }) => (table?.length ?? 0) > 0);
  const isCovered = (file: FileVerdict) => complete.some((set) => set.label === file.partOf);
  const holders = [...complete, ...files.filter((file) => !isCovered(file))];
  const times = new Map<string, number>();
  for (const { table = [] } of holders)
    for (const { name } of table) times.set(name, (times.get(name) ?? 0) + 1);
  return holders.flatMap(({ label, table = [] }) =>
    table.map((row) => ((times.get(row.name) ?? 0) > 1 ? { ...row, name: `${label}:${row.name}` } : row)),
  );
}

function tensorJson(row: TensorRow) {
  const { name, dtype, shape, fingerprint = null, nonFinite, moments } = row;
  const seen = moments !== undefined && moments.count > 0 ? moments : undefined;
  return {
    name,
    dtype,
    shape,
    elements: elementsOf(row),
    nonFinite,
    min: seen?.min ?? null,
    max: seen?.max ?? null,
    mean: seen?.mean ?? null,
    std: seen === undefined ? null : deviationOf(seen),
    fingerprint,
  };
}
