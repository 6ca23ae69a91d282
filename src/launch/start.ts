import type { BoxData, BoxPlan, CodeBundle, Probe } from '../box/box-plan.ts';
import type { Channel } from '../box/channel.ts';
import { install, probe } from '../box/keeper.ts';
import { type Candidate, type Job, PREFLIGHT } from '../job/job.ts';
import { platformSecretsOf, secretNamesOf } from '../job/secret-names.ts';
import { watchedGlobs } from '../job/watched.ts';
import { drivenBy } from '../lease/driven.ts';
import type { EventBody, Started } from '../lease/events.ts';
import { isQueued } from '../lease/fold-queue.ts';
import type { Lease, Run } from '../lease/run.ts';
import { recordMark } from '../ledger/record-mark.ts';
import { refuseBegunElsewhere } from '../ledger/vouch.ts';
import { growthOf } from '../metrics/reader.ts';
import { sourcesOf } from '../metrics/rule.ts';
import { Problem } from '../problem.ts';
import type { BoxStorage } from '../storage/box-storage.ts';
import { cellGate } from '../storage/disk-budget.ts';
import type { SelfPark } from '../storage/self-park.ts';
import type { World } from '../world.ts';
import { candidateOf } from './audit-lease.ts';
import { containerText } from './container.ts';
import { installCommand } from './install-command.ts';
import type { RunDir, Submission } from './launcher.ts';
import { pushedRequirements } from './pushed-requirements.ts';
import { launcherFor } from './registry.ts';

const HEARTBEAT_SECONDS = 10;

export interface StartOrder {
  run: Run;
  lease: Lease;
  job: Job;
  code: CodeBundle;
  /** Text of the job's requirements file, as it is in the bound code. */
  requirements: string | undefined;
  attempt: number;
  /** What the box fetches before the setup. */
  data?: BoxData[];
  /** Launchers of the profile, in its order. */
  launchers: readonly string[];
  hooks: BoxPlan['hooks'];
  storage: BoxStorage;
  /** By which a box that we rented ends its own meter: the second layer, after the platform's timer. */
  selfStop?: string | undefined;
  /** By which it stops itself when its work is over, and the verb that does the same. */
  parksItself?: SelfPark | undefined;
  /** A machine of a platform's, and nobody's own. */
  isRented?: boolean;
  /** Puts our last verified copies back before a box without them starts. */
  pushBack(channel: Channel, dir: RunDir): Promise<Started['from']>;
}

/**
 * Lays down code, plan and secrets, puts back what we have verified, and starts the cells detached. Safe to be killed
 * anywhere and run again: an attempt that was started is not started twice, the keeper's lock on the box sees to it.
 */
export async function start(world: World, order: StartOrder): Promise<EventBody[]> {
  const { run, lease, code, attempt } = order;
  refuseOtherCode(run, code);
  await refuseBegunElsewhere(world, run, lease);
  const channel = await world.channel(lease);
  const isSameDisk = (await leftThere(channel, lastThere(run, lease))) !== undefined;
  const installed = await install(channel, boxPlan(world, order), await keeperOfSecrets(world, lease));
  const from = isSameDisk ? onTheBox(run, attempt) : await order.pushBack(channel, installed.dir);
  await markBox(world, run, lease);
  // Beside each other: what is asked of the box, its boot id and how often its memory ran out, is older than the start.
  const [launcher, first] = await Promise.all([
    startDetached(channel, installed.dir, order, await submissionOf(world, run, lease)),
    probe(channel, installed.dir),
  ]);
  world.face.line(`${lease.name}: attempt ${attempt} runs detached (${launcher})`);
  return [
    {
      type: 'started',
      lease: lease.name,
      attempt,
      configHash: run.opened?.configHash ?? '',
      codeHash: installed.codeHash,
      keeper: installed.keeperHash,
      dir: installed.dir,
      launcher,
      bootId: first.bootId,
      // Counted by the keeper itself where it runs on a machine of its own, from the begin of each attempt.
      oomKills: isQueued(lease) ? 0 : first.memory.oomKills,
      ...(order.parksItself && {
        parksItself: { verb: order.parksItself.verb, afterSeconds: order.parksItself.afterSeconds },
      }),
      ...(first.boxTime > 0 && { aheadOfBoxSeconds: aheadOf(first.boxTime, world.clock.now()) }),
      from,
    },
  ];
}

const aheadOf = (boxTime: number, now: Date): number => Math.round(now.getTime() / 1000 - boxTime);

/** What is over at a queue leaves its files to the next submission: the newest of the same queue that was begun. */
export const lastThere = (run: Run, lease: Lease): Lease =>
  (isQueued(lease)
    ? run.leases.findLast(({ started, intent }) => started && intent.queue === lease.intent.queue)
    : undefined) ?? lease;

/**
 * Whether the box still has what was begun on it: asked of the box, because it may have come back without its disk.
 *
 * @returns what the box says of it
 */
