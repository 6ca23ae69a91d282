import { checkpointProgram } from '../pickle-writer.ts';
import { members, SIXTEEN, torchFile, withMember } from '../torch-writer.ts';
import { type Member, zipFile } from '../zip-writer.ts';
import { type Attack, noneCounts } from './attack.ts';
import { npyHeader, programOf } from './carriers.ts';

const RUN = "cos\nsystem\n(S'id'\ntR.";
const payload = new Uint8Array(Buffer.from(RUN, 'latin1'));
const evil = { name: 'archive/data/7', data: payload };
const npyFile = new Uint8Array(Buffer.concat([npyHeader("'<f4'", '(16,)'), SIXTEEN]));
const arrays = (...more: Member[]) => zipFile([{ name: 'w.npy', data: npyFile }, ...more]);

/** Local header and directory are read by different programs. */
const FLAGS: [what: string, bit: number][] = [
  ['encrypted', 0x0001],
  ['patched', 0x0020],
  ['strongly encrypted', 0x0040],
  ['masked', 0x2000],
];

noneCounts(
  'a zip whose flags say',
  FLAGS.flatMap(([what, bit]): Attack[] =>
    (['local', 'central'] as const).flatMap((where) =>
      ['archive/data.pkl', 'archive/data/0'].map((name) => ({
        what: `${what} in the ${where} header of ${name}`,
        bytes: () => withMember(name, { [where]: { flags: 0x0808 | bit } }),
        code: 'zip-flags',
      })),
    ),
  ),
);

noneCounts('a zip that two readers read differently:', [
  {
    what: 'another name before the program than in the directory',
    bytes: () => withMember('archive/data.pkl', { local: { name: 'archive/dat2.pkl' } }),
    code: 'local-differs',
  },
  {
    what: 'the name of a storage before a program',
    bytes: () =>
      zipFile([
        ...members(),
        { ...evil, local: { name: 'archive/data/0' }, central: { name: 'archive/data/8' } },
      ]),
    code: 'local-differs',
  },
  {
    what: 'another method before the data',
    bytes: () => withMember('archive/data/0', { local: { method: 8 } }),
    code: 'local-differs',
  },
  {
    what: 'a second program whose name differs by its case',
    bytes: () => zipFile([...members(), { name: 'archive/data.PKL', data: payload }]),
    code: 'zip-structure',
  },
  {
    what: 'a second program before the first whose name differs by its case',
    bytes: () => zipFile([{ name: 'archive/Data.pkl', data: payload }, ...members()]),
    code: 'zip-structure',
  },
  {
    what: 'the same name twice',
    bytes: () => zipFile([...members(), { name: 'archive/data.pkl', data: payload }]),
    code: 'zip-structure',
  },
  {
    what: 'a program only under another case',
    bytes: () =>
      zipFile(members().map((each) => ({ ...each, name: each.name.replace('data.pkl', 'DATA.pkl') }))),
    code: 'torch-layout',
  },
  {
    what: 'two root folders',
    bytes: () => zipFile([{ name: 'other/data.pkl', data: payload }, ...members()]),
    code: 'torch-layout',
  },
  {
    what: 'another archive behind it',
    bytes: () =>
      new Uint8Array(Buffer.concat([torchFile(), zipFile([{ name: 'archive/data.pkl', data: payload }])])),
    code: 'zip-structure',
  },
  {
    what: 'another archive as its comment',
    bytes: () =>
      zipFile(members(), {
        comment: Buffer.from(zipFile([{ name: 'archive/data.pkl', data: payload }])).toString('latin1'),
      }),
    code: 'zip-structure',
  },
  {
    what: 'a program before its first member',
    bytes: () => zipFile(members(), { before: Buffer.concat([Buffer.from('PK\x03\x04'), payload]) }),
    code: 'zip-structure',
  },
  {
    what: 'a program between two members',
    bytes: () => withMember('archive/data/0', { junkAfter: payload }),
    code: 'zip-structure',
  },
  {
    what: 'a program between the directory and its end',
    bytes: () => zipFile(members(), { directoryJunk: payload }),
    code: 'zip-structure',
  },
]);

noneCounts('a zip that hides a program:', [
  {
    what: 'beside the checkpoint',
    bytes: () => zipFile([...members(), evil]),
    code: 'hidden-pickle',
    imports: ['os.system'],
  },
  {
    what: 'behind a member whose CRC is wrong',
    bytes: () =>
      zipFile([
        ...members().map((each) =>
          each.name.endsWith('/0') ? { ...each, central: { crc: 7 }, descriptorCrc: 7 } : each,
        ),
        evil,
      ]),
    code: 'hidden-pickle',
    imports: ['os.system'],
  },
  {
    what: 'in a program whose own CRC is wrong',
    bytes: () =>
      zipFile(
        members(programOf(2, RUN.slice(0, -1))).map((each) =>
          each.name.endsWith('.pkl') ? { ...each, central: { crc: 7 }, descriptorCrc: 7 } : each,
        ),
      ),
    code: 'import-refused',
    imports: ['os.system'],
  },
  {
    what: 'in a member whose own CRC is wrong',
    bytes: () => zipFile([...members(), { ...evil, central: { crc: 7 }, descriptorCrc: 7 }]),
    code: 'crc-mismatch',
  },
  {
    what: 'as text, where a scanner looks for binary ones',
    bytes: () => zipFile([...members(), { name: 'archive/extra.txt', data: payload }]),
    code: 'hidden-pickle',
    imports: ['os.system'],
  },
  {
    what: 'among the arrays of an archive, under a name of an array',
    bytes: () => arrays({ name: 'x.npy', data: payload }),
    code: 'npy-header',
  },
  {
    what: 'behind the last element of an array',
    bytes: () => arrays({ name: 'x.npy', data: new Uint8Array(Buffer.concat([npyFile, payload])) }),
    code: 'trailing-bytes',
  },
]);

noneCounts('a zip whose members overlap:', [
  {
    what: 'a hundred entries on one member',
    bytes: () =>
      zipFile([
        { name: 'big.npy', data: npyFile, deflate: true },
        ...Array.from({ length: 100 }, (_none, i) => ({
          name: `${i}.npy`,
          data: npyFile,
          deflate: true,
          central: { offset: 0 },
        })),
      ]),
    code: 'zip-structure',
  },
  {
    what: 'a member within the data of another',
    bytes: () => withMember('archive/version', { central: { offset: 80 } }),
    code: 'zip-structure',
  },
  {
    what: 'a member that reaches into the directory',
    bytes: () => withMember('archive/version', { central: { size: 4000, compressed: 4000 } }),
    code: 'zip-structure',
  },
  {
    what: 'a member at the end of the world',
    bytes: () => withMember('archive/version', { central: { offset: 0xfffffffe } }),
    code: 'zip-structure',
  },
  {
    what: 'more entries than there are',
    bytes: () => zipFile(members(), { count: 40 }),
    code: 'zip-structure',
  },
  {
    what: 'fewer entries than there are',
    bytes: () => zipFile(members(), { count: 1 }),
    code: 'zip-structure',
  },
]);

noneCounts('a zip whose names leave it:', [
  ...[
    'archive/../../etc/passwd',
    '/archive/x',
    'archive\\..\\x',
    'C:/x',
    'archive/./x',
    'archive/x\0.txt',
  ].map((name) => ({
    what: JSON.stringify(name),
    bytes: () => zipFile([...members(checkpointProgram()), { name, data: SIXTEEN }]),
    code: 'zip-name',
  })),
]);
