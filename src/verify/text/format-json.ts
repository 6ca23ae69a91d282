import { overBudget } from '../contract/findings.ts';
import type { Format, Probe, Subject, Walk } from '../contract/format.ts';
import { type PickledText, pickledTextIn } from '../pickle/pickled-text.ts';
import { isTemplate, judgeTemplate } from '../read/jinja.ts';
import { behindComments, dialectByName } from '../read/json-dialect.ts';
import { type JsonEvents, type JsonPath, type JsonScalar, JsonScanner } from '../read/json-scanner.ts';
import { StepRecord } from '../read/step-record.ts';
import { wholeFile } from '../tensor/pass.ts';
import { CalledNames } from './called-names.ts';
import { nameOf, offerMetric } from './metric-name.ts';
import { MetricsWatch } from './metrics-watch.ts';

/** `[section]` and then a key, a comment or the next section: a configuration of another kind. */
const SECTION = /^\[[^[\]{}",\r\n]*\][ \t]*[\r\n]\s*([#;[]|[\w.-]+[ \t]*[=:])/;

/** `chat_template` of tokenizers, `template` of a prompt that LangChain and the like render. */
const TEMPLATE = /template/i;

/** Of a byte order mark, which editors put there, `json.loads` takes in bytes and YAML everywhere. */
const markBytes = (head: Uint8Array): number =>
  head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf ? 3 : 0;

/** What may stand before a document: zeros and escapes may not. */
const BLANKS: ReadonlySet<number> = new Set([0x20, 0x09, 0x0a, 0x0d]);

/** `[2024-05-01 10:00:00,123] step 1`, `[rank0]: step 1`: behind a list there is nothing. */
const PREFIX = /^(\[[^[\]{}"\r\n]{1,200}\]):?[ \t]+\S/;

/** Behind what is a list by itself there may be garbage. */
function isLogLine(start: string): boolean {
  const [, list] = PREFIX.exec(start) ?? [];
  return list !== undefined && !isJson(list);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** One JSON document: a config, a trainer's state, an evaluation's result. */
export const json: Format = {
  name: 'json',
  proves:
    'strict UTF-8, one document, no duplicate keys, bounded depth; as metrics: finite numbers; with comments and commas at an end, or as JSON5, where the name is one whose readers take them (`.jsonc`, `tsconfig.json`, `.json5`)',
  checksum: 'none',
  // As Stable-Baselines3 calls what lies beside its weights.
  memberNames: /\.(json|json5|jsonc|geojson|ipynb)$|(^|\/)data$/i,

  recognises({ head, role }: Probe): boolean {
    const mark = markBytes(head);
    const first =
      role === 'config'
        ? behindComments(head, mark)
        : head.findIndex((byte, i) => !BLANKS.has(byte) && i >= mark);
    // What is declared a log is text: it may begin with a dict, an object or a list, and go on with anything.
    if (role === 'log' || first < 0 || (head[first] !== 0x7b && head[first] !== 0x5b)) return false;
    const start = Buffer.from(head.subarray(first, first + 1024)).toString('latin1');
    return !SECTION.test(start) && !isLogLine(start) && !isTemplate(head.subarray(first));
  },

  async open(subject: Subject): Promise<Walk> {
    const { budgets, sizeBytes } = subject;
    if (sizeBytes > budgets.jsonBytes) throw overBudget('jsonBytes', budgets.jsonBytes, sizeBytes, 0);
    const document = new Document(subject);
    const dialect = dialectByName(subject.label);
    const limits = {
      ...{ depth: budgets.jsonDepth, constantBytes: budgets.constantBytes, keys: 1_000_000 },
      // As of editors, compilers and benchmarks; what somebody said to be read as JSON has none.
      comments: subject.role === 'config' && subject.roleFrom !== 'declared',
      dialect,
    };
    const scanner = new JsonScanner(document, limits);
    const mark = markBytes(subject.head);
    return {
      checksummed: false,
      reaches: 'L2',
      regions: () => [
        wholeFile(subject, {
          feed(piece, offset) {
            const rest = piece.subarray(Math.max(0, mark - offset));
            if (rest.length > 0) scanner.feed(rest, offset + piece.length - rest.length);
          },
          end: () => scanner.end(sizeBytes),
        }),
      ],
      async inside() {
        if (document.pickled.length === 0) return;
        const { walkPickledTexts } = await import('../pickle/pickled-texts.ts');
        walkPickledTexts(subject, document.pickled);
      },
      finish(complete) {
        if (!complete) return;
        // Readers that take comments take the mark too.
        if (mark > 0 && dialect === undefined)
          subject.findings.degraded(
            'L2',
            'byte-order-mark',
            'has a byte order mark before it: json.load refuses it',
          );
        if (dialect !== undefined) {
          const what = `is JSON as the readers of its name take it (${dialect}): comments and commas at the end are no fault`;
          subject.findings.note('L2', 'json-dialect', what);
        } else if (scanner.hasComments)
          subject.findings.note('L2', 'json-comments', 'is JSON with comments, which strict readers refuse');
        document.settle();
      },
    };
  },
};

export class Document implements JsonEvents {
  readonly #subject: Subject;
  readonly #metrics: MetricsWatch | undefined;
  readonly #steps: StepRecord;
  readonly #shown: [string, string | number | boolean | null][] = [];
  /** Of lists, a history of epochs say: what their last items say. */
  readonly #last = new Map<string, number>();
  /** What a loader may unpickle. */
  readonly pickled: PickledText[] = [];
  readonly #called = new CalledNames();
  #isList = false;
  #rows = 0;

  constructor(subject: Subject) {
    this.#subject = subject;
    this.#metrics = subject.role === 'metrics' ? new MetricsWatch(subject) : undefined;
    this.#steps = new StepRecord(subject);
  }

  opened(kind: 'object' | 'array', path: JsonPath): void {
    this.#called.opened();
    if (path.length === 0) this.#isList = kind === 'array';
  }

  /** Metrics are one row, or a list of rows. */
  closed(path: JsonPath): void {
    this.#called.closed();
    if (path.length !== (this.#isList ? 1 : 0)) return;
    this.#rows += 1;
    this.#metrics?.endRow(this.#rows, 0);
  }

  scalar(scalar: JsonScalar, path: JsonPath, offset: number): void {
    const name = nameOf(path);
    const top = path.find((part) => typeof part === 'string') ?? '';
    const plain = scalar.kind === 'number' || scalar.kind === 'literal' ? scalar.value : scalar.text;
    if (scalar.kind === 'string') {
      this.#called.text(path, scalar.text);
      if (TEMPLATE.test(name)) judgeTemplate(scalar.text, this.#subject.findings, { offset });
      const pickled = pickledTextIn(path.at(-1), scalar.text, { name, offset });
      if (pickled !== undefined) this.pickled.push(pickled);
    }
    if (name !== '') this.#subject.keys.addValue(name, String(top), plain === null);
    if (path.length === 1 && this.#shown.length < 64) {
      this.#shown.push([name.slice(0, 120), typeof plain === 'string' ? plain.slice(0, 200) : plain]);
    }
    if (this.#metrics !== undefined) offerMetric(this.#metrics, scalar, path, offset);
    else if (scalar.kind === 'number') this.#offerStep(name, path, scalar.value);
  }

  #offerStep(name: string, path: JsonPath, value: number): void {
    if (path.every((part) => typeof part === 'string')) this.#steps.offer(name, value);
    else if (this.#steps.wants(name)) this.#last.set(name, value);
  }

  settle(): void {
    this.#called.settle(this.#subject);
    this.#subject.facts.scalars = Object.fromEntries(this.#shown);
    for (const [name, value] of this.#last) this.#steps.offer(name, value);
    if (this.#metrics === undefined) this.#steps.settle();
    else this.#metrics.settle();
  }
}
