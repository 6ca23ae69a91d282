import { resolve } from 'node:path';
import type { Clock } from '../clock.ts';
import { Problem } from '../problem.ts';
import { absentOid, type ObjectFormat } from './git-objects.ts';
import type { SwapOutcome } from './git-problems.ts';
import { faultOf } from './git-problems.ts';
import type { Git, GitResult } from './git-process.ts';
import { localPlace } from './location.ts';
import { surelyNoRefs } from './no-refs.ts';
import type { RefStore } from './ref-store.ts';
import { ARCHIVE, archivePattern, parseRefs, RUNS, type RunRef, runRef } from './refs.ts';
import { Repository } from './repository.ts';
import { removeStaleRefLock } from './stale-lock.ts';

/** The refs of a repository on this machine. `update-ref` with an old value is itself a compare-and-swap. */
export class LocalRefs implements RefStore {
  readonly where: string;
  readonly objects: Repository;
  readonly #dir: string;
  readonly #create: boolean;
  readonly #clock: Clock;

  constructor(git: Git, dir: string, create: boolean, clock: Clock) {
    this.#clock = clock;
    this.#dir = resolve(dir);
    this.#create = create;
    const place = localPlace({ dir, create });
    this.objects = new Repository(git, place.gitDir, place.dir);
    this.where = place.words;
  }

  async prepare(): Promise<void> {
    if (this.objects.exists()) return;
    if (!this.#create) throw this.#noRepository();
    await this.objects.init();
  }

  objectFormat(): Promise<ObjectFormat> {
    return this.objects.objectFormat();
  }

  async bring(run: string): Promise<string | null> {
    const ref = runRef(run);
    return this.#isThere() ? ref : null;
  }

  async bringArchived(run: string): Promise<string | null> {
    if (!this.#isThere()) return null;
    const [found] = await this.#list([archivePattern(run)]);
    return found?.oid ?? null;
  }

  async tip(ref: string): Promise<string | null> {
    if (!this.#isThere()) return null;
    const found = await this.objects.run(['rev-parse', '--verify', '--quiet', `${ref}^{commit}`]);
    return found.exitCode === 0 ? found.stdout.toString('utf8').trim() : null;
  }

  async bringNotes(ref: string): Promise<string | null> {
    return this.#isThere() ? ref : null;
  }

  async refs(archived: boolean): Promise<RunRef[]> {
    const prefixes = archived ? [RUNS, ARCHIVE] : [RUNS];
    return this.#isThere() && !surelyNoRefs(this.objects.gitDir, prefixes) ? this.#list(prefixes) : [];
  }

  async bringAll(): Promise<void> {}

  async bringThese(): Promise<void> {}

  async swap(ref: string, next: string, old: string | null): Promise<SwapOutcome> {
    const absent = absentOid(next.length === 40 ? 'sha1' : 'sha256');
    const result = await this.objects.run(['update-ref', '--no-deref', ref, next, old ?? absent]);
    if (result.exitCode !== 0) removeStaleRefLock(result.stderr, this.#clock);
    return swapOutcome(result);
  }

  async move(from: string, to: string, oid: string): Promise<SwapOutcome> {
    const transaction = `create ${to} ${oid}\ndelete ${from} ${oid}\n`;
    const moved = swapOutcome(
      await this.objects.run(['update-ref', '--stdin'], { stdin: Buffer.from(transaction) }),
    );
    if (moved.outcome === 'swapped' && this.#create) await this.objects.tidy();
    return moved;
  }

  async #list(patterns: string[]): Promise<RunRef[]> {
    const args = ['for-each-ref', '--format=%(objectname) %(refname)', ...patterns];
    return parseRefs(await this.objects.mustRun('list the runs', args));
  }

  #isThere(): boolean {
    if (this.objects.exists()) return true;
    if (this.#create) return false;
    throw this.#noRepository();
  }

  #noRepository(): Problem {
    return new Problem({
      code: 'no-repository',
      kind: 'ledger',
      what: `There is no git repository at ${this.#dir} to keep the ledger in.`,
      next: 'Name an existing one, or make it with `git init --bare`.',
    });
  }
}

function swapOutcome(result: GitResult): SwapOutcome {
  if (result.exitCode === 0) return { outcome: 'swapped' };
  const { stderr, timedOut } = result;
  const notWhereWeThought =
    /is at [0-9a-f]+ but expected|reference already exists|unable to resolve reference/;
  if (notWhereWeThought.test(stderr)) return { outcome: 'lost' };
  return { outcome: 'failed', fault: faultOf(stderr, timedOut), stderr };
}
