import { StringDecoder } from 'node:string_decoder';
import { TransportFailed } from '../box/channel.ts';
import { chooseLogs, fileOfLog, type LogName, wordsOfLog } from '../box/log-name.ts';
import { readRun } from '../course/find-run.ts';
import { type LogsOfRun, logsOfRun, type ReadableLog } from '../course/logs-of-run.ts';
import { inertLine } from '../crash/inert-line.ts';
import { recordArtifactOf } from '../github/record-artifacts.ts';
import { hiddenSecretsOf } from '../job/secret-names.ts';
import { fold } from '../lease/fold.ts';
import { costing, type Run } from '../lease/run.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { Problem } from '../problem.ts';
import { jsonLine } from '../report/visible-text.ts';
import type { World } from '../world.ts';
import type { Request } from './command.ts';
import { meantRun } from './own-run.ts';
import { faceOf, lookingLedgerOf, type Settings, settingsOf } from './settings.ts';
import { recordOf, sayNotVerified } from './status.ts';
import { openWorld } from './world.ts';

const LOOK_SECONDS = 2;
/** Of the record: whether there is still somebody who prints. */
const RECORD_SECONDS = 15;

/** What the commands of a run printed. Changes nothing: what is read from a box is shown and not kept. */
export async function command(request: Request, signal: AbortSignal): Promise<number> {
  const settings = settingsOf(request);
  const ledger = await lookingLedgerOf(settings);
  const { id, events, trust } = await recordOf(settings, await meantRun(settings, ledger));
  if (trust === 'not-verified') sayNotVerified(id);
  const run = fold(id, events);
  for (const name of run.opened ? hiddenSecretsOf(run.opened.document) : [])
    settings.redactor.learn(settings.env[name] ?? '');
  const world = openWorld({ settings, face: await faceOf(settings), signal }, ledger);
  try {
    const found = await logsOfRun(world, run, trust);
    const chosen = chooseLogs(found.logs, wantedBy(settings));
    const goesOn = settings.flag('follow') && found.notSeen === undefined;
    if (chosen.length === 0 && !goesOn) throw nothingPrinted(run, settings, found);
    const printing = new Printing(settings, chosen.length > 1);
    for (const log of chosen) await printing.add(log);
    if (found.notSeen !== undefined)
      process.stderr.write(`${found.notSeen} This is what was brought here of it.\n`);
    if (settings.json)
      process.stdout.write(
        jsonLine({ run: run.id, notSeen: found.notSeen ?? null, logs: printing.gathered }),
      );
    else if (goesOn) await follow({ world, ledger, settings, printing }, run);
    return 0;
  } finally {
    await world.close();
  }
}

const wantedBy = (settings: Settings) => ({
  cell: settings.value('cell'),
  attempt: settings.value('attempt') === undefined ? undefined : Number(settings.value('attempt')),
});

interface Following {
  world: World;
  ledger: Ledger;
  settings: Settings;
  printing: Printing;
}

/** Until every cell has ended, the run has no box any more, or the person stops it. A line that breaks is waited for. */
async function follow({ world, ledger, settings, printing }: Following, first: Run): Promise<void> {
  let run = first;
  let readAt = world.clock.now();
  while (!world.signal.aborted) {
    await world.clock.sleep(LOOK_SECONDS, world.signal).catch(() => {});
    if (world.signal.aborted) return;
    if (world.clock.now().getTime() - readAt.getTime() >= RECORD_SECONDS * 1000) {
      readAt = world.clock.now();
      run = await readRun(ledger, run.id);
    }
    try {
      const { logs, notSeen } = await logsOfRun(world, run);
      for (const log of notSeen === undefined ? chooseLogs(logs, wantedBy(settings)) : [])
        await printing.add(log);
    } catch (error) {
      if (!(error instanceof TransportFailed)) throw error;
    }
    if (isOver(run)) return;
  }
}

/** Nobody prints any more. */
const isOver = (run: Run): boolean =>
  run.closed !== undefined ||
  run.seal !== undefined ||
  [...run.cells.values()].every(({ ended }) => ended !== undefined) ||
  run.halted !== undefined;

/** How many bytes the last lines of a log may take, at first; four times as many where that was too little. */
const BYTES_OF_LINE = 256;

/** Writes what is new of each log, with a head where another one speaks than before. */
class Printing {
  readonly gathered: (LogName & { text: string })[] = [];
  readonly #settings: Settings;
  readonly #logs = new Map<string, { position: number; decoder: StringDecoder; pending: string }>();
  readonly #areMore: boolean;
  #speaks: string | undefined;

