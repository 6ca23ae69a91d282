import { randomBytes } from 'node:crypto';
import type { Clock } from '../../src/clock.ts';
import { zipFile } from '../verify/zip-writer.ts';
import { actionsRoutes, newRun } from './github-actions-routes.ts';
import { Gate, type TwinLimits, type TwinToken } from './github-gate.ts';
import { gitReply, isGit, type Served } from './github-git.ts';
import { releaseRoutes, sha256Of, uploadRoutes } from './github-release-routes.ts';
import { failure, notFound, type Route, routeOf } from './github-route.ts';
import { queueReply, ruleRoutes } from './github-rule-routes.ts';
import {
  emptyState,
  type GitHubState,
  hasRules,
  leaveEnvironment,
  letTimersEnd,
  type TwinArtifact,
  type TwinEnvironment,
  type TwinIssue,
  type TwinJob,
  type TwinRun,
} from './github-state.ts';
import { startStorage, type TwinStorage } from './github-storage.ts';
import { newIssue, talkRoutes } from './github-talk-routes.ts';
import { Views } from './github-views-talk.ts';
import { type Exchange, type Load, startTwin, type Twin, type TwinReply, type TwinRequest } from './twin.ts';

interface GitHubTwinOptions {
  clock: Clock;
  /** Its answers say what time it is by that clock, as GitHub's do. */
  tellsTime?: boolean;
  repository?: string;
  visibility?: GitHubState['visibility'];
  plan?: GitHubState['plan'];
  ownerType?: GitHubState['ownerType'];
  defaultBranch?: string;
  /** What to serve over HTTP at `<url>/<owner>/<name>.git`. */
  git?: Served;
}

export interface GitHubTwin {
  /** `GITHUB_API_URL`, and `GITHUB_SERVER_URL` for git. */
  url: string;
  state: GitHubState;
  /** A job's token with every permission that a job can have. */
  token: string;
  /** Environment of a step in a workflow of this repository. */
  env: NodeJS.ProcessEnv;
  /** A token of a job with just these permissions. */
  tokenWith(permissions: TwinToken['permissions'], more?: Partial<TwinToken>): string;
  limits: TwinLimits;
  /** The next `times` requests, 1 without, are turned away. */
  throttle(how: { retryAfter?: number; path?: RegExp; times?: number }): void;
  server: Twin;
  uploads: Twin;
  storage: TwinStorage;
  /** Of the API and its host for uploads. Git is none of it. */
  exchanges(): Exchange[];
  /** Runs that were started by a dispatch, in order. */
  dispatched: TwinRun[];

  addEnvironment(name: string, rules?: Partial<Omit<TwinEnvironment, 'id' | 'name'>>): TwinEnvironment;
  startRun(run: Partial<TwinRun> & Pick<TwinRun, 'path' | 'event'>): TwinRun;
  /** What GitHub does with a job that names an environment. A missing one is made, without rules. */
  enterEnvironment(run: TwinRun, name: string): 'waits' | 'passes';
  /** Whether the run waits there yet: for reviewers, or for a timer that is not over by the twin's clock. */
  isHeld(run: TwinRun, name: string): boolean;
  /** @throws Error where GitHub would not let them */
  approve(run: TwinRun, login: string, environment: string, comment?: string): void;
  reject(run: TwinRun, login: string, environment: string, comment?: string): void;
  /** By an admin, past the rules: leaves no review. */
  bypass(run: TwinRun, login: string, environment: string): void;
  /** A new attempt of the same run, with its old reviews. */
  rerun(run: TwinRun, login: string): TwinRun;
  addJob(run: TwinRun, job: Partial<TwinJob> & Pick<TwinJob, 'name'>): TwinJob;
  /** @param files by name in the zip, or the zip itself */
  addArtifact(run: TwinRun, name: string, files: Record<string, string | Buffer> | Buffer): TwinArtifact;
  expireArtifact(id: number): void;
  deleteArtifact(id: number): void;
  addIssue(issue: Partial<TwinIssue> & Pick<TwinIssue, 'title' | 'author'>): TwinIssue;
  addPullRequest(pull: { author: string; headSha: string; base?: string; isFork?: boolean }): TwinIssue;
  addComment(issue: number, author: string, body: string): number;
  close(): Promise<void>;
}

