import { type FlatFields, flatBuffer } from './flat-writer.ts';
import { joined } from './memory-source.ts';

export const ROWS = 8;
const MAGIC = new TextEncoder().encode('ARROW1\0\0');

/** One column of eight i64 without nulls. */
export const INT_COLUMN: FlatFields = {
  0: { text: 'x' },
  2: { u8: 2 },
  3: { table: { 0: { i32: 64 }, 1: { u8: 1 } } },
};

export const schemaOf = (...fields: FlatFields[]): FlatFields => ({ 1: { tables: fields } });

export const BATCH: FlatFields = {
  0: { i64: ROWS },
  1: { structs: [[ROWS, 0]] },
  2: {
    structs: [
      [0, 0],
      [0, 64],
    ],
  },
};

export interface ArrowMessage {
  kind: number;
  header: FlatFields;
  body?: Uint8Array;
  bodyBytes?: number;
  version?: number;
  metadataBytes?: number;
}

export function arrowMessage({ kind, header, body = new Uint8Array(0), ...lies }: ArrowMessage): Uint8Array {
  const flat = flatBuffer({
    0: { i16: lies.version ?? 4 },
    1: { u8: kind },
    2: { table: header },
    3: { i64: lies.bodyBytes ?? body.length },
  });
  const padded = joined(flat, new Uint8Array((8 - (flat.length % 8)) % 8));
  const prefix = new Uint8Array(8).fill(0xff, 0, 4);
  new DataView(prefix.buffer).setUint32(4, lies.metadataBytes ?? padded.length, true);
  return joined(prefix, padded, body);
}

export const END = Uint8Array.of(0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0);

export const schemaMessage = (...fields: FlatFields[]): ArrowMessage => ({
  kind: 1,
  header: schemaOf(...(fields.length === 0 ? [INT_COLUMN] : fields)),
});
export const batchMessage = (over: FlatFields = {}, rest: Partial<ArrowMessage> = {}): ArrowMessage => ({
  kind: 3,
  header: { ...BATCH, ...over },
  body: new Uint8Array(64),
  ...rest,
});

export const arrowStreamOf = (messages: ArrowMessage[], end: Uint8Array = END): Uint8Array =>
  joined(...messages.map(arrowMessage), end);

/** @param over what the footer says instead of the truth */
export function arrowFileOf(messages: ArrowMessage[], over: FlatFields = {}): Uint8Array {
  const parts = messages.map(arrowMessage);
  let at = 8;
  const blocks = parts.flatMap((part, i) => {
    const body = messages[i]?.body?.length ?? 0;
    const block = [at, part.length - body, body];
    at += part.length;
    return messages[i]?.kind === 3 ? [block] : [];
  });
  const footer = flatBuffer({
    0: { i16: 4 },
    1: { table: messages.find(({ kind }) => kind === 1)?.header ?? schemaMessage().header },
    3: { blocks },
    ...over,
  });
  const length = new Uint8Array(4);
  new DataView(length.buffer).setInt32(0, footer.length, true);
  return joined(MAGIC, ...parts, END, footer, length, MAGIC.subarray(0, 6));
}
