import { utf8 } from '../codec/utf8.ts';
import { Broken, overBudget } from '../contract/findings.ts';
import type { Format, Probe, Subject, Walk } from '../contract/format.ts';
import { kindOfName } from '../contract/python-names.ts';
import { vouchesFor } from '../contract/vouching.ts';
import { isTemplate } from '../read/jinja.ts';
import { wholeFile } from '../tensor/pass.ts';
import { Document } from './format-json.ts';
import { TextWatch } from './text-watch.ts';

/** The first line that says something: a key with its value or alone, an item, a tag or a bracket with a bare word in it. */
const FIRST_LINE =
  /^(---( *| +#.*)|[A-Za-z_][\w./-]*:( .*)?|"[^"]+":( .*)?|'[^']+':( .*)?|- .+|!!?[\w/:.-]+|!<[^>]+>.*|%YAML:1\.\d|%(YAML|TAG) .+|\? .+|&\w+( .*)?|\{[A-Za-z_][\w./-]*: .*)$/;
/** Types that loaders which are not told to be safe make by running code. */
const RUNS_CODE = /^!!?(python|js|ruby|java|perl|php)\b/;
/** Tuples and the like, as Lightning writes them into `hparams.yaml`: made by every loader of Python but the safe one. */
const PLAIN_PYTHON = /^!!?python\/(tuple|list|dict|str|unicode|bytes|int|long|float|complex|bool|none)$/;

/** What is called or imported, in the tags that PyYAML has for it; the name may be written in escapes of an address. */
const NAMES_PYTHON = /^(?:!!|!|tag:yaml\.org,2002:)?python\/(?:object(?:\/(?:apply|new))?|name|module):(.*)$/;
/** Without one of these, or an escape that may spell one, no loader that we know runs anything out of YAML. */
const MAY_RUN =
  /python\/|^%|![<\w%]|_target_|_component_|class_path|template|\\(?:[xuU]|\r?\n)|gA[I-X]|800[2-5]/m;
/** Of OpenCV's FileStorage: maps of rows, columns, a type and numbers, which nothing but its reader makes matrices of. */
const OPENCV = /^!!opencv-[a-z-]+$/;
/** As OpenCV before 5 begins, which no directive of YAML does. */
const OPENCV_START = /^%YAML:(?=1\.\d)/;

/** A config as people and PyYAML write it: `config.yaml`, `hparams.yaml`, the arguments of a trainer. */
export const yaml: Format = {
  name: 'yaml',
  proves:
    'UTF-8, syntax, no duplicate keys, bounded depth and aliases, which are never expanded; tags are listed; brackets and quotes that go on further left than YAML 1.2 has it are read as PyYAML reads them, with a note; up to 256 KiB, above that inconclusive',
  checksum: 'none',
  memberNames: /\.ya?ml$/i,

  recognises({ head, role, isMember = false }: Probe): boolean {
    // Its name says what its readers take it for.
    if (isMember) return !isTemplate(head);
    if (role !== 'config' && role !== 'metrics') return false;
    const start = Buffer.from(head.buffer, head.byteOffset, Math.min(head.length, 8192)).toString('utf8');
    const line = start.split(/\r\n?|\n/).find((each) => each.trim() !== '' && !/^ *#/.test(each));
    // The first line of a table may hold a colon too.
    if (line === undefined || (role === 'metrics' && line.includes(','))) return false;
    return FIRST_LINE.test(line.trimEnd());
  },

  async open(subject: Subject): Promise<Walk> {
    const { budgets, sizeBytes } = subject;
    const isMember = subject.role !== 'config' && subject.role !== 'metrics';
    if (sizeBytes > (isMember ? budgets.structureBytes : budgets.yamlBytes))
      throw overBudget('yamlBytes', budgets.yamlBytes, sizeBytes, 0);
    // Only a file that needs it loads the library.
    const { YamlDocuments } = await import('./yaml-documents.ts');
    const document = new Document(subject);
    const documents = new YamlDocuments(document, { depth: budgets.jsonDepth, nodes: budgets.objects });
    const watch = new TextWatch(subject);
    const pieces: Uint8Array[] = [];
    return {
      checksummed: false,
      reaches: 'L2',
      regions: () => [
        wholeFile(subject, {
          feed(piece, offset) {
            watch.feed(piece, offset);
            // The chunk's memory is used again.
            pieces.push(piece.slice());
          },
          end() {
            watch.end();
            const text = utf8(Buffer.concat(pieces));
            if (text === undefined) throw new Broken('L1', 'not-utf8', 'is not UTF-8');
            if (isMember && !MAY_RUN.test(text)) return;
            if (sizeBytes > budgets.yamlBytes) throw overBudget('yamlBytes', budgets.yamlBytes, sizeBytes, 0);
            documents.read(text.replace(OPENCV_START, '%YAML '));
          },
        }),
      ],
      async inside() {
        if (document.pickled.length === 0) return;
        const { walkPickledTexts } = await import('../pickle/pickled-texts.ts');
        walkPickledTexts(subject, document.pickled);
      },
      finish(complete) {
        if (!complete) return;
        settle(subject, document, documents.tags);
        if (documents.loose) {
          const what =
            'goes on within brackets or quotes further left than YAML 1.2 has it, which not every reader takes';
          subject.findings.note('L2', 'loose-columns', what);
        }
      },
    };
  },
};

function settle(subject: Subject, document: Document, all: ReadonlySet<string>): void {
  const { findings, facts } = subject;
  delete facts.rows;
  document.settle();
  const tags = [...all].sort();
  const plain = tags.filter((tag) => PLAIN_PYTHON.test(tag));
  const unsafe = tags.filter((tag) => RUNS_CODE.test(tag) && !plain.includes(tag));
  if (plain.length > 0) {
    const what = 'has tags of plain data that only loaders of Python know';
    findings.note('L2', 'python-tags', what, { found: plain.slice(0, 8).join(', ') });
  }
  refuseCalls(subject, unsafe);
  if (unsafe.length > 0) {
    const what = 'has tags that make a loader run code unless it is told to be safe';
    findings.degraded('L2', 'unsafe-tags', what, { found: unsafe.slice(0, 8).join(', ') });
  }
  const isKnown = (tag: string) => unsafe.includes(tag) || plain.includes(tag) || OPENCV.test(tag);
  const others = tags.filter((tag) => !isKnown(tag)).slice(0, 8);
  if (others.length > 0) {
    findings.degraded('L2', 'other-tags', 'has tags that not every loader knows', {
      found: others.join(', '),
    });
  }
}

function refuseCalls({ findings, imports, allowImports }: Subject, tags: readonly string[]): void {
  const names = tags.flatMap((tag) => NAMES_PYTHON.exec(tag)?.[1] ?? []);
  for (const name of names) if (imports.size < 10_000) imports.add(name.slice(0, 200));
  const refused = names.filter((name) => kindOfName(name) === 'refused' && !vouchesFor(allowImports, name));
  if (refused.length === 0) return;
  const what = 'has tags that ask for what no config needs; never load it but with a safe loader';
  const found = refused.slice(0, 8).join(', ').slice(0, 300);
  findings.fail('L2', 'import-refused', what, { expected: 'only plain data', found });
}
