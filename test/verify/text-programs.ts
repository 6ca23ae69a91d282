import { type Op, pickle } from './pickle-writer.ts';

/** What every one of them runs at its end. */
export const EVIL = "cos\nsystem\n(S'id'\ntR.";

/** Opcodes that leave the stack as it was: about as many bytes of them as asked for. */
export interface Padding {
  what: string;
  /** The machine that reads pickles refuses them before it comes to the import. */
  refused?: true;
  bytes(length: number): Uint8Array;
}

const u32 = (value: number): Op => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
};

const long = (what: string, before: Op, fill: string, after: Op): Padding => {
  const frame = pickle(before, after).length;
  return { what, bytes: (length) => pickle(before, fill.repeat(Math.max(1, length - frame)), after) };
};

const again = (what: string, unit: Op, before: Op = '', after: Op = ''): Padding => ({
  what,
  bytes(length) {
    const one = Buffer.from(pickle(unit));
    const times = Math.max(1, Math.ceil((length - pickle(before, after).length) / one.length));
    return pickle(before, Buffer.alloc(times * one.length, one), after);
  },
});

/** Constants whose length stands before them. */
const counted = (what: string, opcode: string): Padding => ({
  what,
  bytes: (length) => pickle(opcode, u32(Math.max(0, length - 6)), 'x'.repeat(Math.max(0, length - 6)), '0'),
});

const refused = (padding: Padding): Padding => ({ ...padding, refused: true });

/** Every opcode that can fill a file without doing anything, and texts that are made of them. */
export const PADDINGS: readonly Padding[] = [
  long('one STRING', "S'", 'x', "'\n0"),
  long('one UNICODE', 'V', 'x', '\n0'),
  refused(long('one INT', 'I', '0', '1\n0')),
  refused(long('one LONG', 'L0x', '0', '1L\n0')),
  refused(long('one LONG of blanks', 'L', ' ', '1L\n0')),
  long('one FLOAT', 'F1.', '0', '\n0'),
  counted('one BINUNICODE', 'X'),
  counted('one BINSTRING', 'T'),
  counted('one BINBYTES', 'B'),
  again('comments as STRING lines', "S'# nothing to see here'\n0"),
  again('short UNICODE', 'Vx\n0'),
  again('INT', 'I7\n0'),
  refused(again('INT of another base', 'I0x7\n0')),
  again('BININT', 'J    0'),
  again('BININT1 and BININT2', 'K 0M  0'),
  again('BINFLOAT', 'G        0'),
  again('LONG1', ['\x8a\x01', 'x0']),
  again('SHORT_BINSTRING', 'U\x03abc0'),
  again('SHORT_BINBYTES', 'C\x03abc0'),
  again('SHORT_BINUNICODE', '\x8c\x03abc0'),
  again('NONE and POP', 'N0'),
  again('NEWTRUE and POP', '\x880'),
  again('DUP and POP', '20', 'N', '0'),
  again('PUT and POP', 'Np7\n0'),
  again('BINPUT and POP', 'Nq\x070'),
  again('GET and POP', 'g7\n0', 'Np7\n0'),
  again('BINGET and POP', 'h\x070', 'Np7\n0'),
  again('MARK and POP_MARK', '(1'),
  again('MARK and POP', '(0'),
  again('MARK, items and POP_MARK', '(NNN1'),
  again('empty containers', '}0]0)0'),
  again('containers from marks', '(l0(d0(t0'),
  again('tuples', 'N\x850NN\x860NNN\x870'),
  again('APPEND', 'Na', ']', '0'),
  again('SETITEM', 'NNs', '}', '0'),
  refused(again('PROTO', '\x80\x02')),
  refused(again('programs that are done', 'N.')),
  again('a log', '0V2026-01-02 10:00:00 step 12 loss 0.35\n', 'Vthe log begins\n', '0'),
  again('a table', '0V12,0.35\n', 'Vstep,loss\n', '0'),
  again('a config', '0Vlayers: 12\n', 'Vname: resnet\n', '0'),
];

/** A program of about this length that begins with the padding and ends with what it is for. */
export const textProgram = (padding: Padding, length: number): Uint8Array =>
  pickle(padding.bytes(length), EVIL);
