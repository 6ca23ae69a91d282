import { digestOf } from '../../src/canonical.ts';
import type { GitHub, Issue, Issues } from '../../src/github/github.ts';
import { Problem } from '../../src/problem.ts';
import { strict } from '../scripted-world.ts';

const KEY = /<!-- gpu-lease:problem:([^ ]+) -->/;

/** Of a box that no lease holds. An id that may stand in no comment of HTML is named by its digest. */
export const strayKey = ({ platform, id }: { platform: string; id: string }): string =>
  `stray:${platform}:${/^[\w.-]+$/.test(id) ? id : digestOf(id).slice(0, 16)}`;

/** The issues of a repository, in memory: what a person is shown, by the key of the problem. */
export class ShownIssues implements Issues {
  readonly #all: Issue[] = [];
  readonly #isDown: () => boolean;
  requests = 0;

  constructor(isDown: () => boolean) {
    this.#isDown = isDown;
  }

  /** Keys of those that are open. */
  open(): Set<string> {
    return new Set(
      this.#all.filter(({ state }) => state === 'open').map(({ body }) => KEY.exec(body)?.[1] ?? ''),
    );
  }

  get opened(): number {
    return this.#all.length;
  }

  #ask(): void {
    this.requests += 1;
    if (this.#isDown())
      throw new Problem({
        code: 'github-unreachable',
        kind: 'unreachable',
        what: 'GitHub did not answer (503).',
        next: 'The next look tries again.',
      });
  }

  async issueMarked(marker: string): Promise<Issue | undefined> {
    this.#ask();
    return this.#all.findLast(({ body }) => body.includes(marker));
  }

  async openIssues(): Promise<Issue[]> {
    this.#ask();
    return this.#all.filter(({ state }) => state === 'open').map((issue) => ({ ...issue }));
  }

  async createIssue({ title, body }: { title: string; body: string }): Promise<Issue> {
    this.#ask();
    const number = this.#all.length + 1;
    const issue: Issue = {
      number,
      title,
      body,
      state: 'open',
      url: `https://github.example/issues/${number}`,
    };
    this.#all.push(issue);
    return { ...issue };
  }

  async updateIssue(number: number, change: Partial<Issue>): Promise<void> {
    this.#ask();
    Object.assign(this.#all[number - 1] ?? {}, change);
  }

  async commentIssue(): Promise<void> {
    this.#ask();
  }

  asGitHub(): GitHub {
    return strict<GitHub>('GitHub', {
      requests: () => this.requests,
      issueMarked: (marker) => this.issueMarked(marker),
      openIssues: () => this.openIssues(),
      createIssue: (issue) => this.createIssue(issue),
      updateIssue: (number, change) => this.updateIssue(number, change),
      commentIssue: () => this.commentIssue(),
    });
  }
}
