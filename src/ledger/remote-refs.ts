import { join } from 'node:path';
import type { Clock } from '../clock.ts';
import { backoff } from '../host/backoff.ts';
import { Problem } from '../problem.ts';
import type { ObjectFormat } from './git-objects.ts';
import type { SwapOutcome } from './git-problems.ts';
import { faultOf, type GitFault, gitProblem, isPassing } from './git-problems.ts';
import type { Git, GitResult } from './git-process.ts';
import type { RefStore } from './ref-store.ts';
import { ARCHIVE, archivePattern, archiveRef, parseRefs, RUNS, type RunRef, runRef } from './refs.ts';
import { RemotePatience } from './remote-patience.ts';
import { Repository } from './repository.ts';
import { ATTEMPTS, PASSING } from './tries.ts';

/** Each is named in the argument list. */
const REFS_A_FETCH = 100;
/** Of one address: a repository that was renamed more than once. */
const MOST_MOVES = 3;

/**
 * The refs of any git remote, moved by `git push --force-with-lease`: the remote's own check of the old value is the
 * compare-and-swap. A bare repository of ours keeps the objects between calls; losing it costs a fetch.
 */
export class RemoteRefs implements RefStore {
  readonly where: string;
  readonly objects: Repository;
  /** Changes where its server says that it has another name there now. */
  #url: string;
  readonly #login: { env: Record<string, string>; authorization?: string };
  readonly #world: { clock: Clock; random: () => number };
  readonly #patience: RemotePatience;

  constructor(
    git: Git,
    remote: { url: string; scratchDir: string; token?: string },
    world: { clock: Clock; random: () => number },
    patience = new RemotePatience(undefined, world.clock),
  ) {
    this.#url = checkedUrl(remote.url);
    this.#login = remote.token ? loginWith(this.#url, remote.token) : { env: {} };
    this.#world = world;
    this.#patience = patience;
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
      this.#url,
      ...refspecs,
    ];
    const { result: pushed, saying } = await this.#call(args);
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

  async #call(args: string[]): Promise<{ result: GitResult; saying: string }> {
    const known = this.#url;
    for (let moves = 0; ; moves += 1) {
      const { result, saying } = await this.#callOnce(
        args.map((word) => (word === known ? this.#url : word)),
      );
      const { authorization } = this.#login;
      const sentAway = result.exitCode !== 0 && faultOf(result.stderr, result.timedOut) === 'moved';
      if (!sentAway || authorization === undefined || moves >= MOST_MOVES) return { result, saying };
      // Loaded when it is needed: what only looks starts without any package.
      const { movedTo } = await import('./moved-remote.ts');
      const moved = await movedTo(this.#url, authorization);
      if (moved === undefined) return { result, saying };
      if ('elsewhere' in moved) return { result, saying: `It is now at ${moved.elsewhere}.\n${saying}` };
      this.#url = moved.url;
    }
  }

  /** Git that was ended by us at its time has nothing to say for itself. */
  async #callOnce(args: string[]): Promise<{ result: GitResult; saying: string }> {
    const timeoutSeconds = this.#patience.callSeconds();
    // Without a token of ours the user's own helpers and agents log in; on this machine nobody does.
    const { env, authorization } = this.#login;
    const needsHelp = authorization === undefined && !/^(?:file:\/)?\//i.test(this.#url);
    const result = await this.objects.run(args, { env, needsHelp, timeoutSeconds });
    this.#patience.note(result);
    const silence = `no whole answer in ${Math.round(timeoutSeconds)} s`;
    return { result, saying: result.timedOut ? `${silence}\n${result.stderr}` : result.stderr };
  }

  /** Reading may be tried again freely; only what may pass by itself is. */
  async #network(doing: string, args: string[], expected: RegExp[] = []): Promise<GitResult> {
    await this.prepare();
    for (let attempt = 1; ; attempt++) {
      const { result, saying } = await this.#call(args);
      if (result.exitCode === 0 || expected.some((words) => words.test(result.stderr))) return result;
      const fault = readFault(result);
      if (!isPassing(fault) || attempt >= ATTEMPTS || this.#patience.isOver)
        throw gitProblem(fault, doing, this.where, saying);
      await this.#world.clock.sleep(backoff(attempt, PASSING, this.#world.random()));
    }
  }
}

const noSuchRef = /couldn't find remote ref/i;

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
function loginWith(url: string, token: string): { env: Record<string, string>; authorization?: string } {
  const { origin, protocol, hostname } = URL.canParse(url)
    ? new URL(url)
    : { origin: '', protocol: '', hostname: '' };
  // Tokens are for HTTP; ssh and paths have their own ways.
  if (protocol !== 'https:' && protocol !== 'http:') return { env: {} };
  if (protocol === 'http:' && !/^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)) {
    throw new Problem({
      code: 'token-in-the-clear',
      kind: 'usage',
      what: `The token of the ledger would travel unencrypted to ${url}.`,
      next: 'Use its https:// address.',
    });
  }
  const authorization = `Basic ${Buffer.from(`x-access-token:${token}`).toString('base64')}`;
  return {
    authorization,
    env: {
      'config:credential.helper': '',
      [`config:http.${origin}/.extraHeader`]: '',
      [`config:http.${origin}/.extraHeader#2`]: `Authorization: ${authorization}`,
      // Git would take the header along to where it is sent, whatever server that is.
      [`config:http.${origin}/.followRedirects`]: 'false',
    },
  };
}
