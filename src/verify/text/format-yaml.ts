import { overBudget } from '../contract/findings.ts';
import type { Format, Probe, Subject, Walk } from '../contract/format.ts';
import { Document } from './format-json.ts';
import { TextWatch } from './format-text.ts';
import { LineFeeder } from './yaml-feeder.ts';
import { YamlScanner } from './yaml-scanner.ts';

/** The first line that says something: a key with its value or alone, an item, a tag or a bracket with a bare word in it. */
const FIRST_LINE =
  /^(---( *| +#.*)|[A-Za-z_][\w./-]*:( .*)?|"[^"]+":( .*)?|'[^']+':( .*)?|- .+|!!?[\w/:.-]+|\{[A-Za-z_][\w./-]*: .*)$/;
/** Types that loaders which are not told to be safe make by running code. */
const RUNS_CODE = /^(!!|!<tag:yaml\.org,2002:|!)(python|js|ruby|java|perl|php)\b/;

/** A config as people and PyYAML write it: `config.yaml`, `hparams.yaml`, the arguments of a trainer. */
export const yaml: Format = {
  name: 'yaml',
  proves:
    'UTF-8, indentation, no duplicate keys, closed quotes and brackets, bounded depth and aliases; tags are listed; what lies outside the common part of YAML is read as text',
  checksum: 'none',
  memberNames: /\.ya?ml$/i,

  recognises({ head, role }: Probe): boolean {
    if (role !== 'config' && role !== 'metrics') return false;
    const start = Buffer.from(head.buffer, head.byteOffset, Math.min(head.length, 8192)).toString('utf8');
    const line = start.split(/\r?\n/).find((each) => each.trim() !== '' && !/^ *#/.test(each));
    // The first line of a table may hold a colon too.
    if (line === undefined || (role === 'metrics' && line.includes(','))) return false;
    return FIRST_LINE.test(line.trimEnd());
  },

  async open(subject: Subject): Promise<Walk> {
    const { budgets, sizeBytes } = subject;
    if (sizeBytes > budgets.jsonBytes) throw overBudget('jsonBytes', budgets.jsonBytes, sizeBytes, 0);
    const document = new Document(subject);
    const watch = new TextWatch(subject);
    const limits = { depth: budgets.jsonDepth, lineBytes: budgets.lineBytes, nodes: budgets.objects };
    const scanner = new YamlScanner(document, limits);
    const lines = new LineFeeder(scanner, budgets.lineBytes);
    return {
      checksummed: false,
      reaches: 'L2',
      *regions() {
        yield {
          offset: 0,
          length: sizeBytes,
          feed(piece: Uint8Array, offset: number) {
            watch.feed(piece, offset);
            lines.feed(piece, offset);
          },
          end() {
            watch.end();
            lines.end(sizeBytes);
          },
        };
      },
      finish(complete) {
        if (!complete) return;
        if (lines.outside !== undefined) asText(subject, lines.outside);
        else settle(subject, document, scanner);
      },
    };
  },
};

/** Nothing is known to be wrong, and nothing to be right either. */
function asText({ findings, role, expectation }: Subject, why: string): void {
  const asksForMore = ['step', 'minStep', 'epoch', 'stepKey'].some((key) => Object.hasOwn(expectation, key));
  if (role === 'metrics' || asksForMore)
    findings.inconclusive('L2', 'yaml-unread', 'is YAML of a kind that is not read here', { found: why });
  const what = 'was read as text: that its structure is whole was not proven';
  findings.degraded('L2', 'text-only', what, { found: why });
}

function settle({ findings, facts }: Subject, document: Document, scanner: YamlScanner): void {
  delete facts.rows;
  document.settle();
  const tags = [...scanner.tags].sort();
  const unsafe = tags.filter((tag) => RUNS_CODE.test(tag));
  if (unsafe.length > 0) {
    const what = 'has tags that make a loader run code unless it is told to be safe';
    findings.degraded('L2', 'unsafe-tags', what, { found: unsafe.slice(0, 8).join(', ') });
  }
  if (tags.length > unsafe.length) {
    const others = tags.filter((tag) => !unsafe.includes(tag)).slice(0, 8);
    findings.degraded('L2', 'other-tags', 'has tags that not every loader knows', {
      found: others.join(', '),
    });
  }
}
