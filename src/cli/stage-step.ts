import { startingEvent } from '../github/starting-event.ts';
import { refuseUntrusted } from '../github/untrusted-event.ts';
import { hiddenSecretsOf } from '../job/secret-names.ts';
import type { Run } from '../lease/run.ts';
import { Problem } from '../problem.ts';
import { refusedHere } from '../refused-here.ts';
import { redactorOf } from '../secret/redactor.ts';
import type { Face } from '../world.ts';
import { maskedBy } from './action-secrets.ts';
import { settingsOfAction } from './action-settings.ts';
import type { Call } from './call.ts';
import type { CommandDefinition } from './command.ts';
import { COMMANDS } from './command-list.ts';
import { publishFailure } from './failed-stage.ts';
import { inInputWords } from './input-words.ts';
import type { runKeptStep } from './kept-step.ts';
import { workflowsRepository } from './ledger-place.ts';
import { offerRecord } from './record-offer.ts';
import { faceOf, type Settings } from './settings.ts';
import { runStage, type StageHooks } from './stages.ts';

/** The step of a stage's action: one that fails still tells later steps and the reader where its run stands. */
export async function stageStep(
  stage: string,
  env: NodeJS.ProcessEnv,
  signal: AbortSignal,
  uploaded?: StageHooks['uploaded'],
): Promise<number> {
  let settings: Settings | undefined;
  let command: CommandDefinition | undefined;
  let order: Call | undefined;
  let runId = env['INPUT_RUN'] ?? '';
  try {
    refuseUntrusted({ name: stage }, startingEvent(env));
    command = stageNamed(stage === 'kept' ? 'watch' : stage);
    settings = settingsOfAction(command, env);
    const face = await faceOf(settings);
    const mask = maskedBy(face, env);
    const step = await stepOf(stage);
    const call = { settings, face, signal };
    if (command.action?.records) order = call;
    const exitCode = await step(call, {
      uploaded,
      async onRun(run) {
        runId = run.id;
        for (const name of run.opened ? hiddenSecretsOf(run.opened.document) : []) mask(name);
        await warnOfCheckout(stage, run, face, env);
      },
    });
    if (order) await offerRecord(order, runId);
    return exitCode;
  } catch (thrown) {
    const error = (settings?.redactor ?? redactorOf(env)).error(inInputWords(refusedHere(thrown), command));
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

/** Said early, while nothing is lost: a job without the bound code cannot replace a box that is taken away. */
async function warnOfCheckout(stage: string, run: Run, face: Face, env: NodeJS.ProcessEnv): Promise<void> {
  const commit = run.opened?.commit;
  if (commit === undefined || run.seal || run.closed || !['launch', 'watch'].includes(stage)) return;
  const mayFetch = workflowsRepository(env) !== undefined;
  const { checkoutOf, checkoutWarning } = await import('../github/checkout.ts');
  const warning = checkoutWarning(run.id, commit, await checkoutOf(process.cwd(), commit), mayFetch);
  if (warning) face.warn(warning);
}