export async function leftThere(channel: Channel, { started }: Lease): Promise<Probe | undefined> {
  if (!started) return;
  const seen = await probe(channel, started.dir);
  return seen.queue !== 'absent' && seen.attempt >= started.attempt ? seen : undefined;
}

/** From here on its platform shows that work was begun on it, whatever becomes of the record. */
async function markBox(world: World, run: Run, lease: Lease): Promise<void> {
  if (lease.started || lease.boxId === undefined || lease.intent.attach !== undefined) return;
  const driver = await world.driver(drivenBy(lease));
  if (!driver.mark) return;
  const record = await world.ledger.read(run.id);
  await driver.mark(lease.boxId, recordMark(record)).catch((error: unknown) => {
    if (!(error instanceof Problem)) throw error;
    world.face.warn(`${lease.name} could not be labelled at ${lease.platform}: ${error.what}`);
  });
}

/** A queue that keeps them itself, so that they lie in no file that outlives the work. */
async function keeperOfSecrets(
  world: World,
  lease: Lease,
): Promise<((secrets: string) => Promise<string>) | undefined> {
  if (!isQueued(lease)) return;
  const { keepSecrets } = await world.driver(drivenBy(lease));
  return keepSecrets && ((secrets) => keepSecrets(lease.boxId ?? '', secrets));
}

async function submissionOf(world: World, run: Run, lease: Lease): Promise<Submission | undefined> {
  const { name, boxId = '' } = lease;
  if (!isQueued(lease)) return;
  const driver = await world.driver(drivenBy(lease));
  const before = run.leases.filter((each) => each !== lease && each.boxId !== undefined);
  const earlier = before.every(({ queue }) => queue?.to === 'over') ? 'over' : 'unknown';
  return { name, earlier, begin: async () => driver.begin?.(boxId) };
}

/** The first launcher of the profile that works here; the error of the last one when none does. */
async function startDetached(
  channel: Channel,
  dir: RunDir,
  { attempt, launchers }: StartOrder,
  submission: Submission | undefined,
): Promise<string> {
  let last: unknown;
  for (const id of launchers) {
    try {
      await launcherFor(id).start(channel, dir, attempt, submission);
      return id;
    } catch (error) {
      if (!(error instanceof Problem && error.kind === 'unfit')) throw error;
      last = error;
    }
  }
  throw last;
}

/** The same box, and what it last wrote is still there: the trainer continues from its own newest checkpoint, or from ours in its place. */
const onTheBox = (run: Run, attempt: number): Started['from'] =>
  [...run.cells.values()].flatMap(({ name: cell, mended, verifiedStep: newest }): Started['from'] => {
    const back = mended?.attempt === attempt ? mended.back : undefined;
    const step = back ? back.step : newest;
    return step === undefined ? [] : [{ cell, step, source: back?.source ?? 'same-disk' }];
  });

function boxPlan(world: World, order: StartOrder): BoxPlan {
  const { run, job, code, attempt, hooks, storage, selfStop, isRented } = order;
  // What finished is done, and what died for a reason that repeats is not tried again.
  const gate = cellGate(job, run);
  const container = containerText(job, candidateOf(job, order.lease).slurm);
  const { tasks } = order.lease.intent;
  // No more than were submitted: what a person has said go on with since is run by the next submission.
  const unfinished = job.cells
    .filter((cell) => run.cells.get(cell.name)?.ended === undefined)
    .slice(0, tasks?.count);
  return {
    run: run.id,
    attempt,
    code,
    ...requirementsOf(world, order),
    ...indexOf(world, job),
    ...(order.data && order.data.length > 0 && { data: order.data }),
    ...(job.setup === undefined ? {} : { setup: job.setup }),
    ...(isRented && { isRented }),
    cells: unfinished.map((cell) => ({ name: cell.name, command: job.run, vars: cell.vars })),
    vars: job.vars,
    secrets: secretsOf(world, job),
    hooks,
    ...(container !== undefined && { container }),
    metrics: sourcesOf(job).map((rule) => ({ path: rule.path, growth: growthOf(rule) })),
    ...storage,
    watched: watchedGlobs(job),
    ...(job.checkpoint && { sets: job.checkpoint }),
    diskFloor: gate.floor,
    setsBytes: gate.sets,
    deadManSeconds: Math.ceil(job.budget.hours * 3600),
    ...(selfStop === undefined ? {} : { selfStop }),
    ...(order.parksItself && {
      parksItself: { line: order.parksItself.line, afterSeconds: order.parksItself.afterSeconds },
    }),
    heartbeatSeconds: HEARTBEAT_SECONDS,
    ...notifyOf(world, job),
    stillSeconds: job.watch.stallSeconds,
    isElsewhere: isQueued(order.lease),
    isTasks: tasks !== undefined,
    ...(isQueued(order.lease) && { auditThere: { withCards: job.resources.gpu !== undefined } }),
    ...nodesOf(job, candidateOf(job, order.lease)),
  };
}

