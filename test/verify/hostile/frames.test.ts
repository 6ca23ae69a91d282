import {
  dict,
  frame,
  global,
  int,
  type Op,
  PROTO4,
  pickle,
  REDUCE,
  STOP,
  tensor,
  text,
  tuple,
} from '../pickle-writer.ts';
import { torchFile } from '../torch-writer.ts';
import { type Attack, noneCounts } from './attack.ts';
import { programOf } from './carriers.ts';

/** The C and the Python unpickler part ways where a frame lies about its length. */
const base = pickle(dict([text('w'), tensor()]));
const run: Op = [global('os', 'system'), tuple(text('id')), REDUCE];
const torch =
  (...ops: Op[]) =>
  () =>
    torchFile(pickle(...ops));
const whole = base.length + 1;

noneCounts('a frame that', [
  {
    what: 'is longer than the program',
    bytes: torch(PROTO4, frame(whole + 1), base, STOP),
    code: 'pickle-malformed',
  },
  {
    what: 'claims 2^62 bytes',
    bytes: torch(PROTO4, [0x95, [0, 0, 0, 0, 0, 0, 0, 0x40]], base, STOP),
    code: 'pickle-malformed',
  },
  {
    what: 'claims 2^63 bytes',
    bytes: torch(PROTO4, [0x95, [0, 0, 0, 0, 0, 0, 0, 0x80]], base, STOP),
    code: 'pickle-malformed',
  },
  {
    what: 'ends inside an opcode',
    bytes: torch(PROTO4, frame(4), base, STOP),
    code: 'pickle-malformed',
  },
  {
    what: 'ends after one byte',
    bytes: torch(PROTO4, frame(1), text('os'), '0', base, STOP),
    code: 'pickle-malformed',
  },
  {
    what: 'holds a frame',
    bytes: torch(PROTO4, frame(whole + 11), frame(2), 'N0', base, STOP),
    code: 'pickle-malformed',
  },
  {
    what: 'ends inside the next frame opcode',
    bytes: torch(PROTO4, frame(4), 'N0', frame(whole), base, STOP),
    code: 'pickle-malformed',
  },
  {
    what: 'is followed by another program',
    bytes: torch(PROTO4, frame(whole), base, STOP, run, STOP),
    code: 'pickle-trailing',
  },
  {
    what: 'hides a call behind its end',
    bytes: torch(PROTO4, frame(base.length), base, run, '0', STOP),
    code: 'import-refused',
  },
  {
    what: 'goes on behind STOP',
    bytes: torch(PROTO4, frame(whole + 4), base, STOP, 'NNNN'),
    code: 'pickle-malformed',
  },
] satisfies Attack[]);

noneCounts(
  'a program of text',
  [
    {
      what: 'that calls os.system',
      bytes: () => pickle("cos\nsystem\n(S'id'\ntR."),
      code: 'import-refused',
      imports: ['os.system'],
    },
    {
      what: 'that calls it by INST',
      bytes: () => pickle("(S'id'\nios\nsystem\n."),
      code: 'import-refused',
      imports: ['os.system'],
    },
    {
      what: 'that calls it and then breaks',
      bytes: () => pickle("cos\nsystem\n(S'id'\ntR\xff\xff"),
      code: 'import-refused',
      imports: ['os.system'],
    },
    {
      what: 'that calls eval by its old name',
      bytes: () => pickle("c__builtin__\neval\n(S'1'\ntR."),
      code: 'import-refused',
      imports: ['builtins.eval'],
    },
    {
      what: 'that calls it in a list, first',
      bytes: () => pickle("(lp0\ncos\nsystem\n(S'id'\ntRa."),
      code: 'import-refused',
      imports: ['os.system'],
    },
    {
      what: 'with another one behind it',
      bytes: () => pickle("(lp0\nI1\na.cos\nsystem\n(S'id'\ntR."),
      code: 'pickle-trailing',
    },
  ].map((attack) => ({ ...attack, options: { role: 'dataset' as const } })),
);

