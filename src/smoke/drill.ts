import { formatSeconds, secondsBetween } from '../clock.ts';
import type { CheckpointRule, Job } from '../job/job.ts';
import type { Footprint } from '../lease/footprint.ts';
import { type MetricsRule, sourcesOf } from '../metrics/rule.ts';
import type { Metrics } from '../metrics/series.ts';
import type { Problem } from '../problem.ts';
import {
  type CheckpointSighting,
  CheckpointWatch,
  isUnfinished,
  newestWhole,
  STILL_SECONDS,
  type Whole,
} from './checkpoint-watch.ts';
import { type CommandRole, placed, problemOf } from './command-problem.ts';
import { type Continuation, judgeContinuation, type Replay, tellsItsStart } from './continuation.ts';
import * as failed from './drill-problem.ts';
import * as warnings from './drill-warnings.ts';
import type { Equal } from './exact.ts';
import { requireExact } from './exact-run.ts';
import { footprintOf } from './footprint.ts';
import { type CarriedOver, filesBelow, layOutFresh } from './fresh-folder.ts';
import { type CommandResult, type GuardedCommand, startGuarded } from './guarded-command.ts';
import { LastWhole } from './last-whole.ts';
import { longerCommand } from './longer-command.ts';
import { DrilledMetrics } from './metrics-files.ts';
import { PrintedMetrics } from './printed-metrics.ts';
import type { SmokeWarning, SmokeWorld } from './world.ts';
import { filesIn } from './wrote.ts';

const LOOK_SECONDS = 0.05;
/** After the checkpoint, wait so long for one more step: then the resumed attempt repeats it and can be compared. */
const OVERLAP_SECONDS = 2;
/** What a platform's shortest announced preemption leaves (5 s): a trainer that needs longer is killed in its handler. */
const GRACE_SECONDS = 5;

/** In this part of the time that the first attempt took nobody does the same steps again. */
const MUCH_SOONER = 0.25;

export interface DrillOrder {
  job: Job;
  checkpoint: CheckpointRule;
  run: string;
  limits: { timeoutSeconds: number; memoryMb: number };
  first: Attempt;
  /** On another path, as on another box: it is given what would be brought there, and nothing else. */
  second: Attempt;
  /** Where the command also runs straight through: the restored run must end as that one. */
  straight?: Attempt;
  /** Told which files an attempt left in its output directory. */
  onLeft?(paths: readonly string[]): void;
}

export interface Attempt {
  /** An empty folder; its `GPU_LEASE_OUT`. */
  outDir: string;
  env: Record<string, string>;
}

export interface DrillReport {
  /** Step of the newest checkpoint that loaded after the kill. */
  killedAtStep: number;
  /** First step after the restart: of the metrics, or without metrics of the next checkpoint. */
  resumedAtStep: number;
  reachedStep: number;
  checkpoint: string;
  replay: Replay;
  /** What was the same in a run that was never killed; absent where nobody asked. */
  equal?: Equal;
  /** Of the first attempt, when it was killed. */
  footprint: Footprint;
  seconds: number;
  warnings: SmokeWarning[];
}

/**
 * Starts the command, kills its whole process group when a checkpoint stands, runs the identical command again in a folder that
 * holds what another box would be given, and requires that it goes on from there and that the checkpoint loads before and after.
 *
 * @throws Problem kind `smoke` with what the job got wrong; kind `interrupted` when `world.signal` aborted
 */
export async function resumeDrill(order: DrillOrder, world: SmokeWorld): Promise<DrillReport> {
  const drill = new Drill(order, world);
  const anchor = await drill.untilKilled();
  return drill.untilContinued(anchor);
}

