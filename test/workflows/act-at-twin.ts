import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { repositoryRoot } from '../github/action-file.ts';
import type { TwinRun } from '../twins/github-state.ts';
import type { GitHubTwin } from '../twins/github-twin.ts';
import { type ActResult, runWorkflow } from './act.ts';
import { filledIn, holds } from './expressions.ts';
import type { LoopbackCloud } from './loopback-cloud.ts';
import { type ResultsService, startResultsService } from './results-service.ts';
import { type SigningService, startSigningService } from './signing-service.ts';

interface CallerFile {
  name?: string;
  'run-name'?: string;
  jobs: Record<string, { if?: string; needs?: unknown; permissions?: Record<string, string> }>;
}

/** A caller's repository: its clone with a work tree, and the text of a workflow file of it. */
export interface ActRepository {
  name: string;
  branch: string;
  clone: string;
  /** The workflow that signs, as its certificate names it; unset where nothing is signed. */
  signer?: string;
  /** Its secrets beside GPU_LEASE_SECRET. */
  secrets?: Readonly<Record<string, string>>;
  /** For every step, such as the address of a platform's twin. */
  env?: Readonly<Record<string, string>>;
  textOf(path: string): string;
}

/**
 * Runs of a caller's repository at the twin of GitHub, its workflow files executed by act. What a server does before and
 * after a run and act cannot is done here: the title (`run-name`), and a token. act has one token for all jobs of a run, so it
 * may do what the caller's file grants to the jobs that the event starts together, and each of them could do as much.
 */
export class ActAtTwin {
  readonly #twin: GitHubTwin;
  readonly #repository: ActRepository;
  readonly #cloud: LoopbackCloud;
  readonly #secret: string;
  readonly #results: ResultsService;
  readonly signing: SigningService;

  private constructor(
    twin: GitHubTwin,
    repository: ActRepository,
    cloud: LoopbackCloud,
    secret: string,
    services: { results: ResultsService; signing: SigningService },
  ) {
    this.#twin = twin;
    this.#repository = repository;
    this.#cloud = cloud;
    this.#secret = secret;
    this.#results = services.results;
    this.signing = services.signing;
  }

  /** @param secret GPU_LEASE_SECRET of the repository; act knows no secrets of environments */
  static async start(
    twin: GitHubTwin,
    repository: ActRepository,
    cloud: LoopbackCloud,
    secret: string,
  ): Promise<ActAtTwin> {
    const results = await startResultsService(
      (name, { runId, archive }) => {
        const run = twin.state.runs.get(Number(runId));
        if (!run) throw new Error(`an upload of run ${runId}, which the twin does not know`);
        return twin.addArtifact(run, name, archive).id;
      },
      (id) => twin.deleteArtifact(id),
    );
    const signing = await startSigningService(repository.signer ?? '');
    return new ActAtTwin(twin, repository, cloud, secret, { results, signing });
  }

  close(): Promise<void> {
    this.signing.close();
    return this.#results.close();
  }

  /**
   * @param payload of the event, beside the inputs of a dispatch
   * @param rights `read` as GitHub gives to changes of forks and of Dependabot: a token that only reads, and no secret
   */
  async run(
    run: TwinRun,
    payload: Record<string, unknown> = {},
    rights: 'granted' | 'read' = 'granted',
  ): Promise<ActResult> {
    const github = { event_name: run.event, run_id: String(run.id) };
    const contexts = { github, inputs: run.inputs };
    const file = parse(this.#repository.textOf(run.path)) as CallerFile;
    Object.assign(run, {
      // As GitHub titles a run whose file says nothing.
      title: filledIn(file['run-name'] ?? file.name ?? run.path, contexts),
      status: 'in_progress',
      conclusion: null,
    });
    const started = Object.values(file.jobs).filter(
      (job) => job.needs !== undefined || holds(job.if, contexts, 'success'),
    );
    if (started.length === 0) throw new Error(`no job of the caller's file is for ${run.event}`);
    const result = await runWorkflow({
      repository: this.#repository.clone,
      workflow: run.path,
      event: run.event,
      name: this.#repository.name,
      runId: run.id,
      attempt: run.attempt,
      actor: run.actor,
      ...(run.event === 'workflow_dispatch' && { inputs: run.inputs }),
      payload: { ...payload, sender: { login: run.actor } },
      secrets: {
        ...(rights === 'granted' && { ...this.#repository.secrets, GPU_LEASE_SECRET: this.#secret }),
        GITHUB_TOKEN: this.#token(all(started.map(({ permissions = {} }) => permissions)), rights),
      },
      env: {
        ...this.#repository.env,
        // The loopback boxes stand for a cloud.
        GPU_LEASE_LOCAL_IN_WORKFLOW: 'yes',
        GITHUB_SERVER_URL: this.#twin.url,
        GITHUB_API_URL: this.#twin.url,
        GITHUB_REF: `refs/heads/${this.#repository.branch}`,
        GITHUB_WORKFLOW_REF: `${this.#repository.name}/${run.path}@refs/heads/${this.#repository.branch}`,
        GITHUB_TRIGGERING_ACTOR: run.triggeringActor,
      },
      repositories: STAND_INS,
      // act has no permissions of a job: what the file grants to one of its jobs is there for all.
      ...(Object.values(file.jobs).some(({ permissions }) => permissions?.['id-token'] === 'write') && {
        idTokenUrl: this.signing.url,
      }),
      resultsUrl: this.#results.url,
      outliving: { '.local/state/gpu-lease/local': this.#cloud.dir },
    });
    Object.assign(run, { status: 'completed', conclusion: result.code === 0 ? 'success' : 'failure' });
    return result;
  }

  // A workflow writes `pull-requests`, the tables of the API `pull_requests`.
  #token(permissions: Record<string, string>, rights: 'granted' | 'read'): string {
    return this.#twin.tokenWith(
      Object.fromEntries(
        Object.entries(permissions).map(([scope, level]) => [
          scope.replaceAll('-', '_'),
          rights === 'read' ? 'read' : level,
        ]),
      ) as Parameters<GitHubTwin['tokenWith']>[0],
    );
  }
}

/** The most that any of them grants of each scope. */
function all(permissions: readonly Record<string, string>[]): Record<string, string> {
  const most: Record<string, string> = {};
  for (const [scope, level] of permissions.flatMap((each) => Object.entries(each)))
    if (most[scope] !== 'write') most[scope] = level;
  return most;
}

/** As our composites and workflows pin them. */
const pinned = (action: string, file: string): string =>
  new RegExp(`uses: (actions/${action}@[0-9a-f]{40})`).exec(
    readFileSync(join(repositoryRoot, file), 'utf8'),
  )?.[1] ?? '';

const STAND_INS = Object.fromEntries(
  [
    ['upload-artifact', 'actions/collect/action.yml'],
    ['download-artifact', '.github/workflows/attest.yml'],
    ['attest', '.github/workflows/attest.yml'],
  ].map(([action = '', file = '']) => [pinned(action, file), join(import.meta.dirname, 'stand-ins', action)]),
);
