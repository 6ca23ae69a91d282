import { deflateSync, gzipSync } from 'node:zlib';
import { dict, type Op, pickle, STOP, tensor, text } from '../pickle-writer.ts';
import { legacyFile, legacyTensor } from '../torch-legacy-writer.ts';
import { members, SIXTEEN, torchFile } from '../torch-writer.ts';
import { zipFile } from '../zip-writer.ts';

/** Wraps a value, given as the opcodes that leave it on the stack, into a file that some loader would unpickle. */
export interface Carrier {
  what: string;
  /** Whether it can hold a program that is no program (the value is the end of it). */
  wrap(protocol: number, value: Op): Uint8Array;
}

const proto = (protocol: number): Op => (protocol < 2 ? '' : [0x80, protocol]);

export const programOf = (protocol: number, value: Op, ...more: [Op, Op][]): Uint8Array =>
  pickle(proto(protocol), dict(...more, [text('x'), value]), STOP);

const withTensor = (protocol: number, value: Op) => programOf(protocol, value, [text('w'), tensor()]);

/** The header of a .npy file with this type, whose elements follow. */
export function npyHeader(descr: string, shape = '(1,)', rest = ''): Uint8Array {
  const literal = `{'descr': ${descr}, 'fortran_order': False, 'shape': ${shape}, ${rest}}`;
  const padded = `${literal.padEnd(Math.ceil((literal.length + 11) / 64) * 64 - 11)}\n`;
  const length = Buffer.alloc(2);
  length.writeUInt16LE(padded.length);
  return new Uint8Array(
    Buffer.concat([Buffer.from('\x93NUMPY\x01\0', 'latin1'), length, Buffer.from(padded, 'latin1')]),
  );
}

const join = (...parts: Uint8Array[]): Uint8Array => new Uint8Array(Buffer.concat(parts));
const objects = (protocol: number, value: Op) => join(npyHeader("'|O'"), programOf(protocol, value));

export const CARRIERS: readonly Carrier[] = [
  { what: 'a zip of PyTorch', wrap: (protocol, value) => torchFile(withTensor(protocol, value)) },
  {
    what: 'a deflated zip of PyTorch',
    wrap: (protocol, value) =>
      zipFile(members(withTensor(protocol, value)).map((member) => ({ ...member, deflate: true }))),
  },
  {
    what: 'an old stream of PyTorch',
    wrap: (_protocol, value) => legacyFile({ object: dict([text('w'), legacyTensor()], [text('x'), value]) }),
  },
  { what: 'a plain pickle', wrap: programOf },
  {
    what: 'a pickle in zlib',
    wrap: (protocol, value) => new Uint8Array(deflateSync(programOf(protocol, value))),
  },
  {
    what: 'a pickle in gzip',
    wrap: (protocol, value) => new Uint8Array(gzipSync(programOf(protocol, value))),
  },
  { what: 'an array of objects', wrap: objects },
  {
    what: 'an array of objects in an archive',
    wrap: (protocol, value) =>
      zipFile([
        { name: 'w.npy', data: join(npyHeader("'<f4'", '(16,)'), SIXTEEN) },
        { name: 'x.npy', data: objects(protocol, value), deflate: true },
      ]),
  },
];

/** Beside the checkpoint, where nothing refers to it. */
export const hidden = (protocol: number, value: Op, name = 'archive/data/7', deflate = false): Uint8Array =>
  zipFile([...members(), { name, data: programOf(protocol, value), deflate }]);
