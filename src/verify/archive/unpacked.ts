import type { Level } from '../../evidence-level.ts';
import type { Subject } from '../contract/format.ts';
import { type FileVerdict, holdsTensors, NO_TENSORS, type TensorSummary } from '../contract/verdict.ts';
import { bytesSource } from '../read/window-source.ts';

/** What a file is compressed around, looked into as whatever the roster says that the file is. */
export class Unpacked {
  /** All of it was unpacked, whether or not it was held to be looked into. */
  isRead = false;
  readonly #subject: Subject;
  readonly #wrapping: string;
  /** An archive or a data set may be anything inside; what is claimed to be something must be that. */
  readonly #isAnything: boolean;
  #verdict: FileVerdict | undefined;

  constructor(subject: Subject, wrapping: string) {
    this.#subject = subject;
    this.#wrapping = wrapping;
    this.#isAnything = subject.role === 'archive' || subject.role === 'dataset';
  }

  /** @param proven a checksum of the wrapping vouches for the content */
  async examine(content: Uint8Array, proven: boolean): Promise<void> {
    const { findings, role, sizeBytes, facts, expectation } = this.#subject;
    if (content.length === 0) {
      findings.fail('L1', 'empty', 'holds nothing', { expected: 'at least 1 byte', found: '0 bytes' });
      return;
    }
    this.#verdict = await this.#subject.examine(bytesSource(content, 'content'), {
      role,
      proven,
      member: this.#isAnything,
      expectation,
      expansion: Math.max(1, content.length / sizeBytes),
    });
    for (const key of ['step', 'epoch', 'rows', 'best'] as const) {
      const value = this.#verdict.facts[key];
      if (value !== undefined) Object.assign(facts, { [key]: value });
    }
    const what = `is wrapped in ${this.#wrapping}, as which no framework loads it`;
    if (holdsTensors(role)) findings.degraded('L3', 'wrapped', what, { offset: 0 });
  }

  get reaches(): Level {
    if (this.#isAnything) return this.isRead ? 'L2' : 'L1';
    return this.#verdict === undefined || this.#verdict.format === 'unknown' ? 'L1' : this.#verdict.level;
  }

  get tensors(): TensorSummary {
    return this.#verdict?.tensors ?? NO_TENSORS;
  }
}
