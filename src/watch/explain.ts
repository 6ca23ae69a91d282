import { oneLine } from '../box/stranger-text.ts';
import { SIGNATURES } from './failures/catalogue.ts';
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
  /** The first line that shows it, and its number from 1. */
  at: { line: number; text: string } | undefined;
}

/** A text is read in parts of about so many characters, so that whoever waits for it can end it in between. */
const PART_CHARACTERS = 64 * 1024;
/** What is seen over several lines is not longer than that. */
const OVERLAP_CHARACTERS = 4096;
/** Of one row in one part. */
const MOST_MATCHES = 50;
const MOST_SHOWN = 300;

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
 * of precedence, then what was only seen. Each once, with the first line that shows it.
 */
export class Explaining {
  readonly #remains: Partial<Remains>;
  readonly #found = new Map<string, { at: Finding['at']; finding: Finding; row: Signature }>();
  #kept = '';
  /** Number of the line at the begin of what is kept. */
  #line = 1;

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
    const inOrder = SIGNATURES.flatMap((row) =>
      [...this.#found.values()].filter((each) => each.row === row).map(({ finding }) => finding),
    );
    return [...inOrder.filter(({ decides }) => decides), ...inOrder.filter(({ decides }) => !decides)];
  }

  #part(text: string): void {
    const window = this.#kept + text;
    const remains = { ...NOTHING_KNOWN, ...this.#remains, logTail: window };
    for (const row of SIGNATURES) this.#look(row, window, remains);
    const cut = Math.max(0, window.lastIndexOf('\n', window.length - OVERLAP_CHARACTERS) + 1);
    this.#line += linesIn(window.slice(0, cut));
    // Without a line's end in sight nothing may be kept for ever.
    this.#kept = window.slice(cut).slice(-2 * OVERLAP_CHARACTERS);
  }

  #look(row: Signature, window: string, remains: Remains): void {
    if (row.line === undefined && row.when === undefined) return;
    if (row.when !== undefined && !row.when(remains)) return;
    if (row.line === undefined) {
      this.#note(row, undefined, undefined);
      return;
    }
    for (const match of matchesOf(row.line, window)) {
      const begin = window.lastIndexOf('\n', match.index) + 1;
      const end = window.indexOf('\n', match.index + match[0].length - 1);
      const text = oneLine(window.slice(begin, end === -1 ? undefined : end).trim(), MOST_SHOWN);
      this.#note(row, match, { line: this.#line + linesIn(window.slice(0, match.index)), text });
      if (!row.closer) return;
    }
  }

  #note(row: Signature, match: RegExpExecArray | undefined, at: Finding['at']): void {
    const closer = match && row.closer ? row.closer(match) : row;
    const key = `${row.signature} ${closer.cause}`;
    if (this.#found.has(key)) return;
    const { signature, source } = row;
    const { failureClass, cause, fix } = closer;
    const finding: Finding = {
      signature,
      failureClass,
      certainty: row.sure ?? 'likely',
      cause,
      fix,
      source,
      probabilistic: row.probabilistic ?? false,
      decides: !ENDS_NOTHING.includes(row.tier),
      at,
    };
    this.#found.set(key, { at, finding, row });
  }
}

const linesIn = (text: string): number => text.split('\n').length - 1;

function matchesOf(pattern: RegExp, text: string): RegExpExecArray[] {
  const found: RegExpExecArray[] = [];
  const again = new RegExp(pattern.source, `${pattern.flags.replace('g', '')}g`);
  for (let match = again.exec(text); match && found.length < MOST_MATCHES; match = again.exec(text)) {
    found.push(match);
    if (match[0] === '') again.lastIndex += 1;
  }
  return found;
}
