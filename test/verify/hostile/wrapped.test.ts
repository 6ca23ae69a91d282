import { deflateSync, gzipSync } from 'node:zlib';
import { global, PROTO2, pickle, REDUCE, STOP, text, tuple } from '../pickle-writer.ts';
import { legacyFile, MAGIC } from '../torch-legacy-writer.ts';
import { torchFile } from '../torch-writer.ts';
import { zipFile } from '../zip-writer.ts';
import { noneCounts } from './attack.ts';
import { npyHeader, programOf } from './carriers.ts';

const run = [global('os', 'system'), tuple(text('id')), REDUCE];
const evil = programOf(2, run);
const bytes = (...parts: (Uint8Array | string)[]): Uint8Array =>
  new Uint8Array(Buffer.concat(parts.map((part) => Buffer.from(part as Uint8Array))));
const hex = (digits: string): Uint8Array => new Uint8Array(Buffer.from(digits, 'hex'));

/** `os.system('id')` as pickled in protocol 2, packed by Python's lzma, bz2 and lz4. */
const EVIL_XZ =
  'fd377a585a000004e6d6b4460200210116000000742fe5a30100168002636f730a73797374656d0a5802000000696485522e0000a92ff0aec870fcb800012f17810849b11fb6f37d010000000004595a';
const EVIL_BZIP2 =
  '425a6839314159265359451fecea00000ad3c05010000110400e228c2042002000222680f51a7a9e90a1a69800776c2822402b9e2a44329f8bb9229c2848228ff67500';
const EVIL_LZMA =
  '5d00008000ffffffffffffffff0040008803bc30bd34de2f5e26d069fb35e81d870638a894cdc2fda8ffffe2b08000';
const EVIL_LZ4 =
  '04224d186840170000000000000032170000808002636f730a73797374656d0a5802000000696485522e00000000';

/** A wrapping that a loader may take off and a scanner may not. */
noneCounts('a checkpoint wrapped in', [
  { what: '7z', bytes: () => bytes(hex('377abcaf271c0004'), evil), code: 'wrapped', verdict: 'inconclusive' },
  { what: 'what calls itself xz', bytes: () => bytes(hex('fd377a585a000004'), evil), code: 'crc-mismatch' },
  { what: 'what calls itself bzip2', bytes: () => bytes('BZh91AY&SY', evil), code: 'bzip2-broken' },
  { what: 'xz', bytes: () => bytes(hex(EVIL_XZ)), code: 'import-refused', imports: ['os.system'] },
  { what: 'bzip2', bytes: () => bytes(hex(EVIL_BZIP2)), code: 'import-refused', imports: ['os.system'] },
  { what: 'lzma', bytes: () => bytes(hex(EVIL_LZMA)), code: 'import-refused', imports: ['os.system'] },
  { what: 'lz4', bytes: () => bytes(hex(EVIL_LZ4)), code: 'import-refused', imports: ['os.system'] },
  { what: 'what calls itself zstd', bytes: () => bytes(hex('28b52ffd'), evil), code: 'zstd-block' },
  { what: 'what calls itself lz4', bytes: () => bytes(hex('04224d18'), evil), code: 'lz4-header' },
  {
    what: 'rar',
    bytes: () => bytes(hex('526172211a0701'), evil),
    code: 'unknown-format',
    verdict: 'inconclusive',
  },
  {
    what: 'gzip, as a pickle',
    bytes: () => bytes(gzipSync(evil)),
    code: 'import-refused',
    imports: ['os.system'],
  },
  {
    what: 'gzip, its program split over two members',
    bytes: () => bytes(gzipSync(evil.subarray(0, 9)), gzipSync(evil.subarray(9))),
    code: 'import-refused',
    imports: ['os.system'],
  },
  {
    what: 'zlib of which the checksum was cut',
    bytes: () => bytes(deflateSync(programOf(2, 'N')).subarray(0, -1)),
    code: 'deflate-broken',
  },
  {
    what: 'gzip of which the length was cut',
    bytes: () => bytes(gzipSync(programOf(2, 'N')).subarray(0, -4)),
    code: 'deflate-broken',
  },
  {
    what: 'zlib with a program behind it',
    bytes: () => bytes(deflateSync(programOf(2, 'N')), evil),
    code: 'trailing-bytes',
  },
  {
    what: 'gzip with a program behind it',
    bytes: () => bytes(gzipSync(programOf(2, 'N')), evil),
    code: 'deflate-broken',
  },
]);