function nodesOf(
  { resources, preflight = PREFLIGHT, checkpoint }: Job,
  { peers }: Candidate,
): Pick<BoxPlan, 'nodes'> {
  if (resources.nodes === undefined) return {};
  const { nodes: count, leastNodes: least } = resources;
  const resumes = checkpoint && checkpoint.resume !== 'none' ? [checkpoint.path].flat() : [];
  return {
    nodes: { count, ...(least !== undefined && { least }), preflight, resumes, ...(peers && { peers }) },
  };
}

/** Every override is said aloud. */
function requirementsOf(
  world: World,
  { job, requirements, code }: StartOrder,
): Pick<BoxPlan, 'requirements'> {
  if (!job.requirements || requirements === undefined) return {};
  const { text, constraints, said } = pushedRequirements(job.requirements, requirements, code);
  for (const each of said) world.face.line(each);
  const { file, torch } = job.requirements;
  return { requirements: { text, install: installCommand(file, torch, constraints) } };
}

/** pip and uv read it from the environment: no argument and no file has the token. */
function indexOf(world: World, { requirements }: Job): Pick<BoxPlan, 'setupSecrets'> {
  const index = requirements?.index;
  if (!index) return {};
  const url = new URL(index.url);
  if (index.token !== undefined) {
    url.username = '__token__';
    url.password = world.secret(index.token) ?? '';
  }
  return { setupSecrets: { PIP_INDEX_URL: url.href, UV_DEFAULT_INDEX: url.href } };
}

/**
 * Values of the job's secrets, by name.
 * @throws Problem `secret-unset` that lists every name without a value
 */
export function secretsOf(world: Pick<World, 'secret'>, job: Job): Record<string, string> {
  refuseMissing(unset(world, secretNamesOf(job)));
  return Object.fromEntries(job.secrets.map((name) => [name, world.secret(name) ?? '']));
}

/**
 * What the job names, of the box and of its platform.
 * @throws Problem `secret-unset` that lists every name without a value
 */
export const requireSet = (world: Pick<World, 'secret'>, job: Job): void =>
  refuseMissing(missingSecrets(world, job));

function refuseMissing(missing: readonly string[]): void {
  if (missing.length === 0) return;
  throw new Problem({
    code: 'secret-unset',
    kind: 'usage',
    what: `The job names secrets that are not set here: ${missing.join(', ')}.`,
    next: 'Set them in the environment of this command; in a workflow pass them under "env:" from secrets.',
  });
}

/**
 * Before anything is rented for it.
 * @throws Problem for a secret that is unset or cannot be used
 */
export function requireSecrets(world: World, job: Job): void {
  requireSet(world, job);
  notifyOf(world, job);
}

/** @throws Problem `notify-url` where the secret holds no address; without showing it */
function notifyOf(world: World, { notify }: Job): Pick<BoxPlan, 'notify'> {
  if (!notify) return {};
  const url = world.secret(notify.url) ?? '';
  const key = notify.hmac === undefined ? undefined : world.secret(notify.hmac);
  if (!isAddress(url))
    throw new Problem({
      code: 'notify-url',
      kind: 'usage',
      what: `\`notify.url\` names ${notify.url}, and what it holds is no https address.`,
      next: 'Set it to the whole address of the webhook, without a login in it.',
    });
  return { notify: { url, on: notify.on, ...(key !== undefined && key !== '' && { key }) } };
}

function isAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  if (username !== '' || password !== '') return false;
  return (
    protocol === 'https:' || (protocol === 'http:' && /^(localhost|127\.[\d.]+|\[::1\])$/.test(hostname))
  );
}

/** Of the box and of its platform. A login of a registry that is empty opens nothing, and the box would wait for its image and bill. */
export const missingSecrets = (world: Pick<World, 'secret'>, job: Job): string[] => [
  ...new Set([
    ...unset(world, secretNamesOf(job)),
    ...platformSecretsOf(job).filter((name) => (world.secret(name) ?? '') === ''),
  ]),
];

/** Unset is missing; set and empty is a value. */
const unset = (world: Pick<World, 'secret'>, names: readonly string[]): string[] =>
  names.filter((name) => world.secret(name) === undefined);

/** Only the identical configuration is ever started again. */
function refuseOtherCode(run: Run, code: CodeBundle): void {
  const bound = run.opened;
  if (!bound || bound.codeHash === code.hash) return;
  throw new Problem({
    code: 'code-changed',
    kind: 'refused',
    what: `This run is bound to code ${bound.codeHash.slice(0, 12)} (commit ${bound.commit.slice(0, 8)}); what is here now is ${code.hash.slice(0, 12)}.`,
    next: 'Check the bound commit out, or start a new run for the new code. A retry runs the identical configuration only.',
  });
}
