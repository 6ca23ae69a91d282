import { join } from 'node:path';
import type { ManifestEntry, Probe, ProbeCell } from '../box/box-plan.ts';
import { TransportFailed } from '../box/channel.ts';
import { oneLine } from '../box/stranger-text.ts';
import { secondsBetween } from '../clock.ts';
import { compileGlob } from '../job/glob.ts';
import type { ArtifactRule, Job } from '../job/job.ts';
import type { EventBody, KeptFile } from '../lease/events.ts';
import type { Run } from '../lease/run.ts';
import { isPrinted, sourcesOf } from '../metrics/rule.ts';
import type { World } from '../world.ts';
import { freeBytesOf, MARGIN_BYTES } from './afar.ts';
import type { Collected } from './gathering.ts';
import { KeptCopies } from './kept-copies.ts';
import { loadVerify } from './load-verify.ts';
import { storeOf } from './places.ts';
import { pull } from './pull.ts';
import { dropSnapshot, takeSnapshot } from './snapshot.ts';

/** Pulling may not eat the run: at most about a quarter of the time goes into it. */
const REST_FACTOR = 3;
const DEFAULT_EVERY_SECONDS = 60;

/**
 * Pulls what is declared best or last as it appears, hash-equal and loaded, so that a lost box costs little and after the
 * end only the last difference remains. Nothing here stops a run: a file that changes under us is tried at the next look.
 */
export class Keeping {
  readonly #signatures = new Map<string, string>();
  readonly #notBefore = new Map<string, Date>();
  readonly #tooLarge = new Set<string>();
  readonly #freeBytes: (dir: string) => Promise<number>;

  /** @param freeBytes of the disk that a directory lies on */
  constructor(freeBytes = freeBytesOf) {
    this.#freeBytes = freeBytes;
  }

