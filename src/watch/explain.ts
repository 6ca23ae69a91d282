import { oneLine, withoutTerminalCodes } from '../box/stranger-text.ts';
import { firstToLast, SIGNATURES } from './failures/catalogue.ts';
import {
  cardAtWork,
  countOf,
  type Evidence,
  evidenceOf,
  isOverAfter,
  newMarks,
} from './failures/evidence.ts';
import type { Certainty, Remains, Signature } from './failures/failure.ts';

/** Something that a text shows, with what it means and what helps. */
export interface Finding {
  signature: string;
  failureClass: string;
  certainty: Certainty;
  cause: string;
  fix: string;
  source: string;
  /** Identical relaunch has a chance. */
  probabilistic: boolean;
  /** It is what ended or stops the work; else it was only seen on the way. */
  decides: boolean;
  /** The work went on after it, as far as the text goes. */
  livedThrough: boolean;
  /** The first line that shows it, and its number from 1. */
  at: { line: number; text: string } | undefined;
}

interface Seen {
  row: Signature;
  finding: Finding;
  /** Where it was said last, in characters from the begin of the text. */
  last: number;
  /** Signs after that which speak against it. */
  marks: number;
  /** None of them does. */
  lasts: boolean;
}

/** A text is read in parts of about so many characters, so that whoever waits for it can end it in between. */
const PART_CHARACTERS = 64 * 1024;
/** What is seen over several lines is not longer than that. */
const OVERLAP_CHARACTERS = 4096;
const MOST_SHOWN = 300;
/** Different words of one row, such as numbers of a driver. */
const MOST_OF_A_ROW = 50;

/** Of a text alone nothing else is known. */
const NOTHING_KNOWN: Remains = {
  exitCode: -1,
  logTail: '',
  oomKillsSinceStart: null,
  rebooted: false,
  diskFreeBytes: Number.POSITIVE_INFINITY,
  diskFreeInodes: null,
  vanished: false,
};

const ENDS_NOTHING: readonly Signature['tier'][] = ['result', 'harmless', 'complete'];

/**
 * Everything in a text, or in what a dead cell left behind, that the catalogue of failures knows: what decides first, by the order
 * of precedence, then what was only seen or lived through. Each once, with the first line that shows it since work last went on.
 */
export class Explaining {
  readonly #remains: Partial<Remains>;
  readonly #found = new Map<string, Seen>();
  #kept = '';
  /** Number of the line at the begin of what is kept, and how many characters of the text lie before it. */
  #line = 1;
  #before = 0;
  /** Up to where progress was counted. */
  #counted = 0;
  readonly #recent: string[] = [];
  #cardWasSeen = false;

  /** @param remains what is known beside the text */
  constructor(remains: Partial<Remains> = {}) {
    this.#remains = remains;
  }

