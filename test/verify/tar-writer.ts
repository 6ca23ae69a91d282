import { joined } from './memory-source.ts';

/** One block of a header and its content, padded; what is not said is what a plain ustar file has. */
export interface TarPart {
  name?: string;
  data?: Uint8Array | string;
  type?: string;
  link?: string;
  /** The twelve bytes of the size field as they are. */
  size?: Uint8Array | string;
  prefix?: string;
  magic?: string;
  checksum?: number;
  padding?: number;
}

export function tarPart({ name = 'a.bin', data = '', type = '0', link = '', ...lies }: TarPart): Uint8Array {
  const content = Buffer.from(data);
  const header = Buffer.alloc(512);
  header.write(name, 0, 100, 'utf8');
  header.write('0000644\0', 100);
  header.write('0000000\0', 108);
  header.write('0000000\0', 116);
  const size = lies.size ?? `${content.length.toString(8).padStart(11, '0')}\0`;
  Buffer.from(size).copy(header, 124);
  header.write('00000000000\0', 136);
  header.write('        ', 148);
  header.write(type, 156, 'latin1');
  header.write(link, 157, 100, 'utf8');
  header.write(lies.magic ?? 'ustar\x0000', 257, 'latin1');
  header.write(lies.prefix ?? '', 345, 155, 'utf8');
  const sum = lies.checksum ?? header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  const padding = Buffer.alloc((512 - (content.length % 512)) % 512, lies.padding ?? 0);
  return joined(header, content, padding);
}

export const pax = (records: Record<string, string>, type = 'x'): Uint8Array =>
  tarPart({ name: 'PaxHeaders/x', type, data: Object.entries(records).map(paxRecord).join('') });

export function paxRecord([key, value]: [string, string]): string {
  const rest = ` ${key}=${value}\n`;
  let length = rest.length + 1;
  while (String(length).length + Buffer.byteLength(rest) !== length) length += 1;
  return length + rest;
}

export const END = new Uint8Array(1024);

export const tarFile = (...parts: (TarPart | Uint8Array)[]): Uint8Array =>
  joined(...parts.map((part) => (part instanceof Uint8Array ? part : tarPart(part))), END);