class Drill {
  readonly #order: DrillOrder;
  readonly #world: SmokeWorld;
  readonly #startedAt: Date;
  readonly #codeBefore: ReadonlySet<string>;
  #watch: CheckpointWatch;
  readonly #last: LastWhole;
  readonly #warnings: SmokeWarning[] = [];
  readonly #printed: PrintedMetrics;
  #sources: DrilledMetrics[];
  #carried: CarriedOver | undefined;
  #atKill: Metrics | undefined;
  #footprint: Footprint | undefined;
  #begunAt: Date | undefined;
  /** What the first attempt took from its first record to the checkpoint, as far as looks tell: not longer than it really was. */
  #loggedSeconds = 0;

  constructor(order: DrillOrder, world: SmokeWorld) {
    this.#order = order;
    this.#world = world;
    this.#startedAt = world.clock.now();
    this.#printed = new PrintedMetrics(sourcesOf(order.job));
    this.#sources = this.#sourcesIn(order.first.outDir);
    this.#watch = new CheckpointWatch(order.first.outDir, order.checkpoint, world);
    this.#last = new LastWhole(order.first.outDir, `${order.first.outDir}-kept`);
    this.#codeBefore = filesBelow(world.workDir);
  }

  /** First attempt. Returns the checkpoint that the second must go on from. */
  async untilKilled(): Promise<Whole> {
    try {
      return await this.#killed();
    } finally {
      this.#last.forget();
    }
  }

  async #killed(): Promise<Whole> {
    const attempt = this.#start(this.#order.first);
    let seen: CheckpointSighting;
    try {
      seen = await this.#firstCheckpoint(attempt);
      if (seen.state === 'whole') await this.#oneMoreStep(attempt, seen.step);
    } finally {
      await attempt.kill();
      this.#tellLeft(this.#order.first);
    }
    const result = await attempt.result;
    if (result.ended.why !== 'killed') throw await this.#endedTooSoon('drill command', result);

