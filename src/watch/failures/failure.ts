/** What a dead cell left behind. Texts and numbers are the box's word. */
export interface Remains {
  exitCode: number;
  /** Last bytes of this attempt's own log; never of an earlier one (P4-04). */
  logTail: string;
  /** Kernel out-of-memory kills in our cgroup since the start; `null` = not readable, which proves nothing. */
  oomKillsSinceStart: number | null;
  /** The box has rebooted since the start. */
  rebooted: boolean;
  diskFreeBytes: number;
  diskFreeInodes: number | null;
  /** The cell has neither process nor exit record: it vanished. */
  vanished: boolean;
  /** Newest step of the metrics file, where it is known. */
  lastStep?: number | undefined;
  /** The job asks for a card. Absent: not known, as of a text alone. */
  cardAsked?: boolean | undefined;
}

/**
 * Which cause counts where several are seen, the first first: a proof before a symptom, a rank's own error before the silence of the
 * others, a bare signal last.
 */
export const TIERS = [
  'identity',
  'credentials',
  'card',
  'kernel',
  'taken away',
  'walltime',
  'disk',
  'no card',
  'card memory',
  'machine memory',
  'numbers',
  'own error',
  'line and rent',
  'hang',
  'traceback',
  'signal',
  'quiet',
  'result',
  'harmless',
  'complete',
] as const;
export type Tier = (typeof TIERS)[number];

/** Where a line stands: in what the command wrote, or in what others say of it. Only `log` is read without being asked. */
export type Place =
  | 'log'
  | 'kernel'
  | 'card'
  | 'scheduler'
  | 'kubernetes'
  | 'ssh'
  | 'network'
  | 'platform'
  | 'tracker'
  | 'drive';

/** `proof`: only one cause has it. `likely`: hardly anything else writes it. `hint`: a symptom that several causes share. */
export type Certainty = 'proof' | 'likely' | 'hint';

/**
 * One row. Its patterns are matched against what a stranger wrote, so whatever repeats in them has a bound: the time that they
 * take grows with the text and no faster (a test times each on text that is made to hold it up).
 */
export interface Signature {
  /** Of the signature in the collection of failures, or a word of ours. */
  signature: string;
  failureClass: string;
  tier: Tier;
  in: readonly Place[];
  /** The line that shows it, anywhere in a text. */
  line?: RegExp;
  /** Shows it only where a card was asked for, or one was seen at work before: on a processor's own box it is the truth. */
  withCard?: RegExp;
  /** Evidence that is no single line: where in the text it stands, or -1. Of several lines, or of numbers. */
  sees?(text: string): number;
  /** Stays so while the work goes on: no progress after it takes it back. */
  lasts?: true;
  /** Lines that take it back, where progress alone does not. */
  over?: RegExp;
  /** What of a dead cell shows it, together with the line where there is one. */
  when?(remains: Remains): boolean;
  /** What a matched line says more closely: class and fix of one code among many. */
  closer?(match: RegExpExecArray): { failureClass: string; cause: string; fix: string };
  /** Too little to act upon: shown to whoever asks, and never what a run ended of. */
  onlyAsked?: true;
  /** By what a person knows it (docs/troubleshooting.md): a line as it stands there, or what else is seen. */
  shows: { line: string } | { otherwise: string };
  /** Default `likely`. */
  sure?: Certainty;
  cause: string;
  fix: string;
  /** Whose words these are. */
  source: string;
  /** Identical relaunch has a chance. Everything else repeats. */
  probabilistic?: boolean;
}

/** A row without the tier, which its family names once. */
export type Row = Omit<Signature, 'tier'>;

export const tier = (name: Tier, rows: readonly Row[]): Signature[] =>
  rows.map((row) => ({ ...row, tier: name }));

/**
 * What stands before the words of a program: the rank that a launcher puts there, the time that a collector of logs does, the level
 * that a logger does, a frame's number. An exception is one where its line begins with it, and a quotation elsewhere.
 */
export const LINE = String.raw`^(?:(?:\[[^\]\n]{1,60}\](?:<std(?:err|out)>)?:?|\([^)\n]{1,60} pid=\d{1,9}[^)\n]{0,40}\)|\d{1,5}:|\d{4}-\d\d-\d\d[T ][\d:.,]{5,20}(?:Z|[+-]\d\d:?\d\d)?|std(?:err|out) [FP]|[\w.-]{1,40} {1,8}\||(?:ERROR|CRITICAL|FATAL)\b[: -]{0,4})[ \t]{0,4}){0,4}`;

/** The end of a progress bar, whose own bars quote nothing: what follows on its line was written by another hand. */
const BAR_END = String.raw`\w{1,20}/\w{1,10}[^\]\n\r|"]{0,80}\]`;

/** Behind a quotation mark or the bar of a table, but for the bar that a collector of logs puts behind a name. */
export const QUOTED = String.raw`(?:"|(?<!^[\w.-]{1,40} {1,8})\|)(?:(?!${BAR_END})[^\n\r]){0,200}`;

/** There a text is spoken of, and nothing happens. */
export const UNQUOTED = `(?<!${QUOTED})`;

/** Words of a tool, wherever it puts them into a line of its own. */
export const told = (words: string): RegExp => new RegExp(`${UNQUOTED}(?:${words})`, 'm');

/** An exception at the start of a line, as Python prints the last line of a traceback. */
export const exception = (names: string, message = ''): RegExp =>
  new RegExp(`${LINE}(?:[\\w.]{1,200}\\.)?(?:${names}): ${message}`, 'm');

/** These words as an exception or a warning of any name says them, or a C++ program that ends itself. */
export const said = (message: string): RegExp =>
  new RegExp(
    `${LINE}(?:(?:[\\w.]{1,200}\\.)?\\w{0,60}(?:Error|Exception|Exit): |\\s{0,4}what\\(\\): )[^\\n]{0,300}?(?:${message})`,
    'm',
  );

/** One of several patterns, of lines. */
export const either = (...patterns: readonly RegExp[]): RegExp =>
  new RegExp(patterns.map(({ source }) => source).join('|'), 'm');
