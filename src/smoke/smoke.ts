import { createHash } from 'node:crypto';
import { mkdirSync, realpathSync, rmSync } from 'node:fs';
import { arch, release, type } from 'node:os';
import { join } from 'node:path';
import { secondsBetween } from '../clock.ts';
import { isOfSets } from '../job/checkpoint-sets.ts';
import type { Job, Smoke } from '../job/job.ts';
import type { SmokePassed } from '../lease/events.ts';
import type { Footprint } from '../lease/footprint.ts';
import { sourcesOf } from '../metrics/rule.ts';
import { type FileEdit, Problem } from '../problem.ts';
import { broughtHome } from './command-edits.ts';
import { problemOf, smokeProblem } from './command-problem.ts';
import { auditDeterminism, determinismWarning } from './determinism-audit.ts';
import { type Attempt, type DrillReport, resumeDrill } from './drill.ts';
import { SMOKE_MARK, smokeEnvironment } from './environment.ts';
import { Findings } from './findings.ts';
import { footprintOf } from './footprint.ts';
import { type CommandOrder, type CommandResult, startGuarded } from './guarded-command.ts';
import { mainGuardWarning } from './main-guard.ts';
import { checkMetrics, type Left, type MetricsOutcome, MISSING } from './metrics-problem.ts';
import { PrintedMetrics } from './printed-metrics.ts';
import { straysOf, unseenOf } from './promised.ts';
import { pythonSources } from './python-sources.ts';
import { refusedAtSeal } from './refused-at-seal.ts';
import { ESCAPED, leftProcesses, MEMORY_UNBOUNDED, NO_DRILL, NO_METRICS } from './smoke-warnings.ts';
import { mayStartElsewhere } from './started-elsewhere.ts';
import { unreadCellsWarning } from './unread-cells.ts';
import type { SmokeWarning, SmokeWorld } from './world.ts';
import { type CodeFiles, codeFiles, isCalledAs, type Wrote, wroteSince } from './wrote.ts';

/** Installing requirements takes minutes; a setup that hangs must still end. */
const SETUP_TIMEOUT_SECONDS = 1200;
const VERSION_TIMEOUT_SECONDS = 10;
const DEATH_SECONDS = 5;

/** What a passed smoke showed. There is no report of a failed one: it throws. */
export interface SmokeReport {
  seconds: number;
  environment: SmokePassed['environment'];
  smoke: SmokeMeasures;
  drill: DrillReport | 'none';
  /** Of the drill where there was one. */
  footprint: Footprint;
  warnings: SmokeWarning[];
}

export interface SmokeMeasures {
  seconds: number;
  /** `undefined`: this system offers no way to measure a process group, and memory was not bounded. */
  peakMemoryMb: number | undefined;
  memoryMeasure: 'pss' | 'rss' | undefined;
  memoryLimitMb: number;
  outputBytes: number;
  /** `undefined` when the job declares no metrics. */
  metrics: { lines: number; firstLoss: number; lastLoss: number } | undefined;
}

/**
 * Runs setup, the smoke command and the resume drill on this machine, without GPUs, loggers or secrets, each with
 * bounded time, memory and output, and leaves no process behind. After a finding it goes on where it can, as if the job file said
 * what the finding proposes.
 *
 * @throws Problem or Problems of kind `smoke`, all that was found, each with cause and fix; kind `usage` for a job without a smoke
 */
export async function runSmoke(job: Job, world: SmokeWorld): Promise<SmokeReport> {
  if (job.smoke === 'none') throw waived(job);
  const startedAt = world.clock.now();
  const owner = createHash('sha256')
    .update(world.owner ?? realpathSync(world.outDir))
    .digest('hex')
    .slice(0, 16);
  const mark = `${owner}.${world.groups.self()}`;
  // A predecessor that was killed with SIGKILL could not end its trainer. One that lives ends its own, and two of the
  // same command at once are no mistake.
  await endMarked(
    world,
    (each) => each.startsWith(`${owner}.`) && !world.groups.lives(each.slice(owner.length + 1)),
  );
  let escaped = 0;
  const run = new SmokeRun(job, job.smoke, world, mark);
  const report = await run.go(startedAt).finally(async () => {
    escaped = await endMarked(world, (each) => each === mark);
  });
  return escaped === 0 ? report : { ...report, warnings: [...report.warnings, ESCAPED] };
}

