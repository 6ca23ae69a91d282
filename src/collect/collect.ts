import type { ManifestEntry } from '../box/box-plan.ts';
import { codeDiffers, manifest, proveCode } from '../box/keeper.ts';
import { memoryText } from '../box/memory-series.ts';
import { fingerprint } from '../job/checkpoint-sets.ts';
import { expandRoster } from '../job/roster.ts';
import type { EventBody, KeptFile } from '../lease/events.ts';
import { opaqueWords } from '../lease/opaque-words.ts';
import { attemptsOf, costing, type Run } from '../lease/run.ts';
import { Problem } from '../problem.ts';
import { bestValues } from '../report/best-values.ts';
import { curvesToKeep } from '../report/kept-curves.ts';
import { fewCharts, metricsSeries } from '../report/metrics-charts.ts';
import { type Afar, type Sent, sendAfar } from './afar.ts';
import { hashOnBox } from './box-questions.ts';
import { hostileNames, noRoomHere, notPulled, notSealable, strangeHere } from './collect-problems.ts';
import type { Collected, Gathering } from './gathering.ts';
import { bringLastLogs } from './keep-logs.ts';
import { KeptCopies } from './kept-copies.ts';
import { dropParcel } from './kept-parcel.ts';
import { type ManifestRow, manifestSha256 } from './manifest.ts';
import { cellOutDir } from './places.ts';
import { sealedLogs } from './printed.ts';
import { pull } from './pull.ts';
import { type SealedData, type SealInput, seal, type VerdictRow } from './seal.ts';
import { laidOnTier } from './seal-on-tier.ts';
import { newestSets } from './sealed-sets.ts';
import { RunStore } from './store.ts';
import { verifyAll } from './verify-all.ts';

/** A file that the box still writes is listed anew; after so many lists it is no artifact but a moving target. */
const LISTS = 3;
/** A run that was killed as it wrote leaves one checkpoint half written, and not many. */
const SETS_TRIED = 3;

/**
 * Pulls what the roster promises, compares every hash with the box, loads every file, seals. All or nothing: whatever is
 * missing or does not load is named, nothing is sealed, and the box stays as it is. Run again it continues.
 *
 * @param afar stores that the box can send to by itself, for what does not fit here; then it is verified and sealed there
 */
export async function collect(of: Collected, afar?: Afar): Promise<EventBody[]> {
  const { world, run, lease, job } = of;
  const dir = lease.started?.dir;
  if (!dir) throw new Error(`${lease.name} was never started`);
  const channel = await world.channel(lease);
  const store = new RunStore(world.storeDir, run.id);
  const gathering: Gathering = { ...of, store, box: { channel, dir, job }, sets: new Map() };
  // Nobody collects a run that the ledger knows as sealed: a seal that lies here was written by a stage that was killed
  // before it could say so, and what it speaks of is looked at again.
  await store.breakSeal('never reached the ledger');
  await requireBoundCode(gathering);
  const { sent, verdicts, files } = await gather(gathering, afar);
  const place = sent?.place ?? store.root;
  await keepMemory(gathering);
  await bringLastLogs(gathering);
  const roster = expandRoster(job);
  const where = { place, ...(sent?.in && { in: sent.in }) };
  const input: SealInput = {
    run: run.id,
    roster,
    manifest: files,
    verdicts,
    ...where,
    ...(run.begunFrom && { from: run.begunFrom }),
    data: dataOf(run),
    logs: await sealedLogs(store),
  };
  const sealing = seal(input);
  if (sealing.sealed) {
    await keepInstalled(gathering);
    await store.writeSeal(input, sealing);
    return sealedAs(gathering, input, sealing);
  }
  await store.breakSeal('collected again and not whole');
  await store.writeVerdicts(verdicts);
  const proven = sent ? [] : await keepProven(gathering, files, verdicts);
  if (proven.length > 0) return proven;
  throw notSealable(run, sealing.obstacles);
}

/** What was brought of all cells, or sent, and what was found in it. */
interface Gathered {
  sent: Sent | undefined;
  files: ManifestRow[];
  verdicts: VerdictRow[];
}

/**
 * With the newest checkpoint of each cell that is whole. Whether it is shows only once it was read; then an older one is asked
 * for, and after a few of them none: what the job declares is sealed all the same.
 */
async function gather(gathering: Gathering, afar: Afar | undefined): Promise<Gathered> {
  const { world, job, sets } = gathering;
  const refused = new Set<string>();
  for (let tries = 0; ; tries += 1) {
    const found = tries < SETS_TRIED ? await newestSets(gathering, refused) : new Map();
    sets.clear();
    for (const [cell, set] of found) sets.set(cell, set);
    const listed = new Map<string, ManifestEntry[]>();
    // Only where there is a choice: what is listed is hashed on the box.
    const mayBeSent = afar !== undefined && afar.stores.length > 0;
    if (mayBeSent) for (const { name } of job.cells) listed.set(name, await list(gathering, name));
    const sent = mayBeSent ? await sendAfar(gathering, listed, afar) : undefined;
    const { files, afar: away } = sent
      ? { files: sent.files, afar: sent }
      : await pullElseTier(gathering, listed, afar?.tier);
    const { rows: verdicts, broken } = await verifyAll(gathering, files, away?.open);
    await away?.compareOthers(new Set(verdicts.map(({ cell, path }) => `${cell}/${path}`)));
    if (broken.length === 0) return { sent: away, files, verdicts };
    for (const { cell, set, path, why } of broken) {
      refused.add(fingerprint(set));
      world.face.warn(
        `${cell}: ${set.name} is no whole checkpoint and is not sealed as one: ${path}: ${why}`,
      );
    }
  }
}

