import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { codesOf, notesOf, type Options, verifyWithDigest } from './memory-source.ts';
import {
  BUILD,
  checkpointProgram,
  dict,
  frame,
  global,
  int,
  type Op,
  PROTO2,
  PROTO4,
  pickle,
  REDUCE,
  STOP,
  stackGlobal,
  storage,
  tensor,
  text,
  tuple,
} from './pickle-writer.ts';
import { torchFile } from './torch-writer.ts';

const load = (program: Uint8Array, over: Options = {}) => verifyWithDigest(torchFile(program), over);

/** A checkpoint that also holds the value these opcodes leave. */
const holding = (...ops: Op[]) => load(checkpointProgram([text('x'), ops]));
/** The same at protocol 4. */
const holding4 = (...ops: Op[]) => load(pickle(PROTO4, dict([text('w'), tensor()], [text('x'), ops]), STOP));

const memo = (index: number): Op => ['q', index];
const recall = (index: number): Op => ['h', index];

describe('a pickle that wants something run', () => {
  for (const { what, verdict, imports } of [
    {
      what: 'os.system by GLOBAL',
      verdict: holding(global('os', 'system'), tuple(text('id')), REDUCE),
      imports: 'os.system',
    },
    {
      what: 'posix.system by INST',
      verdict: holding('(', text('id'), 'iposix\nsystem\n'),
      imports: 'posix.system',
    },
    {
      what: 'builtins.eval by OBJ',
      verdict: holding('(', global('builtins', 'eval'), text('1'), 'o'),
      imports: 'builtins.eval',
    },
    {
      what: 'OBJ followed by POP',
      verdict: holding(int(1), '(', global('os', 'system'), text('id'), 'o', '0'),
      imports: 'os.system',
    },
    {
      what: 'REDUCE followed by POP',
      verdict: holding(int(1), global('os', 'system'), tuple(text('id')), REDUCE, '0'),
      imports: 'os.system',
    },
    {
      what: 'STACK_GLOBAL from two strings',
      verdict: holding4(stackGlobal('os', 'system'), tuple(text('id')), REDUCE),
      imports: 'os.system',
    },
    {
      what: 'STACK_GLOBAL from a STRING and the memo',
      verdict: holding4("S'os'\n", memo(9), '0', recall(9), text('system'), 0x93),
      imports: 'os.system',
    },
    {
      what: 'STACK_GLOBAL from a UNICODE and DUP',
      verdict: holding4('Vos\n', '2', '0', "S'system'\n", 0x93),
      imports: 'os.system',
    },
    {
      what: 'a Python 2 name',
      verdict: holding(global('__builtin__', 'eval'), tuple(text('1')), REDUCE),
      imports: 'builtins.eval',
    },
    {
      what: 'a dotted name',
      verdict: holding4(stackGlobal('torch', 'serialization.os.system'), tuple(text('id')), REDUCE),
      imports: 'torch.serialization.os.system',
    },
    {
      what: 'a listed name spelt with the dot elsewhere',
      verdict: holding4(stackGlobal('torch', '_utils._rebuild_tensor_v2')),
      imports: 'torch._utils._rebuild_tensor_v2',
    },
    {
      what: 'a listed name reached by a dotted one',
      verdict: holding4(stackGlobal('collections', 'abc.OrderedDict')),
      imports: 'collections.abc.OrderedDict',
    },
    {
      what: 'a module below a listed one',
      verdict: holding(global('torch._utils.os', 'system')),
      imports: 'torch._utils.os.system',
    },
    {
      what: 'pkgutil.resolve_name',
      verdict: holding(global('pkgutil', 'resolve_name'), tuple(text('os:system')), REDUCE),
      imports: 'pkgutil.resolve_name',
    },
    {
      what: 'functools.partial',
      verdict: holding(global('functools', 'partial'), tuple(global('collections', 'OrderedDict')), REDUCE),
      imports: 'functools.partial',
    },
    {
      what: 'builtins.getattr',
      verdict: holding(global('builtins', 'getattr'), tuple(text('a'), text('b')), REDUCE),
      imports: 'builtins.getattr',
    },
    {
      what: 'torch.load by name',
      verdict: holding(global('torch.storage', '_load_from_bytes'), tuple(text('x')), REDUCE),
      imports: 'torch.storage._load_from_bytes',
    },
    {
      what: 'NEWOBJ of an unlisted class',
      verdict: holding(global('subprocess', 'Popen'), tuple(text('id')), 0x81),
      imports: 'subprocess.Popen',
    },
    {
      what: 'an unlisted factory of a defaultdict',
      verdict: holding(global('collections', 'defaultdict'), tuple(global('os', 'system')), REDUCE),
      imports: 'os.system',
    },
    {
      what: 'a name with a control character',
      verdict: holding4(stackGlobal('torch\u001b[31m', 'FloatStorage')),
      imports: 'torch\u001b[31m.FloatStorage',
    },
  ]) {
    it(`fails and is listed: ${what} [P5-06]`, async () => {
      const { verdict: outcome, imports: found, level, reasons } = await verdict;
      assert.equal(outcome, 'fail', JSON.stringify(reasons));
      assert.ok(level < 'L2');
      assert.ok(found.includes(imports), found.join());
    });
  }
});

