import { uploadOutcome } from '../course/store.ts';
import { publishSummary, setOutputs } from '../github/publish.ts';
import { maskSecret } from '../github/runner.ts';
import { startingEvent } from '../github/starting-event.ts';
import { refuseUntrusted } from '../github/untrusted-event.ts';
import type { Run } from '../lease/run.ts';
import { Problem } from '../problem.ts';
import { refusedHere } from '../refused-here.ts';
import { failureMarkdown } from '../report/markdown.ts';
import { redactorOf } from '../secret/redactor.ts';
import type { Face } from '../world.ts';
import type { CommandDefinition } from './command.ts';
import { COMMANDS } from './command-list.ts';
import { problemsIn, publishFailure } from './failed-stage.ts';
import { readInputs } from './inputs.ts';
import type { runKeptStep } from './kept-step.ts';
import { offerLook, offerParts, offerRecord } from './record-offer.ts';
import { faceOf, type Settings, settingsOf } from './settings.ts';
import { runStage, type StageHooks } from './stages.ts';
import type { EarlierLooks } from './taken-back.ts';

/**
 * A step of a composite action: its inputs come as `INPUT_<NAME>` from the action's `env:`, never from the script text.
 * Outputs are set whether the stage ends well or not.
 */
export async function runAction(stage: string, signal: AbortSignal): Promise<number> {
  const asked = COMMANDS.find((each) => each.name === stage);
  // A stage refuses below, where its outputs are set all the same.
  if (asked?.action?.of !== 'run') refuseUntrusted(asked ?? { name: stage }, startingEvent(process.env));
  if (stage === 'verify') return (await import('./verify-action.ts')).verifyAction(signal);
  if (stage === 'doctor') return (await import('./doctor-action.ts')).doctorAction(signal);
  if (stage === 'staleness') return (await import('./staleness-action.ts')).stalenessAction(signal);
  if (stage === 'tick') return tickStep(signal);
  if (stage === 'smoke')
    return ofAllRuns('smoke', async (settings, face) => {
      const { smokeStep } = await import('./smoke-step.ts');
      return smokeStep(settings, face, signal);
    });
  if (stage === 'sweep') return sweepAction(signal);
  if (stage === 'ask')
    return ofAllRuns('ask', async (settings, face) => {
      const { askForReleases } = await import('./ask.ts');
      const asked = await askForReleases(settings, face, signal);
      setOutputs({ asked: String(asked.length) });
      return 0;
    });
  if (stage === 'continue')
    return ofAllRuns('continue', async (settings, face) => {
      const { continueRun } = await import('./continue.ts');
      let carrier = '';
      const next = await continueRun(settings, face, signal, (id) => {
        carrier = id;
      });
      setOutputs({ next });
      await offerRecord({ settings, face, signal }, carrier);
      return 0;
    });
  if (stage === 'plan' || stage === 'status') {
    const { planStep, statusStep } = await import('./looking-actions.ts');
    const step = stage === 'plan' ? planStep : statusStep;
    return ofAllRuns(stage, (settings, face) => step(settings, face, signal));
  }
  if (stage === 'comment') return (await import('./pull-request-action.ts')).pullRequestAction(signal);
  const { env } = process;
  // The step after an upload goes on with the stage that wished for it.
  if (stage === 'stored') {
    const ofKept = env['GPU_LEASE_UPLOAD_OF'] === 'kept';
    return runStageStep(ofKept ? 'kept' : 'collect', env, signal, uploadOutcome(env));
  }
  return runStageStep(stage, env, signal, undefined);
}

function tickStep(signal: AbortSignal): Promise<number> {
  return ofAllRuns('tick', async (settings, face, onRun) => {
    const { tick } = await import('./tick.ts');
    const runs: string[] = [];
    let earlier: EarlierLooks | undefined;
    const { exitCode } = await tick(settings, face, signal, {
      onRun(run) {
        runs.push(run.id);
        onRun(run);
      },
      onEarlier(found) {
        earlier = found;
      },
    });
    await offerLook({ settings, face, signal }, runs, earlier);
    return exitCode;
  });
}

function sweepAction(signal: AbortSignal): Promise<number> {
  return ofAllRuns('sweep', async (settings, face, onRun) => {
    const { sweepStep } = await import('./sweep.ts');
    const parts: string[] = [];
    const order = { settings, face, signal };
    try {
      const exitCode = await sweepStep(settings, face, signal, (run) => {
        parts.push(run.id);
        onRun(run);
      });
      await offerParts(order, parts);
      return exitCode;
    } catch (error) {
      await offerParts(order, parts, error);
      throw error;
    }
  });
}

