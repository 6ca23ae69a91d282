import type { Format, Probe, Subject, Walk } from '../contract/format.ts';
import { isTemplate, judgeTemplate } from '../read/jinja.ts';
import { wholeFile } from '../tensor/pass.ts';

/** A process writes no such run; a lost block of a file does. */
const HOLE_BYTES = 64;

/** Code that comes with a model, as of `auto_map`, is read by people. */
const PROGRAM = /\.(py|pyi|sh|bash|js|lua|r)$/i;

/** Plain text: a log, a config in a notation that no reader here knows, or a table whose cells are told apart by blanks. */
export const text: Format = {
  name: 'text',
  proves: 'UTF-8, no hole of zeros; a config read as text is degraded',
  checksum: 'none',
  memberNames: /^$/,

  recognises({ head, role }: Probe): boolean {
    if (role !== 'log' && role !== 'config' && role !== 'metrics') return false;
    // Numbers of a program are called `.csv` now and then; no text holds a zero.
    if (role === 'metrics' && head.includes(0)) return false;
    const odd = head.reduce((count, byte) => (byte < 9 || (byte > 13 && byte < 27) ? count + 1 : count), 0);
    return odd * 50 < head.length || role === 'log';
  },

  async open(subject: Subject): Promise<Walk> {
    const { findings, role } = subject;
    const watch = new TextWatch(subject);
    if (PROGRAM.test(subject.label))
      findings.note('L2', 'code-not-judged', 'is a program: what it does when it is run was not looked at');
    if (isTemplate(subject.head)) judgeTemplate(new TextDecoder().decode(subject.head), findings);
    return {
      checksummed: false,
      reaches: 'L2',
      regions: () => [wholeFile(subject, watch)],
      finish() {
        if (role === 'metrics' && subject.roleFrom !== 'guessed')
          findings.fail('L2', 'no-table', 'is text and no table: no metrics can be read from it');
        if (role === 'log') return;
        findings.degraded('L2', 'text-only', 'was read as text: that its structure is whole was not proven');
      },
    };
  },
};

export class TextWatch {
  readonly #subject: Subject;
  #utf8: InstanceType<typeof TextDecoder> | undefined = new TextDecoder('utf-8', { fatal: true });
  #lines = 0;
  #zeros = 0;

  constructor(subject: Subject) {
    this.#subject = subject;
  }

  feed(piece: Uint8Array, offset: number): void {
    this.#decode(piece, offset);
    for (let at = piece.indexOf(0x0a); at >= 0; at = piece.indexOf(0x0a, at + 1)) this.#lines += 1;
    // Most pieces hold no zero at all, and then there is nothing to walk.
    if (this.#zeros > 0 || piece.includes(0)) this.#followZeros(piece, offset);
  }

  end(): void {
    this.#endZeros(this.#subject.sizeBytes);
    this.#subject.facts.rows = this.#lines;
  }

  #decode(piece: Uint8Array, offset: number): void {
    try {
      this.#utf8?.decode(piece, { stream: true });
    } catch {
      this.#utf8 = undefined;
      this.#subject.findings.note('L1', 'not-utf8', 'is not all UTF-8', { offset });
    }
  }

  #followZeros(piece: Uint8Array, offset: number): void {
    for (let i = 0; i < piece.length; i += 1) {
      if (piece[i] === 0) this.#zeros += 1;
      else if (this.#zeros > 0) this.#endZeros(offset + i);
    }
  }

  #endZeros(at: number): void {
    if (this.#zeros >= HOLE_BYTES) {
      this.#subject.findings.fail('L1', 'zero-hole', 'has a hole of zeros in its text', {
        offset: at - this.#zeros,
        found: `${this.#zeros} zero bytes`,
      });
    }
    this.#zeros = 0;
  }
}
