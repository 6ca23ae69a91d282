import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { boundAtCommit, isBoundElsewhere } from '../course/bound-at-commit.ts';
import type { BoundJob } from '../course/bound-job.ts';
import type { Meant } from '../course/meant-run.ts';
import {
  opensRuns,
  rentsAndOpens,
  type StageHooks,
  type StageOrder,
  runStage as stageOfRun,
} from '../course/stage.ts';
import { metHere, refuseTakenBack } from '../course/taken-back.ts';
import { inWorkflow } from '../github/in-workflow.ts';
import { takes } from '../lease/stage-steps.ts';
import { Problem } from '../problem.ts';
import type { World } from '../world.ts';
import { bindJob, nameOfJob } from './bind-job.ts';
import type { Call } from './call.ts';
import { chainLinkOf } from './chain-link.ts';
import type { Request } from './command.ts';
import { refuseUnreachable } from './first-look.ts';
import { givenOf } from './given-approval.ts';
import { noteLedger } from './ledger-note.ts';
import { machineCopiesOf } from './ledger-opening.ts';
import { inLedgersWords } from './ledger-refused.ts';
import { meantRun } from './own-run.ts';
import { refuseStrangers } from './refuse-strangers.ts';
import { faceOf, ledgerOf, type Settings, settingsOf } from './settings.ts';
import { bindSmoke } from './smoke.ts';
import { forgetReleased } from './ssh-hosts.ts';
import { ignoreHere } from './store-folder.ts';
import { openWorld } from './world.ts';

export type { StageHooks } from '../course/stage.ts';

/** `run`, `smoke`, `open`, `launch`, `watch`, `collect`, `release`, `resume`. */
export async function command(request: Request, signal: AbortSignal): Promise<number> {
  const settings = settingsOf(request);
  await refuseStrangers(request.command, settings.env);
  const face = await faceOf(settings);
  if (request.command.name === 'smoke' && inWorkflow(settings))
    return (await import('./smoke-step.ts')).smokeStep({ settings, face, signal });
  return runStage(request.command.name, { settings, face, signal }, {});
}

export async function runStage(name: string, call: Call, hooks: StageHooks): Promise<number> {
  try {
    return await stageToEnd(name, call, hooks);
  } catch (error) {
    const { withKnownCosts } = await import('./known-costs.ts');
    throw withKnownCosts(call.settings, error);
  }
}

async function stageToEnd(name: string, call: Call, hooks: StageHooks): Promise<number> {
  const { settings } = call;
  const chain = name === 'watch' ? chainLinkOf(settings) : undefined;
  const isMet = metHere(settings, machineCopiesOf(settings));
  const world = openWorld(call, await ledgerOf(settings));
  const meant = meantOf(settings, world, isMet);
  try {
    if (settings.flag('dry-run')) return await showDryRun(name, settings, world);
    return await stageOfRun({ ...orderOf(settings, world), name, chain, meant, hooks });
  } catch (error) {
    throw await inLedgersWords(settings, error, world, rentsAndOpens(name) ? meant.bind : undefined);
  } finally {
    await world.close();
    await forgetReleased(settings);
    if (!inWorkflow(settings) && existsSync(settings.storeDir)) ignoreHere(settings.storeDir);
  }
}

/** What the words of the command say, in plain values. */
const orderOf = (
  settings: Settings,
  world: World,
): Omit<StageOrder, 'name' | 'chain' | 'meant' | 'hooks'> => ({
  here: settings,
  world,
  given: givenOf(settings),
  hasBound: settings.hasBound === true,
  anew: settings.flag('anew'),
  withoutCopies: settings.flag('without-copies'),
  smoke: (run, bound) => bindSmoke(world, settings, run, bound),
  refuseUnreachable: (job) => refuseUnreachable(world, settings, job),
  print: settings.json ? (line) => process.stdout.write(line) : undefined,
});

function meantOf(settings: Settings, world: World, isMet: (run: string) => boolean): Meant {
  const { ledger, face } = world;
  let bound: Promise<BoundJob> | undefined;
  const bind = () => {
    bound ??= bindJob(settings, face);
    return bound;
  };
  const codeDir = dirname(resolve(settings.cwd, settings.value('job') ?? 'gpu-lease.yml'));
  return {
    named: settings.value('run'),
    change: changeGiven(settings),
    find: () => meantRun(settings, ledger),
    bind,
    boundTo: async (run) =>
      (await isBoundElsewhere(settings, { codeDir, jobName: () => nameOfJob(settings) }, run))
        ? boundAtCommit(world, codeDir, run)
        : bind(),
    evidence: settings.value('evidence') ?? '',
    refuseTakenBack: (run) => refuseTakenBack(world, run, isMet),
    noteLedger: () => noteLedger(settings, face),
  };
}

/** A commit without the number of its pull request would be rented for on nobody's word. */
function changeGiven(settings: Settings): { commit: string; pullRequest: number } | undefined {
  const [commit, pullRequest] = [settings.value('head-commit')?.trim() ?? '', settings.number('number')];
  if (commit === '' && pullRequest === undefined) return;
  if (commit !== '' && pullRequest !== undefined) return { commit, pullRequest };
  throw new Problem({
    code: 'half-a-change',
    kind: 'usage',
    what: 'A commit of a pull request needs both: its whole id and the number of the pull request.',
    next: 'Leave both out for the default branch, or put the label on the pull request, which gives both.',
  });
}

async function showDryRun(stage: string, settings: Settings, world: World): Promise<number> {
  const { dryRun } = await import('./dry-run.ts');
  return dryRun({ stage, settings, world, may: (step) => takes(stage, step), opens: opensRuns(stage) });
}
