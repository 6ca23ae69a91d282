import type { Clock } from '../clock.ts';
import { Problem } from '../problem.ts';
import { startingEvent } from './starting-event.ts';
import { openGitHub } from './this-repository.ts';
import type { StartingEvent } from './untrusted-event.ts';

/** Legacy roles of `GET .../permission`: maintain is reported as write, triage as read. */
const MAY_WRITE = ['admin', 'maintain', 'write'];

interface Asking {
  /** As typed; it must be one of the inputs that the person gave when dispatching. */
  phrase: string;
  env: NodeJS.ProcessEnv;
  clock: Clock;
  signal: AbortSignal;
  /** What goes on costing while the answer is no. */
  costing: string[];
  event?: Pick<StartingEvent, 'name' | 'payload'>;
}

/**
 * Who typed the phrase of an approval into this workflow run: a person who may write to the repository, by a
 * `workflow_dispatch`. GitHub keeps the inputs of a run for its re-runs, so the one who started this attempt
 * counts, not the one who once typed.
 * @throws Problem `refused`: `approval-not-dispatched`, `approval-not-typed`, `approver-unnamed`, `approver-no-person`,
 * `approver-may-not-write`, `approver-unknown`, `permission-unreadable`; `unreachable`: `github-unreachable`
 */
export async function dispatchingPerson(asking: Asking): Promise<string> {
  requireTyped(asking, asking.event ?? startingEvent(asking.env));
  const person = asking.env['GITHUB_TRIGGERING_ACTOR'] || asking.env['GITHUB_ACTOR'] || '';
  if (person === '') {
    throw refused(asking, 'approver-unnamed', 'The runner does not say who started this attempt.', {
      next: 'Run the stage in GitHub Actions, or approve from a terminal.',
    });
  }
  if (person.endsWith('[bot]')) throw noPerson(asking, person);
  const { permission, isPerson } = await permissionOf(asking, person);
  if (!isPerson) throw noPerson(asking, person);
  if (MAY_WRITE.includes(permission)) return person;
  throw refused(
    asking,
    'approver-may-not-write',
    `${person} has "${permission}" permission on ${repository(asking)}; a release needs write.`,
    { next: 'Let a person with write access start the workflow with the phrase.' },
  );
}

/** The phrase must be what somebody typed, not something that the workflow put together from its own outputs. */
function requireTyped(asking: Asking, { name, payload }: Pick<StartingEvent, 'name' | 'payload'>): void {
  if (name !== 'workflow_dispatch') {
    throw refused(
      asking,
      'approval-not-dispatched',
      `A phrase was given in a run started by "${name}"; only a workflow_dispatch has a person who types.`,
      { next: 'Start the workflow by hand ("Run workflow") and give the phrase as its input.' },
    );
  }
  const inputs = payload['inputs'];
  const typed = inputs !== null && typeof inputs === 'object' ? Object.values(inputs) : [];
  if (typed.some((each) => typeof each === 'string' && each.trim() === asking.phrase.trim())) return;
  throw refused(
    asking,
    'approval-not-typed',
    'The phrase is none of the inputs with which this workflow was started.',
    {
      next: `Pass the input on unchanged ("approve: \${{ inputs.approve }}") and type the phrase when starting the workflow.`,
    },
  );
}

async function permissionOf(
  asking: Asking,
  username: string,
): Promise<{ permission: string; isPerson: boolean }> {
  const github = openGitHub(asking.env, asking.clock, asking.signal);
  if (github === undefined) throw unreadable(asking, username, 'there is no token here');
  try {
    const found = await github.permissionOf(username);
    if (found) return found;
  } catch (error) {
    if (error instanceof Problem && error.kind === 'refused') throw unreadable(asking, username, error.what);
    throw unreachable(asking, username, error);
  }
  throw unknown(asking, username);
}

const repository = ({ env }: Asking): string => env['GITHUB_REPOSITORY'] ?? '';

const refused = ({ costing }: Asking, code: string, what: string, { next }: { next: string }): Problem =>
  new Problem({ code, kind: 'refused', what, next, costing });

const noPerson = (asking: Asking, login: string): Problem =>
  refused(asking, 'approver-no-person', `${login} started this run and is not a person.`, {
    next: 'A release is approved by a person: start the workflow by hand with the phrase.',
  });

const unknown = (asking: Asking, login: string): Problem =>
  refused(asking, 'approver-unknown', `${login} is no collaborator of ${repository(asking)} (404).`, {
    next: 'Let a person with write access start the workflow. A token of another repository gets the same answer.',
  });

const unreadable = (asking: Asking, login: string, why: string): Problem =>
  refused(
    asking,
    'permission-unreadable',
    `The permission of ${login} on ${repository(asking) || 'the repository'} cannot be read: ${why}.`,
    {
      next: "Give the action this repository's own token (its default), with the job's permissions unchanged.",
    },
  );

const unreachable = ({ costing }: Asking, login: string, cause: unknown): Problem =>
  new Problem(
    {
      code: 'github-unreachable',
      kind: 'unreachable',
      what: `GitHub did not say what ${login} may do: ${whatOf(cause)} Nothing was released.`,
      next: 'Re-run the job; the phrase stays valid as long as the seal does.',
      costing,
    },
    { cause },
  );

const whatOf = (cause: unknown): string =>
  cause instanceof Problem ? cause.what : `${cause instanceof Error ? cause.message : String(cause)}.`;
