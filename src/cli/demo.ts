import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ApprovalSource } from '../approval/approve-release.ts';
import { formatSeconds, secondsBetween, systemClock } from '../clock.ts';
import { installedDir } from '../host/installed.ts';
import type { EventBody } from '../lease/events.ts';
import { fold } from '../lease/fold.ts';
import { currentLease, type Run } from '../lease/run.ts';
import { destroyLocalBox } from '../platforms/local/end-box.ts';
import { Problem } from '../problem.ts';
import { runJson } from '../report/run-table.ts';
import type { Face } from '../world.ts';
import type { Call } from './call.ts';
import type { Request } from './command.ts';
import { faceOf, ledgerOf, type Settings, settingsOf } from './settings.ts';
import { runStage } from './stages.ts';

/** Only a directory with this file in it is ever emptied. */
const MARKER = '.gpu-lease-demo';
/** The box is taken away once a checkpoint of at least so much of the run is verified on our side. */
const PREEMPT_AFTER_SHARE = 0.35;

/**
 * A real job from smoke to release on loopback boxes: nothing installed, nothing downloaded, nothing left behind. The
 * platform takes the first box away half-way; a second one takes over from our verified copy.
 */
export async function command(request: Request, signal: AbortSignal): Promise<number> {
  const started = systemClock.now();
  const dir = resolve(typeof request.given.store === 'string' ? request.given.store : 'gpu-lease-demo');
  await prepare(dir, request.env);
  const settings = settingsOf(
    { given: { ...request.given, job: 'gpu-lease.yml', store: join(dir, 'report') } },
    demoEnvironment(dir, request.env),
    join(dir, 'repository'),
  );
  const face = await faceOf(settings);
  // The demo's own line of JSON is the last word, so the stage inside it says none.
  const call = { settings: { ...settings, json: false }, face, signal };
  const code = await live(call, dir, request.given.ask === true);
  face.line(`took ${formatSeconds(secondsBetween(started, systemClock.now()))}; look around:`);
  face.line(`  ${join(dir, 'report')}: artifacts, seal, report.html`);
  face.line(
    `  git -C ${join(dir, 'repository')} log --format='%ad  %s' --date=iso --glob='refs/gpu-lease/*'`,
  );
  const end = await demoJson(settings);
  if (end.metersRunning > 0) sayHowToGoOn(dir, face);
  if (settings.json) process.stdout.write(`${JSON.stringify(end)}\n`);
  return code;
}

function live(call: Call, dir: string, ask: boolean): Promise<number> {
  const { face } = call;
  face.line(
    'the demo: a real training job on a loopback box of this machine, with a meter that is not real money',
  );
  return runStage('run', call, {
    ...(ask ? {} : { approval: playReviewer(face) }),
    onEvents: preemptOnce(dir, face),
  });
}

/** The demo's ledger and boxes are nowhere where a command would look by itself. */
function sayHowToGoOn(dir: string, face: Face): void {
  face.line('the box is still held; commands like the above find it from');
  face.line(`  cd ${join(dir, 'repository')} && export XDG_STATE_HOME=${join(dir, 'state')}`);
  face.line(`  with --store ${join(dir, 'report')}`);
}

/** What the ledger says in the end, in the few words that a script may rely on. */
async function demoJson(settings: Settings) {
  const ledger = await ledgerOf(settings);
  const [listed] = await ledger.list({ archived: true });
  const { events } = await ledger.read(listed?.run ?? '');
  const { run, state, resumedAtStep, roster, verified, boxes, metersRunning, costUsd, seal } = runJson(
    fold(listed?.run ?? '', events),
    settings.clock.now(),
  );
  return { run, state, resumedAtStep, roster, verified, boxes, metersRunning, costUsd, seal };
}

