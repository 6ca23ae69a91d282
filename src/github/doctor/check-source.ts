import { parseDocument } from 'yaml';
import { matchesWildcard } from '../../wildcard.ts';
import { OWN_WORKFLOWS, type OwnWorkflow, usesGpuLease } from './caller-view.ts';

/** A workflow file, as far as it says which checks it makes, and when. */
export interface CheckSource {
  path: string;
  isOurs: boolean;
  /** As GitHub calls them; `*` stands for what an expression, a matrix or somebody else's workflow says. */
  names: readonly string[];
  /** Of those of them that an `if:` may leave out. */
  conditions: readonly Condition[];
  /** Of each event that it starts on, what narrows that. */
  on: ReadonlyMap<string, Narrowed>;
}

/** An `if:` of a job of which nobody can tell from here that it always holds for a change. */
export interface Condition {
  name: string;
  job: string;
  /** What GitHub calls the job itself. */
  shown: string;
  /** As it stands there. */
  says: string;
  /** The job calls a workflow: where it is skipped, no check of what it calls is made. */
  isCall: boolean;
}

interface Narrowed {
  byPaths: boolean;
  branches: readonly string[] | undefined;
  notBranches: readonly string[] | undefined;
  types: readonly string[] | undefined;
}

/** Names of the jobs of what is called for a pull request. */
export const JOB_NAMES: Readonly<Partial<Record<OwnWorkflow, readonly string[]>>> = {
  smoke: ['smoke'],
  'pull-request': ['smoke', 'comment'],
  label: ['label'],
};

/** Events whose runs report on the last commit of a change. */
const OF_A_CHANGE = ['pull_request', 'pull_request_target', 'push'];

/** What holds for every change, in words that need no run: it was not cancelled, or it is a pull request or the queue. */
const HOLDS =
  /^\s*(\$\{\{)?\s*(true|always\(\)|success\(\)|!\s*cancelled\(\)|\(?\s*github\.event_name\s*==\s*'(pull_request|merge_group)'(\s*\|\|\s*github\.event_name\s*==\s*'[a-z_]+')*\s*\)?)\s*(\}\})?\s*$/;

const CALLED = /\/gpu-lease\/\.github\/workflows\/([a-z-]+)\.yml@/;

/** Reads without trust: of a file that is no workflow there is no check. */
export function readCheckSource(path: string, text: string): CheckSource {
  const document = parseDocument(text, { schema: 'core' });
  const file = document.errors.length > 0 ? {} : mapping(document.toJS({ maxAliasCount: 100 }));
  const on = triggersOf(file['on']);
  const jobs = Object.entries(mapping(file['jobs'])).map(([id, job]) => [id, mapping(job)] as const);
  const isByHand = !OF_A_CHANGE.some((event) => on.has(event));
  return {
    path,
    isOurs: usesGpuLease(text),
    names: jobs.flatMap(([id, job]) => namesOf(id, job, isByHand)),
    conditions: jobs.flatMap(([id, job]) => {
      const { if: says, uses } = job;
      if (says === undefined || HOLDS.test(String(says))) return [];
      const shown = typeof job['name'] === 'string' ? job['name'] : id;
      const condition = {
        job: id,
        shown,
        says: String(says).slice(0, 200),
        isCall: typeof uses === 'string',
      };
      return namesOf(id, job, isByHand).map((name) => ({ name, ...condition }));
    }),
    on,
  };
}

/** Whether the file makes a check of that name, once it runs. */
export const makes = ({ names }: CheckSource, check: string): boolean =>
  names.some((each) => matchesWildcard(each, check));

/** @returns whether runs for that branch are let through */
export function isForBranch({ branches, notBranches }: Narrowed, branch: string): boolean {
  if (notBranches?.some((pattern) => matchesWildcard(pattern, branch))) return false;
  // As GitHub reads them: in order, and what begins with "!" takes away again.
  return (branches ?? ['*']).reduce((isIn, each) => {
    const takesAway = each.startsWith('!');
    return matchesWildcard(takesAway ? each.slice(1) : each, branch) ? !takesAway : isIn;
  }, false);
}

/** @param isByHand nothing of a pull request starts the file, so that what it calls of ours besides reports on none */
function namesOf(id: string, job: Mapping, isByHand: boolean): string[] {
  const named = typeof job['name'] === 'string' ? job['name'].replace(/\$\{\{.*?\}\}/g, '*') : id;
  const own = mapping(job['strategy'])['matrix'] === undefined ? named : `${named}*`;
  if (typeof job['uses'] !== 'string') return [own];
  const called = CALLED.exec(job['uses'])?.[1];
  const workflow = OWN_WORKFLOWS.find((each) => each === called);
  const inside = workflow ? (JOB_NAMES[workflow] ?? (isByHand ? [] : ['*'])) : ['*'];
  return inside.map((each) => `${own} / ${each}`);
}

function triggersOf(on: unknown): Map<string, Narrowed> {
  const all =
    typeof on === 'string' ? { [on]: {} } : Array.isArray(on) ? fromNames(on.map(String)) : mapping(on);
  return new Map(Object.entries(all).map(([event, how]) => [event, narrowedBy(mapping(how))]));
}

const fromNames = (names: readonly string[]): Mapping => Object.fromEntries(names.map((name) => [name, {}]));

const narrowedBy = (how: Mapping): Narrowed => ({
  byPaths: how['paths'] !== undefined || how['paths-ignore'] !== undefined,
  branches: listOf(how['branches']),
  notBranches: listOf(how['branches-ignore']),
  types: listOf(how['types']),
});

const listOf = (value: unknown): string[] | undefined =>
  value === undefined || value === null ? undefined : [value].flat().map(String);

type Mapping = Readonly<Record<string, unknown>>;

const mapping = (value: unknown): Mapping =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Mapping) : {};
