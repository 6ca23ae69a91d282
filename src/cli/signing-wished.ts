import type { Caller } from '../github/caller-files.ts';
import type { RepositoryFacts } from '../github/github.ts';
import { openGitHub } from '../github/this-repository.ts';
import { Problem } from '../problem.ts';
import { originOf } from './git-remotes.ts';
import type { Settings } from './settings.ts';

/** Whether the files of a caller get a job that signs, and a line that says so to a person. */
export interface SigningWished {
  attest: NonNullable<Caller['attest']>;
  note: string;
}

const ON_ENTERPRISE = 'where a repository is not public, GitHub has attestations on Enterprise Cloud only';

/**
 * By `--attest`; `auto` asks GitHub whether the repository is public, where there is a token. What could not be seen gets the job, which
 * does no harm: where nothing can be signed it warns.
 */
export async function signingWished(settings: Settings, signal: AbortSignal): Promise<SigningWished> {
  const wish = settings.choice('attest');
  if (wish === 'never')
    return { attest: 'never', note: 'what is sealed is signed by nobody (--attest never)' };
  const facts = wish === 'auto' ? await seen(settings, signal) : undefined;
  if (facts !== undefined && facts.visibility !== 'public')
    return {
      attest: 'absent',
      note: `what is sealed is signed by nobody: ${ON_ENTERPRISE}, and this one is ${facts.visibility}; with such a plan write the files with --attest always`,
    };
  const where =
    facts === undefined ? `; ${ON_ENTERPRISE}: elsewhere write the files with --attest never` : '';
  return {
    attest: 'written',
    note: `the job "attest" of three of the files signs what is sealed, for anybody to verify (docs/attestations.md)${where}`,
  };
}

/** An outage or a token that may not look is no reason to write nothing. */
async function seen(
  { env, cwd, clock }: Settings,
  signal: AbortSignal,
): Promise<RepositoryFacts | undefined> {
  const repository = env['GITHUB_REPOSITORY'] || originOf(cwd, env);
  try {
    const github = repository && openGitHub({ ...env, GITHUB_REPOSITORY: repository }, clock, signal);
    return github ? await github.describe() : undefined;
  } catch (error) {
    if (error instanceof Problem) return undefined;
    throw error;
  }
}
