import { workflowFor, workflowPath } from '../github/caller-workflow.ts';
import { tellCommit, UNTIL_IT_RUNS } from '../github/commit-status.ts';
import { readCaller } from '../github/doctor/caller-view.ts';
import type { GitHub } from '../github/github.ts';
import { type Labelled, labelRefusal, readLabelled } from '../github/labelled.ts';
import { startingEvent } from '../github/starting-event.ts';
import { openGitHub } from '../github/this-repository.ts';
import { Problem } from '../problem.ts';
import { markdownText } from '../report/markdown-text.ts';
import type { ActionCall } from './action-call.ts';
import type { Call } from './call.ts';
import type { Request } from './command.ts';
import { faceOf, settingsOf } from './settings.ts';

interface LabelEnd {
  /** `undefined`: nothing was started, or GitHub did not say as which run. */
  workflowRun: number | undefined;
  /** For a person. */
  said: string;
}

export async function command(request: Request, signal: AbortSignal): Promise<number> {
  const settings = settingsOf(request);
  const { said } = await label({ settings, face: await faceOf(settings), signal });
  process.stdout.write(`${said}\n`);
  return 0;
}

/** The step of `actions/label`. A label that is none of ours, or a change from elsewhere, is one green sentence. */
export async function step({ settings, face, signal, tell, summarize }: ActionCall): Promise<number> {
  const { workflowRun, said } = await label({ settings, face, signal });
  tell({ started: workflowRun === undefined ? '' : String(workflowRun) });
  face.line(said);
  await summarize(`${markdownText(said)}\n`);
  return 0;
}

async function label({ settings, face, signal }: Call): Promise<LabelEnd> {
  const { env, clock } = settings;
  const wanted = settings.value('label')?.trim() ?? '';
  const github = openGitHub(env, clock, signal);
  if (wanted === '' || !github) throw unusable(wanted);
  const read = readLabelled(startingEvent(env), wanted);
  if ('ignored' in read) return { workflowRun: undefined, said: read.ignored };
  const { labelled } = read;
  const { pullRequest, headSha, by } = labelled;
  const [now, person] = [
    await github.pullRequest(pullRequest),
    by === '' ? undefined : await github.permissionOf(by),
  ];
  const refusal = labelRefusal(labelled, now, person);
  // Also where it is refused: an old yes must not count for what is pushed later.
  const wasOn = await github.takeLabelOff(pullRequest, labelled.label);
  if (refusal) throw new Problem({ ...refusal, kind: 'refused' });
  if (!wasOn)
    throw new Problem({
      code: 'label-gone',
      kind: 'refused',
      what: `The label was taken off pull request ${pullRequest} at this very moment; nothing was started.`,
      next: 'If nobody else has started it, put the label on once more.',
    });
  const { workflowRun } = await startTraining(github, labelled, settings.value('standing')?.trim() || 'L2');
  const page = workflowRun === undefined ? undefined : pageOf(env, workflowRun);
  const told = {
    state: 'pending',
    description: UNTIL_IT_RUNS,
    url: page,
  } as const;
  await tellCommit(github, headSha, told, face);
  return {
    workflowRun,
    said: `Commit ${headSha.slice(0, 12)} of pull request ${pullRequest} is smoked and waits for a reviewer in ${page ?? 'a workflow run of its own'}; the label is off again.`,
  };
}

/** By the file of the default branch, which no change can write. */
async function startTraining(
  github: GitHub,
  { pullRequest, headSha }: Labelled,
  standing: string,
): Promise<{ workflowRun: number | undefined }> {
  const { file, ref, isOne } = await workflowFor('train', undefined, github);
  const inputs = readCaller(file, (await github.file(workflowPath(file), ref)) ?? '').dispatchInputs;
  if (!inputs.includes('commit') || !inputs.includes('pull'))
    throw new Problem({
      code: 'train-file-old',
      kind: 'refused',
      what: `${workflowPath(file)} on ${ref} has no inputs "commit" and "pull", so it cannot run a commit of a pull request. Nothing was started.`,
      next: 'Write it anew with "gpu-lease init --github --force", and put the label on once more.',
    });
  const stage = isOne ? { stage: 'train' } : {};
  return github.dispatch(file, ref, { ...stage, standing, commit: headSha, pull: String(pullRequest) });
}

const pageOf = (
  { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository }: NodeJS.ProcessEnv,
  run: number,
): string => `${server ?? 'https://github.com'}/${repository}/actions/runs/${run}`;

const unusable = (wanted: string): Problem =>
  new Problem({
    code: 'no-label',
    kind: 'usage',
    what:
      wanted === ''
        ? 'No label is named that starts a run.'
        : 'There is no repository at GitHub and no token for it here.',
    next: 'Give the action its input "label", in a workflow with "permissions: { pull-requests: write, actions: write }".',
  });