/** Nothing of the person's own environment decides here: no secret, no workflow, boxes below the demo's directory. */
function demoEnvironment(dir: string, env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { PATH, HOME, LANG, TERM, TMPDIR, USER, NO_COLOR, FORCE_COLOR } = env;
  return { PATH, HOME, LANG, TERM, TMPDIR, USER, NO_COLOR, FORCE_COLOR, XDG_STATE_HOME: join(dir, 'state') };
}

async function prepare(dir: string, { PATH }: NodeJS.ProcessEnv): Promise<void> {
  if (existsSync(dir) && readdirSync(dir).length > 0) await clear(dir);
  mkdirSync(join(dir, 'repository'), { recursive: true });
  writeFileSync(join(dir, MARKER), 'Made by "gpu-lease demo"; the next demo empties this directory.\n');
  const repository = join(dir, 'repository');
  cpSync(fileURLToPath(new URL('examples/tiny/', installedDir())), repository, { recursive: true });
  git(repository, PATH, 'init', '--quiet');
  git(repository, PATH, 'add', '--all');
  git(
    repository,
    PATH,
    '-c',
    'user.name=gpu-lease demo',
    '-c',
    'user.email=demo@localhost',
    'commit',
    '--quiet',
    '-m',
    'The tiny trainer',
  );
}

/** Boxes of an earlier demo that was killed are ended first: they are ours, and no meter may be left running. */
async function clear(dir: string): Promise<void> {
  if (!existsSync(join(dir, MARKER))) {
    throw new Problem({
      code: 'demo-dir-taken',
      kind: 'usage',
      what: `${dir} exists and is not an earlier demo.`,
      next: 'Name another directory with --store, or move that one away.',
    });
  }
  const boxes = join(dir, 'state', 'gpu-lease', 'local');
  if (existsSync(boxes)) {
    for (const name of readdirSync(boxes)) await destroyLocalBox(boxes, name, systemClock);
  }
  rmSync(dir, { recursive: true, force: true });
}

function git(cwd: string, PATH: string | undefined, ...args: string[]): void {
  try {
    // The person's hooks, signing and templates have no business in a demo.
    const env = {
      PATH,
      HOME: cwd,
      GIT_CONFIG_GLOBAL: '/dev/null',
      GIT_CONFIG_NOSYSTEM: '1',
    };
    execFileSync('git', args, { cwd, env, stdio: ['ignore', 'ignore', 'pipe'], timeout: 30_000 });
  } catch (cause) {
    const missing = cause instanceof Error && 'code' in cause && cause.code === 'ENOENT';
    throw new Problem(
      {
        code: missing ? 'no-git' : 'git-failed',
        kind: 'ledger',
        what: missing
          ? 'git is not installed; the ledger is a git ref.'
          : `git ${args[0]} failed: ${String(cause)}`,
        next: missing
          ? 'Install it (Debian and Ubuntu: apt-get install git) and run the demo again.'
          : 'See the message of git above.',
      },
      { cause },
    );
  }
}

/** The demo types the phrase itself and says so. */
const playReviewer =
  (face: Face): ApprovalSource =>
  async (request) => {
    face.line(`the demo plays the reviewer and types: ${request.phrase}   (use --ask to be asked yourself)`);
    return { typed: request.phrase, person: 'the demo', via: 'demo' };
  };

function preemptOnce(dir: string, face: Face) {
  let done = false;
  return async (run: Run, _step: unknown, events: readonly EventBody[]): Promise<void> => {
    const kept = events.find((event) => event.type === 'kept');
    const total = run.opened?.document.metrics?.totalSteps ?? 0;
    const lease = currentLease(run);
    if (done || !lease || run.leases.length > 1 || (kept?.step ?? 0) < total * PREEMPT_AFTER_SHARE) return;
    done = true;
    face.settle(undefined, `${lease.name} is taken away`);
    face.warn(
      `PREEMPTION: the platform takes ${lease.name} away; its home is gone (step ${kept?.step} is verified on our side)`,
    );
    await destroyLocalBox(join(dir, 'state', 'gpu-lease', 'local'), lease.name, systemClock);
  };
}
