import { digestOf } from '../canonical.ts';
import { type BoxUse, boxUse, type CellUse, cellUse } from '../collect/box-use.ts';
import type { ManifestRow } from '../collect/manifest.ts';
import { cellOutDir } from '../collect/places.ts';
import { sealedFiles } from '../collect/seal.ts';
import { listSeen } from '../collect/set-listing.ts';
import { RunStore } from '../collect/store.ts';
import { readRun } from '../course/find-run.ts';
import { type HeldBox, heldBox } from '../course/held-box.ts';
import { heldOf } from '../lease/kept.ts';
import { costing, jobOf, type Run } from '../lease/run.ts';
import { pageOn } from '../report/page.ts';
import { formatBytes } from '../report/progress-bar.ts';
import { table } from '../report/text-table.ts';
import { jsonLine, visibleLine } from '../report/visible-text.ts';
import type { Request } from './command.ts';
import { meantRun } from './own-run.ts';
import { faceOf, ledgerOf, type Settings, settingsOf } from './settings.ts';
import { openWorld } from './world.ts';

/** Of what would be lost, so many are named. */
const MOST_NAMED = 10;

/** What a run has on its box, and what of it is kept elsewhere. The record is not told. */
export async function command(request: Request, signal: AbortSignal): Promise<number> {
  const settings = settingsOf(request);
  const ledger = await ledgerOf(settings);
  const run = await readRun(ledger, await meantRun(settings, ledger));
  const world = openWorld({ settings, face: await faceOf(settings), signal }, ledger);
  try {
    const box = await heldBox(world, run);
    const sealed = sealedHere(settings, run);
    const cells: CellUse[] = [];
    for (const cell of run.cells.values()) {
      const seen = await listSeen(box.channel, cellOutDir(box.base, cell.name), ['**']);
      const copies = [...heldOf(cell), ...sealed.filter((file) => file.cell === cell.name)];
      cells.push(cellUse(cell.name, copies, seen, jobOf(run).artifacts));
    }
    show(settings, run, box, { cells, use: await boxUse(box.channel, box.base) });
    return 0;
  } finally {
    await world.close();
  }
}

/** By the very document that the record's seal is the digest of; without it only what was kept on the way is known here. */
function sealedHere({ storeDir }: Settings, run: Run): ManifestRow[] {
  if (!run.seal) return [];
  const { seal, document } = new RunStore(storeDir, run.id).readSeal() ?? {};
  const isIt = seal === run.seal.seal && digestOf(document ?? null) === seal;
  return isIt ? (sealedFiles(document) ?? []) : [];
}

function show(
  { json, env }: Settings,
  run: Run,
  { lease, base }: HeldBox,
  { cells, use }: { cells: CellUse[]; use: BoxUse },
): void {
  if (json) {
    process.stdout.write(
      jsonLine({ run: run.id, lease: lease.name, base, cells, ...use, disk: use.disk ?? null }),
    );
    return;
  }
  const rows = [
    ...cells.flatMap(({ cell, folders }) =>
      folders.map(({ folder, files, bytes, keptBytes }) => [
        `${cell}/${folder === '.' ? '' : `${folder}/`}`,
        formatBytes(bytes),
        String(files),
        formatBytes(keptBytes),
        bytes > keptBytes ? formatBytes(bytes - keptBytes) : '',
      ]),
    ),
    ...use.others.map(({ folder, bytes }) => [
      `${folder}/ (of the run, not its output)`,
      formatBytes(bytes),
      '',
      '',
      '',
    ]),
  ];
  const page = pageOn(process.stdout, env);
  const { disk, isPartial } = use;
  const lines = [
    `${lease.name}:${base}`,
    table(['folder', 'size', 'files', 'kept, verified', 'only there'], rows, page.columns).trimEnd(),
    ...lossLines(cells),
    ...(isPartial ? ['Not all of it was counted in time: there is more.'] : []),
    ...(disk ? [`${formatBytes(disk.freeBytes)} of ${formatBytes(disk.bytes)} are free on its disk`] : []),
    ...costing(run).map((line) => `still costing: ${line}`),
  ];
  page.print(lines.join('\n'));
}

/** With what the job promises first: that is what a person must not lose. */
function lossLines(cells: readonly CellUse[]): string[] {
  const all = cells.flatMap(({ cell, onlyThere }) => onlyThere.map((file) => ({ cell, ...file })));
  if (all.length === 0) return ['Nothing of its output would be lost with the box.'];
  const bytes = all.reduce((sum, file) => sum + file.bytes, 0);
  const named = all.toSorted((a, b) => Number(b.isPromised) - Number(a.isPromised)).slice(0, MOST_NAMED);
  const more = all.length - named.length;
  return [
    `Would be lost with the box: ${formatBytes(bytes)} in ${all.length} file${all.length === 1 ? '' : 's'} of which no verified copy is known:`,
    ...named.map(
      ({ cell, path, bytes: own, isPromised }) =>
        `  ${cell}/${visibleLine(path)}  ${formatBytes(own)}${isPromised ? '  promised by the job' : ''}`,
    ),
    ...(more > 0 ? [`  and ${more} more`] : []),
  ];
}
