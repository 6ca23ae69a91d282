import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { parse, stringify } from 'yaml';
import { type CallerFile, callerFiles } from '../../src/github/caller-files.ts';
import { ONE_FILE, type SetFile, setPath } from '../../src/github/caller-workflow.ts';
import { openZip } from '../../src/stores/stored-zip.ts';
import { repositoryRoot } from '../github/action-file.ts';
import type { GitHubTwin } from '../twins/github-twin.ts';
import { oneFileOf } from './one-file.ts';

/** The environment whose reviewers approve a release. */
export const GATE = 'gpu-lease-release';

/** What in the example differs from run to run of the tests. */
export interface TinyRun {
  /** Commit of the suite that the caller's files pin. */
  commit: string;
  /** How long one look may take, such as `2s`. Nothing else of the caller's files is changed. */
  bound: string;
  steps: number;
  stepMs: number;
  /** As earlier versions wrote it: one file for everything. */
  isOneFile?: boolean;
  /** Address of a ledger in a repository of its own. */
  ledger?: string;
  /** Workflow files of another author, instead of what `init --github` writes. */
  files?: readonly CallerFile[];
  /** `owner/name`; `ada/engine` when unset. */
  name?: string;
  /** The default branch; `main` when unset. */
  branch?: string;
  /** Path of its job file, beside which the trainer lies; `gpu-lease.yml` when unset. */
  job?: string;
  /** That asks for runs of pull requests. */
  label?: string;
  /** Secrets that the files pass on; `RUNPOD_API_KEY` when unset. */
  keys?: readonly string[];
  /** What else is another thing in its job file. */
  // biome-ignore lint/suspicious/noExplicitAny: a job file as YAML reads it
  change?: (job: Record<string, any>) => void;
}

/**
 * Ada's repository: `examples/tiny` with few steps, beside the workflow files that `init --github` writes. Its training does not end
 * before the test says so, however slow this machine is.
 */
export class CallerRepository {
  readonly name: string;
  readonly branch: string;
  readonly job: string;
  readonly dir = mkdtempSync(join(tmpdir(), 'gl-life-'));
  /** Bare, as GitHub keeps it. */
  readonly origin = join(this.dir, 'engine.git');
  /** Ada's clone, with its work tree. */
  readonly clone = join(this.dir, 'work');
  files: readonly CallerFile[];
  /** The workflow that signs, as its certificate names it. */
  readonly signer: string;

  constructor(run: TinyRun) {
    const { name = 'ada/engine', branch = 'main', job = 'gpu-lease.yml', steps, stepMs, change } = run;
    this.name = name;
    this.branch = branch;
    this.signer = `https://github.com/gpu-lease/gpu-lease/.github/workflows/attest.yml@${run.commit}`;
    this.files = run.files ?? written(run);
    this.job = job;
    const path = join(this.clone, job);
    cpSync(join(repositoryRoot, 'examples', 'tiny'), dirname(path), { recursive: true });
    renameSync(join(dirname(path), 'gpu-lease.yml'), path);
    this.#shorten(path, steps, stepMs, change);
    this.#writeFiles();
    const person = ['-c', 'user.name=Ada', '-c', 'user.email=a@example.org'];
    git('-C', this.clone, 'init', '--quiet', `--initial-branch=${branch}`);
    git('-C', this.clone, 'add', '--all');
    git('-C', this.clone, ...person, 'commit', '--quiet', '-m', 'A job');
    git('clone', '--quiet', '--bare', this.clone, this.origin);
  }

