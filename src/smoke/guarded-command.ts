import { type Clock, secondsBetween } from '../clock.ts';
import { ownPlace, type Place } from '../crash/frames.ts';
import { OutputWatch } from '../crash/output-watch.ts';
import type { Crash } from '../crash/signature.ts';
import { SMOKE_MARK } from './environment.ts';
import type { GroupMemory } from './proc-table.ts';
import type { Exit, ProcessGroup, ProcessGroups } from './process-group.ts';

/** Between two looks at the clock and at memory. A hog can overshoot its bound by what it takes in this time. */
const LOOK_SECONDS = 0.1;
/** What a command may leave running for a moment after it ended: loader workers that are just being joined. */
const LEAVE_SECONDS = 0.5;
/** How long SIGKILL may take to show; a process in uninterruptible sleep may outlast it. */
const DEATH_SECONDS = 5;

type Ended =
  | { why: 'exit'; code: number }
  | { why: 'signal'; signal: string }
  | { why: 'timeout'; seconds: number }
  | { why: 'memory'; memory: GroupMemory; limitMb: number }
  /** By us, on purpose. */
  | { why: 'killed' }
  | { why: 'interrupted' };

export interface CommandResult {
  command: string;
  ended: Ended;
  seconds: number;
  /** Largest reading; `undefined` where memory cannot be measured, and then it was not bounded either. */
  peak: GroupMemory | undefined;
  /** Processes outlived the command by more than a moment and were killed. */
  leftProcesses: boolean;
  outputBytes: number;
  tail: readonly string[];
  crash: Crash | undefined;
  /** The innermost frame of the last crash that lies in a file of the directory it ran in; relative to that. */
  place: Place | undefined;
}

export interface CommandOrder {
  command: string;
  cwd: string;
  env: Record<string, string>;
  /** Megabytes of 10^6 bytes, over the whole process group and what it started in sessions of its own. */
  limits: { seconds: number; memoryMb: number };
  /** Every line that it prints, to be read and not shown. */
  onPlainLine?: (line: string) => void;
}

export interface CommandWorld {
  clock: Clock;
  groups: ProcessGroups;
  onLine(line: string): void;
  signal?: AbortSignal | undefined;
}

export interface GuardedCommand {
  /** Resolves when no process of the group is left; rejects only when there is no shell to start. */
  readonly result: Promise<CommandResult>;
  /** Whether it still runs, as far as we know. */
  running(): boolean;
  /** The last crash in its log so far: in all that was written before the call, read or not. */
  crash(): Promise<Crash | undefined>;
  /** SIGKILL to the whole group, and to what its members put into sessions of their own. */
  kill(): Promise<CommandResult>;
  /** SIGTERM, then SIGKILL after `graceSeconds`. */
  stop(graceSeconds: number): Promise<{ result: CommandResult; obeyed: boolean }>;
}

/** Starts a command with bounded time, memory and output. Whatever ends it, its whole process group goes with it. */
export function startGuarded(world: CommandWorld, order: CommandOrder): GuardedCommand {
  const startedAt = world.clock.now();
  const output = new OutputWatch(world.onLine, order.onPlainLine);
  const group = world.groups.start(order.command, order, (chunk) => output.push(chunk));
  let endByUs: (ended: Ended) => void = () => {};
  const endedByUs = new Promise<Ended>((resolve) => {
    endByUs = resolve;
  });
  let running = true;

  const guard = new Guard(world, group, order, startedAt);
  const result = (async (): Promise<CommandResult> => {
    const ended = await Promise.race([guard.watch(), endedByUs]);
    guard.done.abort();
    const leftProcesses = ended.why === 'exit' && !(await goneWithin(world.clock, group, LEAVE_SECONDS));
    group.signal('SIGKILL');
    await goneWithin(world.clock, group, DEATH_SECONDS);
    if (ended.why !== 'exit') await endSessions(world, order.env[SMOKE_MARK]);
    await drain(world.clock, group);
    output.end();
    running = false;
    const seconds = secondsBetween(startedAt, world.clock.now());
    const { bytes: outputBytes, tail, crash } = output;
    return {
      command: order.command,
      ended,
      seconds,
      peak: guard.peak,
      leftProcesses,
      outputBytes,
      tail,
      crash,
      place: ownPlace(output.frames, order.cwd),
    };
  })();

  return {
    result,
    running: () => running && !guard.done.signal.aborted,
    async crash() {
      await group.caughtUp();
      return output.crash;
    },
    async kill() {
      endByUs({ why: 'killed' });
      group.signal('SIGKILL');
      return result;
    },
    async stop(graceSeconds) {
      guard.stopping = true;
      group.signal('SIGTERM');
      const obeyed = await goneWithin(world.clock, group, graceSeconds);
      endByUs({ why: 'killed' });
      return { result: await result, obeyed };
    },
  };
}

