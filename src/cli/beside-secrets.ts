import type { Job } from '../job/job.ts';
import { GITHUB_TOKENS, OWN_KEYS, PLATFORM_KEYS } from '../job/keys-of-others.ts';
import { noticeSecretsOf, platformSecretsOf } from '../job/secret-names.ts';
import { Problem } from '../problem.ts';

type JobSecrets = Pick<Job, 'secrets' | 'registry' | 'store' | 'notices'>;
type Env = Readonly<Record<string, string | undefined>>;

/** Of the usual store; and the runner's word for who the job is. */
const OTHERS = ['AWS_SECRET_ACCESS_KEY', 'AWS_SESSION_TOKEN', 'ACTIONS_ID_TOKEN_REQUEST_TOKEN'];

/** What of this environment the training script must not read. */
function held(env: Env, job: JobSecrets): string[] {
  const names = new Set([
    ...OWN_KEYS,
    ...PLATFORM_KEYS,
    ...GITHUB_TOKENS,
    ...OTHERS,
    ...job.secrets,
    ...keysOf(job),
    ...noticeSecretsOf(job),
    ...platformSecretsOf(job),
  ]);
  return [...names].filter((name) => isSet(env, name));
}

const isSet = (env: Env, name: string): boolean => (env[name] ?? '') !== '';

const keysOf = ({ store }: Pick<Job, 'store'>): string[] =>
  (store === undefined || store === 'none' ? [] : store).flatMap((rung) =>
    rung.kind === 's3' ? [rung.secretKey] : rung.kind === 'hugging-face' ? [rung.token] : [],
  );

/**
 * A smoke runs the change's own code as this very user, and on a hosted runner that user may become root: whatever our process
 * was given is in `/proc/<pid>/environ` for it to read, and taking a variable out of the environment of the command does not change
 * that. Starting anew without it would not either, because the shell and the runner above us keep theirs. So a workflow smokes where
 * there is nothing to read. At a person's own terminal the script could read that person's files anyway.
 *
 * @throws Problem `smoke-beside-secrets` (kind refused), before anything of the job was run
 */
export function refuseBesideSecrets(env: Env, job: JobSecrets): void {
  if (env['GITHUB_ACTIONS'] !== 'true') return;
  const names = held(env, job);
  if (names.length === 0) return;
  throw new Problem({
    code: 'smoke-beside-secrets',
    kind: 'refused',
    what: `The smoke runs the training script, which could read ${listed(names)} from the environment of this step. Nothing was run.`,
    next: 'Smoke in a job of its own, with "permissions: { contents: read }", no environment and no secret: the action "smoke" (train.yml and sweep.yml have it). The job after it hands its output "evidence" to the action "open", "launch" or "sweep".',
  });
}

/**
 * What a loopback box in this step would lay open to the training script; empty where that is meant, or nothing of the kind is here.
 */
export const openToLoopback = (env: Env): string[] =>
  env['GITHUB_ACTIONS'] !== 'true' || env['GPU_LEASE_LOCAL_IN_WORKFLOW'] === 'yes'
    ? []
    : OWN_KEYS.filter((name) => isSet(env, name));

function listed(names: readonly string[]): string {
  const [last = '', ...others] = names.toReversed();
  return others.length === 0 ? last : `${others.toReversed().join(', ')} and ${last}`;
}
