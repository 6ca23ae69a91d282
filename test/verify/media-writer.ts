import { joined } from './memory-source.ts';

export function box(type: string, content: Uint8Array): Uint8Array {
  const header = Buffer.alloc(8);
  header.writeUInt32BE(content.length + 8);
  header.write(type, 4, 'latin1');
  return joined(header, content);
}

/** The boxes of a film at the top level; what is in them no reader here looks at. */
export const film = (): Uint8Array =>
  joined(
    box('ftyp', Buffer.from('isom\0\0\x02\0isomiso2')),
    box(
      'mdat',
      Uint8Array.from({ length: 500 }, (_none, i) => (i * 37 + 11) % 251),
    ),
    box('moov', box('mvhd', new Uint8Array(100).fill(3))),
  );