interface TypeState {
  word?: string;
  version?: number;
  order?: Op;
  fields?: Op;
  size?: Op;
  flags?: Op;
}

/** As NumPy writes it, but for what is asked. */
function numpyType({ word = 'f4', version = 3, order = text('<'), fields = 'N', ...rest }: TypeState): Op {
  const { size = int(-1), flags = int(0) } = rest;
  const state = tuple(int(version), order, 'N', 'N', fields, size, int(-1), flags);
  return [global('numpy', 'dtype'), tuple(text(word), 0x89, 0x88), REDUCE, state, BUILD];
}

/** An array of one number, as protocol 2 has it. */
function numpyArray({ begins = 'b', version = 1 }: { begins?: string; version?: number }): Op {
  const empty = tuple(global('numpy', 'ndarray'), tuple(int(0)), ['C', 1, begins]);
  const state = tuple(int(version), tuple(int(1)), numpyType({}), 0x89, ['C', 4, [0, 0, 128, 63]]);
  return [global('numpy.core.multiarray', '_reconstruct'), empty, REDUCE, state, BUILD];
}

const quantized = (...quantizer: Op[]): Op => [
  global('torch._utils', '_rebuild_qtensor'),
  tuple(storage('0', 16), int(0), tuple(int(16)), tuple(int(1)), tuple(...quantizer), 0x89, [
    global('collections', 'OrderedDict'),
    ')',
    REDUCE,
  ]),
  REDUCE,
];

describe('what NumPy writes of a type', () => {
  for (const { what, ops } of [
    { what: 'a number', ops: numpyType({}) },
    { what: 'big-endian', ops: numpyType({ order: text('>') }) },
    { what: 'a text', ops: numpyType({ word: 'U7', size: int(28), flags: int(8) }) },
    { what: 'of an array', ops: numpyArray({}) },
    { what: 'objects', ops: numpyType({ word: 'O8', order: text('|'), flags: int(63) }) },
  ])
    it(`[issue 16] is taken: ${what}`, async () => {
      const verdict = await holding(ops);
      assert.equal(verdict.verdict, 'pass-degraded', JSON.stringify(verdict.reasons));
    });
});