/** Kills every process group with such a mark, and waits until they are gone. Returns how many there were. */
async function endMarked(world: SmokeWorld, isMarked: (mark: string) => boolean): Promise<number> {
  const since = world.clock.now();
  const found = world.groups.killMarked(SMOKE_MARK, isMarked);
  while (world.groups.killMarked(SMOKE_MARK, isMarked) > 0) {
    if (secondsBetween(since, world.clock.now()) > DEATH_SECONDS) throw undying();
    await world.clock.sleep(0.02);
  }
  return found;
}

class SmokeRun {
  readonly #findings: Findings;
  readonly #smoke: Smoke;
  readonly #world: SmokeWorld;
  readonly #mark: string;
  readonly #warnings: SmokeWarning[] = [];
  #wrote: Wrote = { out: [], beside: [] };
  /** They are not where the job says, and nothing tells where they are. */
  #isWithoutMetrics = false;
  /** Artifacts that were written beside the code, by their places in the job. */
  #strayed: ReadonlySet<number> = new Set();

  constructor(job: Job, smoke: Smoke, world: SmokeWorld, mark: string) {
    this.#findings = new Findings(job);
    this.#smoke = smoke;
    this.#world = world;
    this.#mark = mark;
  }

  /** As it is written, with what was proposed so far. */
  get #job(): Job {
    return this.#findings.job;
  }

  async go(startedAt: Date): Promise<SmokeReport> {
    await this.#setUp();
    const smoke = await this.#runSmokeCommand();
    this.#findStrays();
    const drill = await this.#drillInRounds();
    this.#findUnseen();
    await this.#findRefused();
    this.#findings.throwAll();
    this.#audit();
    return {
      seconds: secondsBetween(startedAt, this.#world.clock.now()),
      environment: { os: `${type()} ${release()}`, arch: arch(), interpreter: await this.#interpreter() },
      smoke,
      drill,
      footprint: this.#footprint(drill),
      warnings: [...this.#warnings, ...(drill === 'none' ? [] : drill.warnings)],
    };
  }

  /** A drill ends beside whole checkpoints; a plain smoke has what it left. */
  #footprint(drill: DrillReport | 'none'): Footprint {
    if (drill !== 'none') return drill.footprint;
    return footprintOf(join(realpathSync(this.#world.outDir), 'smoke'), this.#job.checkpoint);
  }

  async #setUp(): Promise<void> {
    // The setup of the job is meant for a box: it may well want to be root.
    const command = this.#smoke.setup;
    if (command === undefined) return;
    // Not bounded by the smoke's memory: installers are not what the bound is about.
    const limits = { seconds: SETUP_TIMEOUT_SECONDS, memoryMb: 64_000 };
    const result = await this.#run({ command, limits }, this.#outDir('setup'));
    const problem = problemOf('setup', result);
    // Installers print tracebacks of packages that they then build in another way.
    if (problem && problem.code !== 'traceback') throw problem;
  }

  async #runSmokeCommand(): Promise<SmokeMeasures> {
    const { run, timeoutSeconds, memoryMb } = this.#smoke;
    const outDir = this.#outDir('smoke');
    const sources = sourcesOf(this.#job);
    const printed = new PrintedMetrics(sources);
    const limits = { seconds: timeoutSeconds, memoryMb };
    const before: CodeFiles = codeFiles(this.#world.workDir);
    const result = await this.#run({ command: run, limits, onPlainLine: printed.take }, outDir);
    const measures = this.#measures(result);
    const ended = problemOf('smoke command', result);
    if (ended && ended.code !== 'traceback') throw ended;
    if (ended) this.#findings.add(ended);
    if (result.leftProcesses) this.#warnings.push(leftProcesses('smoke command'));
    this.#wrote = wroteSince(before, this.#world.workDir, outDir);
    if (sources.length === 0) {
      this.#warnings.push(NO_METRICS);
      if (ended) this.#findings.throwAll();
      return measures;
    }
    const checked = this.#checkMetrics({
      outDir,
      printed,
      tail: result.tail,
      wrote: this.#wrote,
      codeDir: this.#world.workDir,
      bring: (glob, files) => broughtHome(this.#findings.asWritten, glob, files, this.#mayStartElsewhere()),
    });
    if (ended) this.#findings.throwAll();
    if (!checked?.ok) return measures;
    this.#warnings.push(...checked.warnings);
    const { lossKey } = checked.rule;
    const losses = checked.metrics.lines.flatMap((line) => line.numbers.get(lossKey) ?? []);
    const metrics = {
      lines: checked.metrics.lines.length,
      firstLoss: losses[0] ?? 0,
      lastLoss: losses.at(-1) ?? 0,
    };
    return { ...measures, metrics };
  }

  /**
   * Under the names that were proposed where those of the job are not there. Numbers that are wrong end the smoke: the drill would
   * only find them again.
   */
  #checkMetrics(left: Left): MetricsOutcome | undefined {
    const first = checkMetrics(left, sourcesOf(this.#job));
    if (first.ok) return first;
    this.#findings.add(first.problem);
    if (first.problem.code !== MISSING) this.#findings.throwAll();
    const { edits } = first.problem;
    // What another command writes is judged in the drill.
    this.#isWithoutMetrics = first.isElsewhere ? !edits.some(isOfCommand) : edits.length === 0;
    if (first.isElsewhere || edits.length === 0) return;
    const second = checkMetrics(left, sourcesOf(this.#job));
    if (second.ok) return second;
    this.#findings.add(second.problem);
    if (second.problem.code !== MISSING) this.#findings.throwAll();
    this.#isWithoutMetrics = true;
    return;
  }

  /** What lies beside the code is not below GPU_LEASE_OUT in a drill either, unless its command is another. */
  #findStrays(): void {
    const sources = pythonSources(this.#world.workDir, this.#job.run);
    const strays = straysOf(this.#findings, this.#wrote, sources, this.#mayStartElsewhere());
    this.#strayed = new Set(strays.map(({ at }) => at));
    this.#findings.add(...strays.map(({ problem }) => problem));
  }

  #mayStartElsewhere(): (command: string) => boolean {
    return mayStartElsewhere(this.#world.workDir, this.#wrote.beside);
  }

  #findUnseen(): void {
    const { problems, warnings } = unseenOf(this.#findings.asWritten, this.#wrote.out, this.#strayed);
    this.#findings.add(...problems);
    this.#warnings.push(...warnings);
  }

  async #findRefused(): Promise<void> {
    const dir = join(realpathSync(this.#world.outDir), 'smoke');
    const { asWritten } = this.#findings;
    const { verify } = this.#world;
    this.#findings.add(...(await refusedAtSeal(asWritten, { dir, out: this.#wrote.out }, verify)));
  }

  /** Again, with what was proposed, as long as that gets further. */
  async #drillInRounds(): Promise<DrillReport | 'none'> {
    if (this.#isDrillVain()) return 'none';
    for (;;) {
      try {
        return await this.#drill();
      } catch (error) {
        if (!(error instanceof Problem) || error.kind !== 'smoke') throw error;
        if (!this.#findings.addAndTryAgain(error)) return 'none';
      }
    }
  }

  /** Its checkpoints would lie beside the code, where no box that comes after has them. */
  #isDrillVain(): boolean {
    const { checkpoint } = this.#job;
    if (!checkpoint || this.#strayed.size === 0 || this.#findings.edits.some(isOfCommand)) return false;
    const { out, beside } = this.#wrote;
    const globs = [checkpoint.path].flat();
    return !out.some(isOfSets(checkpoint)) && globs.some((glob) => beside.some(isCalledAs(glob)));
  }

  async #drill(): Promise<DrillReport | 'none'> {
    const job = this.#isWithoutMetrics ? withoutMetrics(this.#job) : this.#job;
    const { checkpoint, smoke } = job;
    const drill = smoke === 'none' ? 'none' : smoke.drill;
    if (drill === 'none' || checkpoint?.resume === 'none') {
      if (checkpoint) this.#warnings.push(NO_DRILL);
      return 'none';
    }
    if (!checkpoint) throw drillWithoutCheckpoint(job);
    const { run, timeoutSeconds } = drill;
    const [first, second] = [this.#attempt('drill'), this.#attempt('drill-resumed')];
    const limits = { timeoutSeconds, memoryMb: this.#smoke.memoryMb };
    const onLeft = (paths: readonly string[]): void => {
      this.#wrote = { ...this.#wrote, out: [...new Set([...this.#wrote.out, ...paths])] };
    };
    const order = { job, checkpoint, run, limits, first, second, onLeft };
    const straight = drill.exact && { straight: this.#attempt('drill-straight') };
    return resumeDrill({ ...order, ...straight }, this.#world);
  }

  #attempt(name: 'drill' | 'drill-resumed' | 'drill-straight'): Attempt {
    const outDir = this.#outDir(name);
    return { outDir, env: this.#env(outDir) };
  }

  #audit(): void {
    const sources = pythonSources(this.#world.workDir, this.#job.run);
    const vars = { ...this.#job.vars, ...this.#job.cells[0]?.vars };
    const found = [
      determinismWarning(auditDeterminism(sources, vars)),
      mainGuardWarning(sources),
      unreadCellsWarning(this.#job, sources),
    ];
    this.#warnings.push(...found.flatMap((warning) => warning ?? []));
  }

  #run(order: Omit<CommandOrder, 'cwd' | 'env'>, outDir: string): Promise<CommandResult> {
    return startGuarded(this.#world, { ...order, cwd: this.#world.workDir, env: this.#env(outDir) }).result;
  }

  #env(outDir: string): Record<string, string> {
    const vars = { ...this.#job.vars, ...this.#job.cells[0]?.vars };
    return smokeEnvironment(this.#world.env, vars, {
      threads: this.#smoke.threads,
      outDir,
      mark: this.#mark,
    });
  }

  /** An empty folder: what an earlier smoke left there must not count for this one. */
  #outDir(name: 'setup' | 'smoke' | 'drill' | 'drill-resumed' | 'drill-straight'): string {
    const path = join(realpathSync(this.#world.outDir), name);
    rmSync(path, { recursive: true, force: true });
    mkdirSync(path);
    return path;
  }

  #measures(result: CommandResult): SmokeMeasures {
    if (!result.peak) this.#warnings.push(MEMORY_UNBOUNDED);
    return {
      seconds: result.seconds,
      peakMemoryMb: result.peak && Math.ceil(result.peak.bytes / 1e6),
      memoryMeasure: result.peak?.measure,
      memoryLimitMb: this.#smoke.memoryMb,
      outputBytes: result.outputBytes,
      metrics: undefined,
    };
  }

  /** The version of the interpreter that the smoke command names, as found on its own path; else `sh`. */
  async #interpreter(): Promise<string> {
    const named = /(?:^|[\s;&|(])((?:[\w./-]*\/)?(?:python[\d.]*|node|julia|Rscript))(?=\s)/.exec(
      this.#smoke.run,
    )?.[1];
    if (named === undefined) return 'sh';
    const quiet = { ...this.#world, onLine: () => {} };
    const order = {
      command: `${named} --version`,
      cwd: this.#world.workDir,
      env: this.#env(this.#world.outDir),
    };
    const limits = { seconds: VERSION_TIMEOUT_SECONDS, memoryMb: this.#smoke.memoryMb };
    const { tail } = await startGuarded(quiet, { ...order, limits }).result;
    const version = tail.at(-1) ?? 'unknown version';
    return /^v?\d/.test(version) ? `${named} ${version}` : version;
  }
}

const isOfCommand = ({ path }: FileEdit): boolean => path[0] === 'run';

function withoutMetrics({ metrics: _, moreMetrics: __, ...job }: Job): Job {
  return job;
}

const undying = (): Problem =>
  smokeProblem(
    'undying',
    `Processes of this smoke are still there ${DEATH_SECONDS} s after SIGKILL.`,
    'They hang in the kernel, most likely on a network file system; a restart of this machine ends them.',
  );

const waived = (job: Job): Problem =>
  new Problem({
    code: 'smoke-none',
    kind: 'usage',
    what: `The job ${job.name} says \`smoke: none\`, so there is nothing to run.`,
    next: 'Give it a smoke command, or launch as it is; the missing smoke is shown wherever the run is.',
  });

const drillWithoutCheckpoint = (job: Job): Problem =>
  smokeProblem(
    'drill-without-checkpoint',
    `The job ${job.name} has a resume drill and no \`checkpoint\`.`,
    'Name the files that a resume reads under `checkpoint.path`, or write `drill: none`.',
  );