const EVERYTHING: TwinToken['permissions'] = {
  actions: 'write',
  checks: 'write',
  contents: 'write',
  deployments: 'write',
  issues: 'write',
  pull_requests: 'write',
  statuses: 'write',
};

/** One repository at GitHub on loopback: REST, uploads, storage and git, as its published description and documents have them. */
export async function startGitHubTwin(options: GitHubTwinOptions): Promise<GitHubTwin> {
  const { clock, tellsTime = false, git = {}, ...more } = options;
  const state = emptyState(clock, more);
  const gate = new Gate(clock);
  const storage = await startStorage(clock);
  const dispatched: TwinRun[] = [];
  const routes = [
    ...actionsRoutes((run) => void dispatched.push(run)),
    ...releaseRoutes,
    ...ruleRoutes,
    ...talkRoutes,
  ];

  const answering = (own: readonly Route[], views: () => Views) => (request: TwinRequest, load: Load) =>
    gate.through(request, load, () => answer(request, own, views()));

  function answer(request: TwinRequest, own: readonly Route[], views: Views): TwinReply {
    const token = gate.tokenOf(request);
    if (!token) return failure(401, 'Bad credentials');
    if (request.path === '/graphql')
      return queueReply(request, state, gate.refusal(token, 'contents:read', state));
    const prefix = `/repos/${state.repository}`;
    const isOurs = request.path === prefix || request.path.startsWith(`${prefix}/`);
    const found = isOurs && routeOf(own, request.method, request.path.slice(prefix.length + 1));
    if (!found) return notFound();
    const refused = gate.refusal(token, found.route.needs, state);
    if (refused) return refused;
    if (state.archived && request.method !== 'GET')
      return failure(403, 'Repository was archived so is read-only.');
    const body = (request.body ?? {}) as Record<string, unknown>;
    const { signed } = storage;
    return found.route.handle({ request, part: found.part, body, caller: token, state, views, signed });
  }

  let views: Views | undefined;
  const seen = () => {
    views ??= new Views(state, server.url, uploads.url);
    return views;
  };
  const api = answering(routes, seen);
  const uploads = await startTwin(answering(uploadRoutes, seen));
  const server = await startTwin(
    (request, load) => (isGit(request) ? gitReply(git, request, state, gate) : api(request, load)),
    tellsTime ? clock : undefined,
  );

  const token = `ghs_${'T'.repeat(36)}`;
  const bot = { login: 'github-actions[bot]', kind: 'installation' } as const;
  gate.tokens.set(token, { ...bot, permissions: EVERYTHING });

  return {
    url: server.url,
    state,
    token,
    env: { GITHUB_API_URL: server.url, GITHUB_REPOSITORY: state.repository, GH_TOKEN: token },
    tokenWith(permissions, also = {}) {
      const prefix = also.kind === 'user' ? 'ghp_' : 'ghs_';
      const made = `${prefix}${randomBytes(18).toString('hex')}`;
      gate.tokens.set(made, { ...bot, permissions, ...also });
      return made;
    },
    limits: gate.limits,
    throttle({ retryAfter, path, times = 1 }) {
      const message =
        'You have exceeded a secondary rate limit. Please wait a few minutes before you try again.';
      const headers = retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) };
      const reply = { ...failure(403, message), headers };
      server.fail({ how: { reply }, times, ...(path ? { path } : {}) });
    },
    server,
    uploads,
    storage,
    exchanges: () => [...server.exchanges, ...uploads.exchanges].filter(({ request }) => !isGit(request)),
    dispatched,
    ...settersOf(state),
    async close() {
      await Promise.all([server.close(), uploads.close(), storage.server.close()]);
    },
  };
}

type Setters = Pick<
  GitHubTwin,
  | 'addEnvironment'
  | 'startRun'
  | 'enterEnvironment'
  | 'isHeld'
  | 'approve'
  | 'reject'
  | 'bypass'
  | 'rerun'
  | 'addJob'
  | 'addArtifact'
  | 'expireArtifact'
  | 'deleteArtifact'
  | 'addIssue'
  | 'addPullRequest'
  | 'addComment'
>;