describe('a pickle that misuses what is listed', () => {
  const odict = global('collections', 'OrderedDict');
  const rebuild = global('torch._utils', '_rebuild_tensor_v2');
  for (const { what, ops, code = 'pickle-bad-call' } of [
    {
      what: '_codecs.encode with a codec that does more',
      ops: [global('_codecs', 'encode'), tuple(text('x'), text('zip')), REDUCE],
    },
    { what: 'a call of a string', ops: [text('os'), tuple(), REDUCE] },
    { what: 'a call of a storage class', ops: [global('torch', 'FloatStorage'), tuple(int(5)), REDUCE] },
    { what: 'a call of a dtype', ops: [global('torch', 'float32'), tuple(), REDUCE] },
    { what: 'NEWOBJ of a function', ops: [rebuild, tuple(), 0x81] },
    { what: 'BUILD on a function', ops: [rebuild, dict([text('__call__'), text('x')]), BUILD] },
    { what: 'BUILD on a list', ops: [']', dict(), BUILD] },
    { what: 'BUILD on a tensor', ops: [tensor(), dict([text('grad'), int(1)]), BUILD] },
    {
      what: 'BUILD of a numpy.dtype with a dict',
      ops: [global('numpy', 'dtype'), tuple(text('f4')), REDUCE, dict(), BUILD],
    },
    ...Object.entries({
      'no known version': { version: 5 },
      'no byte order': { order: text('#') },
      'a number as its byte order': { order: int(60) },
      'fields without names': { fields: dict() },
      'a size of its own': { size: int(8) },
      'flags of more than a byte': { flags: int(256) },
      'bytes as its flags': { flags: ['C', [0]] },
      'the flag of objects': { flags: int(1) },
      'the flag of what is pickled as a list': { flags: int(2) },
      'objects without their flags': { word: 'O8', order: text('|'), flags: int(55) },
      'a state cut short': { flags: [] },
      'no unit for a date': { word: 'M8' },
      'a text of another size': { word: 'U7', size: int(20) },
    }).map(([what, state]) => ({ what: `a numpy.dtype with ${what}`, ops: [numpyType(state)] })),
    {
      what: 'a NumPy array that begins as something else than bytes',
      ops: [numpyArray({ begins: 'j' })],
    },
    { what: 'a NumPy array of no known version', ops: [numpyArray({ version: 3 })] },
    {
      what: 'a NumPy number whose type is a class',
      ops: [
        global('numpy.core.multiarray', 'scalar'),
        tuple(global('numpy', 'ndarray'), ['C', 4, [0, 0, 0, 0]]),
        REDUCE,
      ],
    },
    {
      what: 'a NumPy number that is an object',
      ops: [
        global('numpy.core.multiarray', 'scalar'),
        tuple(numpyType({ word: 'O8', order: text('|'), flags: int(63) }), ['C', 4, [0, 0, 0, 0]]),
        REDUCE,
      ],
    },
    {
      what: 'a tensor quantized by no scheme',
      ops: [quantized(0x89, ['G', [0x3f, 0xe0, 0, 0, 0, 0, 0, 0]], int(0))],
    },
    {
      what: 'a tensor quantized without a scale',
      ops: [quantized(global('torch', 'per_tensor_affine'), 'N', int(0))],
    },
    {
      what: 'a tensor quantized by too few channels',
      ops: [quantized(global('torch', 'per_channel_affine'), ']', ']', int(0))],
    },
    { what: 'SETITEM on a list', ops: [']', int(0), int(1), 's'], code: 'pickle-malformed' },
    { what: 'SETITEM on a tensor', ops: [tensor(), int(0), int(1), 's'], code: 'pickle-malformed' },
    { what: 'APPEND to a dict', ops: ['}', int(1), 'a'], code: 'pickle-malformed' },
    { what: 'ADDITEMS to a list', ops: [']', '(', int(1), 0x90], code: 'pickle-malformed' },
    { what: 'a dict as a key', ops: ['}', '}', int(1), 's'], code: 'pickle-unhashable' },
    { what: 'SETITEMS with a key alone', ops: ['}', '(', int(1), 'u'], code: 'pickle-malformed' },
    { what: 'a tensor of too few arguments', ops: [rebuild, tuple(storage('0', 16)), REDUCE] },
    {
      what: 'a tensor on a string',
      ops: [rebuild, tuple(text('0'), int(0), tuple(), tuple(), 0x89, [odict, ')', REDUCE]), REDUCE],
    },
    { what: 'a tensor of negative shape', ops: [tensor({ shape: [-4, 4] })] },
    {
      what: 'a tensor with backward hooks',
      ops: [
        rebuild,
        tuple(storage('0', 16), int(0), tuple(), tuple(), 0x89, dict([int(1), global('torch', 'Tensor')])),
        REDUCE,
      ],
    },
    { what: 'shape and stride of different length', ops: [tensor({ shape: [4] })] },
    { what: 'a persistent id that is no tuple', ops: [text('storage'), 'Q'] },
    {
      what: 'a persistent id of a module',
      ops: [tuple(text('module'), global('torch', 'Tensor'), text('f'), text('s'), int(1)), 'Q'],
    },
    {
      what: 'a persistent id of something else than a storage',
      ops: [tuple(text('module'), global('torch', 'FloatStorage'), text('0'), text('cpu'), int(16)), 'Q'],
    },
    {
      what: 'a storage of no storage class',
      ops: [tuple(text('storage'), global('torch', 'Tensor'), text('0'), text('cpu'), int(16)), 'Q'],
    },
    { what: 'a storage of negative length', ops: [storage('0', -1)] },
    {
      what: '_rebuild_from_type_v2 around what is no function',
      ops: [
        global('torch._tensor', '_rebuild_from_type_v2'),
        tuple(global('torch', 'Tensor'), global('torch', 'Tensor'), tuple(), 'N'),
        REDUCE,
      ],
    },
    {
      what: 'copyreg._reconstructor of a function',
      ops: [
        global('copy_reg', '_reconstructor'),
        tuple(rebuild, global('__builtin__', 'object'), 'N'),
        REDUCE,
      ],
    },
  ] as { what: string; ops: Op[]; code?: string }[]) {
    it(`fails for ${what}`, async () => {
      const verdict = await holding(...ops);
      assert.equal(verdict.verdict, 'fail', JSON.stringify(verdict.reasons));
      assert.ok(codesOf(verdict).includes(code), codesOf(verdict).join());
    });
  }
});