function sealedAs(
  { world, run, lease, job, store }: Gathering,
  { manifest: files, ...where }: SealInput,
  sealing: Extract<ReturnType<typeof seal>, { sealed: true }>,
): EventBody[] {
  const { bytes, level, verified, opaque, roster, rows } = sealing;
  const curves = curvesToKeep(fewCharts(metricsSeries(store.root, run.cells.keys(), job)));
  const best = bestValues(store.root, run.cells.keys(), job);
  world.face.line(
    `sealed ${sealing.seal.slice(0, 8)}: ${verified} files verified at ${level}${opaqueWords(opaque)}`,
  );
  return [
    {
      type: 'collected',
      lease: lease.name,
      files: files.length,
      bytes: files.reduce((sum, file) => sum + file.bytes, 0),
      manifestSha256: manifestSha256(run.id, files),
      codeProven: true,
    },
    {
      type: 'sealed',
      seal: sealing.seal,
      verified,
      roster,
      rows,
      bytes,
      level,
      opaque,
      place: where.place,
      machine: world.machine,
      ...(where.in && { in: where.in }),
      ...(curves.length > 0 && { curves }),
      ...(best.length > 0 && { best }),
    },
  ];
}

const MOST_INSTALLED_BYTES = 262_144;

/** Of a box that installed anything; for people, so that the same can be made again. */
async function keepInstalled({ job, store, box: { channel, dir } }: Gathering): Promise<void> {
  if (!job.requirements && job.setup === undefined) return;
  const script = `head -c ${MOST_INSTALLED_BYTES} "$1/installed.txt"`;
  const { exitCode, stdout } = await channel.exec(['sh', '-c', script, 'sh', dir.base]);
  if (exitCode === 0 && stdout !== '') await store.writeInstalled(stdout);
}

/** How much memory the cells held, over all attempts on this box: what the next one needs, or why this one died. */
async function keepMemory({ store, box: { channel, dir } }: Gathering): Promise<void> {
  const text = await memoryText(channel, dir);
  if (text !== '') await store.writeMemory(text);
}

const dataOf = ({ data }: Run): SealedData[] =>
  [...data.values()].flatMap(({ from, to, revision, verified, fetched }) => {
    if (!fetched) return [];
    const known = {
      ...(revision !== undefined && { revision }),
      ...(verified !== undefined && { verified }),
    };
    return [{ from, to, ...known, ...fetched }];
  });

/**
 * What of this is proven, and the record does not know yet: where the whole cannot be sealed, that much is safe all the same, and
 * nobody who gives the rest up need count it as lost.
 */
async function keepProven(
  { world, run, lease, store }: Gathering,
  files: readonly ManifestRow[],
  verdicts: readonly VerdictRow[],
): Promise<EventBody[]> {
  const events: EventBody[] = [];
  for (const { name, kept, keptAtEnd, ended } of run.cells.values()) {
    // What was kept while the work went on counts as the newest only once it was found the same after its end.
    const isKnown = (path: string, sha256: string): boolean =>
      kept.get(path)?.sha256 === sha256 && (!ended || keptAtEnd.has(path));
    const proven = verdicts.flatMap(({ cell, path, sha256, bytes, verdict }): KeptFile[] => {
      const isWhole = files.some(
        (file) => file.cell === cell && file.path === path && file.sha256 === sha256,
      );
      const counts = verdict === 'pass' || verdict === 'pass-degraded';
      return cell === name && counts && isWhole && !isKnown(path, sha256)
        ? [{ path, bytes, sha256, verdict }]
        : [];
    });
    if (proven.length === 0) continue;
    const dir = store.cellDir(name);
    await new KeptCopies(dir).hold(proven);
    const place = { machine: world.machine, dir };
    events.push({ type: 'kept', lease: lease.name, cell: name, files: proven, in: place });
  }
  return events;
}

/** What was run is what was bound, also at the end (P1-11). */
async function requireBoundCode({ run, lease, box: { channel, dir } }: Gathering): Promise<void> {
  const { differing } = await proveCode(channel, dir, lease.started?.codeHash);
  if (differing.length === 0) return;
  const problem = codeDiffers(lease.started?.codeHash ?? '', differing);
  throw new Problem({
    code: problem.code,
    kind: 'failed',
    what: problem.what,
    next: `The results are not those of commit ${run.opened?.commit.slice(0, 8)}, so they are not sealed. "gpu-lease abandon ${run.id}" gives the box back.`,
    costing: costing(run),
  });
}

