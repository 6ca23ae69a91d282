import type { OwnRunner } from '../github.ts';
import type { Finding } from './finding.ts';
import type { RepositoryView } from './view.ts';
import { type WantedRunner, wantedBy } from './wanted-runner.ts';

/** From this version on a runner knows `$/`, by which the called workflows name their actions (GitHub's changelog of 2026-07-30). */
const LEAST_VERSION = [2, 336, 0];

/** Whether the machines of one's own that the called workflows ask for can read them. No variable of a job says its runner's version. */
export function ownRunnerFindings({ callers, ownRunners }: RepositoryView): Finding[] {
  return callers.flatMap(wantedBy).flatMap((wanted) => {
    const fitting = (ownRunners ?? []).filter(({ labels }) =>
      labels.some((each) => isSame(each, wanted.label)),
    );
    if (fitting.length === 0) return [unseen(wanted, ownRunners !== undefined)];
    return fitting.flatMap((runner) => ofRunner(wanted, runner));
  });
}

/** GitHub takes no notice of capitals. */
const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

function ofRunner({ path, job, label }: WantedRunner, { name, isOnline, version }: OwnRunner): Finding[] {
  if (version !== undefined && !isOlder(version)) return [];
  const runs = `The job "${job}" of ${path} asks for "${label}", and the runner "${name}" that has it`;
  if (version === undefined)
    return [
      {
        code: 'runner-version-unseen',
        level: 'advice',
        what: `${runs} has told GitHub no version.`,
        fix: LOOK,
      },
    ];
  return [
    {
      code: 'runner-too-old',
      // One that is away takes no job.
      level: isOnline ? 'fault' : 'advice',
      what: `${runs} is of version ${version}${isOnline ? '' : ' and offline'}; the workflows need ${LEAST_VERSION.join('.')} or newer, because they name their actions by "$/".`,
      fix: `Update it (github.com/actions/runner/releases, or a new image), or leave its automatic updates on.`,
    },
  ];
}

const LOOK =
  'Look into the log of a job that ran there: "Set up job" begins with "Current runner version". It has to be 2.336.0 or newer.';

const unseen = ({ path, job, label }: WantedRunner, isListed: boolean): Finding => ({
  code: 'runner-version-unseen',
  level: 'advice',
  what: `The job "${job}" of ${path} asks for "${label}", and how old its runner is was not seen: ${
    isListed
      ? "no runner of this repository has that label, and an organisation's are not listed here."
      : 'this token may not list the runners.'
  }`,
  fix: isListed
    ? LOOK
    : `${LOOK} Or ask with an administrator's token: GH_TOKEN="$(gh auth token)" gpu-lease doctor.`,
});

function isOlder(version: string): boolean {
  const parts = version.split('.').map(Number);
  for (const [at, least] of LEAST_VERSION.entries()) {
    const part = parts[at] ?? 0;
    if (part !== least) return part < least;
  }
  return false;
}
