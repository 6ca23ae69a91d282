import type { Clock } from '../clock.ts';
import { backoff } from '../host/backoff.ts';
import type { Problem } from '../problem.ts';
import { faultOf, type GitFault, isPassing } from './git-problems.ts';
import type { GitResult } from './git-process.ts';
import { checkedUrl, loginWith, type RemoteLogin } from './remote-login.ts';
import type { RemotePatience } from './remote-patience.ts';
import type { Repository } from './repository.ts';
import { ATTEMPTS, PASSING } from './tries.ts';

/** Of one address: a repository that was renamed more than once. */
const MOST_MOVES = 3;

/** A read that failed, for whoever finds the words. */
export interface ReadFailed {
  fault: GitFault;
  stderr: string;
}

/**
 * One git remote, asked from a repository of ours, with a token where there is one. The token is in the environment of git alone,
 * and goes to no other server than the one of the address.
 */
export class GitRemote {
  readonly #objects: Repository;
  /** Changes where its server says that it has another name there now. */
  #url: string;
  readonly #login: RemoteLogin;
  readonly #world: { clock: Clock; random: () => number };
  readonly #patience: RemotePatience;

  /** @param remote `holds`: what is there, for errors; default the ledger */
  constructor(
    objects: Repository,
    { url, token, holds = 'the ledger' }: { url: string; token?: string; holds?: string },
    world: { clock: Clock; random: () => number },
    patience: RemotePatience,
  ) {
    this.#objects = objects;
    this.#url = checkedUrl(url, holds);
    this.#login = token ? loginWith(this.#url, token, holds) : { env: {} };
    this.#world = world;
    this.#patience = patience;
  }

  get url(): string {
    return this.#url;
  }

  async prepare(): Promise<void> {
    // Also when a list comes first, so that git never searches for a repository whose configuration is not ours.
    if (!this.#objects.exists()) await this.#objects.init();
  }

  async call(args: string[]): Promise<{ result: GitResult; saying: string }> {
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
    const result = await this.#objects.run(args, { env, needsHelp, timeoutSeconds });
    this.#patience.note(result);
    const silence = `no whole answer in ${Math.round(timeoutSeconds)} s`;
    return { result, saying: result.timedOut ? `${silence}\n${result.stderr}` : result.stderr };
  }

  /** Reading may be tried again freely; only what may pass by itself is. */
  async read(
    args: string[],
    problem: (failed: ReadFailed) => Problem,
    expected: readonly RegExp[] = [],
  ): Promise<GitResult> {
    await this.prepare();
    for (let attempt = 1; ; attempt++) {
      const { result, saying } = await this.call(args);
      if (result.exitCode === 0 || expected.some((words) => words.test(result.stderr))) return result;
      const fault = faultOf(result.stderr, result.timedOut);
      if (!isPassing(fault) || attempt >= ATTEMPTS || this.#patience.isOver)
        throw problem({ fault, stderr: saying });
      await this.#world.clock.sleep(backoff(attempt, PASSING, this.#world.random()));
    }
  }
}