  #shorten(file: string, steps: number, stepMs: number, change: TinyRun['change'] = () => {}): void {
    const job = parse(readFileSync(file, 'utf8'));
    job.vars = { TINY_STEPS: steps, TINY_STEP_MS: stepMs, TINY_CKPT_EVERY: 20 };
    job.smoke = { run: 'TINY_STEPS=20 TINY_STEP_MS=0 node train.mjs', timeout: '4min', memory: '512MB' };
    job.smoke.drill = {
      run: 'TINY_STEPS=4000 TINY_STEP_MS=10 TINY_CKPT_EVERY=5 node train.mjs',
      timeout: '4min',
    };
    job.run = `node train.mjs && while [ ! -e '${this.#endNow}' ]; do sleep 0.2; done`;
    job.metrics['total-steps'] = steps;
    job.approval = { environment: GATE };
    delete job.watch.expected;
    change(job);
    writeFileSync(file, stringify(job));
  }

  /** For what is known only after the repository is served: in the file, and in a commit of it. */
  replaceInCaller(what: string, by: string): void {
    this.files = this.files.map(({ path, text }) => ({ path, text: text.replaceAll(what, by) }));
    this.#writeFiles();
    const person = ['-c', 'user.name=Ada', '-c', 'user.email=a@example.org'];
    git('-C', this.clone, ...person, 'commit', '--quiet', '--all', '-m', 'Say where the ledger is');
    git('-C', this.clone, 'push', '--quiet', this.origin, this.branch);
  }

  #writeFiles(): void {
    for (const { path, text } of this.files) {
      mkdirSync(dirname(join(this.clone, path)), { recursive: true });
      writeFileSync(join(this.clone, path), text);
    }
  }

  /** As GitHub knows what lies on the default branch. */
  serveAt(twin: GitHubTwin): void {
    for (const { path, text } of this.files) twin.state.files.set(path, text);
    twin.state.files.set(this.job, readFileSync(join(this.clone, this.job), 'utf8'));
  }

  /** The file that such a run is of. */
  pathOf(is: SetFile): string {
    const path = setPath(is);
    return this.files.some((file) => file.path === path) ? path : ONE_FILE;
  }

  textOf(path: string): string {
    return this.files.find((file) => file.path === path)?.text ?? '';
  }

  get #endNow(): string {
    return join(this.dir, 'end-now');
  }

  /** Lets the training command return. */
  endTraining(): void {
    writeFileSync(this.#endNow, '');
  }

  /** The training command of a later run does not return before it is let, again. */
  holdTraining(): void {
    rmSync(this.#endNow, { force: true });
  }

  get head(): string {
    return git('--git-dir', this.origin, 'rev-parse', this.branch).trim();
  }

  /** A branch of this repository with one commit more, whose job file is another. @returns the commit */
  branchOff(name: string, change: (file: string) => string): string {
    const person = ['-c', 'user.name=Mallory', '-c', 'user.email=m@example.org'];
    const at = (...args: string[]): string => git('-C', this.clone, ...args).trim();
    at('checkout', '--quiet', '-B', name, this.branch);
    const file = join(this.clone, this.job);
    writeFileSync(file, change(readFileSync(file, 'utf8')));
    at(...person, 'commit', '--quiet', '--all', '-m', 'A change');
    const commit = at('rev-parse', 'HEAD');
    at('push', '--quiet', '--force', this.origin, name);
    at('checkout', '--quiet', this.branch);
    return commit;
  }

  /** Somebody rewrites `main` without its history, and the server cleans up: nobody has the commits before any more. */
  forgetHistory(): void {
    const bare = (...args: string[]): string => git('--git-dir', this.origin, ...args).trim();
    const person = ['-c', 'user.name=Ada', '-c', 'user.email=a@example.org'];
    const alone = bare(...person, 'commit-tree', '-m', 'Anew', 'main^{tree}');
    bare('update-ref', 'refs/heads/main', alone);
    bare('gc', '--quiet', '--prune=now');
  }

  /** The ledger's refs, one a line; empty where nothing was recorded. */
  ledgerRefs(): string {
    return git('--git-dir', this.origin, 'for-each-ref', '--format=%(refname)', 'refs/gpu-lease');
  }

  /** What the ledger tells of a run, open or archived. */
  eventsOf(runId: string): { type: string }[] {
    const ref = this.ledgerRefs()
      .split('\n')
      .find((each) => each.endsWith(`/${runId}`));
    return git('--git-dir', this.origin, 'show', `${ref}:events.jsonl`)
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
  }

  /** What anybody can do who may push. @returns where its ref stood */
  pushBack(runId: string, to: RegExp): string {
    const ref = `refs/gpu-lease/runs/${runId}`;
    const log = git('--git-dir', this.origin, 'log', '--format=%H %s', ref).trim().split('\n');
    const found = log.find((line) => to.test(line.slice(41)));
    if (found === undefined) throw new Error(`no commit ${to} in ${log.join('\n')}`);
    this.put(runId, found.slice(0, 40));
    return log[0]?.slice(0, 40) ?? '';
  }

  put(runId: string, commit: string): void {
    git('--git-dir', this.origin, 'update-ref', `refs/gpu-lease/runs/${runId}`, commit);
  }

  remove(): void {
    rmSync(this.dir, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** What `init --github` writes, looking for no longer than the run says. */
function written({
  commit,
  bound,
  isOneFile = false,
  keys = ['RUNPOD_API_KEY'],
  ...more
}: TinyRun): CallerFile[] {
  const { ledger, label, job } = more;
  const caller = { suite: 'gpu-lease/gpu-lease', commit, keys, ledger, label, job };
  if (isOneFile)
    return [
      { path: ONE_FILE, text: oneFileOf(caller).replace('with: { run:', `with: { bound: ${bound}, run:`) },
    ];
  return callerFiles(caller).map(({ path, text }) => ({
    path,
    text:
      path === setPath('train') ? text.replace('    with:\n', `    with:\n      bound: ${bound}\n`) : text,
  }));
}

/**
 * A downloaded artifact, as a person unpacks it.
 * @returns how many files it holds, and SHA-256 of the one of that name
 */
export async function inArtifact(archive: Buffer, file: string): Promise<{ files: number; sha256: string }> {
  const dir = mkdtempSync(join(tmpdir(), 'gl-artifact-'));
  try {
    writeFileSync(join(dir, 'artifact.zip'), archive);
    const zip = await openZip(join(dir, 'artifact.zip'));
    const entry = zip.entries.find(({ name }) => basename(name) === file);
    const digest = createHash('sha256');
    await zip.read(entry?.name ?? '', (piece) => digest.update(piece));
    await zip.close();
    return { files: zip.entries.length, sha256: digest.digest('hex') };
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

const git = (...args: string[]): string => execFileSync('git', args, { encoding: 'utf8', timeout: 30_000 });