/** Watches one running group until it ends or breaks a bound. */
class Guard {
  readonly done = new AbortController();
  stopping = false;
  peak: GroupMemory | undefined;
  readonly #world: CommandWorld;
  readonly #group: ProcessGroup;
  readonly #order: CommandOrder;
  readonly #startedAt: Date;

  constructor(world: CommandWorld, group: ProcessGroup, order: CommandOrder, startedAt: Date) {
    this.#world = world;
    this.#group = group;
    this.#order = order;
    this.#startedAt = startedAt;
  }

  async watch(): Promise<Ended> {
    const exited = this.#group.exited.then(endedBy);
    for (;;) {
      const broken = this.#brokenBound();
      if (broken) return broken;
      const pause = this.#world.clock.sleep(LOOK_SECONDS, this.done.signal);
      const ended = await Promise.race([exited, pause.then(() => undefined)]);
      // From here on `stop` decides: the shell may obey a SIGTERM at once and its trainer not.
      if (this.stopping) return new Promise(() => {});
      if (ended) return ended;
      if (this.done.signal.aborted) return { why: 'killed' };
    }
  }

  #brokenBound(): Ended | undefined {
    if (this.#world.signal?.aborted) return { why: 'interrupted' };
    const { seconds, memoryMb } = this.#order.limits;
    if (secondsBetween(this.#startedAt, this.#world.clock.now()) > seconds)
      return { why: 'timeout', seconds };
    const memory = this.#group.memory(memoryMb * 1e6);
    if (memory && memory.bytes > (this.peak?.bytes ?? -1)) this.peak = memory;
    if (memory && memory.bytes > memoryMb * 1e6) return { why: 'memory', memory, limitMb: memoryMb };
    return undefined;
  }
}

const endedBy = (exit: Exit): Ended =>
  'code' in exit ? { why: 'exit', code: exit.code } : { why: 'signal', signal: exit.signal };

async function goneWithin(clock: Clock, group: ProcessGroup, seconds: number): Promise<boolean> {
  const since = clock.now();
  while (group.alive()) {
    if (secondsBetween(since, clock.now()) > seconds) return false;
    await clock.sleep(0.02);
  }
  return true;
}

/**
 * What a killed command leaves in sessions of its own: torchrun's workers train on without it, and write where somebody reads
 * what the kill left. What outlives a command that ended by itself is the whole smoke's to tell.
 */
async function endSessions({ clock, groups }: CommandWorld, mark: string | undefined): Promise<void> {
  const since = clock.now();
  while (mark !== undefined && groups.killMarked(SMOKE_MARK, (each) => each === mark) > 0) {
    if (secondsBetween(since, clock.now()) > DEATH_SECONDS) return;
    await clock.sleep(0.02);
  }
}

/** A process that left the group may hold the pipe for as long as it likes; we do not wait for that. */
async function drain(clock: Clock, group: ProcessGroup): Promise<void> {
  const stop = new AbortController();
  await Promise.race([group.drained, clock.sleep(1, stop.signal)]);
  stop.abort();
  group.closeOutput();
}
