import { type Argument, type Does, type LineOf, OPCODES, type Opcode } from './skim-opcodes.ts';

/**
 * `open`: legal so far. `program`: it has called what it imported, or imports and then ends. `none`: no
 * interpreter would go on, and nothing was called until then.
 */
export type Skimmed = 'open' | 'program' | 'none';

/** As long as any name that Python could import. */
const LONGEST_NAME = 1024;
/** What nests deeper is left to the machine, which has a budget for that. */
const MOST_MARKS = 1_000_000;
const LINE_FEED = 0x0a;
const FROM_MARK: ReadonlySet<Does> = new Set(['to-mark', 'call-mark', 'import-call']);

/** Of what modules and attributes are called, a file of any alphabet and with a hyphen among them; a log begins `(init)`. */
const isImportable = (name: string): boolean => /^[A-Za-z_\x80-\xff][\w.\x80-\xff-]*$/.test(name);

/**
 * Follows a pickle program by the lengths of its arguments and the depth of its stack alone, as leniently as any
 * interpreter: whatever some loader would run must not be taken for a text. Values are never held, so memory is constant
 * and a program may be of any length. Behind a STOP another program may follow, as when objects are dumped into one file
 * one after another.
 */
export class PickleSkim {
  #state: Skimmed = 'open';
  /** Bytes that may still come; `Infinity` where nobody knows. */
  #left: number;
  /** Items above the last mark, and those above each mark before it. */
  #depth = 0;
  #marks: number[] = [];
  #imported = false;
  #opcode: Opcode | undefined;
  /** Of the argument that is being read: bytes to skip, or the bytes of a length and how many are there. */
  #skip = 0;
  #length = 0n;
  #lengthBytes = 0;
  #line: LineCheck | undefined;
  #lines = 0;

  constructor(sizeBytes: number) {
    this.#left = sizeBytes;
  }

  get state(): Skimmed {
    return this.#state;
  }

  /** Bytes of a constant that come next: nothing in them matters. */
  get idle(): number {
    return this.#skip;
  }