noneCounts('a checkpoint that is two things at once:', [
  {
    what: 'a pickle, then an archive',
    bytes: () => bytes(programOf(2, 'N'), torchFile()),
    code: 'pickle-trailing',
  },
  { what: 'an archive, then a pickle', bytes: () => bytes(torchFile(), evil), code: 'trailing-bytes' },
  {
    what: 'an array, then a pickle',
    bytes: () => bytes(npyHeader("'|u1'", '(4,)'), 'abcd', evil),
    code: 'trailing-bytes',
  },
  {
    what: 'an array of objects, then another pickle',
    bytes: () => bytes(npyHeader("'|O'"), programOf(2, 'N'), evil),
    code: 'pickle-trailing',
  },
  {
    what: 'an array of objects that is no array',
    bytes: () => bytes(npyHeader("'|O'"), programOf(2, 'N')),
    code: 'npy-object',
  },
  {
    what: 'an archive in an archive',
    bytes: () =>
      zipFile([
        { name: 'archive/data.pkl', data: torchFile() },
        { name: 'archive/version', data: bytes('3\n') },
      ]),
    code: 'pickle-refused-opcode',
  },
]);

noneCounts('an old stream whose magic number', [
  {
    what: 'is made by a call',
    bytes: () =>
      legacyFile({
        magic: pickle(PROTO2, global('os', 'system'), tuple(text('id')), REDUCE, '0', MAGIC, STOP),
      }),
    code: 'import-refused',
    imports: ['os.system'],
  },
  {
    what: 'is what a call returns',
    bytes: () =>
      legacyFile({
        magic: pickle(
          PROTO2,
          global('builtins', 'int'),
          tuple(text('119547037146038801333356')),
          REDUCE,
          STOP,
        ),
      }),
    code: 'pickle-trailing',
  },
  {
    what: 'is followed by a program in place of the version',
    bytes: () => legacyFile({ version: run }),
    code: 'import-refused',
    imports: ['os.system'],
  },
  {
    what: 'is followed by a program in place of the list of storages',
    bytes: () => legacyFile({ keys: run }),
    code: 'import-refused',
    imports: ['os.system'],
  },
]);

/** What a header in Python's notation must not be taken to `eval` for. */
noneCounts(
  'an array whose header',
  [
    ['calls something', npyHeader("__import__('os').system('id')"), 'npy-header'],
    ['calls something in its shape', npyHeader("'<f4'", "(exec('1'),)"), 'npy-header'],
    ['multiplies its shape', npyHeader("'<f4'", '(2 ** 70,)'), 'npy-header'],
    ['has a negative shape', npyHeader("'<f4'", '(-4,)'), 'npy-header'],
    ['has a shape of 2^64', npyHeader("'<f4'", '(18446744073709551616,)'), 'npy-header'],
    ['has a shape whose product wraps', npyHeader("'<f4'", '(4294967296, 4294967296)'), 'cut-short'],
    ['has a shape of a float', npyHeader("'<f4'", '(1.0,)'), 'npy-header'],
    ['has a shape of booleans', npyHeader("'<f4'", '(True,)'), 'npy-header'],
    ['has 65 dimensions', npyHeader("'<f4'", `(${'1, '.repeat(65)})`), 'npy-header'],
    ['has a key twice', npyHeader("'<f4'", '(1,)', "'descr': '|O', "), 'npy-header'],
    ['has a key too many', npyHeader("'<f4'", '(1,)', "'extra': 1, "), 'npy-header'],
    ['names no type', npyHeader("'<q9'"), 'npy-header'],
    ['names a type of no size', npyHeader("'<f'"), 'npy-header'],
    ['names a field twice', npyHeader("[('a', '<f4'), ('a', '|O')]"), 'npy-header'],
    ['nests types without end', npyHeader(`${"[('a', ".repeat(30)}'<f4'${')]'.repeat(30)}`), 'npy-header'],
    ['nests brackets without end', npyHeader('('.repeat(5000)), 'npy-header'],
  ].map(([what, content, code]) => ({
    what: what as string,
    bytes: () => content as Uint8Array,
    code: code as string,
  })),
);
