import { correctedJob } from '../job/corrected.ts';
import type { Job } from '../job/job.ts';
import { type FileEdit, type Problem, Problems } from '../problem.ts';
import { answeredBy } from './command-problem.ts';

/** Each is a try of up to the drill's timeout. */
const MOST_TRIES = 5;

/** What one smoke has found, and the job as it would be with every answer that was proposed: what comes next is judged by that. */
export class Findings {
  #found: Problem[] = [];
  readonly #asWritten: Job;
  #tries = 1;

  constructor(job: Job) {
    this.#asWritten = job;
  }

  get job(): Job {
    return correctedJob(this.#asWritten, this.edits);
  }

  /** As its file has it. */
  get asWritten(): Job {
    return this.#asWritten;
  }

  get edits(): FileEdit[] {
    return this.#found.flatMap(({ edits }) => edits);
  }

  add(...problems: readonly Problem[]): void {
    this.#found.push(...problems);
  }

  /**
   * Of something that may be tried again with the answer. Where it was found before, the answer of then did not help.
   *
   * @returns whether there is one that was not tried yet
   */
  addAndTryAgain(problem: Problem): boolean {
    const { code, edits } = problem;
    this.#found = this.#found.filter((each) => each.code !== code || !isAnsweredAlike(each, problem));
    this.#tries += 1;
    const isTriedAgain = edits.length > 0 && this.#tries <= MOST_TRIES;
    this.add(isTriedAgain ? problem : answeredBy(problem, []));
    return isTriedAgain;
  }

  /** @throws Problem, or Problems where it is more than one */
  throwAll(): void {
    const [first, ...more] = this.#found;
    if (first) throw more.length === 0 ? first : new Problems([first, ...more]);
  }
}

/** A key of metrics that is found is no answer to another one that is not. */
const isAnsweredAlike = (one: Problem, other: Problem): boolean =>
  other.edits.length === 0
    ? one.edits.every(({ path }) => path[0] !== 'metrics')
    : one.edits.some((mine) => other.edits.some((theirs) => mine.path.join() === theirs.path.join()));
