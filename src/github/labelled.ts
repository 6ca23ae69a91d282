import type { PullRequest } from './github.ts';
import type { StartingEvent } from './untrusted-event.ts';

/** The label, the pull request and who put it there, as the event tells it. */
export interface Labelled {
  label: string;
  pullRequest: number;
  /** Head of the pull request when the label was put on it. */
  headSha: string;
  /** Login of who did. */
  by: string;
}

/** What a label starts, or why it starts nothing: in one sentence for a person. */
export type Read = { labelled: Labelled } | { ignored: string };

/** Legacy roles: maintain is reported as write, triage as read. */
const MAY_WRITE = ['admin', 'maintain', 'write'];

/**
 * What the event asks for. A change from elsewhere is none of ours, whoever labels it: its code was written by somebody who may not
 * write here.
 *
 * @param wanted the label that this workflow is for
 */
export function readLabelled({ name, payload, repository }: StartingEvent, wanted: string): Read {
  if (name !== 'pull_request' || payload['action'] !== 'labeled')
    return {
      ignored:
        'Only a label that is put on a pull request starts a run here (on: pull_request: types: [labeled]).',
    };
  const pull = record(payload['pull_request']);
  const head = record(pull['head']);
  const label = text(record(payload['label'])['name']);
  if (!isSame(label, wanted))
    return { ignored: 'Another label was put on the pull request; this one starts nothing.' };
  const from = text(record(head['repo'])['full_name']);
  if (from === '' || from.toLowerCase() !== repository.toLowerCase())
    return {
      ignored: 'A change from a fork runs on no GPU of this repository: push it to a branch here first.',
    };
  if (text(record(pull['user'])['login']) === 'dependabot[bot]')
    return { ignored: 'A change of Dependabot runs on no GPU: push it to a branch of your own first.' };
  const [number, headSha] = [Number(pull['number']), text(head['sha'])];
  if (!Number.isSafeInteger(number) || number < 1 || !/^[0-9a-f]{40}$/.test(headSha))
    return { ignored: 'The event names no pull request and commit.' };
  return { labelled: { label, pullRequest: number, headSha, by: text(record(payload['sender'])['login']) } };
}

export interface Refused {
  code: string;
  what: string;
  next: string;
}

/** Why a label starts nothing, from what GitHub says now; `undefined` where it does. */
export function labelRefusal(
  { label, pullRequest, headSha, by }: Labelled,
  now: PullRequest | undefined,
  person: { permission: string; isPerson: boolean } | undefined,
): Refused | undefined {
  const again = 'Look at the change as it is now, and put the label on once more.';
  if (!now?.isOpen)
    return {
      code: 'not-open',
      what: `Pull request ${pullRequest} is not open.`,
      next: 'Open it again, and label it then.',
    };
  if (!now.labels.some((each) => isSame(each, label)))
    return {
      code: 'label-gone',
      what: `The label is not on pull request ${pullRequest} any more: what it asked for was begun, or somebody took it off.`,
      next: again,
    };
  if (!person?.isPerson || !MAY_WRITE.includes(person.permission))
    return {
      code: 'labeller-may-not-write',
      what: `${by === '' ? 'Nobody whom the event names' : by} put the label on and may not write to this repository${person === undefined ? '' : ` (${person.permission})`}; whoever may label is not asked whether money is spent.`,
      next: 'Let a person with write access put the label on.',
    };
  if (now.headSha !== headSha)
    return {
      code: 'pushed-meanwhile',
      what: `Pull request ${pullRequest} was labelled at ${headSha.slice(0, 12)} and is at ${now.headSha.slice(0, 12)} now: nobody has said yes to that.`,
      next: again,
    };
  return;
}

/** GitHub takes no notice of capitals. */
const isSame = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

const record = (value: unknown): Readonly<Record<string, unknown>> =>
  value !== null && typeof value === 'object' ? (value as Record<string, unknown>) : {};

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
