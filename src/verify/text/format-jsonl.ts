import { Broken, overBudget } from '../contract/findings.ts';
import type { Format, Probe, Subject, Walk } from '../contract/format.ts';
import { isTemplate } from '../read/jinja.ts';
import { type JsonPath, type JsonScalar, JsonScanner } from '../read/json-scanner.ts';
import { wholeFile } from '../tensor/pass.ts';
import { CalledNames } from './called-names.ts';
import { nameOf, offerMetric } from './metric-name.ts';
import { MetricsWatch } from './metrics-watch.ts';

const NEWLINE = 0x0a;
const LINE_LIMITS = { depth: 64, constantBytes: 65_536, keys: 65_536 };

/** One JSON value per line. Watched as metrics when the roster says so; else only for being whole. */
export const jsonl: Format = {
  name: 'jsonl',
  proves: 'each line as JSON; a cut last line is degraded; steps do not fall back unless the run was resumed',
  checksum: 'none',
  memberNames: /\.(jsonl|ndjson)$/i,

  recognises: (probe: Probe) => firstLineStandsAlone(probe),

  async open(subject: Subject): Promise<Walk> {
    const lines = new Lines(subject);
    return {
      checksummed: false,
      reaches: 'L2',
      regions: () => [wholeFile(subject, lines)],
      finish(complete) {
        if (complete) lines.settle();
      },
    };
  },
};

/** The first line is a whole JSON object or array, and more lines follow; or it is a metrics file's only line. */
function firstLineStandsAlone({ head, sizeBytes, role }: Probe): boolean {
  const lineEnd = head.indexOf(NEWLINE);
  const line = lineEnd < 0 ? head : head.subarray(0, lineEnd);
  // What is declared a log is text, whatever its lines look like.
  if (role === 'log' || (line[0] !== 0x7b && line[0] !== 0x5b)) return false;
  const scanner = new JsonScanner({ scalar: () => {} }, LINE_LIMITS);
  try {
    scanner.feed(line, 0);
    scanner.end(line.length);
  } catch {
    // A first line that was damaged must not turn the whole file into something unknown: look at the second. One list may well be
    // written with each of its items on a line.
    const goesOn = line[0] === 0x7b && lineEnd > 0 && head[lineEnd + 1] === 0x7b;
    return goesOn && !isTemplate(head) && !isOneDocument(head);
  }
  const more = lineEnd >= 0 && lineEnd + 1 < sizeBytes;
  return more || (role === 'metrics' && line[0] === 0x7b);
}

/** As far as it can be seen. */
function isOneDocument(head: Uint8Array): boolean {
  try {
    new JsonScanner({ scalar: () => {} }, LINE_LIMITS).feed(head, 0);
    return true;
  } catch {
    return false;
  }
}

class Lines {
  readonly #subject: Subject;
  readonly #metrics: MetricsWatch | undefined;
  readonly #scanner: JsonScanner;
  readonly #called = new CalledNames();
  #line = 1;
  #lineStart = 0;
  #lineBytes = 0;
  #rows = 0;
  /** What is wrong with the present line; the next line starts clean. */
  #fault: Broken | undefined;

  constructor(subject: Subject) {
    this.#subject = subject;
    this.#metrics = subject.role === 'metrics' ? new MetricsWatch(subject) : undefined;
    const { jsonDepth, constantBytes } = subject.budgets;
    this.#scanner = new JsonScanner(
      {
        opened: () => this.#called.opened(),
        closed: () => this.#called.closed(),
        scalar: (scalar, path, offset) => this.#scalar(scalar, path, offset),
      },
      { depth: jsonDepth, constantBytes, keys: 1_000_000 },
    );
  }

  feed(piece: Uint8Array, offset: number): void {
    let from = 0;
    for (;;) {
      const end = piece.indexOf(NEWLINE, from);
      this.#part(piece.subarray(from, end < 0 ? piece.length : end), offset + from);
      if (end < 0) return;
      this.#endLine(offset + end, false);
      from = end + 1;
      this.#line += 1;
      this.#lineStart = offset + from;
      this.#lineBytes = 0;
    }
  }

  end(): void {
    if (this.#lineBytes > 0) this.#endLine(this.#subject.sizeBytes, true);
  }

  settle(): void {
    const { facts, findings } = this.#subject;
    facts.rows = this.#rows;
    this.#called.settle(this.#subject);
    if (this.#rows === 0) findings.fail('L2', 'no-rows', 'holds no line of JSON');
    this.#metrics?.settle();
  }

  #part(bytes: Uint8Array, offset: number): void {
    this.#lineBytes += bytes.length;
    const { lineBytes } = this.#subject.budgets;
    if (this.#lineBytes > lineBytes)
      throw overBudget('lineBytes', lineBytes, this.#lineBytes, this.#lineStart);
    if (this.#fault === undefined) this.#guard(() => this.#scanner.feed(bytes, offset));
  }

  #endLine(offset: number, last: boolean): void {
    const blank = this.#fault === undefined && this.#scanner.isUntouched;
    if (!blank && this.#fault === undefined) this.#guard(() => this.#scanner.end(offset));
    if (blank)
      this.#subject.findings.note('L1', 'blank-line', `line ${this.#line} is empty`, {
        offset: this.#lineStart,
      });
    else if (this.#fault !== undefined) this.#report(this.#fault, last);
    else {
      this.#rows += 1;
      this.#metrics?.endRow(this.#line, this.#lineStart);
    }
    this.#fault = undefined;
    this.#scanner.reset();
    this.#called.restart();
  }

  #report(fault: Broken, last: boolean): void {
    const { findings } = this.#subject;
    const what = `line ${this.#line} ${fault.message}`;
    // A writer that was killed leaves half a line at the end; whatever else is wrong was never written so.
    if (last && fault.code === 'json-cut') findings.degraded('L1', 'last-line-cut', what, fault.extra);
    else findings.fail(fault.level, fault.code, what, fault.extra);
  }

  #guard(work: () => void): void {
    try {
      work();
    } catch (error) {
      if (!(error instanceof Broken)) throw error;
      this.#fault = error;
    }
  }

  #scalar(scalar: JsonScalar, path: JsonPath, offset: number): void {
    const top = path[0];
    if (scalar.kind === 'string') this.#called.text(path, scalar.text);
    const isNull = scalar.kind === 'literal' && scalar.value === null;
    if (typeof top === 'string') this.#subject.keys.addValue(nameOf(path), top, isNull);
    if (this.#metrics === undefined) return;
    offerMetric(this.#metrics, scalar, path, offset);
  }
}
