import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { systemClock } from '../../src/clock.ts';
import { newSecret } from '../../src/secret/keys.ts';
import { openZip } from '../../src/stores/stored-zip.ts';
import type { TwinRun } from '../twins/github-state.ts';
import { type GitHubTwin, startGitHubTwin } from '../twins/github-twin.ts';
import type { ActResult } from '../workflows/act.ts';
import { ActAtTwin } from '../workflows/act-at-twin.ts';
import { CallerRepository, GATE, type TinyRun } from '../workflows/caller-repository.ts';
import { LoopbackCloud } from '../workflows/loopback-cloud.ts';
import type { SuiteRepository } from '../workflows/suite-repository.ts';
import type { CopiedFile } from './documented-files.ts';

const ADA = { actor: 'ada', triggeringActor: 'ada' };

interface Parts {
  repository: CallerRepository;
  twin: GitHubTwin;
  cloud: LoopbackCloud;
  act: ActAtTwin;
}

/** What Ada's repository is beside the files that she copied. */
interface Beginning {
  suite: SuiteRepository;
  files: readonly CopiedFile[];
  /** Of her job file. */
  change?: TinyRun['change'];
  secrets?: Readonly<Record<string, string>>;
}

/** Ada's repository with workflow files that she copied from the pages, at the twin of GitHub, run by act. */
export class DocumentedLife {
  readonly repository: CallerRepository;
  readonly twin: GitHubTwin;
  readonly cloud: LoopbackCloud;
  readonly act: ActAtTwin;
  readonly #ran = new Set<string>();

  private constructor({ repository, twin, cloud, act }: Parts) {
    this.repository = repository;
    this.twin = twin;
    this.cloud = cloud;
    this.act = act;
  }

  static async start({ suite, files, change, secrets }: Beginning): Promise<DocumentedLife> {
    const tiny = { commit: suite.commit, bound: '', steps: 40, stepMs: 0, files };
    const repository = new CallerRepository({ ...tiny, ...(change && { change }) });
    const cloud = new LoopbackCloud(join(repository.dir, 'cloud'));
    mkdirSync(cloud.dir);
    const git = { [repository.name]: repository.origin, [suite.name]: suite.dir };
    const twin = await startGitHubTwin({ clock: systemClock, repository: repository.name, git });
    repository.serveAt(twin);
    // GitHub knows the files as they are printed.
    for (const { path, pushed } of files) twin.state.files.set(path, pushed);
    twin.addEnvironment('gpu-lease', { secrets: ['GPU_LEASE_SECRET'], branches: 'protected' });
    const { name, branch, clone, signer } = repository;
    const textOf = (path: string) => repository.textOf(path);
    const asked = { name, branch, clone, signer, textOf, ...(secrets && { secrets }) };
    const act = await ActAtTwin.start(twin, asked, cloud, newSecret());
    return new DocumentedLife({ repository, twin, cloud, act });
  }

  async end(): Promise<void> {
    await this.cloud.destroy();
    await this.act.close();
    await this.twin.close();
    this.repository.remove();
  }

  addReviewers(): void {
    const secrets = ['GPU_LEASE_SECRET'];
    this.twin.addEnvironment(GATE, {
      reviewers: ['grace'],
      adminsBypass: false,
      branches: 'protected',
      secrets,
    });
  }

  /** A person presses "Run workflow". */
  async byHand(file: string, inputs: Record<string, string> = {}): Promise<Done> {
    const path = `.github/workflows/${file}`;
    const run = this.twin.startRun({ path, event: 'workflow_dispatch', ...ADA, inputs });
    return { run, ...(await this.go(run)) };
  }

  async onPush(file: string): Promise<Done> {
    const run = this.twin.startRun({ path: `.github/workflows/${file}`, event: 'push', ...ADA });
    return { run, ...(await this.go(run)) };
  }

  async onPullRequest(file: string, more: Record<string, unknown> = {}): Promise<Done & { number: number }> {
    const sha = this.repository.head;
    const { number } = this.twin.addPullRequest({ author: 'ada', headSha: sha });
    return { number, ...(await this.onThat(number, file, more)) };
  }

  async onThat(number: number, file: string, more: Record<string, unknown> = {}): Promise<Done> {
    const sha = this.repository.head;
    const side = { sha, repo: { full_name: this.repository.name, fork: false } };
    const pull = { number, title: 'A change', user: { login: 'ada' }, head: side, base: side };
    const run = this.twin.startRun({ path: `.github/workflows/${file}`, event: 'pull_request', ...ADA });
    return { run, ...(await this.go(run, { number, pull_request: pull, ...more })) };
  }

  async go(run: TwinRun, payload: Record<string, unknown> = {}): Promise<ActResult> {
    const begun = Date.now();
    const done = await this.act.run(run, payload);
    this.#ran.add(run.path);
    const states = Object.entries(done.jobs).map(([job, result]) => `${job} ${result}`);
    const seconds = Math.round((Date.now() - begun) / 1000);
    console.log(`show: ${run.path.replace(/^.*\//, '')}: ${states.join(', ')} (${seconds} s)`);
    return done;
  }

  /** The gate's last question is who has approved so far. From its answer on the reviewer may. */
  approvesAfterGate(): void {
    const { watch } = this.twin.server;
    watch.after = (_, { path }) => {
      const id = Number(/\/actions\/runs\/(\d+)\/approvals$/.exec(path)?.[1]);
      const run = this.twin.state.runs.get(id);
      if (!run) return;
      delete watch.after;
      this.twin.enterEnvironment(run, GATE);
      this.twin.approve(run, 'grace', GATE, 'good');
    };
  }

  /** Copied files of which nothing was run. */
  get unused(): string[] {
    return this.repository.files.map(({ path }) => path).filter((path) => !this.#ran.has(path));
  }

  typesOf(run: string): string[] {
    return this.repository.eventsOf(run).map(({ type }) => type);
  }
}

/** One file of a downloaded artifact. */
export async function fileOf(archive: Buffer, file: string): Promise<Buffer> {
  const dir = mkdtempSync(join(tmpdir(), 'gl-artifact-'));
  try {
    writeFileSync(join(dir, 'a.zip'), archive);
    const zip = await openZip(join(dir, 'a.zip'));
    const entry = zip.entries.find(({ name }) => basename(name) === file);
    if (!entry) throw new Error(`no ${file} in ${zip.entries.map(({ name }) => name).join(', ')}`);
    const pieces: Uint8Array[] = [];
    await zip.read(entry.name, (piece) => void pieces.push(piece));
    await zip.close();
    return Buffer.concat(pieces);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

interface Done extends ActResult {
  run: TwinRun;
}

/** What the steps told a person. */
export const told = (done: ActResult): string => done.annotations.map(({ text }) => text).join('\n');
