import { BUILD, dict, global, int, type Op, REDUCE, text, tuple } from '../pickle-writer.ts';
import type { Program } from './programs.ts';

const call = (callee: Op, ...args: Op[]): Op => [callee, tuple(...args), REDUCE];
const odict = global('collections', 'OrderedDict');
const dtype = (word: string): Op => call(global('numpy', 'dtype'), text(word), 0x89, 0x88);
const empty = (shape: Op = tuple(int(0))): Op =>
  call(global('numpy._core.multiarray', '_reconstruct'), global('numpy', 'ndarray'), shape, text('b'));
const MANY = 1_000_000;

/** Everything in these is on the list of names; what is done with it is not. */
export const MISUSING: readonly (Program & { code: string })[] = [
  {
    what: 'a codec that does more than encode',
    value: call(global('_codecs', 'encode'), text('x'), text('zip')),
  },
  {
    what: 'a codec by its Python 2 name',
    value: call(global('_codecs', 'encode'), text('x'), text('rot13')),
  },
  { what: 'a call of a text', value: call(text('os'), text('id')) },
  { what: 'a call of what a call gave', value: call(call(odict), text('id')) },
  { what: 'a call of a storage class', value: call(global('torch', 'FloatStorage'), int(MANY)) },
  { what: 'a call of a dtype', value: call(global('torch', 'float32'), text('x')) },
  { what: 'a call without a tuple', value: [odict, ']', REDUCE], code: 'pickle-malformed' },
  {
    what: 'NEWOBJ of a function',
    value: [global('_codecs', 'encode'), tuple(text('x'), text('latin1')), 0x81],
  },
  {
    what: 'the attribute __setstate__, which the next BUILD would call',
    value: [
      [global('argparse', 'Namespace'), ')', 0x81],
      dict([text('__setstate__'), global('collections', 'OrderedDict')]),
      BUILD,
      dict([text('a'), int(1)]),
      BUILD,
    ],
  },
  {
    what: 'the attribute __class__ by a state for slots',
    value: [
      [global('argparse', 'Namespace'), ')', 0x81],
      [tuple('N', dict([text('__class__'), global('collections', 'OrderedDict')])), BUILD],
    ],
  },
  {
    what: 'the attribute __reduce__ on an ordered dict',
    value: [call(odict), dict([text('__reduce__'), odict]), BUILD],
  },
  { what: 'a state on a function', value: [global('_codecs', 'encode'), dict([text('a'), int(1)]), BUILD] },
  { what: 'a state on a class', value: [odict, dict([text('move_to_end'), int(1)]), BUILD] },
  { what: 'a state on a list', value: [']', dict([text('a'), int(1)]), BUILD] },
  { what: 'a state on a number', value: [int(1), dict([text('a'), int(1)]), BUILD] },
  {
    what: 'a factory that is a listed function',
    value: call(global('collections', 'defaultdict'), global('_codecs', 'encode')),
  },
  {
    what: 'a factory that is a listed class with work to do',
    value: call(global('collections', 'defaultdict'), global('numpy', 'ndarray')),
  },
  {
    what: 'copyreg._reconstructor of a function',
    value: call(
      global('copy_reg', '_reconstructor'),
      global('_codecs', 'encode'),
      global('__builtin__', 'object'),
      'N',
    ),
  },
  {
    what: 'copyreg._reconstructor on another base with its state',
    value: call(
      global('copy_reg', '_reconstructor'),
      global('argparse', 'Namespace'),
      global('__builtin__', 'list'),
      [']', text('x'), 'a'],
    ),
  },
  {
    what: 'a terabyte of bytes by its number',
    value: call(global('builtins', 'bytes'), ['\x8a\x05', [0, 0, 0, 0, 1]]),
  },
  {
    what: 'a terabyte of bytearray by its number',
    value: call(global('builtins', 'bytearray'), int(0x7fffffff)),
  },
  { what: 'a terabyte as the shape of an empty array', value: empty(tuple(int(MANY), int(MANY))) },
  {
    what: 'an empty array of another class',
    value: call(global('numpy._core.multiarray', '_reconstruct'), odict, tuple(int(0)), text('b')),
  },
  {
    what: 'an array of fewer bytes than its shape says',
    value: [empty(), tuple(int(1), tuple(int(MANY)), dtype('f8'), 0x89, text('12345678')), BUILD],
  },
  {
    what: 'an array of another state',
    value: [empty(), tuple(int(1), text('shape'), dtype('f8'), 0x89, text('12345678')), BUILD],
  },
  {
    what: 'an array of objects of another number',
    value: [empty(), tuple(int(1), tuple(int(5)), dtype('O8'), 0x89, ']'), BUILD],
  },
  { what: 'an array with a state that is no tuple', value: [empty(), dict([text('a'), int(1)]), BUILD] },
  { what: 'a type of NumPy with a dict for a state', value: [dtype('f8'), dict([text('a'), int(1)]), BUILD] },
  {
    what: 'a number of another length than its type',
    value: call(global('numpy._core.multiarray', 'scalar'), dtype('f8'), text('1234')),
  },
  {
    what: 'a buffer of another length than its type',
    value: call(
      global('numpy._core.numeric', '_frombuffer'),
      text('1234'),
      dtype('f8'),
      tuple(int(9)),
      text('C'),
    ),
  },
  {
    what: 'a module of PyTorch made by a call',
    value: call(global('torch.nn.modules.linear', 'Linear'), int(0x7fffffff), int(0x7fffffff)),
  },
  { what: 'SETITEM on a list', value: [']', int(0), int(1), 's'], code: 'pickle-malformed' },
  { what: 'SETITEM on a tuple', value: [')', int(0), int(1), 's'], code: 'pickle-malformed' },
  { what: 'SETITEM on a class', value: [odict, int(0), int(1), 's'], code: 'pickle-malformed' },
  {
    what: 'SETITEMS on bytes',
    value: ['C\x01a', '(', int(0), int(1), 'u'],
    protocol: 3,
    code: 'pickle-malformed',
  },
  { what: 'APPEND to a dict', value: ['}', int(1), 'a'], code: 'pickle-malformed' },
  { what: 'APPENDS to a set', value: [0x8f, '(', int(1), 'e'], protocol: 4, code: 'pickle-malformed' },
  { what: 'ADDITEMS to a list', value: [']', '(', int(1), 0x90], protocol: 4, code: 'pickle-malformed' },
  { what: 'ADDITEMS of a list', value: [0x8f, '(', ']', 0x90], protocol: 4, code: 'pickle-unhashable' },
  { what: 'a dict as a key', value: ['}', '}', int(1), 's'], code: 'pickle-unhashable' },
  { what: 'STACK_GLOBAL of numbers', value: [int(1), int(2), 0x93], protocol: 4, code: 'pickle-malformed' },
  {
    what: 'STACK_GLOBAL of bytes',
    value: ['C\x02os', 'C\x06system', 0x93],
    protocol: 4,
    code: 'pickle-malformed',
  },
  {
    what: 'STACK_GLOBAL of a memo slot that was never filled',
    value: [text('os'), 'h', 200, 0x93],
    protocol: 4,
    code: 'pickle-malformed',
  },
  {
    what: 'STACK_GLOBAL of a number in the memo',
    value: [int(7), 'q', 99, '0', text('os'), 'h', 99, 0x93],
    protocol: 4,
    code: 'pickle-malformed',
  },
  { what: 'GLOBAL of a name that is not UTF-8', value: ['cos\n\xff\xfe\n'], code: 'pickle-malformed' },
  { what: 'EXT1', value: [0x82, 1], code: 'pickle-refused-opcode' },
  { what: 'EXT2', value: [0x83, [1, 0]], code: 'pickle-refused-opcode' },
  { what: 'EXT4', value: [0x84, [1, 0, 0, 0]], code: 'pickle-refused-opcode' },
  { what: 'PERSID', value: 'Pos.system\n', code: 'pickle-refused-opcode' },
  { what: 'NEXT_BUFFER', value: [0x97], protocol: 5, code: 'pickle-refused-opcode' },
  { what: 'READONLY_BUFFER', value: [0x97, 0x98], protocol: 5, code: 'pickle-refused-opcode' },
  { what: 'a persistent id that is a text', value: [text('storage'), 'Q'] },
  {
    what: 'a persistent id that is a list',
    value: [
      [']', '(', text('storage'), global('torch', 'FloatStorage'), text('0'), text('cpu'), int(16), 'e'],
      'Q',
    ],
  },
  {
    what: 'a persistent id with a number for a key',
    value: [tuple(text('storage'), global('torch', 'FloatStorage'), int(0), text('cpu'), int(16)), 'Q'],
  },
].map((program) => ({ code: 'pickle-bad-call', imports: [], ...program }));