  /** @param areMore several are shown from the begin */
  constructor(settings: Settings, areMore: boolean) {
    this.#settings = settings;
    this.#areMore = areMore;
  }

  async add(log: ReadableLog): Promise<void> {
    const name = fileOfLog(log);
    const known = this.#logs.get(name);
    const lines = this.#settings.value('lines');
    if (!known && lines !== undefined) return this.#lastLines(log, Number(lines));
    const state = known ?? { position: 0, decoder: new StringDecoder('utf8'), pending: '' };
    this.#logs.set(name, state);
    for await (const { bytes, position } of log.read(state.position)) {
      const { done, pending } = wholeLines(state.pending + state.decoder.write(Buffer.from(bytes)));
      Object.assign(state, { position, pending });
      this.#write(log, done);
    }
    if (known || this.#settings.flag('follow')) return;
    this.#write(
      log,
      [state.pending].filter((each) => each !== ''),
    );
  }

  async #lastLines(log: ReadableLog, count: number): Promise<void> {
    for (let room = count * BYTES_OF_LINE; ; room *= 4) {
      const from = Math.max(0, log.bytes - room);
      const decoder = new StringDecoder('utf8');
      let [text, position] = ['', from];
      for await (const piece of log.read(from)) {
        text += decoder.write(Buffer.from(piece.bytes));
        position = piece.position;
      }
      const { done, pending } = wholeLines(text);
      // The first one may be half a line.
      const whole = from === 0 ? done : done.slice(1);
      if (whole.length < count && from > 0) continue;
      const isOver = !this.#settings.flag('follow') && pending !== '';
      this.#logs.set(fileOfLog(log), { position, decoder, pending });
      this.#write(log, [...whole, ...(isOver ? [pending] : [])].slice(-count));
      return;
    }
  }

  #write(log: ReadableLog, lines: readonly string[]): void {
    if (lines.length === 0) return;
    const text = lines.map((line) => `${inertLine(this.#settings.redactor.text(line))}\n`).join('');
    const { attempt, cell, part } = log;
    const name = fileOfLog(log);
    if (this.#settings.json) {
      const last = this.gathered.at(-1);
      if (last && fileOfLog(last) === name) last.text += text;
      else this.gathered.push({ attempt, cell, ...(part !== undefined && { part }), text });
      return;
    }
    // One that speaks alone needs no name.
    if (this.#speaks !== name && (this.#logs.size > 1 || this.#areMore))
      process.stdout.write(`==> ${wordsOfLog(log)} <==\n`);
    this.#speaks = name;
    process.stdout.write(text);
  }
}

/** Of a bar that is drawn over itself what it showed last. */
function wholeLines(text: string): { done: string[]; pending: string } {
  const lines = text.split('\n');
  const rest = lines.pop() ?? '';
  const drawn = rest.lastIndexOf('\r');
  const parts = drawn === -1 ? lines : [...lines, rest.slice(0, drawn)];
  return { done: parts.map(lastDrawn), pending: rest.slice(drawn + 1) };
}

const lastDrawn = (line: string): string => line.split('\r').findLast((each) => each !== '') ?? '';

function nothingPrinted(run: Run, settings: Settings, { logs, notSeen }: LogsOfRun): Problem {
  const { cell, attempt } = wantedBy(settings);
  const asked = [cell, attempt === undefined ? undefined : `attempt ${attempt}`].filter(
    (each) => each !== undefined,
  );
  const there = [...new Set(logs.map(wordsOfLog))];
  return new Problem({
    code: 'nothing-printed',
    kind: 'usage',
    what:
      there.length > 0
        ? `Nothing of ${run.id} is called ${asked.join(', ')}. There is: ${there.slice(0, 20).join('; ')}${there.length > 20 ? ` and ${there.length - 20} more` : ''}.`
        : `Nothing that ${run.id} printed is here${notSeen === undefined ? '' : `. ${notSeen}`}`,
    next:
      there.length > 0
        ? 'Name one of these with --cell and --attempt.'
        : `What happened to it: "gpu-lease events ${run.id}". A machine that watched it has its logs in gpu-lease-out/${run.id}/+evidence, and so has what was uploaded with its seal. Of a workflow's look the last lines lie in its artifact ${recordArtifactOf(run.id)}: "gh run download -n ${recordArtifactOf(run.id)}".`,
    costing: costing(run),
  });
}
