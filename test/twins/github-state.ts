import type { Clock } from '../../src/clock.ts';

/** What one repository at GitHub holds, as the twin remembers it. */
export interface GitHubState {
  /** `owner/name` */
  repository: string;
  visibility: 'public' | 'private' | 'internal';
  /** Of the owner: below Enterprise a private repository has environments without rules. */
  plan: 'free' | 'team' | 'enterprise';
  ownerType: 'User' | 'Organization';
  defaultBranch: string;
  archived: boolean;
  issuesEnabled: boolean;
  branches: Set<string>;
  /** Contents of the default branch by path. */
  files: Map<string, string>;
  people: Map<string, TwinPerson>;
  /** Members by the slug of the team. */
  teams: Map<string, string[]>;
  environments: Map<string, TwinEnvironment>;
  /** Of the repository and its organisation. */
  rulesets: TwinRuleset[];
  /** Of the older kind, by branch: names of checks, and the app that has to report each. */
  protections: Map<string, { context: string; app_id: number | null }[]>;
  /** Branches whose older protection asks for a merge queue. */
  queues: Set<string>;
  /** Machines of one's own that are registered with this repository; those of an organisation are not among them. */
  runners: TwinRunner[];
  runs: Map<number, TwinRun>;
  jobs: TwinJob[];
  artifacts: Map<number, TwinArtifact>;
  issues: Map<number, TwinIssue>;
  comments: Map<number, TwinComment>;
  checks: Map<number, TwinCheck>;
  /** Oldest first. */
  statuses: TwinStatus[];
  releases: Map<number, TwinRelease>;
  assets: Map<number, TwinAsset>;
  /** Paths of workflow files that are switched off, with the state that GitHub gives. */
  disabled: Map<string, string>;
  clock: Clock;
  nextId(): number;
}

export interface TwinPerson {
  permission: 'admin' | 'write' | 'read' | 'none';
  type: 'User' | 'Bot';
}

export interface TwinRuleset {
  id: number;
  name: string;
  target: 'branch' | 'tag' | 'push';
  source_type: 'Repository' | 'Organization';
  source: string;
  enforcement: 'active' | 'evaluate' | 'disabled';
  /** Of one for branches or tags; without them it is for none. */
  conditions?: { ref_name: { include: string[]; exclude: string[] } };
  rules: { type: string; parameters?: Record<string, unknown> }[];
}

export interface TwinRunner {
  id: number;
  name: string;
  os: string;
  status: 'online' | 'offline';
  busy: boolean;
  labels: string[];
  /** `null` until it has connected once. */
  version: string | null;
}

export interface TwinEnvironment {
  id: number;
  name: string;
  /** Logins and `team:<slug>`. */
  reviewers: string[];
  preventsSelfReview: boolean;
  waitMinutes: number;
  /** `undefined`: the answer leaves it out. */
  adminsBypass: boolean | undefined;
  branches: 'protected' | 'listed' | undefined;
  /** Names alone: nobody is ever told a value. */
  secrets: string[];
  createdAt: Date;
}

export interface TwinRun {
  id: number;
  number: number;
  attempt: number;
  event: string;
  path: string;
  title: string;
  headSha: string;
  headBranch: string;
  /** Of a pull request from another repository. */
  isOfFork?: true;
  status: 'queued' | 'in_progress' | 'completed' | 'waiting' | 'requested' | 'pending';
  conclusion: string | null;
  actor: string;
  triggeringActor: string;
  createdAt: Date;
  /** Of a dispatch. */
  inputs: Record<string, string>;
  /** Carry neither time nor attempt, and stay when the run is run again. */
  reviews: TwinReview[];
  /** Environments that it waits for. */
  pending: string[];
  /** Wait timers of these, by the environment, since each began to run. */
  timers: Map<string, Date>;
  /** Environments whose reviewers have said yes while the timer runs on. */
  cleared: Set<string>;
}

export interface TwinReview {
  state: 'approved' | 'rejected';
  login: string;
  comment: string;
  environments: string[];
}

export interface TwinJob {
  id: number;
  run: number;
  attempt: number;
  name: string;
  labels: string[];
  startedAt: Date;
  completedAt: Date | undefined;
  conclusion: string | null;
}

