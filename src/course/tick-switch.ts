import { ownWorkflow, setPath, siblingOf, workflowPath } from '../github/caller-workflow.ts';
import { readCaller, tickingOf } from '../github/doctor/caller-view.ts';
import type { GitHub } from '../github/github.ts';
import { fold } from '../lease/fold.ts';
import { Problem } from '../problem.ts';
import { reasonToLook, type TickFiles, type Turn, turnOf } from '../tick/switch.ts';
import type { World } from '../world.ts';
import { noteSwitchedOn } from './tick-note.ts';

type SwitchWorld = Pick<World, 'ledger' | 'clock' | 'face' | 'github'>;

/** Files of the set, as GitHub lists them; `undefined` where the schedule stands in a file that is for more than that, or nowhere. */
async function tickFiles(env: NodeJS.ProcessEnv, github: GitHub): Promise<TickFiles | undefined> {
  const own = ownWorkflow(env);
  const paths = { tick: siblingOf(own, 'tick'), daily: siblingOf(own, 'daily') };
  if (paths.tick === undefined || paths.daily === undefined) return;
  const all = await github.workflows();
  const listed = (file: string) => all.find(({ path }) => path === workflowPath(file));
  const tick = listed(paths.tick);
  if (tick) return { tick, daily: listed(paths.daily) };
  // A set of a second job file needs no tick of its own: the usual one looks at every run.
  const usual = all.find(({ path }) => path === setPath('tick'));
  return usual && { tick: usual, daily: all.find(({ path }) => path === setPath('daily')) };
}

/** Off only where a daily look stays: any file may have its name, and GitHub lists also what stands on other branches alone. */
async function turnNow(github: GitHub, files: TickFiles, isNeeded: boolean): Promise<Turn> {
  const turned = turnOf(files, isNeeded);
  if (turned.do !== 'disable' || !files.daily) return turned;
  const { path } = files.daily;
  const text = (await github.file(path)) ?? '';
  if (tickingOf([readCaller(path, text)]).length > 0) return turned;
  return turnOf({ ...files, daily: { path, state: 'no look by a schedule on the default branch' } }, false);
}

/**
 * Before anything is rented: the schedule looks from now on. The run stands in the ledger already, so whoever switches off at this very
 * moment reads of it afterwards, and switches on again.
 */
export async function switchOn(env: NodeJS.ProcessEnv, world: SwitchWorld): Promise<void> {
  await bestEffort(world, async (github) => {
    const files = await tickFiles(env, github);
    if (files) await turn(world, github, files, true);
  });
}

/**
 * At the end of a tick: off where nothing is open or owed, on where something is. The ledger is read again after it was switched off,
 * for a run may have been opened meanwhile.
 *
 * @param mayBeIdle the look before found nothing in the accounts either
 */
export async function settleSwitch(
  env: NodeJS.ProcessEnv,
  world: SwitchWorld,
  mayBeIdle: boolean,
): Promise<void> {
  await bestEffort(world, async (github) => {
    const files = await tickFiles(env, github);
    if (!files) return;
    const isNeeded = !mayBeIdle || (await reasonsToLook(world)).length > 0;
    const turned = await turn(world, github, files, isNeeded);
    if (turned !== 'disable') return;
    const since = await reasonsToLook(world).catch((error: unknown) => {
      if (!(error instanceof Problem)) throw error;
      return [`the ledger could not be read again (${error.what})`];
    });
    if (since.length === 0) return;
    world.face.line(`meanwhile ${since[0]}`);
    const off = { ...files.tick, state: 'disabled_manually' };
    await turn(world, github, { ...files, tick: off }, true);
  });
}

/** Whether the switch stands as it should; `undefined` where it cannot be seen, or there is none. */
export async function isSwitchRight(
  env: NodeJS.ProcessEnv,
  { github }: Pick<World, 'github'>,
  isNeeded: boolean,
): Promise<boolean | undefined> {
  const files = github && (await tickFiles(env, github));
  return files && (await turnNow(github, files, isNeeded)).do === 'nothing';
}

async function turn(
  world: SwitchWorld,
  github: GitHub,
  files: TickFiles,
  isNeeded: boolean,
): Promise<'enable' | 'disable' | 'nothing'> {
  const { tick } = files;
  const turned = await turnNow(github, files, isNeeded);
  if (turned.do === 'nothing') {
    if (turned.why !== undefined)
      world.face.warn(`Nothing is open, and the schedule of ${tick.path} stays on: ${turned.why}.`);
    return 'nothing';
  }
  await github.switchWorkflow(tick.path.replace(/^.*\//, ''), turned.do);
  if (turned.do === 'disable') {
    world.face.line(`nothing is open or owed: the schedule of ${tick.path} is switched off`);
    return 'disable';
  }
  world.face.line(`the schedule of ${tick.path} was ${tick.state}; it is switched on`);
  await noteSwitchedOn(world);
  return 'enable';
}

/** Why somebody has to look, of every open run. What cannot be read may hold a box. */
async function reasonsToLook({ ledger, clock }: SwitchWorld): Promise<string[]> {
  return [...(await ledger.readOpen())].flatMap(([id, record]) => {
    if (record instanceof Problem) return [`the record of run ${id} cannot be read`];
    return reasonToLook(fold(id, record.events), clock.now()) ?? [];
  });
}

/** Nothing fails for the switch: chains go on, and the daily look tries again. */
async function bestEffort(world: SwitchWorld, does: (github: GitHub) => Promise<void>): Promise<void> {
  const { github, face } = world;
  if (!github) return;
  try {
    await does(github);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    face.warn(
      `The schedule of the tick could not be switched: ${error.what} The chain of looks and the daily look go on. Next: give the job "permissions: { actions: write }", or switch it under "Actions" by hand.`,
    );
  }
}
