import type { CallerView, OwnWorkflow } from './caller-view.ts';
import type { Finding } from './finding.ts';

/** Ends every job after 15 minutes (GitHub's reference of hosted runners, 2026). */
const SHORT_LABEL = 'ubuntu-slim';
/** What of ours takes longer where a run is not tiny: the smoke, waiting for a box, pulling and loading checkpoints. */
const LONG_STAGES = ['smoke', 'launch', 'collect'];
const LONG_WORKFLOWS: readonly OwnWorkflow[] = ['smoke', 'pull-request', 'train', 'sweep', 'tick'];

/** Whether the machines that the jobs ask for can do what is asked of them. */
export function runnerFindings({ path, calls, steps }: CallerView): Finding[] {
  return [
    ...calls
      .filter(({ workflow, runsOn }) => runsOn === SHORT_LABEL && LONG_WORKFLOWS.includes(workflow))
      .map(({ job, workflow }) => short(path, job, `calls ${workflow}.yml`)),
    ...steps
      .filter(({ stage, runsOn }) => runsOn === SHORT_LABEL && LONG_STAGES.includes(stage))
      .map(({ job, stage }) => short(path, job, `runs the action "${stage}"`)),
    ...[...new Map(steps.map((step) => [step.job, step])).values()].flatMap(({ job, container }) =>
      container !== undefined && isMusl(container) ? [withoutNode(path, job, container)] : [],
    ),
  ];
}

const short = (path: string, job: string, does: string): Finding => ({
  code: 'runner-too-short',
  level: 'advice',
  what: `The job "${job}" of ${path} ${does} on ${SHORT_LABEL}, which ends every job after 15 minutes.`,
  fix: 'Use ubuntu-latest for it; ubuntu-slim is for looks ("watch", "status", "tick" in jobs of your own). What is cut off goes on in the next job.',
});

/** By its name alone: what is inside is known when it runs. */
const isMusl = (image: string): boolean => /(^|[/:@-])alpine\b/i.test(image);

const withoutNode = (path: string, job: string, image: string): Finding => ({
  code: 'container-without-node',
  level: 'advice',
  what: `The job "${job}" of ${path} runs in the container ${image}; the Node that the runner brings into containers does not start on Alpine.`,
  fix: 'Add a step "apk add nodejs git" before ours, or take an image of Debian or Ubuntu.',
});