noneCounts(
  'a program that is no program:',
  [
    ['no STOP', pickle(PROTO4, base), 'pickle-malformed'],
    ['nothing behind its protocol', pickle(PROTO4, 'N'), 'pickle-malformed'],
    ['protocol 6', pickle([0x80, 6], base, STOP), 'pickle-malformed'],
    ['PROTO in the middle', pickle(PROTO4, base, PROTO4, STOP), 'pickle-malformed'],
    ['a memo index below zero', pickle('N', 'p-1\n', '0', base, STOP), 'pickle-malformed'],
    ['two values at STOP', pickle(PROTO4, 'N', base, STOP), 'pickle-malformed'],
    ['an open mark at STOP', pickle(PROTO4, '(', base, STOP), 'pickle-malformed'],
    ['an empty stack at STOP', pickle(PROTO4, base, '0', STOP), 'pickle-malformed'],
    ['an opcode that does not exist', pickle(PROTO4, base, 0xff, STOP), 'pickle-malformed'],
    ['a mark that was never set', pickle(PROTO4, base, 't', STOP), 'pickle-malformed'],
    ['DUP of nothing', pickle(PROTO4, '2', base, STOP), 'pickle-malformed'],
    ['a number with a letter', pickle('I1e9\n0', base, STOP), 'pickle-malformed'],
    ['a number with an underscore', pickle('I1_0\n0', base, STOP), 'pickle-malformed'],
    ['a boolean of three digits', pickle('I0x1\n0', base, STOP), 'pickle-malformed'],
    ['a float that is a word', pickle('Fnul\n0', base, STOP), 'pickle-malformed'],
    ['a string without quotes', pickle('Sabc\n0', base, STOP), 'pickle-malformed'],
    ['a string of two kinds of quotes', pickle('S\'abc"\n0', base, STOP), 'pickle-malformed'],
    ['a string with spaces around', pickle("S 'abc' \n0", base, STOP), 'pickle-malformed'],
    ['a broken escape', pickle("S'\\x1'\n0", base, STOP), 'pickle-malformed'],
    ['a broken escape of unicode', pickle('V\\u12\n0', base, STOP), 'pickle-malformed'],
    ['lines that end as in DOS', pickle('I1\r\n0', base, STOP), 'pickle-malformed'],
    [
      'a LONG4 of negative length',
      pickle(PROTO4, 0x8b, [0xff, 0xff, 0xff, 0xff], '0', base, STOP),
      'pickle-malformed',
    ],
    [
      'a BINSTRING of negative length',
      pickle(PROTO4, 'T', [0xff, 0xff, 0xff, 0xff], '0', base, STOP),
      'pickle-malformed',
    ],
    ['a key without a value', pickle(PROTO4, '}', '(', int(1), 'u0', base, STOP), 'pickle-malformed'],
    ['bytes behind STOP', pickle(PROTO4, base, STOP, '\0'), 'pickle-trailing'],
  ].map(([what, program, code]) => ({
    what: what as string,
    bytes: () => torchFile(program as Uint8Array),
    code: code as string,
  })),
);

noneCounts(
  'a length',
  [
    ['of a text beyond the program', programOf(2, ['X', [0xff, 0xff, 0xff, 0x7f]])],
    ['of bytes beyond the program', programOf(3, ['B', [0xff, 0xff, 0xff, 0xff]])],
    ['of 2^62 bytes', programOf(4, [0x8e, [0, 0, 0, 0, 0, 0, 0, 0x40]])],
    ['of 2^64 - 1 bytes', programOf(4, [0x8e, new Uint8Array(8).fill(255)])],
    ['of a bytearray of 2^53 bytes', programOf(5, [0x96, [0, 0, 0, 0, 0, 0, 0x20, 0]])],
    ['of a unicode of 2^40 bytes', programOf(4, [0x8d, [0, 0, 0, 0, 0, 1, 0, 0]])],
  ].map(([what, program]) => ({
    what: `${what as string} fails before anything is reserved for it`,
    bytes: () => program as Uint8Array,
    code: 'pickle-malformed',
    options: { role: 'dataset' as const },
  })),
);
