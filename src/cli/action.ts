import { uploadOutcome } from '../course/store.ts';
import { publishSummary, setOutputs } from '../github/publish.ts';
import { startingEvent } from '../github/starting-event.ts';
import { refuseUntrusted } from '../github/untrusted-event.ts';
import { hiddenSecretsOf } from '../job/secret-names.ts';
import { refusedHere } from '../refused-here.ts';
import { failureMarkdown } from '../report/markdown.ts';
import { redactorOf } from '../secret/redactor.ts';
import type { ActionStep } from './action-call.ts';
import { maskedBy } from './action-secrets.ts';
import { settingsOfAction } from './action-settings.ts';
import type { CommandDefinition } from './command.ts';
import { COMMANDS } from './command-list.ts';
import { problemsIn } from './failed-stage.ts';
import { inInputWords } from './input-words.ts';
import { faceOf } from './settings.ts';

/**
 * A step of a composite action: its inputs come as `INPUT_<NAME>` from the action's `env:`, never from the script text.
 * Outputs are set whether the stage ends well or not.
 */
export async function runAction(name: string, env: NodeJS.ProcessEnv, signal: AbortSignal): Promise<number> {
  // The step after an upload goes on with the one that wished for it.
  const [wisher = ''] = name === 'stored' ? (env['GPU_LEASE_UPLOAD_OF'] ?? '').split(' ') : [name];
  const command = COMMANDS.find((each) => each.name === wisher);
  const load = command?.action?.step;
  // A stage refuses where its outputs are set all the same.
  if (command && load) {
    refuseUntrusted(command, startingEvent(env));
    const { step } = await load();
    return actionStep(command, step, env, signal);
  }
  const { stageStep } = await import('./stage-step.ts');
  if (name !== 'stored') return stageStep(name, env, signal);
  return stageStep(wisher === 'kept' ? 'kept' : 'collect', env, signal, uploadOutcome(env));
}

/** What is no stage of one run: its outputs stand before anything is known, and a failure is told to the page of the run. */
async function actionStep(
  command: CommandDefinition,
  step: ActionStep,
  env: NodeJS.ProcessEnv,
  signal: AbortSignal,
): Promise<number> {
  const { outputs = {}, atFirst = {} } = command.action ?? {};
  setOutputs(Object.fromEntries(Object.keys(outputs).map((each) => [each, atFirst[each] ?? ''])));
  let redactor = redactorOf(env);
  try {
    const settings = settingsOfAction(command, env, command);
    redactor = settings.redactor;
    const face = await faceOf(settings);
    const mask = maskedBy(face, env);
    const onRun: Parameters<ActionStep>[0]['onRun'] = (run) => {
      for (const each of run.opened ? hiddenSecretsOf(run.opened.document) : []) {
        mask(each);
        redactor.learn(env[each] ?? '');
      }
    };
    return await step({ settings, face, signal, onRun, tell: setOutputs, summarize: publishSummary });
  } catch (thrown) {
    const error = redactor.error(inInputWords(refusedHere(thrown), command));
    await publishSummary(failureMarkdown(command.name, problemsIn(error)));
    throw error;
  }
}