export interface TwinArtifact {
  id: number;
  run: number;
  name: string;
  zip: Buffer;
  /** As the listing has it, where a test does not keep so many. */
  listedBytes?: number;
  digest: string | null;
  expired: boolean;
  createdAt: Date;
  expiresAt: Date;
}

export interface TwinIssue {
  number: number;
  title: string;
  body: string;
  labels: string[];
  state: 'open' | 'closed';
  author: string;
  createdAt: Date;
  updatedAt: Date;
  closedAt: Date | undefined;
  /** Set for a pull request, which GitHub numbers and lists among the issues. */
  pullRequest?: { headSha: string; base: string; isFork: boolean };
}

export interface TwinStatus {
  sha: string;
  state: string;
  context: string;
  description: string;
  url: string;
}

export interface TwinComment {
  id: number;
  issue: number;
  body: string;
  author: string;
  createdAt: Date;
  updatedAt: Date;
}

export interface TwinCheck {
  id: number;
  sha: string;
  name: string;
  externalId: string;
  status: string;
  conclusion: string | null;
  title: string;
  summary: string;
  annotations: unknown[];
  startedAt: Date;
  completedAt: Date | undefined;
}

export interface TwinRelease {
  id: number;
  tag: string;
  name: string;
  isDraft: boolean;
  author: string;
  createdAt: Date;
}

export interface TwinAsset {
  id: number;
  release: number;
  name: string;
  bytes: Buffer;
  contentType: string;
  state: 'uploaded' | 'open';
  digest: string | null;
  uploader: string;
  createdAt: Date;
}

export function emptyState(
  clock: Clock,
  more: Partial<Pick<GitHubState, 'repository' | 'visibility' | 'plan' | 'ownerType' | 'defaultBranch'>> = {},
): GitHubState {
  let count = 4000;
  const defaultBranch = more.defaultBranch ?? 'main';
  return {
    repository: 'ada/engine',
    visibility: 'public',
    plan: 'free',
    ownerType: 'User',
    ...more,
    defaultBranch,
    archived: false,
    issuesEnabled: true,
    branches: new Set([defaultBranch]),
    files: new Map(),
    people: new Map([
      ['ada', { permission: 'admin', type: 'User' }],
      ['grace', { permission: 'write', type: 'User' }],
      ['edsger', { permission: 'read', type: 'User' }],
      ['github-actions[bot]', { permission: 'write', type: 'Bot' }],
    ]),
    teams: new Map(),
    environments: new Map(),
    rulesets: [],
    protections: new Map(),
    queues: new Set(),
    runners: [],
    runs: new Map(),
    jobs: [],
    artifacts: new Map(),
    issues: new Map(),
    comments: new Map(),
    checks: new Map(),
    statuses: [],
    releases: new Map(),
    assets: new Map(),
    disabled: new Map(),
    clock,
    nextId: () => {
      count += 1;
      return count;
    },
  };
}

/** Required reviewers, wait timers and the switch for admins exist on public repositories and at Enterprise only. */
export const hasRules = ({ visibility, plan }: GitHubState): boolean =>
  visibility === 'public' || plan === 'enterprise';

/** When the timer of an environment lets a run go; `undefined`: there is none, or it is over by the clock of this repository. */
const heldUntil = ({ environments, clock }: GitHubState, run: TwinRun, name: string): Date | undefined => {
  const from = run.timers.get(name);
  if (from === undefined) return;
  const until = new Date(from.getTime() + (environments.get(name)?.waitMinutes ?? 0) * 60_000);
  return clock.now() < until ? until : undefined;
};

/** An environment with reviewers and a timer lets nobody through before both have. @param isCleared by reviewers just now */
export function leaveEnvironment(state: GitHubState, run: TwinRun, name: string, isCleared: boolean): void {
  if (isCleared) run.cleared.add(name);
  const asks = (state.environments.get(name)?.reviewers.length ?? 0) > 0;
  if (heldUntil(state, run, name) !== undefined || (asks && !run.cleared.has(name))) return;
  run.timers.delete(name);
  run.cleared.delete(name);
  run.pending = run.pending.filter((each) => each !== name);
  if (run.pending.length === 0 && run.status === 'waiting') run.status = 'in_progress';
}

/** GitHub goes on by itself when a timer is over; the twin does when somebody looks. */
export function letTimersEnd(state: GitHubState, run: TwinRun): void {
  for (const name of [...run.timers.keys()]) leaveEnvironment(state, run, name, false);
}
