/**
 * One repository at GitHub, as a workflow's token sees it: everything that gpu-lease asks of GitHub's REST API, and nothing
 * else. `rest/` implements it; tests use the same implementation against the twin of `test/twins/github-twin.ts`.
 *
 * All calls are bounded in time, retried only where that is safe, wait as `retry-after` and the rate limits say, and throw
 * Problems: `unreachable` (`github-unreachable`, `github-throttled`; `github-unclear` for a change that may have been made
 * although no answer came) where trying again may help, `refused` (`github-forbidden`, with the permission that is missing;
 * `github-gone`, `github-refused`) where it will not. A thing that does not exist is `undefined`.
 * Facts from GitHub's REST documentation, 2026.
 */
export interface GitHub
  extends Environments,
    WorkflowRuns,
    WorkflowSwitch,
    Artifacts,
    Issues,
    Comments,
    Checks,
    Pulls,
    Releases,
    Repository {
  /** `owner/name`. */
  readonly repository: string;
  /** Requests sent so far, for the budget of a tick. */
  requests(): number;
  /** As the last answer's headers told; `undefined` before the first. */
  remaining(): { requests: number; resetsAt: Date } | undefined;
}

/** What an active ruleset for pushes restricts, of one of its rules. */
export interface PushRule {
  ruleset: string;
  /** The repository, organisation or enterprise that it is set in. */
  source: string;
  /** For people: `the file paths **\/*.json`. */
  says: string;
  /** fnmatch patterns of paths that no push may hold. */
  paths: readonly string[];
  /** Of files that no push may hold, such as `*.json`. */
  extensions: readonly string[];
  /** Longest path that a push may hold, in characters. */
  longest: number | undefined;
}

export interface Environments {
  /** Its rules. `undefined`: there is no such environment, and a job that names it would create one without any. */
  environment(name: string): Promise<Environment | undefined>;
  environments(): Promise<Environment[]>;
  /** Names of the secrets of an environment, never their values. `undefined`: it does not exist, or this token may not list them. */
  secretNames(environment: string): Promise<string[] | undefined>;
  /** Reviews of one workflow run. They carry neither time nor attempt. */
  approvals(workflowRun: number): Promise<Review[]>;
  /** What that run waits for now. */
  pendingDeployments(workflowRun: number): Promise<{ environment: string; reviewers: string[] }[]>;
}

export interface Environment {
  name: string;
  /** Logins and `team:<slug>`; empty where nobody has to approve. */
  reviewers: string[];
  preventsSelfReview: boolean;
  waitMinutes: number;
  /** `undefined`: GitHub did not say, which is not the same as "no". */
  adminsBypass: boolean | undefined;
  /** Which branches may use it; `undefined`: all. */
  branches: 'protected' | 'listed' | undefined;
}

export interface Review {
  state: 'approved' | 'rejected' | 'pending';
  login: string;
  comment: string;
  environments: string[];
}

export interface WorkflowRuns {
  workflowRun(id: number): Promise<WorkflowRun | undefined>;
  /** Newest first, of one workflow file, at most `limit` (100). */
  runsOf(workflowFile: string, limit: number): Promise<WorkflowRun[]>;
  /** Jobs of all attempts of a run, with their times: what the billed minutes are counted from. */
  jobsOf(workflowRun: number): Promise<WorkflowJob[]>;
  /**
   * Starts a workflow of this repository. Not idempotent: the caller writes its intent into the ledger first, and looks for
   * the run after `github-unclear`.
   * @param file its name under `.github/workflows/`
   * @throws Error for an input that only a person may type
   * @returns the new run where GitHub says which one it is
   */
  dispatch(
    file: string,
    ref: string,
    inputs: Readonly<Record<string, string>>,
  ): Promise<{ workflowRun: number | undefined }>;
}

export interface WorkflowSwitch {
  /**
   * Lets a workflow of this repository start by its triggers, or not any more; runs of it go on. Harmless where it is so already.
   * @param file its name under `.github/workflows/`
   */
  switchWorkflow(file: string, to: 'enable' | 'disable'): Promise<void>;
}