/** What the rows of the roster name, and the files of the newest checkpoint that none of them does. */
async function list(gathering: Gathering, cell: string): Promise<ManifestEntry[]> {
  const { run, job, box, sets } = gathering;
  const globs = [...new Set(job.artifacts.map((rule) => rule.path))];
  const { entries, refused } = await manifest(box.channel, box.dir, cell, globs);
  if (refused.length > 0) throw hostileNames(run, cell, refused);
  const named = new Set(entries.map(({ path }) => path));
  const others = (sets.get(cell)?.files ?? []).filter(({ path }) => !named.has(path));
  if (others.length === 0) return entries;
  const bytes = others.reduce((sum, file) => sum + file.bytes, 0);
  const paths = others.map(({ path }) => path);
  const there = await hashOnBox(box.channel, cellOutDir(box.dir.base, cell), paths, { bytes });
  const unnamed = [...there.files].map(([path, file]) => ({ path, bytes: file.bytes, sha256: file.sha256 }));
  return [...entries, ...unnamed].sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** What this disk refuses stays on the durable tier where that outlives the box; else a person makes room. */
async function pullElseTier(
  gathering: Gathering,
  listed: ReadonlyMap<string, ManifestEntry[]>,
  tier: Afar['tier'],
): Promise<{ files: ManifestRow[]; afar?: Sent }> {
  try {
    return { files: await pullAll(gathering, listed) };
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'disk-full-here' || !tier) throw error;
    const files: ManifestRow[] = [];
    for (const { name: cell } of gathering.job.cells)
      files.push(...(await list(gathering, cell)).map((entry) => ({ ...entry, cell })));
    const found = await tier();
    const laid = 'why' in found ? found.why : await laidOnTier(gathering, files, found);
    if (typeof laid === 'string') throw noRoomHere(gathering, error, files, laid);
    return { files, afar: laid };
  }
}

async function pullAll(
  gathering: Gathering,
  listed: ReadonlyMap<string, ManifestEntry[]>,
): Promise<ManifestRow[]> {
  const files: ManifestRow[] = [];
  for (const { name } of gathering.job.cells)
    files.push(...(await pullCell(gathering, name, listed.get(name))));
  return files;
}

async function pullCell(
  gathering: Gathering,
  cell: string,
  first: ManifestEntry[] | undefined,
): Promise<ManifestRow[]> {
  const { world, run, store } = gathering;
  const { channel, dir } = gathering.box;
  for (let lists = 1; ; lists += 1) {
    const entries = (lists === 1 ? first : undefined) ?? (await list(gathering, cell));
    const report = await pull(channel, {
      remoteDir: cellOutDir(dir.base, cell),
      entries,
      intoDir: store.cellDir(cell),
      signal: world.signal,
      onProgress: ({ bytesDone, bytesTotal, filesDone, filesTotal }) =>
        world.face.progress(`pull ${cell}`, {
          label: `pull ${cell}`,
          done: bytesDone,
          total: bytesTotal,
          unit: 'bytes',
          note: `${filesDone}/${filesTotal} files`,
        }),
    });
    world.face.settle(`pull ${cell}`);
    if (report.complete) {
      await new KeptCopies(store.cellDir(cell)).giveUp(entries);
      // Laid out for a store that failed, or by a process that was killed: names of the same files, and what is sealed has one.
      await dropParcel(world.storeDir, run.id);
      await setAside(gathering, cell, entries);
      return entries.map((entry) => ({ ...entry, cell }));
    }
    const bad = report.files.filter((file) => file.outcome !== 'pulled' && file.outcome !== 'already');
    const moving = bad.every((file) => file.outcome === 'changed' || file.outcome === 'vanished');
    if (!moving || lists >= LISTS) throw notPulled(run, cell, bad);
  }
}

/**
 * What lies here beside the manifest (a checkpoint that was kept while the run went on and has since been rotated away)
 * is put aside with the reason: what is sealed is exactly what the box holds, and nothing is exempt (D-08).
 */
async function setAside(
  { world, run, store }: Gathering,
  cell: string,
  entries: readonly ManifestEntry[],
): Promise<void> {
  const { unexpected, notPlain } = store.exactRoster(
    cell,
    entries.map((entry) => entry.path),
  );
  if (notPlain.length > 0) throw strangeHere(run, cell, notPlain);
  const earlier = new Set(run.cells.get(cell)?.sets.flatMap(({ files }) => files.map(({ path }) => path)));
  for (const path of unexpected) {
    const why = earlier.has(path)
      ? 'of an earlier checkpoint than the one that is sealed'
      : 'no longer on the box at the end of the run';
    await store.quarantine(cell, path, `attempt-${attemptsOf(run)}`, why);
    world.face.line(`${cell}: ${path} is ${why}; our copy is put aside`);
  }
}
