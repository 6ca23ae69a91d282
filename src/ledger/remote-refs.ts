import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '../clock.ts';
import { Problem } from '../problem.ts';
import { ATTEMPTS, pauseSeconds } from './backoff.ts';
import type { ObjectFormat } from './git-objects.ts';
import { distrusted, faultOf, type GitFault, gitProblem, isPassing } from './git-problems.ts';
import type { Git, GitResult } from './git-process.ts';
import type { RefStore } from './ref-store.ts';
import { ARCHIVE, archivePattern, archiveRef, parseRefs, RUNS, type RunRef, runRef } from './refs.ts';
import { Repository, type SwapOutcome } from './repository.ts';

const NETWORK_TIMEOUT_SECONDS = 90;

/**
 * The refs of any git remote, moved by `git push --force-with-lease`: the remote's own check of the old value is the
 * compare-and-swap. A bare repository of ours keeps the objects between calls; losing it costs a fetch.
 */
export class RemoteRefs implements RefStore {
  readonly where: string;
  readonly objects: Repository;
  readonly #url: string;
  readonly #env: Record<string, string>;
  readonly #world: { clock: Clock; random: () => number };

  constructor(
    git: Git,
    remote: { url: string; scratchDir: string; token?: string },
    world: { clock: Clock; random: () => number },
  ) {
    this.#url = checkedUrl(remote.url);
    this.#env = remote.token ? tokenEnvironment(this.#url, remote.token) : {};
    this.#world = world;
    this.objects = new Repository(git, join(remote.scratchDir, 'ledger-copy.git'));
    this.where = `refs/gpu-lease at ${this.#url}`;
  }

  async prepare(): Promise<void> {
    // Also when a list comes first, so that git never searches for a repository whose configuration is not ours.
    if (!this.objects.exists()) await this.objects.init();
  }

  /** Of our copy, as `init` makes it; a SHA-256 remote refuses to talk to it by name. */
  async objectFormat(): Promise<ObjectFormat> {
    return 'sha1';
  }

  async bring(run: string): Promise<string | null> {
    const ref = runRef(run);
    // Without "+": git itself refuses a record that does not go on from the one we have seen.
    const fetched = await this.#network('read the ledger', this.#fetch([`${ref}:${ref}`]), [
      noSuchRef,
      rewritten,
    ]);
    if (fetched.exitCode === 0) return ref;
    if (noSuchRef.test(fetched.stderr)) return null;
    throw distrusted(
      run,
      'history-rewritten',
      `${this.#url} no longer goes on from what was there before`,
      undefined,
    );
  }

  async bringArchived(run: string): Promise<string | null> {
    const [found] = await this.#lsRemote([archivePattern(run)]);
    if (!found) {
      // Best effort: our copy may be new. Taking a vanished record for a run that never was would rent a second box.
      if (existsSync(join(this.objects.gitDir, runRef(run)))) {
        throw distrusted(
          run,
          'history-rewritten',
          `it was at ${this.#url} before and is gone (our copy: ${this.objects.gitDir})`,
          undefined,
        );
      }
      return null;
    }
    const year = Number(found.ref.slice(ARCHIVE.length).split('/')[0]);
    const ref = archiveRef(run, year);
    await this.#mustFetch([`+${ref}:${ref}`]);
    return ref;
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
      this.#url,
      ...refspecs,
    ];
    const pushed = await this.objects.run(args, { env: this.#env, timeoutSeconds: NETWORK_TIMEOUT_SECONDS });
    if (pushed.exitCode === 0) return { outcome: 'swapped' };
    const said = `${pushed.stderr}\n${pushed.stdout.toString('utf8')}`;
    // Found before anything was sent. What the remote itself refuses proves nothing: curl sends a request again whose answer it
    // lost, and the second is refused because the first was done.
    if (said.includes('(stale info)')) return { outcome: 'lost' };
    return { outcome: 'failed', fault: faultOf(said, pushed.timedOut), stderr: rejectionFirst(said) };
  }

  async #lsRemote(patterns: string[]): Promise<RunRef[]> {
    await this.prepare();
    const listed = await this.#network('list the runs', ['ls-remote', '--', this.#url, ...patterns]);
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
      this.#url,
      ...refspecs,
    ];
  }

  async #mustFetch(refspecs: string[], options?: string[]): Promise<void> {
    await this.#network('read the ledger', this.#fetch(refspecs, options));
  }

  /** Reading may be tried again freely; only what may pass by itself is. */
  async #network(doing: string, args: string[], expected: RegExp[] = []): Promise<GitResult> {
    await this.prepare();
    for (let attempt = 1; ; attempt++) {
      const result = await this.objects.run(args, {
        env: this.#env,
        timeoutSeconds: NETWORK_TIMEOUT_SECONDS,
      });
      if (result.exitCode === 0 || expected.some((words) => words.test(result.stderr))) return result;
      const fault = readFault(result);
      if (!isPassing(fault) || attempt >= ATTEMPTS) throw gitProblem(fault, doing, this.where, result.stderr);
      await this.#world.clock.sleep(pauseSeconds(attempt, this.#world.random()));
    }
  }
}

const noSuchRef = /couldn't find remote ref/i;
const rewritten = /non-fast-forward/;

function readFault(result: GitResult): GitFault {
  return faultOf(result.stderr, result.timedOut);
}

/** Of a refused push the line of the ref says why; remote hooks talk before it. */
function rejectionFirst(said: string): string {
  const lines = said.split('\n').filter((line) => line.trim() !== '' && !/^(To |Done$)/.test(line));
  return [
    ...lines.filter((line) => line.startsWith('!')),
    ...lines.filter((line) => !line.startsWith('!')),
  ].join('\n');
}

/** @throws Problem when the address carries a password: it would stand in argv, in errors and in logs */
function checkedUrl(url: string): string {
  const withLogin = /^https?:\/\/[^/]*@/i.test(url);
  if (withLogin || url === '' || url.startsWith('-') || /[\p{Cc}]/u.test(url)) {
    throw new Problem({
      code: 'bad-remote',
      kind: 'usage',
      what: withLogin
        ? 'The address of the ledger carries a login.'
        : `${JSON.stringify(url)} is no address of a git remote.`,
      next: 'Give the plain address, and the token by its own input or environment variable.',
    });
  }
  return url;
}

/**
 * The token as git's own configuration, in the environment of the child alone and only for this origin. First an empty value:
 * a checkout may have left its own header, and two are refused.
 */
function tokenEnvironment(url: string, token: string): Record<string, string> {
  const { origin, protocol, hostname } = URL.canParse(url)
    ? new URL(url)
    : { origin: '', protocol: '', hostname: '' };
  // Tokens are for HTTP; ssh and paths have their own ways.
  if (protocol !== 'https:' && protocol !== 'http:') return {};
  if (protocol === 'http:' && !/^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)) {
    throw new Problem({
      code: 'token-in-the-clear',
      kind: 'usage',
      what: `The token of the ledger would travel unencrypted to ${url}.`,
      next: 'Use its https:// address.',
    });
  }
  const basic = Buffer.from(`x-access-token:${token}`).toString('base64');
  return {
    'config:credential.helper': '',
    [`config:http.${origin}/.extraHeader`]: '',
    [`config:http.${origin}/.extraHeader#2`]: `Authorization: Basic ${basic}`,
  };
}