    this.#atKill = this.#progress()?.metrics;
    this.#footprint = footprintOf(this.#order.first.outDir, this.#order.checkpoint);
    const anchor = await this.#anchor(seen, result);
    this.#loggedSeconds = this.#secondsTo(anchor);
    await this.#moveToFreshFolder(anchor);
    return anchor;
  }

  /** What the kill left, or the copy that was taken before: another box is given such a copy, too. */
  async #anchor(seen: CheckpointSighting, { tail }: CommandResult): Promise<Whole> {
    const left = await this.#watch.all();
    const { kept } = this.#last;
    const unfinished = left.find((each) => isUnfinished(each, [...left, ...(kept ? [kept] : [])]));
    const whole = newestWhole(left.filter((each) => each !== unfinished));
    const broken =
      left.find((each) => each.state === 'broken') ??
      (unfinished &&
        ({ state: 'broken', path: unfinished.path, why: 'not all of its files are there' } as const));
    const anchor = kept && kept.step > (whole?.step ?? 0) ? kept : whole;
    if (!anchor || anchor.step === 0) {
      if (seen.state === 'broken' && seen.lacks) throw failed.lacksState(seen, tail);
      throw failed.nothingToResumeFrom(left, this.#order.checkpoint, tail);
    }
    if (anchor === kept) {
      this.#last.putBack();
      this.#warnings.push(warnings.cutShort(broken, anchor, this.#order.checkpoint));
    } else if (broken) this.#warnings.push(warnings.incompleteWarning(broken, anchor));
    else this.#warnOfWritesInPlace();
    return anchor;
  }

  /** By when the checkpoint was written, not when it had been loaded. */
  #secondsTo({ path }: Whole): number {
    const writtenAt = this.#watch.lastWriteSeconds(path);
    return this.#begunAt ? Math.max(0, writtenAt - Number(this.#begunAt) / 1000) : 0;
  }

  /** From here on everything is read where the second attempt writes. */
  async #moveToFreshFolder(anchor: Whole): Promise<void> {
    const { job, first, second, checkpoint } = this.#order;
    const set = this.#watch.sets().find(({ name }) => name === anchor.path);
    if (!set) throw new Error(`${anchor.path} vanished while nothing runs`);
    this.#carried = layOutFresh({
      job,
      oldDir: first.outDir,
      freshDir: second.outDir,
      set,
      codeDir: this.#world.workDir,
      codeBefore: this.#codeBefore,
    });
    this.#watch = new CheckpointWatch(second.outDir, checkpoint, this.#world);
    await this.#watch.news();
    this.#sources = this.#sourcesIn(second.outDir);
    this.#printed.mark();
    for (const source of this.#sources) source.mark(anchor.step);
  }

  #sourcesIn(outDir: string): DrilledMetrics[] {
    return sourcesOf(this.#order.job).map(
      (rule) => new DrilledMetrics(outDir, rule, { printed: this.#printed, clock: this.#world.clock }),
    );
  }

  /** Second attempt, of the identical command. */
  async untilContinued(anchor: Whole): Promise<DrillReport> {
    const attempt = this.#start(this.#order.second);
    let continued: Extract<Continuation, { verdict: 'continued' }>;
    try {
      continued = await this.#continuation(attempt, anchor);
    } catch (error) {
      await attempt.kill();
      throw error;
    }
    // Before the SIGTERM: some launchers report that one with a traceback.
    const crash = await attempt.crash();
    const endedAt = this.#world.clock.now();
    const { result, obeyed } = this.#order.straight
      ? await this.#toItsEnd(attempt)
      : await attempt.stop(GRACE_SECONDS);
    this.#tellLeft(this.#order.second);
    if (crash) throw placed(failed.crashed(crash, result.tail), result.place);
    if (!obeyed) this.#warnings.push(warnings.ignoresSigterm(GRACE_SECONDS));
    const broken = (await this.#watch.all()).find((each) => each.state === 'broken');
    if (broken?.path === anchor.path && !this.#wasBeingWritten(anchor.path, endedAt))
      throw failed.brokenAfterResume(broken, result.tail);
    this.#warnOfWritesInPlace();
    if (continued.replay.differences.length > 0) {
      this.#warnings.push(warnings.replayDiffers(continued.replay, anchor.keys));
    }
    const equal = await this.#likeStraight(anchor);
    return {
      killedAtStep: anchor.step,
      resumedAtStep: continued.firstStep,
      reachedStep: continued.reachedStep,
      checkpoint: anchor.path,
      replay: continued.replay,
      ...(equal && { equal }),
      footprint: this.#footprint ?? footprintOf(this.#order.second.outDir, this.#order.checkpoint),
      seconds: this.#seconds(),
      warnings: this.#warnings,
    };
  }

  /** Whether it is we who cut it short. */
  #wasBeingWritten(path: string, endedAt: Date): boolean {
    if (this.#order.straight) return false;
    return Number(endedAt) / 1000 - this.#watch.lastWriteSeconds(path) < STILL_SECONDS;
  }

  #warnOfWritesInPlace(): void {
    const { writtenInPlace } = this.#watch;
    if (writtenInPlace === undefined || this.#warnings.some(({ code }) => code === 'not-atomic')) return;
    this.#warnings.push(warnings.writtenInPlace(writtenInPlace));
  }

  async #toItsEnd(attempt: GuardedCommand): Promise<{ result: CommandResult; obeyed: true }> {
    const result = await attempt.result;
    const why = problemOf('resumed drill command', result);
    if (why) throw this.#missed(result, { hasGoneOn: true, because: why }) ?? why;
    return { result, obeyed: true };
  }

  async #likeStraight({ step, keys }: Whole): Promise<Equal | undefined> {
    const { job, checkpoint, run, limits, second, straight } = this.#order;
    if (!straight) return;
    const progress = this.#progress();
    const lines = progress?.metrics.lines.filter(({ old }) => !old) ?? [];
    const seconds = Math.max(1, limits.timeoutSeconds - this.#seconds());
    return requireExact(
      { job, checkpoint, command: run, straight, limits: { seconds, memoryMb: limits.memoryMb } },
      { outDir: second.outDir, lines, killedAtStep: step, keys, ...(progress && { source: progress.rule }) },
      this.#world,
    );
  }

  /** Waits for a checkpoint beyond step 0, or for one that lies half-written: both are the moment to kill. */
  async #firstCheckpoint(attempt: GuardedCommand): Promise<CheckpointSighting> {
    const steps = new Set<number>();
    // Without metrics a reset shows only in the checkpoint's step going back, so two different ones must be seen.
    const needed = this.#sources.length > 0 ? 1 : 2;
    for (;;) {
      const ended = !attempt.running();
      if (this.#sources.some((source) => source.isBegun())) this.#begunAt ??= this.#world.clock.now();
      for (const each of await this.#watch.news()) {
        const left = () => filesIn(this.#order.first.outDir);
        if (each.state === 'stepless') throw failed.stepless(each, this.#order.checkpoint, left());
        if (each.state === 'unfit') throw failed.unfit(each, left());
        if (each.state === 'broken') return each;
        if (each.step > 0) {
          steps.add(each.step);
          this.#last.take(each);
        }
        if (steps.size >= needed) return each;
      }
      if (ended) throw await this.#endedTooSoon('drill command', await attempt.result);
      await this.#world.clock.sleep(LOOK_SECONDS);
    }
  }

  async #oneMoreStep(attempt: GuardedCommand, step: number): Promise<void> {
    const since = this.#world.clock.now();
    while (attempt.running() && secondsBetween(since, this.#world.clock.now()) < OVERLAP_SECONDS) {
      const lines = this.#progress()?.metrics.lines ?? [];
      if (this.#sources.length === 0 || lines.some((line) => line.step > step)) return;
      await this.#world.clock.sleep(LOOK_SECONDS);
    }
  }

  async #continuation(
    attempt: GuardedCommand,
    anchor: Whole,
  ): Promise<Extract<Continuation, { verdict: 'continued' }>> {
    for (;;) {
      const ended = !attempt.running();
      const judged = await this.#judge(anchor);
      if (judged.verdict === 'continued') return judged;
      if (judged.verdict === 'reset') {
        const result = await attempt.kill();
        throw this.#missed(result) ?? failed.reset(judged, anchor, this.#order.run, result.tail);
      }
      if (ended) throw this.#notBeyond(await attempt.result, judged.firstStep, anchor);
      await this.#world.clock.sleep(LOOK_SECONDS);
    }
  }

  async #judge(anchor: Whole): Promise<Continuation> {
    if (this.#sources.length === 0) return this.#judgeByCheckpoint(anchor);
    for (const source of this.#sources) {
      const nonFinite = source.read()?.faults.find((fault) => fault.code === 'not-finite');
      if (nonFinite) throw failed.notFinite(source.rule, nonFinite);
    }
    const progress = this.#progress();
    const before = this.#atKill?.lines ?? [];
    const judged: Continuation = progress
      ? judgeContinuation(before, progress.metrics.lines, anchor.step, progress.rule.lossKey)
      : { verdict: 'waiting', firstStep: undefined };
    const remade = this.#sources.flatMap(({ rewritten }) =>
      rewritten && !rewritten.isCopy ? [rewritten] : [],
    );
    const isTold = tellsItsStart(before, anchor.step) && remade.length === 0;
    if (judged.verdict === 'reset' || isTold) return judged;
    const again = await this.#writtenAgain(anchor);
    if (again || judged.verdict !== 'continued') return again ?? judged;
    const withinSeconds = Math.max(0, ...remade.map((each) => each.withinSeconds));
    if (remade.length > 0 && withinSeconds >= MUCH_SOONER * this.#loggedSeconds)
      this.#warnings.push(warnings.startNotSeen(anchor, { withinSeconds, took: this.#loggedSeconds }));
    return judged;
  }

  /** Who begins at the start comes by the step of the checkpoint once more, and saves it. */
  async #writtenAgain(anchor: Whole): Promise<Continuation | undefined> {
    const steps = (await this.#watch.news()).flatMap((each) => (each.state === 'whole' ? [each.step] : []));
    const lowest = Math.min(...steps);
    if (lowest > anchor.step) return;
    return { verdict: 'reset', counter: 'step', before: anchor.step, after: lowest, by: 'checkpoint' };
  }

  async #judgeByCheckpoint(anchor: Whole): Promise<Continuation> {
    const steps = (await this.#watch.news()).flatMap((each) => (each.state === 'whole' ? [each.step] : []));
    const lowest = Math.min(...steps);
    if (lowest < anchor.step)
      return { verdict: 'reset', counter: 'step', before: anchor.step, after: lowest };
    const reachedStep = Math.max(...steps, anchor.step);
    if (reachedStep === anchor.step) return { verdict: 'waiting', firstStep: undefined };
    return { verdict: 'continued', firstStep: lowest, reachedStep, replay: { steps: 0, differences: [] } };
  }

  #start({ env }: Attempt): GuardedCommand {
    const { run, limits } = this.#order;
    const seconds = Math.max(1, limits.timeoutSeconds - this.#seconds());
    return startGuarded(this.#world, {
      command: run,
      cwd: this.#world.workDir,
      env,
      limits: { seconds, memoryMb: limits.memoryMb },
      onPlainLine: this.#printed.take,
    });
  }

  /** What nobody could be sure of while it was written is seen now that nothing writes any more: it lacks something, or it came too fast. */
  async #endedTooSoon(role: CommandRole, result: CommandResult): Promise<Problem> {
    const { checkpoint, limits } = this.#order;
    const { tail } = result;
    const left = filesIn(this.#order.first.outDir);
    if (result.ended.why === 'timeout')
      return failed.noCheckpoint(checkpoint, limits.timeoutSeconds, { tail, left });
    const why = problemOf(role, result);
    if (why) return why;
    const sets = await this.#watch.all();
    const lacking = sets.find((each) => each.state === 'broken' && each.lacks);
    if (lacking?.state === 'broken' && !newestWhole(sets)) return failed.lacksState(lacking, tail);
    const longer = this.#longer();
    return failed.tooShort(checkpoint, formatSeconds(result.seconds), { tail, left, longer });
  }

  #longer(): string | undefined {
    return longerCommand(this.#order.run, this.#order.straight !== undefined);
  }

  #tellLeft({ outDir }: Attempt): void {
    this.#order.onLeft?.(filesIn(outDir));
  }

  #notBeyond(result: CommandResult, firstStep: number | undefined, anchor: Whole) {
    if (result.ended.why === 'timeout')
      return failed.notBeyond(firstStep, anchor, this.#order.limits, result.tail);
    const why = problemOf('resumed drill command', result);
    if (!why) return failed.endedWithoutStep(anchor, result.tail, this.#longer());
    return this.#missed(result, { because: why }) ?? failed.failedToLoad(why, anchor);
  }

  /** The log of the second attempt names something that no other box would have. */
  #missed(
    { tail, crash }: CommandResult,
    second: { hasGoneOn?: boolean; because?: Problem } = {},
  ): Problem | undefined {
    const rule = this.#order.checkpoint;
    return this.#carried && failed.missed(this.#carried, { rule, tail, diedOf: crash?.line, ...second });
  }

  /** Of the first source that has a step. */
  #progress(): { metrics: Metrics; rule: MetricsRule } | undefined {
    for (const source of this.#sources) {
      const metrics = source.read();
      if (metrics && metrics.lines.length > 0) return { metrics, rule: source.rule };
    }
  }

  #seconds(): number {
    return secondsBetween(this.#startedAt, this.#world.clock.now());
  }
}
