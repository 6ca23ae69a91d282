import { join } from 'node:path';
import type { Clock } from '../clock.ts';
import type { ObjectFormat } from './git-objects.ts';
import type { SwapOutcome } from './git-problems.ts';
import { faultOf, gitProblem } from './git-problems.ts';
import type { Git, GitResult } from './git-process.ts';
import { GitRemote } from './git-remote.ts';
import type { RefStore } from './ref-store.ts';
import { ARCHIVE, archivePattern, archiveRef, parseRefs, RUNS, type RunRef, runRef } from './refs.ts';
import { RemotePatience } from './remote-patience.ts';
import { Repository } from './repository.ts';

/** Each is named in the argument list. */
const REFS_A_FETCH = 100;

/**
 * The refs of any git remote, moved by `git push --force-with-lease`: the remote's own check of the old value is the
 * compare-and-swap. A bare repository of ours keeps the objects between calls; losing it costs a fetch.
 */
export class RemoteRefs implements RefStore {
  readonly where: string;
  readonly objects: Repository;
  readonly #remote: GitRemote;

  constructor(
    git: Git,
    remote: { url: string; scratchDir: string; token?: string },
    world: { clock: Clock; random: () => number },
    patience = new RemotePatience(undefined, world.clock),
  ) {
    this.objects = new Repository(git, join(remote.scratchDir, 'ledger-copy.git'));
    this.#remote = new GitRemote(this.objects, remote, world, patience);
    this.where = `refs/gpu-lease at ${this.#remote.url}`;
  }

  async prepare(): Promise<void> {
    await this.#remote.prepare();
  }

  /** Of our copy, as `init` makes it; a SHA-256 remote refuses to talk to it by name. */
  async objectFormat(): Promise<ObjectFormat> {
    return 'sha1';
  }

  async bring(run: string): Promise<string | null> {
    const ref = runRef(run);
    // With "+": what counts is what the record says, and that is compared with what this machine has seen of it.
    const fetched = await this.#network('read the ledger', this.#fetch([`+${ref}:${ref}`]), [noSuchRef]);
    return fetched.exitCode === 0 ? ref : null;
  }

  async bringArchived(run: string): Promise<string | null> {
    const [found] = await this.#lsRemote([archivePattern(run)]);
    if (!found) return null;
    const year = Number(found.ref.slice(ARCHIVE.length).split('/')[0]);
    const ref = archiveRef(run, year);
    await this.#mustFetch([`+${ref}:${ref}`]);
    return ref;
  }

  async tip(ref: string): Promise<string | null> {
    const [found] = await this.#lsRemote([ref]);
    return found?.oid ?? null;
  }

  async bringNotes(ref: string): Promise<string | null> {
    // With "+": a note may be written anew, unlike a record.
    const fetched = await this.#network(`read ${ref}`, this.#fetch([`+${ref}:${ref}`]), [noSuchRef]);
    return fetched.exitCode === 0 ? ref : null;
  }

  async refs(archived: boolean): Promise<RunRef[]> {
    return this.#lsRemote(archived ? [`${RUNS}*`, `${ARCHIVE}*`] : [`${RUNS}*`]);
  }

  async bringAll(archived: boolean): Promise<void> {
    // Beside the refs that `bring` guards: a listing is a claim, and must neither trip over nor hide a rewritten record.
    const listed = [`+${RUNS}*:refs/gpu-lease/listed/runs/*`];
    if (archived) listed.push(`+${ARCHIVE}*:refs/gpu-lease/listed/archive/*`);
    await this.#mustFetch(listed, ['--prune']);
  }

  async bringThese(refs: readonly RunRef[]): Promise<void> {
    for (let from = 0; from < refs.length; from += REFS_A_FETCH) {
      const some = refs.slice(from, from + REFS_A_FETCH);
      await this.#mustFetch(
        some.map(({ ref }) => `+${ref}:refs/gpu-lease/listed/${ref.slice('refs/gpu-lease/'.length)}`),
      );
    }
  }

  swap(ref: string, next: string, old: string | null): Promise<SwapOutcome> {
    return this.#push([`--force-with-lease=${ref}:${old ?? ''}`], [`${next}:${ref}`]);
  }

  async move(from: string, to: string, oid: string): Promise<SwapOutcome> {
    const leases = [`--force-with-lease=${from}:${oid}`, `--force-with-lease=${to}:`];
    const moved = await this.#push(['--atomic', ...leases], [`${oid}:${to}`, `:${from}`]);
    if (moved.outcome === 'swapped') await this.objects.tidy();
    return moved;
  }

  /** One try: the caller looks before it tries again. */
  async #push(options: string[], refspecs: string[]): Promise<SwapOutcome> {
    const args = [
      'push',
      '--porcelain',
      '--no-progress',
      '--no-verify',
      '--no-signed',
      ...options,
      '--',
      this.#remote.url,
      ...refspecs,
    ];
    const { result: pushed, saying } = await this.#remote.call(args);
    if (pushed.exitCode === 0) return { outcome: 'swapped' };
    const said = `${pushed.stderr}\n${pushed.stdout.toString('utf8')}`;
    // Found before anything was sent. What the remote itself refuses proves nothing: curl sends a request again whose answer it
    // lost, and the second is refused because the first was done.
    if (said.includes('(stale info)')) return { outcome: 'lost' };
    const fault = faultOf(said, pushed.timedOut);
    const stderr = pushed.timedOut || fault === 'moved' ? saying : rejectionFirst(said);
    return { outcome: 'failed', fault, stderr };
  }

  async #lsRemote(patterns: string[]): Promise<RunRef[]> {
    await this.prepare();
    const listed = await this.#network('list the runs', ['ls-remote', '--', this.#remote.url, ...patterns]);
    return parseRefs(listed.stdout.toString('utf8'));
  }

  /** Not quiet: that would hide why a ref was refused. */
  #fetch(refspecs: string[], options: string[] = []): string[] {
    return [
      'fetch',
      '--no-progress',
      '--no-tags',
      '--no-recurse-submodules',
      ...options,
      '--',
      this.#remote.url,
      ...refspecs,
    ];
  }

  async #mustFetch(refspecs: string[], options?: string[]): Promise<void> {
    await this.#network('read the ledger', this.#fetch(refspecs, options));
  }

  /** Reading may be tried again freely; only what may pass by itself is. */
  #network(doing: string, args: string[], expected: RegExp[] = []): Promise<GitResult> {
    return this.#remote.read(
      args,
      ({ fault, stderr }) => gitProblem(fault, doing, this.where, stderr),
      expected,
    );
  }
}

const noSuchRef = /couldn't find remote ref/i;

/** Of a refused push the line of the ref says why; remote hooks talk before it. */
function rejectionFirst(said: string): string {
  const lines = said.split('\n').filter((line) => line.trim() !== '' && !/^(To |Done$)/.test(line));
  return [
    ...lines.filter((line) => line.startsWith('!')),
    ...lines.filter((line) => !line.startsWith('!')),
  ].join('\n');
}
