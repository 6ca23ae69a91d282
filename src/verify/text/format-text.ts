import { overBudget } from '../contract/findings.ts';
import type { Format, Probe, Subject, Walk } from '../contract/format.ts';
import { isTemplate, judgeTemplate } from '../read/jinja.ts';
import { wholeFile } from '../tensor/pass.ts';
import { yaml } from './format-yaml.ts';
import { TextWatch } from './text-watch.ts';

/** Code that comes with a model, as of `auto_map`, is read by people. */
const PROGRAM = /\.(py|pyi|sh|bash|js|lua|r)$/i;

/** What reads a file of this name reads YAML, whatever its first line is. */
const YAML = /\.ya?ml$/i;

/** As of chat templates beside a model. */
const TEMPLATE = /\.(jinja2?|j2)$/i;

/** All of a text that is small enough to be held. */
class KeptText {
  readonly #pieces: Uint8Array[] = [];

  constructor({ sizeBytes, budgets }: Subject) {
    if (sizeBytes > budgets.structureBytes)
      throw overBudget('structureBytes', budgets.structureBytes, sizeBytes, 0);
  }

  feed(piece: Uint8Array): void {
    // The chunk's memory is used again.
    this.#pieces.push(piece.slice());
  }

  text(): string {
    return new TextDecoder().decode(Buffer.concat(this.#pieces));
  }
}

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
    if (role === 'config' && YAML.test(subject.label) && !isTemplate(subject.head)) {
      return { ...(await yaml.open(subject)), format: yaml.name };
    }
    const watch = new TextWatch(subject);
    if (PROGRAM.test(subject.label))
      findings.note('L2', 'code-not-judged', 'is a program: what it does when it is run was not looked at');
    const isOne = isTemplate(subject.head) || TEMPLATE.test(subject.label);
    const template = isOne ? new KeptText(subject) : undefined;
    return {
      checksummed: false,
      reaches: 'L2',
      regions: () => [
        wholeFile(subject, {
          feed(piece, offset) {
            watch.feed(piece, offset);
            template?.feed(piece);
          },
          end: () => watch.end(),
        }),
      ],
      finish() {
        if (template !== undefined) judgeTemplate(template.text(), findings);
        if (role === 'metrics' && subject.roleFrom !== 'guessed')
          findings.fail('L2', 'no-table', 'is text and no table: no metrics can be read from it');
        if (role === 'log') return;
        findings.degraded('L2', 'text-only', 'was read as text: that its structure is whole was not proven');
      },
    };
  },
};
