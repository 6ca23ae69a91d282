import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { GUARDED, OFFLINE } from '../host/guarded-git.ts';
import { type GitObject, type ObjectFormat, packOf } from './git-objects.ts';
import { faultOf, gitProblem, noGit, otherOwner } from './git-problems.ts';
import { type Git, GitMissing, type GitResult } from './git-process.ts';
import { isRepository, ownsAll } from './location.ts';
import { ObjectReader, ReaderBroke } from './object-reader.ts';

const LOCAL_TIMEOUT_SECONDS = 60;

/** `-c` settings of every call; nothing secret, because argv can be read by everybody on the machine. */
const SETTINGS = [
  // An intent must survive a power cut, or the box it announces is forgotten: loose objects are not synced by default.
  ['core.fsync', 'committed,loose-object,reference'],
  // No collection in the background: it would outlive us and hold locks. `tidy` does it where the repository is ours.
  ['gc.auto', '0'],
  ['maintenance.auto', 'false'],
].flatMap(([key, value]) => ['-c', `${key}=${value}`]);

export interface RunOptions {
  stdin?: Uint8Array;
  env?: Readonly<Record<string, string>>;
  needsHelp?: boolean;
  timeoutSeconds?: number;
}

/** One git directory on this machine, whose objects we read and write with plumbing; never its index or work tree. */
export class Repository {
  #judged: Promise<void> | undefined;

  /** @param found the directory that was found with it, and perhaps not made by us: git is asked whether it would use it */
  constructor(
    readonly git: Git,
    readonly gitDir: string,
    readonly found?: string,
  ) {}

  exists(): boolean {
    return isRepository(this.gitDir);
  }

  /** Makes it, bare. Two at once do no harm: `git init` of what is there changes nothing. */
  async init(): Promise<void> {
    try {
      mkdirSync(dirname(this.gitDir), { recursive: true });
    } catch (cause) {
      throw gitProblem('permission', 'make the directory of the ledger', this.gitDir, String(cause));
    }
    // No template: hooks that somebody puts into every new repository have no business in this one.
    const args = ['init', '--bare', '--quiet', '--template=', '--', this.gitDir];
    const made = await started(
      this.git.run({
        args,
        cwd: dirname(this.gitDir),
        // Whatever this user's default is: the copy of a remote must speak what remotes speak.
        env: { GIT_DEFAULT_HASH: 'sha1' },
        timeoutSeconds: LOCAL_TIMEOUT_SECONDS,
      }),
    );
    if (made.exitCode !== 0) throw this.#problem('make the ledger', made);
  }

  async run(args: readonly string[], options: RunOptions = {}): Promise<GitResult> {
    await this.#trusted();
    return started(
      this.git.run({
        timeoutSeconds: LOCAL_TIMEOUT_SECONDS,
        ...options,
        env: { ...this.#guard(), ...options.env },
        // The git directory is named, never searched for: no other repository, no `safe.bareRepository` in the way.
        args: [`--git-dir=${this.gitDir}`, ...GUARDED, ...SETTINGS, ...args],
        cwd: dirname(this.gitDir),
      }),
    );
  }

  /** Our own copy of a remote needs the network; one that was found here never does. */
  #guard(): Readonly<Record<string, string>> {
    return this.found === undefined ? {} : OFFLINE;
  }

  /** Naming the git directory switches git's own look at its owner off, so it is asked once without that. */
  #trusted(): Promise<void> {
    if (this.found === undefined || !this.exists()) return Promise.resolve();
    this.#judged ??= ownsAll([this.found, this.gitDir]) ? Promise.resolve() : this.#askGit(this.found);
    return this.#judged;
  }

  async #askGit(dir: string): Promise<void> {
    const args = ['-C', dir, ...GUARDED, 'rev-parse', '--absolute-git-dir'];
    const judged = await started(
      this.git.run({ args, cwd: dir, env: OFFLINE, timeoutSeconds: LOCAL_TIMEOUT_SECONDS }),
    );
    if (judged.exitCode !== 0 && /dubious ownership/.test(judged.stderr))
      throw otherOwner(dir, judged.stderr);
  }

  /** The same, where a non-zero exit is a Problem. */
  async mustRun(doing: string, args: readonly string[], options?: RunOptions): Promise<string> {
    const result = await this.run(args, options);
    if (result.exitCode !== 0) throw this.#problem(doing, result);
    return result.stdout.toString('utf8');
  }

  /** One `cat-file --batch` process for as many objects as `use` asks for. */
  async reading<T>(use: (reader: ObjectReader) => Promise<T>): Promise<T> {
    await this.#trusted();
    const args = [`--git-dir=${this.gitDir}`, ...GUARDED, 'cat-file', '--batch'];
    const conversation = this.git.open({
      args,
      // Reading never needs the network: what our copy lacks is fetched by name.
      env: OFFLINE,
      cwd: dirname(this.gitDir),
      timeoutSeconds: LOCAL_TIMEOUT_SECONDS,
    });
    const reader = new ObjectReader(conversation);
    try {
      return await use(reader);
    } catch (error) {
      if (error instanceof GitMissing) throw noGit(error);
      if (error instanceof ReaderBroke) {
        throw gitProblem(faultOf(error.stderr, false), 'read the ledger', this.gitDir, error.stderr);
      }
      throw error;
    } finally {
      await reader.close().catch(() => {});
    }
  }

  async write(objects: readonly GitObject[], format: ObjectFormat): Promise<void> {
    await this.mustRun('write to the ledger', ['unpack-objects', '-q'], { stdin: packOf(objects, format) });
  }

  async objectFormat(): Promise<ObjectFormat> {
    const format = await this.mustRun('look at the ledger', ['rev-parse', '--show-object-format']);
    return format.trim() === 'sha256' ? 'sha256' : 'sha1';
  }

  /** Packs what has piled up; for repositories that are ours alone. In the foreground, and of no consequence when it fails. */
  async tidy(): Promise<void> {
    await this.run(['-c', 'gc.auto=2000', '-c', 'gc.autoDetach=false', 'gc', '--auto', '--quiet']);
  }

  /** For the turns of this machine's writers. */
  get turnsDir(): string {
    return join(this.gitDir, 'gpu-lease', 'turns');
  }

  #problem(doing: string, result: GitResult): Error {
    return gitProblem(faultOf(result.stderr, result.timedOut), doing, this.gitDir, result.stderr);
  }
}

async function started<T>(result: Promise<T>): Promise<T> {
  try {
    return await result;
  } catch (error) {
    throw error instanceof GitMissing ? noGit(error) : error;
  }
}
