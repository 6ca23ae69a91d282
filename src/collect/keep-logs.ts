import { isUtf8 } from 'node:buffer';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Probe } from '../box/box-plan.ts';
import { type Channel, TransportFailed } from '../box/channel.ts';
import { fileOfLog } from '../box/log-name.ts';
import { type BoxLog, listLogs } from '../box/run-logs.ts';
import type { Job } from '../job/job.ts';
import { hiddenSecretsOf, secretNamesOf } from '../job/secret-names.ts';
import type { RunDir } from '../launch/launcher.ts';
import { Problem } from '../problem.ts';
import { Redactor } from '../secret/redactor.ts';
import type { World } from '../world.ts';
import type { Collected, Gathering } from './gathering.ts';
import { KeptLogs } from './kept-log.ts';
import { refusedBelow } from './local-tree.ts';
import { RunStore } from './store.ts';

const PIECE_BYTES = 1024 * 1024;
/** Of one look: a checkpoint must not wait for what somebody printed. At the end everything is brought. */
const LOOK_BYTES = 8 * PIECE_BYTES;
/** Without the end of a line in sight a piece is taken as it is. */
const LONGEST_LINE_BYTES = 64 * 1024;

/** Whose logs, and where they are brought. */
export interface LogsOf {
  world: Pick<World, 'storeDir' | 'signal'>;
  withoutSecrets(text: string): string;
  run: { id: string; cells: ReadonlyMap<string, unknown> };
  channel: Channel;
  dir: RunDir;
}

/**
 * Brings what the processes of a run have printed since it was last done, beside the evidence of the run and without its secrets. What a
 * log has lost to its bound is said in its place.
 *
 * @param all to the last byte, also of a line that is not at its end; else what one look may cost
 * @throws TransportFailed; Problem `disk-full-here`
 */
export async function bringLogs(of: LogsOf, all: boolean): Promise<void> {
  const { world, run, channel, dir } = of;
  const store = new RunStore(world.storeDir, run.id);
  const kept = await openKept(store);
  let left = all ? Number.POSITIVE_INFINITY : LOOK_BYTES;
  for (const log of await listLogs(channel, dir)) {
    if (log.cell !== undefined && !run.cells.has(log.cell)) continue;
    const name = fileOfLog(log);
    for (let at = await kept.reached(name); at < log.bytes && left > 0; ) {
      world.signal.throwIfAborted();
      const piece = await nextPiece(channel, log, at);
      const isLast = all && piece.to === log.bytes;
      const length = isLast ? piece.text.length : wholeLines(piece.text);
      if (length === 0) break;
      const to = piece.to - (piece.text.length - length);
      const text = shown(of, piece.text.subarray(0, length));
      await kept
        .append(name, Buffer.concat([gap(piece.from - at), text]), to)
        .catch((error) => refusedBelow(store.root, error));
      left -= length;
      at = to;
    }
  }
}

async function openKept({ evidenceDir, root }: RunStore): Promise<KeptLogs> {
  await mkdir(evidenceDir, { recursive: true }).catch((error) => refusedBelow(root, error));
  return new KeptLogs(evidenceDir, join(evidenceDir, 'logs.json'));
}

interface Piece {
  /** Where in the log it begins; later than asked for where the log was cut meanwhile. */
  from: number;
  to: number;
  text: Buffer;
}

/** @throws TransportFailed also where the log was cut under our eyes: the next look knows it */
async function nextPiece(channel: Channel, log: BoxLog, at: number): Promise<Piece> {
  const from = Math.max(at, log.gone);
  const length = Math.min(PIECE_BYTES, log.bytes - from);
  const chunks: Uint8Array[] = [];
  await channel.get(log.path, from - log.gone, length, (chunk) => {
    chunks.push(chunk.slice());
  });
  return { from, to: from + length, text: Buffer.concat(chunks) };
}

/** A bar that is drawn again and again ends its lines with a return. */
function wholeLines(text: Buffer): number {
  const end = Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r')) + 1;
  return end > 0 || text.length < LONGEST_LINE_BYTES ? end : text.length;
}