  /** Goes on behind so many of them, unseen. */
  pass(bytes: number): void {
    this.#skip -= bytes;
    this.#left -= bytes;
    if (this.#skip === 0) this.#done();
  }

  feed(piece: Uint8Array): void {
    let at = 0;
    while (at < piece.length && this.#state === 'open') {
      const from = at;
      if (this.#skip > 0) {
        const idle = Math.min(this.#skip, piece.length - at);
        this.pass(idle);
        at += idle;
        continue;
      }
      if (this.#opcode === undefined) {
        this.#begin(piece[at] as number);
        at += 1;
      } else if (this.#line !== undefined) at = this.#feedLine(this.#line, piece, at);
      else {
        this.#feedLength(piece[at] as number, this.#opcode.argument);
        at += 1;
      }
      this.#left -= at - from;
    }
  }

  #begin(byte: number): void {
    const opcode = OPCODES[byte];
    this.#opcode = opcode;
    const argument = opcode?.argument;
    if (opcode === undefined) this.#end('none');
    else if (argument === undefined) this.#done();
    else if (argument.kind === 'bytes') this.#skip = argument.bytes;
    else if (argument.kind === 'lines') this.#line = new LineCheck(argument.check);
    else {
      this.#length = 0n;
      this.#lengthBytes = 0;
    }
  }

  #feedLength(byte: number, argument: Argument | undefined): void {
    this.#length |= BigInt(byte) << BigInt(8 * this.#lengthBytes);
    this.#lengthBytes += 1;
    if (argument?.kind !== 'length' || this.#lengthBytes < argument.bytes) return;
    const length = Number(argument.signed ? BigInt.asIntN(32, this.#length) : this.#length);
    // An interpreter that reads less than it was promised gives up.
    if (length < 0 || length > Math.min(Number.MAX_SAFE_INTEGER, this.#left - 1)) this.#end('none');
    else if (length === 0) this.#done();
    else this.#skip = length;
  }

  /** @returns where to go on */
  #feedLine(line: LineCheck, piece: Uint8Array, from: number): number {
    const end = piece.indexOf(LINE_FEED, from);
    const to = end < 0 ? piece.length : end;
    line.feed(piece.subarray(from, to));
    if (line.isWrong) this.#end('none');
    if (end < 0) return to;
    this.#lines += 1;
    if (!line.isWhole) this.#end('none');
    else if (this.#lines < (this.#opcode?.argument?.lines ?? 1)) this.#line = new LineCheck('name');
    else this.#done();
    return end + 1;
  }

  /** The opcode and its argument are there: what does it do to the stack? */
  #done(): void {
    const { does, needs = 0, drops = 0, pushes = 0 } = this.#opcode as Opcode;
    this.#opcode = undefined;
    this.#line = undefined;
    this.#lines = 0;
    // POP right behind a mark takes the mark.
    const popsMark = does === 'pop' && this.#depth === 0 && this.#marks.length > 0;
    if (does === 'mark') this.#mark();
    else if (popsMark) this.#toMark();
    else if (does !== undefined && FROM_MARK.has(does) && !this.#popMark(does)) this.#end('none');
    else if (this.#depth < needs) this.#end('none');
    else {
      this.#depth += pushes - drops;
      if (does !== undefined) this.#act(does);
    }
  }

  #act(does: Does): void {
    if (does === 'import' || does === 'import-call') this.#imported = true;
    if (this.#imported && (does === 'call' || does === 'call-mark' || does === 'import-call'))
      this.#end('program');
    else if (does === 'stop') this.#stop();
  }

  #popMark(does: Does): boolean {
    if (this.#marks.length === 0 || (does === 'call-mark' && this.#depth === 0)) return false;
    this.#toMark();
    return true;
  }

  #mark(): void {
    if (this.#marks.length >= MOST_MARKS) this.#end('program');
    this.#marks.push(this.#depth);
    this.#depth = 0;
  }

  #toMark(): void {
    this.#depth = this.#marks.pop() ?? 0;
  }

  /** A log may begin `config`, `start`, `...`, which imports and stops; only what is nothing else is that. */
  #stop(): void {
    if (this.#imported && this.#left === 1) this.#end('program');
    this.#imported = false;
    this.#depth = 0;
    this.#marks = [];
  }

  #end(state: 'program' | 'none'): void {
    if (this.#state === 'open') this.#state = state;
  }
}

/** What a line of an opcode may be made of; a number can be as long as a file. */
const MADE_OF: Partial<Record<LineOf, RegExp>> = {
  integer: /^[\s0-9a-fA-FxXoObB_+L-]*$/,
  float: /^[\s0-9.eE+_infatyINFATY-]*$/,
  index: /^[\s0-9_+-]*$/,
};

/** A line that an opcode takes, piece by piece. Only of names more is held than the first and the last byte. */
class LineCheck {
  readonly #of: LineOf;
  #bytes = 0;
  #first = 0;
  #last = 0;
  #name = '';
  isWrong = false;

  constructor(of: LineOf) {
    this.#of = of;
  }

  feed(piece: Uint8Array): void {
    if (piece.length === 0) return;
    if (this.#bytes === 0) this.#first = piece[0] as number;
    this.#last = piece[piece.length - 1] as number;
    this.#bytes += piece.length;
    const of = this.#of;
    if (of === 'name') this.#feedName(piece);
    else if (of === 'quoted') this.isWrong ||= this.#first !== 0x22 && this.#first !== 0x27;
    else if (MADE_OF[of]?.test(Buffer.from(piece).toString('latin1')) === false) this.isWrong = true;
  }

  /** Asked at the line feed. */
  get isWhole(): boolean {
    if (this.isWrong) return false;
    if (this.#of === 'any') return true;
    if (this.#of === 'name') return isImportable(this.#name);
    if (this.#of === 'quoted') return this.#bytes >= 2 && this.#first === this.#last;
    return this.#bytes > 0;
  }

  #feedName(piece: Uint8Array): void {
    if (this.#bytes > LONGEST_NAME) this.isWrong = true;
    else this.#name += Buffer.from(piece).toString('latin1');
  }
}
