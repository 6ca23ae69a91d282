import {
  type ByteSink,
  collected,
  collectedText,
  type MessageVisitor,
  ProtobufWalk,
  startOfText,
} from '../codec/protobuf.ts';
import type { Budgets } from '../contract/budgets.ts';
import { bfloatToNumber, halfToNumber } from '../tensor/element-values.ts';

/** One value of one tag. `value` is absent for histograms, images, text and whatever else is no scalar. */
export interface EventValue {
  tag: string;
  value?: number;
}

/** What an `Event` of TensorBoard says, as far as it matters here. Tags are untrusted text. */
export interface EventRecord {
  /** Seconds since 1970. */
  wallTime: number;
  /** Beyond 2^53: NaN. */
  step: number;
  fileVersion?: string;
  /** The writer was started again on this log. */
  restarted: boolean;
  values: EventValue[];
}

const MOST_TAG_BYTES = 65_536;
const SCALARS = 'scalars';
const SESSION_START = 1;

/** `DataType` of the element types that scalars come in. */
const FLOAT = 1;
const DOUBLE = 2;
const BFLOAT16 = 14;
const HALF = 19;

/** Reads one event as its bytes go by; large images and graphs are walked past, not held. */
export class EventReader implements ByteSink {
  readonly event: EventRecord = { wallTime: 0, step: 0, restarted: false, values: [] };
  readonly #walk: ProtobufWalk;
  /** Tags whose first value said that they are scalars; later values may not say it again. */
  readonly #scalarTags: Set<string>;

  constructor(length: number, at: number, budgets: Budgets, scalarTags: Set<string>) {
    this.#scalarTags = scalarTags;
    this.#walk = new ProtobufWalk(this.#top(), at, length, budgets);
  }

  bytes(piece: Uint8Array): void {
    this.#walk.feed(piece);
  }

  end(): void {
    this.#walk.end();
  }

  #top(): MessageVisitor {
    const { event } = this;
    return {
      fixed(field, bytes) {
        if (field === 1 && bytes.length === 8) event.wallTime = viewOf(bytes).getFloat64(0, true);
      },
      varint(field, value) {
        if (field === 2) event.step = value.toSafeInteger() ?? Number.NaN;
      },
      delimited: (field, length) => {
        if (field === 3) {
          return startOfText(64, length, (text) => {
            event.fileVersion = text;
          });
        }
        if (field === 5) return this.#summary();
        return field === 7 ? this.#session() : undefined;
      },
    };
  }

  #session(): MessageVisitor {
    return {
      varint: (field, value) => {
        if (field === 1 && value.low32 === SESSION_START) this.event.restarted = true;
      },
    };
  }

  #summary(): MessageVisitor {
    return { delimited: (field) => (field === 1 ? this.#value() : undefined) };
  }

  #value(): MessageVisitor {
    const value: EventValue = { tag: '' };
    let tensor: number | undefined;
    let plugin = '';
    return {
      fixed(field, bytes) {
        if (field === 2 && bytes.length === 4) value.value = viewOf(bytes).getFloat32(0, true);
      },
      delimited(field, length, at) {
        if (field === 1) {
          return collectedText(MOST_TAG_BYTES, length, at, (text) => {
            value.tag = text;
          });
        }
        if (field === 8) {
          return scalarTensor((number) => {
            tensor = number;
          });
        }
        if (field !== 9) return undefined;
        return pluginName((name) => {
          plugin = name;
        });
      },
      end: () => {
        if (plugin === SCALARS) this.#scalarTags.add(value.tag);
        const isScalar = tensor !== undefined && this.#scalarTags.has(value.tag);
        this.event.values.push(isScalar && tensor !== undefined ? { ...value, value: tensor } : value);
      },
    };
  }
}

/** `SummaryMetadata.plugin_data.plugin_name`. */
const pluginName = (take: (name: string) => void): MessageVisitor => ({
  delimited: (field) =>
    field === 1
      ? { delimited: (inner, length) => (inner === 1 ? startOfText(64, length, take) : undefined) }
      : undefined,
});

/** The one number of a `TensorProto` of TensorFlow; nothing when it is no float or not one number. */
function scalarTensor(take: (value: number) => void): MessageVisitor {
  let type = 0;
  const give = (bytes: Uint8Array) => {
    const value = readFloat(type, bytes);
    if (value !== undefined) take(value);
  };
  return {
    varint(field, value) {
      if (field === 1) type = value.low32;
      if (field === 13) take(type === HALF ? halfToNumber(value.low32) : bfloatToNumber(value.low32));
    },
    fixed(field, bytes) {
      if (field === 5 || field === 6) give(bytes);
    },
    delimited(field, length, at) {
      const holdsNumber = (field === 4 || field === 5 || field === 6) && length > 0 && length <= 8;
      return holdsNumber ? collected(8, length, at, give) : undefined;
    },
  };
}

function readFloat(type: number, bytes: Uint8Array): number | undefined {
  const view = viewOf(bytes);
  if (type === FLOAT && bytes.length === 4) return view.getFloat32(0, true);
  if (type === DOUBLE && bytes.length === 8) return view.getFloat64(0, true);
  if (type === HALF && bytes.length === 2) return halfToNumber(view.getUint16(0, true));
  if (type === BFLOAT16 && bytes.length === 2) return bfloatToNumber(view.getUint16(0, true));
  return undefined;
}

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
