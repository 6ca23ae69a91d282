import { expansionLimit, unpackedInMemory } from '../contract/expansion.ts';
import type { Format, Probe, Subject, Walk } from '../contract/format.ts';
import { startsWith } from '../read/sniff.ts';
import { wholeFile } from '../tensor/pass.ts';
import { GzipMembers } from './gzip-members.ts';
import { Unpacked } from './unpacked.ts';

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
    return {
      checksummed: true,
      regions: () => [
        wholeFile(subject, { feed: (...piece) => wrapped.members.feed(...piece), end: () => wrapped.end() }),
      ],
      inside: () => wrapped.examine(),
      finish: () => {},
      tensors: () => wrapped.content.tensors,
      get reaches() {
        return wrapped.content.reaches;
      },
    };
  },
};

class Wrapped {
  readonly members: GzipMembers;
  readonly content: Unpacked;
  readonly #subject: Subject;
  /** `undefined` where there are more of them than may be held. */
  #pieces: Uint8Array[] | undefined = [];

  constructor(subject: Subject) {
    this.#subject = subject;
    this.content = new Unpacked(subject, 'gzip');
    const most = unpackedInMemory(subject);
    const limits = { expandedBytes: expansionLimit(subject), members: subject.budgets.zipMembers };
    this.members = new GzipMembers(limits, (piece) => {
      if (this.members.expandedBytes > most) this.#pieces = undefined;
      this.#pieces?.push(piece.slice());
    });
  }

  end(): void {
    this.members.end(this.#subject.sizeBytes);
    this.content.isRead = true;
  }

  async examine(): Promise<void> {
    const { findings, facts } = this.#subject;
    const pieces = this.#pieces;
    this.#pieces = undefined;
    if (!this.content.isRead) return;
    const { expandedBytes, members } = this.members;
    facts.scalars['unpackedBytes'] = expandedBytes;
    if (members > 1) facts.scalars['gzipMembers'] = members;
    if (pieces !== undefined) return await this.content.examine(Buffer.concat(pieces), true);
    const what = 'its content is right by its checksum, and too long to be looked into';
    findings.degraded('L2', 'not-examined', what, { found: `${expandedBytes} bytes` });
  }
}