export interface WorkflowRun {
  id: number;
  attempt: number;
  event: string;
  /** `.github/workflows/x.yml`. */
  path: string;
  title: string;
  headSha: string;
  headBranch: string;
  status: 'queued' | 'in_progress' | 'completed' | 'waiting' | 'requested' | 'pending' | 'unknown';
  conclusion: string | undefined;
  /** Who started the first attempt, and who this one. */
  actor: string;
  triggeringActor: string;
  createdAt: string;
  url: string;
}

export interface WorkflowJob {
  name: string;
  attempt: number;
  /** When its runner began; `undefined`: none took it, as of one that was skipped or waits. */
  ranAt: string | undefined;
  completedAt: string | undefined;
  labels: string[];
}

export interface Artifacts {
  artifact(id: number): Promise<Artifact | undefined>;
  artifactsOf(workflowRun: number): Promise<Artifact[]>;
  /** Of all workflow runs, expired ones too, the newest 2,000. */
  artifacts(): Promise<Artifact[]>;
  /** The newest 100 of exactly that name, newest first, expired ones too. */
  artifactsNamed(name: string): Promise<Artifact[]>;
  /**
   * The zip as GitHub has it, as a stream of at most `bytes` of the artifact's listing.
   *
   * @param wanted by id; one that was listed just now need not be asked for again
   */
  downloadArtifact(wanted: number | Artifact): Promise<AsyncIterable<Uint8Array>>;
  /** Needs `actions: write`. One that is gone already is no failure. */
  deleteArtifact(id: number): Promise<void>;
}

export interface Artifact {
  id: number;
  name: string;
  bytes: number;
  /** `sha256:<hex>` of the zip; absent for old ones. */
  digest: string | undefined;
  expired: boolean;
  expiresAt: string | undefined;
  workflowRun: number | undefined;
  /** Of code of this repository; false for a pull request from a fork, and where GitHub does not say. */
  isOwn: boolean;
}

export interface Issues {
  /** The newest issue with this hidden marker that this token's own kind wrote, open ones first. */
  issueMarked(marker: string, label: string): Promise<Issue | undefined>;
  /** All open ones with that label that this token's own kind wrote, with the markers that they carry. */
  openIssues(label: string): Promise<Issue[]>;
  createIssue(issue: { title: string; body: string; labels: string[] }): Promise<Issue>;
  updateIssue(
    number: number,
    change: { title?: string; body?: string; state?: 'open' | 'closed' },
  ): Promise<void>;
  commentIssue(number: number, body: string): Promise<void>;
}

export interface Issue {
  number: number;
  title: string;
  body: string;
  state: 'open' | 'closed';
  url: string;
}

export interface Comments {
  /** The one comment on a pull request or issue that carries the hidden marker. */
  commentMarked(issue: number, marker: string): Promise<{ id: number; body: string } | undefined>;
  createComment(issue: number, body: string): Promise<{ id: number }>;
  updateComment(id: number, body: string): Promise<void>;
}

export interface Checks {
  /** Newest first, of one name on one commit. */
  checksOf(sha: string, name: string): Promise<Check[]>;
  createCheck(check: CheckInput & { sha: string; name: string; externalId: string }): Promise<Check>;
  /** @param change with the run and sequence that it now tells of, as `externalId` */
  updateCheck(id: number, change: CheckInput & { externalId?: string }): Promise<void>;
}

export interface Pulls {
  pullRequest(number: number): Promise<PullRequest | undefined>;
  /** @returns false: it was not on it (any more), so somebody else has taken it off */
  takeLabelOff(number: number, label: string): Promise<boolean>;
  /** The newest of that context on a commit. */
  statusOf(sha: string, context: string): Promise<Omit<CommitStatus, 'context'> | undefined>;
  postStatus(sha: string, status: CommitStatus & { state: StatusState }): Promise<void>;
}

export interface PullRequest {
  isOpen: boolean;
  headSha: string;
  /** `owner/name`; empty where the fork is gone. */
  headRepository: string;
  labels: string[];
}