describe('a pickle program that is no program', () => {
  const base = pickle(dict([text('w'), tensor()]));
  for (const { what, program, code = 'pickle-malformed' } of [
    { what: 'no STOP', program: pickle(PROTO2, base) },
    { what: 'an opcode that does not exist', program: pickle(PROTO2, base, 0xfe, STOP) },
    { what: 'protocol 6', program: pickle(0x80, 6, base, STOP) },
    { what: 'PROTO in the middle', program: pickle(PROTO2, base, PROTO2, STOP) },
    { what: 'a value left on the stack', program: pickle(PROTO2, int(1), base, STOP) },
    { what: 'a mark left open', program: pickle(PROTO2, '(', base, STOP) },
    { what: 'an empty stack', program: pickle(PROTO2, '0', STOP) },
    { what: 'POP below a mark', program: pickle(PROTO2, base, '(', 'a', STOP) },
    { what: 'a memo slot that was never filled', program: pickle(PROTO2, recall(3), STOP) },
    { what: 'a negative memo index', program: pickle(PROTO2, base, 'p-1\n', STOP) },
    { what: 'a decimal that is none', program: pickle('I1x\n', '0', base, STOP) },
    { what: 'a string without quotes', program: pickle('Sabc\n', '0', base, STOP) },
    { what: 'a string with one quote', program: pickle("S'\n", '0', base, STOP) },
    {
      what: 'text that is not UTF-8',
      program: pickle(PROTO2, 'X', [2, 0, 0, 0], [0xff, 0xfe], '0', base, STOP),
    },
    {
      what: 'LONG4 of negative length',
      program: pickle(PROTO2, 0x8b, [0xff, 0xff, 0xff, 0xff], '0', base, STOP),
    },
    {
      what: 'a constant longer than the program',
      program: pickle(PROTO2, 'X', [0xff, 0xff, 0xff, 0x7f], 'abc'),
    },
    { what: 'a length of 2^63', program: pickle(PROTO4, 0x8e, [0, 0, 0, 0, 0, 0, 0, 0x80]) },
    { what: 'STACK_GLOBAL of ints', program: pickle(PROTO4, int(1), int(2), 0x93, STOP) },
    { what: 'a frame longer than the program', program: pickle(PROTO4, frame(100_000), base, STOP) },
    {
      what: 'a frame inside a frame',
      program: pickle(PROTO4, frame(base.length + 10), frame(2), 'N0', base, STOP),
    },
    { what: 'an opcode across the end of its frame', program: pickle(PROTO4, frame(3), base, STOP) },
    {
      what: 'a second program after the first',
      program: pickle(PROTO2, base, STOP, global('os', 'system'), STOP),
      code: 'pickle-trailing',
    },
    { what: 'one byte after STOP', program: pickle(PROTO2, base, STOP, '\n'), code: 'pickle-trailing' },
    {
      what: 'an extension code',
      program: pickle(PROTO2, 0x82, 1, '0', base, STOP),
      code: 'pickle-refused-opcode',
    },
    {
      what: 'a text persistent id',
      program: pickle('Pabc\n', '0', base, STOP),
      code: 'pickle-refused-opcode',
    },
    {
      what: 'an out-of-band buffer',
      program: pickle([0x80, 5], 0x97, '0', base, STOP),
      code: 'pickle-refused-opcode',
    },
    { what: 'nothing', program: new Uint8Array(0) },
    {
      what: 'payload first, junk after',
      program: pickle(PROTO2, global('os', 'system'), tuple(text('id')), REDUCE, 0xff, 0xff),
      code: 'import-refused',
    },
  ]) {
    it(`fails with ${what}`, async () => {
      const verdict = await load(program);
      assert.equal(verdict.verdict, 'fail', JSON.stringify(verdict.reasons));
      assert.ok(codesOf(verdict).includes(code), codesOf(verdict).join());
    });
  }
});