/** What people and runners do, as far as the repository shows it. */
function settersOf(state: GitHubState): Setters {
  const addEnvironment: Setters['addEnvironment'] = (name, rules = {}) => {
    const environment: TwinEnvironment = {
      id: state.nextId(),
      name,
      reviewers: [],
      preventsSelfReview: false,
      waitMinutes: 0,
      adminsBypass: true,
      branches: undefined,
      secrets: [],
      createdAt: state.clock.now(),
      ...rules,
    };
    state.environments.set(name, environment);
    return environment;
  };

  function review(verdict: 'approved' | 'rejected'): Setters['approve'] {
    return (run, login, name, comment = '') => {
      const environment = state.environments.get(name);
      if (!environment || !run.pending.includes(name))
        throw new Error(`run ${run.id} does not wait for "${name}"`);
      const teams = [...state.teams].filter(([, members]) => members.includes(login));
      const names = [login, ...teams.map(([slug]) => `team:${slug}`)];
      if (!environment.reviewers.some((each) => names.includes(each)))
        throw new Error(`${login} is no reviewer of "${name}"`);
      if (environment.preventsSelfReview && login === run.triggeringActor)
        throw new Error(`${login} started run ${run.id} and may not review it`);
      run.reviews.push({ state: verdict, login, comment, environments: [name] });
      if (verdict === 'approved') return leaveEnvironment(state, run, name, true);
      run.pending = run.pending.filter((each) => each !== name);
      Object.assign(run, { status: 'completed', conclusion: 'failure' });
    };
  }

  return {
    addEnvironment,
    startRun: (run) => newRun(state, { status: 'in_progress', ...run }),
    enterEnvironment(run, name) {
      const environment = state.environments.get(name) ?? addEnvironment(name);
      const isFree = environment.reviewers.length === 0 && environment.waitMinutes === 0;
      if (isFree || !hasRules(state)) return 'passes';
      if (environment.waitMinutes > 0) run.timers.set(name, state.clock.now());
      run.pending.push(name);
      run.status = 'waiting';
      return 'waits';
    },
    isHeld(run, name) {
      letTimersEnd(state, run);
      return run.pending.includes(name);
    },
    approve: review('approved'),
    reject: review('rejected'),
    bypass(run, login, name) {
      const isAdmin = state.people.get(login)?.permission === 'admin';
      if (!isAdmin || state.environments.get(name)?.adminsBypass === false)
        throw new Error(`${login} may not bypass the rules of "${name}"`);
      run.timers.delete(name);
      leaveEnvironment(state, run, name, true);
    },
    rerun(run, login) {
      if (run.status !== 'completed') throw new Error(`run ${run.id} has not finished`);
      if (run.attempt > 50) throw new Error(`run ${run.id} was re-run 50 times`);
      run.attempt += 1;
      run.status = 'in_progress';
      run.conclusion = null;
      run.triggeringActor = login;
      return run;
    },
    addJob(run, job) {
      const made: TwinJob = {
        id: state.nextId(),
        run: run.id,
        attempt: run.attempt,
        labels: ['ubuntu-latest'],
        startedAt: state.clock.now(),
        completedAt: undefined,
        conclusion: null,
        ...job,
      };
      state.jobs.push(made);
      return made;
    },
    addArtifact(run, name, files) {
      const zip = Buffer.isBuffer(files)
        ? files
        : Buffer.from(
            zipFile(
              Object.entries(files).map(([each, data]) => ({
                name: each,
                data: Buffer.from(data as string),
              })),
            ),
          );
      const now = state.clock.now();
      const made: TwinArtifact = {
        id: state.nextId(),
        run: run.id,
        name,
        zip,
        digest: sha256Of(zip),
        expired: false,
        createdAt: now,
        expiresAt: new Date(now.getTime() + 90 * 86_400_000),
      };
      state.artifacts.set(made.id, made);
      return made;
    },
    expireArtifact(id) {
      const artifact = state.artifacts.get(id);
      if (!artifact) throw new Error(`the twin has no artifact ${id}`);
      artifact.expired = true;
    },
    deleteArtifact: (id) => void state.artifacts.delete(id),
    addIssue: (issue) => newIssue(state, issue),
    addPullRequest: ({ author, headSha, base = state.defaultBranch, isFork = false }) =>
      newIssue(state, { title: 'A change', author, pullRequest: { headSha, base, isFork } }),
    addComment(issue, author, body) {
      const id = state.nextId();
      const now = state.clock.now();
      state.comments.set(id, { id, issue, author, body, createdAt: now, updatedAt: now });
      return id;
    },
  };
}
