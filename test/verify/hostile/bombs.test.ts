import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { deflateSync, gzipSync } from 'node:zlib';
import { codesOf, verifyWithDigest } from '../memory-source.ts';
import { dict, global, int, type Op, PROTO4, pickle, REDUCE, STOP, text, tuple } from '../pickle-writer.ts';
import { members } from '../torch-writer.ts';
import { zipFile } from '../zip-writer.ts';
import { type Attack, noneCounts } from './attack.ts';
import { npyHeader, programOf } from './carriers.ts';

const MiB = 1024 ** 2;
const memo = (index: number): Op => ['q', index];
const recall = (index: number): Op => ['h', index];
const times = (count: number, op: Op): Op => Array.from({ length: count }, () => op);
const long = 'y'.repeat(60_000);
const encode = global('_codecs', 'encode');

const heavy = (what: string, value: Op, options: Attack['options'] = {}): Attack => ({
  what,
  bytes: () => programOf(4, value),
  code: 'over-budget',
  verdict: 'inconclusive',
  options: { role: 'dataset', ...options },
});

const small = { budgets: { pickleHeldBytes: 8 * MiB } };

noneCounts('a program that weighs more than its bytes:', [
  heavy(
    'one text encoded a thousand times',
    [
      text(long),
      memo(0),
      '0',
      encode,
      memo(1),
      '0',
      '(',
      times(1000, [recall(1), recall(0), text('latin1'), 0x86, REDUCE]),
      't',
    ],
    small,
  ),
  heavy(
    'one long key in a thousand dicts',
    [text(long), memo(0), '0', '(', times(1000, ['}', recall(0), 'N', 's']), 't'],
    small,
  ),
  heavy(
    'one long key in a thousand sets',
    [text(long), memo(0), '0', '(', times(1000, [0x8f, '(', recall(0), 0x90]), 't'],
    small,
  ),
  heavy(
    'one list of long keys made a dict a hundred times',
    [
      text(long),
      memo(0),
      '0',
      [']', '(', times(20, [recall(0), 'N', 0x86]), 'e'],
      memo(1),
      '0',
      '(',
      times(100, [global('collections', 'OrderedDict'), recall(1), 0x85, REDUCE]),
      't',
    ],
    small,
  ),
  heavy('a key of a long text a hundred times', dict([tuple(text(long), times(100, text(long))), int(1)])),
  heavy(
    'a key of tuples that doubles',
    dict([[')', memo(0), times(64, ['0', recall(0), recall(0), 0x86, memo(0)])], int(1)]),
  ),
  heavy('an integer of a million digits', [
    0x8b,
    [0x40, 0x42, 0x0f, 0],
    new Uint8Array(1_000_000).fill(0x7f),
  ]),
  heavy('a hundred thousand empty lists', ['(', times(100_000, ']'), 't'], small),
  heavy('lists in lists', [times(5000, ']'), times(4999, 'a')]),
  heavy('tuples in tuples', [')', times(5000, 0x85)]),
  heavy('marks in marks', [times(5000, '('), times(5000, 't')]),
  heavy('values on the stack', ['(', times(5000, 'N'), 't'], { budgets: { pickleStack: 1000 } }),
  heavy('opcodes', ['(', times(5000, 'N'), 't'], { budgets: { pickleOpcodes: 1000 } }),
  heavy('memo slots', [')', times(300, 0x94)], { budgets: { pickleMemo: 100 } }),
  heavy('[security 4] a module of a megabyte, imported once for each six bytes', [
    text('m'.repeat(1_000_000)),
    memo(0),
    '0',
    '(',
    times(10_500, [recall(0), text('n'), 0x93]),
    't',
  ]),
  {
    // Refused for the name already; what counts is that the walk ends.
    ...heavy(
      '[security 4] long names, imported ten thousand times',
      [text('m'.repeat(1000)), memo(0), '0', '(', times(10_000, [recall(0), text('n'), 0x93]), 't'],
      small,
    ),
    verdict: 'fail',
  },
  heavy(
    '[security 4] a state of many keys, set a thousand times',
    [
      dict(...Array.from({ length: 2000 }, (_, n): [Op, Op] => [text(`k${n}`), 'N'])),
      memo(0),
      '0',
      global('argparse', 'Namespace'),
      ')',
      0x81,
      times(1000, [recall(0), 'b']),
    ],
    small,
  ),
  heavy('one constant', text('x'.repeat(5000)), { budgets: { constantBytes: 1000 } }),
  heavy('a line that does not end', ['V', 'x'.repeat(5000)], { budgets: { constantBytes: 1000 } }),
]);

describe('a billion laughs', () => {
  const laughs = (count: number): Op => [
    ']',
    memo(0),
    '0',
    times(count, [[']', '(', times(10, recall(0)), 'e'], memo(0), '0']),
    recall(0),
  ];

  it('cost no more than they weigh, by memo or by DUP', async () => {
    const doubled: Op = [']', times(64, ['2', 0x86])];
    for (const value of [laughs(64), doubled]) {
      const started = performance.now();
      const verdict = await verifyWithDigest(programOf(4, value), { role: 'dataset' });
      assert.deepEqual([verdict.verdict, codesOf(verdict)], ['pass', []]);
      assert.ok(performance.now() - started < 2000);
    }
  });
});

/** Zeros are the best that deflate can do: a thousand times as much comes out. */
const zeros = new Uint8Array(8 * MiB);
const inZlib = (content: Uint8Array) => new Uint8Array(deflateSync(content));
const spread = { budgets: { expandedBytes: MiB } };

noneCounts('a stream that expands:', [
  {
    what: 'zeros behind a short program in zlib',
    bytes: () => inZlib(new Uint8Array(Buffer.concat([programOf(4, 'N'), zeros]))),
    code: 'over-budget',
    verdict: 'inconclusive',
    options: { role: 'dataset', ...spread },
  },
  {
    what: 'a constant of zeros in gzip',
    bytes: () => {
      const length = Buffer.alloc(8);
      length.writeBigUInt64LE(BigInt(zeros.length));
      return new Uint8Array(gzipSync(pickle(PROTO4, 0x8e, length, zeros, STOP)));
    },
    code: 'over-budget',
    verdict: 'inconclusive',
    options: { role: 'dataset', budgets: { constantBytes: MiB } },
  },
  {
    what: 'a member that declares less than comes out',
    bytes: () =>
      zipFile(
        members().map((member) =>
          member.name.endsWith('data/0')
            ? { ...member, data: zeros, deflate: true, central: { size: 64 } }
            : member,
        ),
      ),
    code: 'deflate-surplus',
    verdict: 'fail',
  },
  {
    what: 'an array of zeros in an archive, told truly',
    bytes: () =>
      zipFile([
        {
          name: 'w.npy',
          data: new Uint8Array(Buffer.concat([npyHeader("'|u1'", `(${zeros.length},)`), zeros])),
          deflate: true,
        },
      ]),
    code: 'over-budget',
    verdict: 'inconclusive',
    options: spread,
  },
  {
    what: 'an array that is shorter than its header says',
    bytes: () =>
      zipFile([{ name: 'w.npy', data: npyHeader("'<f8'", '(1000000000, 1000000000)'), deflate: true }]),
    code: 'cut-short',
  },
]);