  async keep(of: Collected, probe: Probe): Promise<EventBody[]> {
    const { world, run, job } = of;
    const events: EventBody[] = [];
    for (const cell of probe.cells) {
      if (!this.#isDue(world, cell) || !(await this.#hasRoom(world, run, cell))) continue;
      const began = world.clock.now();
      const kept = await keepCell(of, cell).catch((error: unknown) => {
        if (!(error instanceof TransportFailed)) throw error;
        world.face.warn(
          `${cell.name}: its newest files could not be pulled now (${error.reason}: ${oneLine(error.message, 300)}); the next look tries again`,
        );
      });
      const took = secondsBetween(began, world.clock.now());
      const pause = Math.max(job.checkpoint?.everySeconds ?? DEFAULT_EVERY_SECONDS, took * REST_FACTOR);
      this.#notBefore.set(cell.name, new Date(world.clock.now().getTime() + pause * 1000));
      if (kept) {
        this.#signatures.set(cell.name, signatureOf(cell));
        events.push(kept);
      }
    }
    return events;
  }

  #isDue(world: World, cell: ProbeCell): boolean {
    if (cell.watched.length === 0 || this.#signatures.get(cell.name) === signatureOf(cell)) return false;
    const notBefore = this.#notBefore.get(cell.name);
    return notBefore === undefined || world.clock.now() >= notBefore;
  }

  /** The disk of a hosted runner is small, and a full one would end the look, too. */
  async #hasRoom(world: World, run: Run, { name, watched }: ProbeCell): Promise<boolean> {
    const bytes = watched.reduce((sum, file) => sum + file.bytes, 0);
    const free = await this.#freeBytes(join(world.storeDir, run.id));
    if (bytes + MARGIN_BYTES <= free) return true;
    if (!this.#tooLarge.has(name))
      world.face.warn(
        `${name}: its newest checkpoint has ${bytes} bytes, of which no copy is kept here: ${free} are free on this disk. A lost box costs what it has not brought to a durable tier. Next: a runner with a larger disk, or a smaller "last" checkpoint.`,
      );
    this.#tooLarge.add(name);
    return false;
  }
}

const signatureOf = (cell: ProbeCell): string =>
  cell.watched.map((file) => `${file.path}:${file.bytes}:${file.modifiedAt}`).join('|');

async function keepCell(of: Collected, cell: ProbeCell): Promise<EventBody | undefined> {
  const { world, run, lease, job } = of;
  const dir = lease.started?.dir;
  if (!dir) return;
  const channel = await world.channel(lease);
  const metrics = metricsOf(job, cell);
  const linked = cell.watched.map((file) => file.path).filter((path) => !metrics.includes(path));
  const snapshot = await takeSnapshot(channel, `${dir.base}/cells/${cell.name}`, linked, metrics);
  const intoDir = storeOf(world.storeDir, run.id, cell.name);
  const report = await pull(channel, {
    remoteDir: snapshot.dir,
    entries: snapshot.entries,
    intoDir,
    rehash: false,
    signal: world.signal,
    onProgress: (progress) =>
      world.face.progress(`pull ${cell.name}`, {
        label: 'pull',
        done: progress.bytesDone,
        total: progress.bytesTotal,
        unit: 'bytes',
      }),
  });
  world.face.settle(`pull ${cell.name}`);
  await dropSnapshot(channel, snapshot);
  const here = new Set(
    report.files
      .filter((file) => file.outcome === 'pulled' || file.outcome === 'already')
      .map((file) => file.path),
  );
  const whole = snapshot.entries.filter((entry) => here.has(entry.path));
  const { files, step } = await verified(of, cell.name, whole);
  const isNews = files.length > 0 && isNewer(of, cell.name, step);
  return isNews ? held(of, cell.name, files, step) : undefined;
}

/** Of what grows in place: what the job names, and of a pattern the file that grows now. */
function metricsOf(job: Job, cell: ProbeCell): string[] {
  const sources = sourcesOf(job);
  const isFile = (source: number) => sources[source] !== undefined && !isPrinted(sources[source]);
  const named = sources.flatMap(({ path }) => (path === '' || /[*?[\]]/.test(path) ? [] : [path]));
  const sent = cell.metrics.flatMap(({ source, path }) => (isFile(source) ? (path ?? []) : []));
  return [...new Set([...named, ...sent])];
}

/** Those that load, and the step of the newest checkpoint among them. */
async function verified(
  { world, run, job }: Collected,
  cell: string,
  entries: ManifestEntry[],
): Promise<{ files: KeptFile[]; step: number | undefined }> {
  const isCheckpoint = compileGlob(job.checkpoint?.path ?? '');
  const files: KeptFile[] = [];
  let step: number | undefined;
  const pulled = entries.map((entry) => ({
    entry,
    rule: job.artifacts.find((each) => compileGlob(each.path)(entry.path)) ?? RESUME_ONLY,
    // Where the job says that the step stands, and not where most have it.
    ...(job.checkpoint && isCheckpoint(entry.path) && { expectation: { stepKey: job.checkpoint.stepKey } }),
  }));
  const dir = storeOf(world.storeDir, run.id, cell);
  const verdicts = await loadVerify(dir, pulled, { signal: world.signal, secondNames: true });
  for (const { path, bytes, sha256 } of entries) {
    const verdict = verdicts.get(path);
    if (verdict === undefined) continue;
    if (!verdict.counts) {
      world.face.warn(`${cell}: ${path} is not kept: ${verdict.reasons[0]?.what ?? verdict.verdict}`);
      continue;
    }
    files.push({ path, bytes, sha256, verdict: verdict.verdict === 'pass' ? 'pass' : 'pass-degraded' });
    if (isCheckpoint(path) && verdict.facts.step !== undefined)
      step = Math.max(step ?? 0, verdict.facts.step);
  }
  return { files, step };
}

function isNewer({ run, job }: Collected, cell: string, step: number | undefined): boolean {
  const known = run.cells.get(cell)?.verifiedStep;
  return step === undefined ? !job.checkpoint : known === undefined || step > known;
}

async function held(
  { world, run, lease }: Collected,
  cell: string,
  files: KeptFile[],
  step: number | undefined,
): Promise<EventBody> {
  const dir = storeOf(world.storeDir, run.id, cell);
  const copies = new KeptCopies(dir);
  await copies.hold(files);
  await copies.letGoExcept([...(run.cells.get(cell)?.kept.values() ?? []), ...files]);
  if (step !== undefined)
    world.face.line(`${cell}: checkpoint of step ${step} pulled, hash-equal and loaded`);
  return {
    type: 'kept',
    lease: lease.name,
    cell,
    files,
    ...(step === undefined ? {} : { step }),
    in: { machine: world.machine, dir },
  };
}

/** A metrics file or checkpoint that no artifact rule names is kept for a resume all the same. */
const RESUME_ONLY: ArtifactRule = {
  path: '**',
  role: 'opaque',
  keep: 'last',
  min: 0,
  contains: [],
  allowDegraded: true,
};