const gap = (bytes: number): Buffer =>
  Buffer.from(
    bytes > 0
      ? `[${bytes} bytes are missing here: the log on the box was cut at its bound before they were brought]\n`
      : '',
  );

/** What is no text is left as it is, byte for byte. */
function shown({ withoutSecrets }: LogsOf, bytes: Buffer): Buffer {
  const encoding = isUtf8(bytes) ? 'utf8' : 'latin1';
  return Buffer.from(withoutSecrets(bytes.toString(encoding)), encoding);
}

/** Secrets that the box was given and this process was not: what it printed of them could not be taken out. */
const unknownTo = (world: World, job: Job): string[] =>
  secretNamesOf(job).filter((name) => world.secret(name) === undefined);

const notWithout = (run: string, unknown: readonly string[]): string =>
  `what ${run} printed is not brought here: ${unknown.join(', ')} went to the box and is not set here, so nothing of it could be taken out again; "gpu-lease log ${run}" shows it while the box is held`;

/** Those of the job, whatever they are called, and those that are hidden in every run. */
function cleaning(world: World, job: Job): (text: string) => string {
  const redactor = new Redactor();
  for (const name of new Set([...secretNamesOf(job), ...hiddenSecretsOf(job)]))
    redactor.learn(world.secret(name) ?? '');
  return (text) => world.withoutSecrets(redactor.text(text));
}

/** To the last byte, before what is here is sealed. A log that has no room here keeps nothing from being sealed. */
export async function bringLastLogs({ world, run, job, box: { channel, dir } }: Gathering): Promise<void> {
  const unknown = unknownTo(world, job);
  if (unknown.length > 0) return world.face.line(notWithout(run.id, unknown));
  try {
    await bringLogs({ world, run, channel, dir, withoutSecrets: cleaning(world, job) }, true);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    world.face.warn(`not all that ${run.id} printed is here: ${error.message}`);
  }
}

/** Soon at first: a box that is taken away within its first minute has most often said why. */
const FIRST_SECONDS = 10;
/** Not all the time: an operator of a cluster counts commands, and a log may wait. */
const EVERY_SECONDS = 60;

/** What one stage has brought of the logs, and when. Nothing here stops a run. */
export class LogKeeping {
  #notBefore: Date | undefined;
  #seen = '';
  #wasSaid = false;

  /** @param isEnd brings all that there is: nobody may look at this attempt again */
  async keep({ world, run, lease, job }: Collected, probe: Probe, isEnd: boolean): Promise<void> {
    const { clock, face } = world;
    const { started } = lease;
    const printed = printedIn(probe);
    // Of a sweep on a queue each is a question to a login node; they lie where they are until the end.
    if (probe.tasks && !isEnd) return;
    // A tick looks once at many boxes: one look of it is one command on each.
    this.#notBefore ??= new Date(clock.now().getTime() + FIRST_SECONDS * 1000);
    const isDue = clock.now() >= this.#notBefore;
    if (!started || printed === this.#seen || !(isDue || isEnd)) return;
    // It is told when the rest is collected.
    if (unknownTo(world, job).length > 0) return;
    const withoutSecrets = cleaning(world, job);
    try {
      const channel = await world.channel(lease);
      await bringLogs({ world, run, channel, dir: started.dir, withoutSecrets }, isEnd);
      this.#seen = printed;
    } catch (error) {
      if (!(error instanceof TransportFailed || error instanceof Problem)) throw error;
      if (!this.#wasSaid) face.warn(`what ${lease.name} printed is not brought here now: ${error.message}`);
      this.#wasSaid = true;
    }
    this.#notBefore = new Date(clock.now().getTime() + EVERY_SECONDS * 1000);
  }
}

/** Changes when there is something to bring. */
const printedIn = ({ attempt, data, setup, cells }: Probe): string =>
  [
    attempt,
    ...[data, setup].map((early) => early && `${early.state} ${early.logTail}`),
    ...cells.map(({ name, attempt: of, logBytes }) => `${name} ${of} ${logBytes}`),
  ].join('|');
