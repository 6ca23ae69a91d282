import type { Level } from '../../evidence-level.ts';
import { expansionLimit, unpackedInMemory } from '../contract/expansion.ts';
import type { Format, Probe, Subject, Walk } from '../contract/format.ts';
import { type FileVerdict, holdsTensors } from '../contract/verdict.ts';
import { startsWith } from '../read/sniff.ts';
import { bytesSource } from '../read/window-source.ts';
import { GzipMembers } from './gzip-members.ts';

const MAGIC = Uint8Array.of(0x1f, 0x8b, 8);

/** What was compressed for the way or for the shelf. What is inside is looked into, as whatever the roster says it is. */
export const gzip: Format = {
  name: 'gzip',
  proves:
    'every member: header, CRC-32 and length of its content, nothing after it; the content by its own type where it fits into memory',
  checksum: 'CRC-32 of the content',

  recognises: ({ head }: Probe) => startsWith(head, MAGIC),

  async open(subject: Subject): Promise<Walk> {
    const wrapped = new Wrapped(subject);
    const { sizeBytes } = subject;
    return {
      checksummed: true,
      *regions() {
        yield {
          offset: 0,
          length: sizeBytes,
          feed: (piece: Uint8Array, offset: number) => wrapped.members.feed(piece, offset),
          end: () => wrapped.end(),
        };
      },
      inside: () => wrapped.examine(),
      finish: () => {},
      tensors: () => wrapped.verdict?.tensors ?? { count: 0, elements: 0, nonFinite: 0 },
      get reaches() {
        return wrapped.reaches;
      },
    };
  },
};

class Wrapped {
  readonly members: GzipMembers;
  verdict: FileVerdict | undefined;
  readonly #subject: Subject;
  #pieces: Uint8Array[] | undefined = [];
  #isWhole = false;

  constructor(subject: Subject) {
    this.#subject = subject;
    const most = unpackedInMemory(subject);
    const limits = { expandedBytes: expansionLimit(subject), members: subject.budgets.zipMembers };
    this.members = new GzipMembers(limits, (piece) => {
      if (this.members.expandedBytes > most) this.#pieces = undefined;
      this.#pieces?.push(piece.slice());
    });
  }

  end(): void {
    this.members.end(this.#subject.sizeBytes);
    this.#isWhole = true;
  }

  async examine(): Promise<void> {
    const { findings, role, sizeBytes, facts, expectation } = this.#subject;
    const pieces = this.#pieces;
    this.#pieces = undefined;
    if (!this.#isWhole) return;
    const { expandedBytes, members } = this.members;
    facts.scalars['unpackedBytes'] = expandedBytes;
    if (members > 1) facts.scalars['gzipMembers'] = members;
    if (expandedBytes === 0) {
      findings.fail('L1', 'empty', 'holds nothing', { expected: 'at least 1 byte', found: '0 bytes' });
      return;
    }
    if (pieces === undefined) {
      const what = 'its content is right by its checksum, and too long to be looked into';
      findings.degraded('L2', 'not-examined', what, { found: `${expandedBytes} bytes` });
      return;
    }
    // An archive or a data set may be anything inside; what is claimed to be something must be that.
    const isAnything = role === 'archive' || role === 'dataset';
    this.verdict = await this.#subject.examine(bytesSource(Buffer.concat(pieces), 'content'), {
      role,
      proven: true,
      member: isAnything,
      expectation,
      expansion: Math.max(1, expandedBytes / sizeBytes),
    });
    for (const key of ['step', 'epoch', 'rows', 'best'] as const) {
      const value = this.verdict.facts[key];
      if (value !== undefined) Object.assign(facts, { [key]: value });
    }
    if (holdsTensors(role))
      findings.degraded('L3', 'wrapped', 'is wrapped in gzip, as which no framework loads it', { offset: 0 });
  }

  get reaches(): Level {
    const { role } = this.#subject;
    const isAnything = role === 'archive' || role === 'dataset';
    if (isAnything) return this.#isWhole ? 'L2' : 'L1';
    return this.verdict === undefined || this.verdict.format === 'unknown' ? 'L1' : this.verdict.level;
  }
}