async function runStageStep(
  stage: string,
  env: NodeJS.ProcessEnv,
  signal: AbortSignal,
  uploaded: StageHooks['uploaded'],
): Promise<number> {
  let settings: Settings | undefined;
  let order: { settings: Settings; face: Face; signal: AbortSignal } | undefined;
  let runId = env['INPUT_RUN'] ?? '';
  try {
    refuseUntrusted({ name: stage }, startingEvent(env));
    const { options } = stageNamed(stage === 'kept' ? 'watch' : stage);
    settings = settingsOf({ given: readInputs(options, env) });
    const face = await faceOf(settings);
    const mask = maskedBy(face, env);
    for (const name of MASKED) mask(name);
    refuseWithoutSecret(stage, settings);
    const step = await stepOf(stage);
    // A gate writes nothing.
    order = stage === 'gate' ? undefined : { settings, face, signal };
    const exitCode = await step(settings, face, signal, {
      uploaded,
      async onRun(run) {
        runId = run.id;
        for (const name of run.opened?.document.secrets ?? []) mask(name);
        await warnOfCheckout(stage, run, face);
      },
    });
    if (order) await offerRecord(order, runId);
    return exitCode;
  } catch (thrown) {
    const error = (settings?.redactor ?? redactorOf(env)).error(refusedHere(thrown));
    await publishFailure({ stage, error, runId, settings });
    if (order) await offerRecord(order, runId, thrown);
    throw error;
  }
}

async function stepOf(stage: string): Promise<typeof runKeptStep> {
  if (stage === 'gate') return (await import('./gate.ts')).runGate;
  if (stage === 'kept') return (await import('./kept-step.ts')).runKeptStep;
  return runStage.bind(undefined, stage);
}

/** A step of no run in particular: its outputs are of all of them, and empty before anything is known. */
async function ofAllRuns(
  name: string,
  act: (settings: Settings, face: Face, onRun: (run: Run) => void) => Promise<number>,
): Promise<number> {
  const command = COMMANDS.find((each) => each.name === name);
  const outputs = Object.keys(command?.action?.outputs ?? {});
  setOutputs(Object.fromEntries(outputs.map((each) => [each, each === 'state' ? 'unknown' : ''])));
  let redactor = redactorOf(process.env);
  try {
    const settings = settingsOf({
      given: readInputs(command?.options ?? [], process.env),
      ...(command && { command }),
    });
    redactor = settings.redactor;
    const face = await faceOf(settings);
    const mask = maskedBy(face, process.env);
    for (const each of MASKED) mask(each);
    refuseWithoutSecret(name, settings);
    return await act(settings, face, (run) => {
      for (const each of run.opened?.document.secrets ?? []) {
        mask(each);
        settings.redactor.learn(process.env[each] ?? '');
      }
    });
  } catch (thrown) {
    const error = redactor.error(refusedHere(thrown));
    await publishSummary(failureMarkdown(name, problemsIn(error)));
    throw error;
  }
}

function stageNamed(stage: string): CommandDefinition {
  const stages = COMMANDS.filter((each) => each.action?.of === 'run');
  const command = stages.find((each) => each.name === stage);
  if (command) return command;
  throw new Problem({
    code: 'unknown-stage',
    kind: 'usage',
    what: `"${stage}" is no stage.`,
    next: `Use one of: ${stages.map((each) => each.name).join(', ')}.`,
  });
}

/** Masks each variable once, on the line that first reads it, and says so where a value is too short to be masked. */
function maskedBy(face: Face, env: NodeJS.ProcessEnv): (name: string) => void {
  const done = new Set<string>();
  return (name) => {
    const value = env[name];
    if (value === undefined || done.has(name)) return;
    done.add(name);
    if (maskSecret(value)) return;
    face.warn(
      `The secret ${name} is too short to be masked in the log. Next: use one of at least 8 characters.`,
    );
  };
}

const MASKED = ['GPU_LEASE_SECRET', 'GPU_LEASE_LEDGER_TOKEN', 'GH_TOKEN', 'GITHUB_TOKEN'];

/** A smoke is given none; the others only look. */
const WITHOUT_SECRET = ['smoke', 'plan', 'status'];

/**
 * Without the repository's secret the keys would be made up on this runner and be gone with it: nobody could reach the
 * box again.
 */
function refuseWithoutSecret(stage: string, { secret }: Settings): void {
  if (secret !== undefined || WITHOUT_SECRET.includes(stage)) return;
  throw new Problem({
    code: 'no-secret',
    kind: 'usage',
    what: `GPU_LEASE_SECRET is not set, so no later job could reach the box of a ${stage}.`,
    next: 'Make one ("gpu-lease init --github" prints it), store it in an environment that only the default branch may use, let the job name that, and pass the secret as the input "secret". Workflows of forks receive no secrets.',
  });
}

/** Said early, while nothing is lost: a job without the bound code cannot replace a box that is taken away. */
async function warnOfCheckout(stage: string, run: Run, face: Face): Promise<void> {
  const commit = run.opened?.commit;
  if (commit === undefined || run.seal || run.closed || !['launch', 'watch'].includes(stage)) return;
  const { checkoutOf, checkoutWarning } = await import('../github/checkout.ts');
  const warning = checkoutWarning(run.id, commit, await checkoutOf(process.cwd(), commit));
  if (warning) face.warn(warning);
}