describe('a pickle program that is a bomb', () => {
  /** `x = [x, x]`, n times: 2^n leaves in a few bytes. */
  const doubling = (times: number): Op => [
    ']',
    memo(0),
    '0',
    ...Array.from({ length: times }, () => [recall(0), '2', 0x86, memo(0), '0']),
    recall(0),
  ];

  it('by doubling costs what it weighs', async () => {
    const verdict = await holding(doubling(64));
    assert.deepEqual([verdict.verdict, codesOf(verdict)], ['pass-degraded', ['unsafe-loader']]);
    assert.deepEqual(
      notesOf(verdict).filter((code) => code !== 'memo-overwritten'),
      [],
    );
  });

  it('by doubling a key of tuples is inconclusive', async () => {
    const double = [recall(1), '2', 0x86, memo(1), '0'];
    const key = [')', memo(1), '0', ...Array.from({ length: 64 }, () => double), recall(1)];
    const verdict = await holding('}', key, int(1), 's');
    assert.deepEqual([verdict.verdict, codesOf(verdict)], ['inconclusive', ['over-budget']]);
  });

  for (const { what, ops, budgets } of [
    {
      what: 'by depth of values',
      ops: [...Array.from({ length: 5000 }, () => ']'), ...Array.from({ length: 4999 }, () => 'a')],
      budgets: {},
    },
    {
      what: 'by depth of marks',
      ops: [...Array.from({ length: 5000 }, () => '('), ...Array.from({ length: 5000 }, () => 't')],
      budgets: {},
    },
    {
      what: 'by stack',
      ops: ['(', ...Array.from({ length: 5000 }, () => 'N'), 't'],
      budgets: { pickleStack: 1000 },
    },
    {
      what: 'by opcodes',
      ops: ['(', ...Array.from({ length: 5000 }, () => 'N'), 't'],
      budgets: { pickleOpcodes: 1000 },
    },
    {
      what: 'by memo',
      ops: [')', ...Array.from({ length: 300 }, (_none, i) => ['r', [i & 0xff, i >> 8, 0, 0]])],
      budgets: { pickleMemo: 100 },
    },
    { what: 'by one constant', ops: [text('x'.repeat(5000))], budgets: { constantBytes: 1000 } },
    { what: 'by size', ops: [text('x'.repeat(5000))], budgets: { pickleBytes: 1000 } },
  ] as { what: string; ops: Op[]; budgets: object }[]) {
    it(`${what} is inconclusive`, async () => {
      const verdict = await load(checkpointProgram([text('x'), ops]), { budgets });
      assert.deepEqual(
        [verdict.verdict, codesOf(verdict)],
        ['inconclusive', ['over-budget']],
        JSON.stringify(verdict.reasons),
      );
    });
  }
});