  /** Reads on, in order, and lets others have a turn between two parts. */
  async read(text: string): Promise<void> {
    for (let from = 0; from < text.length; from += PART_CHARACTERS) {
      this.#part(text.slice(from, from + PART_CHARACTERS));
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  /** @returns what was found so far, what decides first */
  findings(): Finding[] {
    // What needs no line is seen also where there is no text.
    if (this.#found.size === 0) this.#part('');
    const inOrder = [...this.#found.values()]
      .map((seen) => ({
        row: seen.row,
        line: seen.finding.at?.line ?? Number.POSITIVE_INFINITY,
        finding: asItStands(seen),
      }))
      .sort(firstToLast)
      .map(({ finding }) => finding);
    return [...inOrder.filter(({ decides }) => decides), ...inOrder.filter(({ decides }) => !decides)];
  }

  #part(text: string): void {
    const window = withoutTerminalCodes(this.#kept + text);
    this.#cardWasSeen ||= cardAtWork(window);
    const remains = { ...NOTHING_KNOWN, ...this.#remains, logTail: window };
    for (const row of SIGNATURES) this.#look(row, window, remains);
    this.#countProgress(window);
    this.#counted = this.#before + window.length;
    const cut = cutOf(window);
    this.#line += linesIn(window.slice(0, cut));
    this.#before += cut;
    this.#kept = window.slice(cut);
  }

  #look(row: Signature, window: string, remains: Remains): void {
    const found = evidenceOf(row, remains, this.#cardWasSeen);
    if (!row.closer) {
      const [first] = found;
      if (first) this.#note(row, window, found);
      return;
    }
    for (const each of found.slice(0, MOST_OF_A_ROW)) this.#note(row, window, [each]);
  }

  /** @param found at least one, in the order of the text */
  #note(row: Signature, window: string, found: readonly Evidence[]): void {
    const [first] = found;
    if (!first) return;
    const closer = first.match && row.closer ? row.closer(first.match) : row;
    const key = `${row.signature} ${closer.cause}`;
    const known = this.#found.get(key);
    const fresh = found.filter(({ end }) => !known || this.#before + end > known.last);
    let seen = known;
    let from = Math.max(0, this.#counted - this.#before);
    for (const each of fresh) {
      if (seen && !seen.lasts) seen.marks += marksIn(row, window.slice(from, Math.max(from, each.at)));
      // What was lived through and comes again is told by where it came again.
      if (!seen || isOverAfter(row, seen.marks)) {
        seen = {
          row,
          finding: findingOf(row, closer, this.#shown(window, each)),
          last: 0,
          marks: 0,
          lasts: false,
        };
        this.#found.set(key, seen);
      }
      from = Math.max(0, each.end);
      seen.last = this.#before + from;
      seen.marks = 0;
      seen.lasts ||= each.lasts;
    }
    if (seen && !seen.lasts && fresh.length > 0) seen.marks = marksIn(row, window.slice(from));
  }

  #shown(window: string, { at, end }: Evidence): Finding['at'] {
    if (at < 0) return;
    const begin = Math.max(window.lastIndexOf('\n', at - 1), window.lastIndexOf('\r', at - 1)) + 1;
    const over = window.indexOf('\n', Math.max(at, end - 1));
    const text = oneLine(
      window.slice(Math.min(begin, at), over === -1 ? undefined : Math.min(over, at + 4000)).trim(),
      MOST_SHOWN,
    );
    return { line: this.#line + linesIn(window.slice(0, at)), text };
  }

  /** Of what was found in earlier parts alone: what this part says against it. */
  #countProgress(window: string): void {
    const fresh = window.slice(Math.max(0, this.#counted - this.#before));
    const marks = newMarks(fresh, this.#recent).length;
    for (const seen of this.#found.values()) {
      if (seen.lasts || seen.last > this.#counted) continue;
      seen.marks += seen.row.over ? countOf(seen.row.over, fresh) : marks;
    }
  }
}

const marksIn = ({ over }: Signature, text: string): number =>
  over ? countOf(over, text) : newMarks(text, []).length;

/** Without a line's end in sight nothing may be kept for ever. */
function cutOf(window: string): number {
  const atLine = Math.max(0, window.lastIndexOf('\n', window.length - OVERLAP_CHARACTERS) + 1);
  return Math.max(atLine, window.length - 2 * OVERLAP_CHARACTERS, 0);
}

function asItStands({ row, finding, marks }: Seen): Finding {
  const livedThrough = isOverAfter(row, marks);
  return { ...finding, livedThrough, decides: finding.decides && !livedThrough };
}

function findingOf(
  row: Signature,
  { failureClass, cause, fix }: { failureClass: string; cause: string; fix: string },
  at: Finding['at'],
): Finding {
  return {
    signature: row.signature,
    failureClass,
    certainty: row.sure ?? 'likely',
    cause,
    fix,
    source: row.source,
    probabilistic: row.probabilistic ?? false,
    decides: !ENDS_NOTHING.includes(row.tier),
    livedThrough: false,
    at,
  };
}

const linesIn = (text: string): number => text.split('\n').length - 1;
