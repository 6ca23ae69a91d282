import type { Level } from '../../evidence-level.ts';
import type { InnerOptions, Subject } from '../contract/format.ts';
import type { RangeSource } from '../contract/source.ts';
import {
  type FileVerdict,
  holdsTensors,
  NO_TENSORS,
  type TensorSummary,
  together,
} from '../contract/verdict.ts';

/**
 * Examines the members of an archive by their own types, up to a number of them, and says how many. What none of our
 * formats knows (pictures of other kinds, texts, whatever a data set holds) is only under the archive's own rules.
 */
export class ArchiveMembers {
  readonly #subject: Subject;
  readonly #lowest: Level[] = [];
  #known = 0;
  #examined = 0;
  #leftOut = 0;
  #tensors = NO_TENSORS;

  constructor(subject: Subject) {
    this.#subject = subject;
  }

  get isFull(): boolean {
    return this.#examined >= this.#subject.budgets.membersExamined;
  }

  /** @param name its path in the archive, which need not be unique to us */
  async examine(source: RangeSource, options: Omit<InnerOptions, 'member' | 'role'>): Promise<FileVerdict> {
    const { role } = this.#subject;
    const verdict = await this.#subject.examine(source, {
      ...options,
      member: true,
      prefix: `${source.label}/`,
      // An archive around a checkpoint is asked what a checkpoint is asked.
      role: holdsTensors(role) ? role : 'archive',
    });
    this.#examined += 1;
    if (verdict.format === 'unknown') return verdict;
    this.#known += 1;
    const { tensors } = verdict;
    if (tensors === undefined || tensors.count === 0) return verdict;
    this.#lowest.push(verdict.level);
    this.#tensors = together(this.#tensors, tensors);
    return verdict;
  }

  leaveOut(): void {
    this.#leftOut += 1;
  }

  /** @param total regular members that hold anything */
  settle(total: number): void {
    const { facts, findings } = this.#subject;
    facts.scalars['members'] = total;
    facts.scalars['membersExamined'] = this.#known;
    if (this.#leftOut > 0) {
      const what = 'not every member was examined by its own type';
      const found = `${this.#examined} of ${this.#examined + this.#leftOut}`;
      findings.note('L2', 'members-left-out', what, { found });
    }
  }

  /** What the archive as a whole could prove: values only where every member that could hold some was looked at. */
  get reaches(): Level {
    const isWhole = this.#leftOut === 0 && this.#known === this.#examined && this.#lowest.length > 0;
    return isWhole && this.#lowest.every((level) => level === 'L3') ? 'L3' : 'L2';
  }

  get tensors(): TensorSummary {
    return this.#tensors;
  }
}