export type StatusState = 'pending' | 'success' | 'failure' | 'error';

export interface CommitStatus {
  context: string;
  state: string;
  /** Of at most 140 characters. */
  description: string;
  url: string | undefined;
}

export interface CheckInput {
  status: 'queued' | 'in_progress' | 'completed';
  conclusion?: 'success' | 'failure' | 'neutral' | 'cancelled' | 'action_required';
  title: string;
  summary: string;
  /** At most 50 a request; the client sends more in further requests. */
  annotations?: readonly CheckAnnotation[];
}

export interface CheckAnnotation {
  path: string;
  line: number;
  level: 'notice' | 'warning' | 'failure';
  title: string;
  message: string;
}

export interface Check {
  id: number;
  name: string;
  externalId: string;
  status: string;
  conclusion: string | undefined;
}

export interface Releases {
  /** The release of that tag; made as a draft where there is none. */
  draftRelease(tag: string, title: string): Promise<{ id: number; assets: ReleaseAsset[] }>;
  /** @param bytes whole length, which GitHub wants to know before */
  uploadAsset(
    release: number,
    name: string,
    body: AsyncIterable<Uint8Array>,
    bytes: number,
  ): Promise<ReleaseAsset>;
  releaseAsset(id: number): Promise<ReleaseAsset | undefined>;
  /** Ranges are answered by the storage behind it. */
  downloadAsset(id: number, range?: { from: number; to: number }): Promise<AsyncIterable<Uint8Array>>;
  deleteAsset(id: number): Promise<void>;
  /** With its assets. A release that is no draft any more is left alone; one that is gone already is no failure. */
  deleteDraft(tag: string): Promise<void>;
}

export interface ReleaseAsset {
  id: number;
  name: string;
  bytes: number;
  /** `sha256:<hex>` where GitHub computed one. */
  digest: string | undefined;
  state: 'uploaded' | 'open';
}

export interface Repository {
  /**
   * Of the repository and all above it, as far as they are for pushes and in force. Empty where the plan has none, and for a token that
   * may not see them.
   */
  pushRules(): Promise<PushRule[]>;
  /** What rulesets in force, of the repository and of all above it, ask before something is merged into a branch. */
  rulesOfBranch(branch: string): Promise<BranchRules>;
  /** Machines of one's own that are registered with this repository; an organisation's are not among them. */
  ownRunners(): Promise<OwnRunner[]>;
  /** Checks that the older branch protection requires. Empty where there is none. */
  protectionOfBranch(branch: string): Promise<RequiredCheck[]>;
  /** Whether merges into it go through a queue, of a ruleset or of the older branch protection. False also where that may not be seen. */
  hasMergeQueue(branch: string): Promise<boolean>;
  describe(): Promise<RepositoryFacts>;
  /** Legacy role: `admin`, `write`, `read` or `none`; and whether it is a person. `undefined`: no such user or collaborator. */
  permissionOf(login: string): Promise<{ permission: string; isPerson: boolean } | undefined>;
  /** Text of a file of the default branch, or of `ref`. */
  file(path: string, ref?: string): Promise<string | undefined>;
  workflows(): Promise<{ path: string; name: string; state: string }[]>;
}

export interface BranchRules {
  required: RequiredCheck[];
  /** Whether merges go through a merge queue. */
  hasQueue: boolean;
}

/** A check or status that has to pass before a merge. */
export interface RequiredCheck {
  name: string;
  /** What requires it, for people: `a ruleset of ada`. */
  by: string;
  /** Id of the GitHub app that has to report it; `undefined`: whoever does. */
  app: number | undefined;
}

export interface OwnRunner {
  name: string;
  isOnline: boolean;
  labels: string[];
  /** Of GitHub's program on it, such as `2.336.0`; `undefined`: GitHub does not say. */
  version: string | undefined;
}

export interface RepositoryFacts {
  visibility: 'public' | 'private' | 'internal';
  defaultBranch: string;
  archived: boolean;
  ownerType: 'User' | 'Organization' | 'unknown';
}
