import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  DTYPES,
  TensorBook,
  tensorRegion,
  tensorsMustTile
} from "./verifier.verify-tensor-dtype.shared.mjs";
import "./verifier.verify-contract-oddity.shared.mjs";
import {
  Broken,
  JsonScanner,
  Unsettled,
  headerLength,
  overBudget,
  quoted
} from "./verifier.clock.shared.mjs";
import "./verifier.nothing.shared.mjs";

// src/verify/safetensors/header.ts
var BY_NAME = {
  F64: DTYPES.f64,
  F32: DTYPES.f32,
  F16: DTYPES.f16,
  BF16: DTYPES.bf16,
  C64: DTYPES.c64,
  F8_E4M3: DTYPES.f8_e4m3,
  F8_E5M2: DTYPES.f8_e5m2,
  F8_E4M3FNUZ: DTYPES.f8_e4m3fnuz,
  F8_E5M2FNUZ: DTYPES.f8_e5m2fnuz,
  F8_E8M0: DTYPES.e8m0,
  F4: DTYPES.f4,
  F6_E2M3: DTYPES.f6_e2m3,
  F6_E3M2: DTYPES.f6_e3m2,
  I64: DTYPES.i64,
  I32: DTYPES.i32,
  I16: DTYPES.i16,
  I8: DTYPES.i8,
  U64: DTYPES.u64,
  U32: DTYPES.u32,
  U16: DTYPES.u16,
  U8: DTYPES.u8,
  BOOL: DTYPES.bool
};
var METADATA = "__metadata__";
var LONE = new RegExp("\\p{Surrogate}", "u");
var MOST_ELEMENTS = 2n ** 64n - 1n;
var SafetensorsHeader = class {
  tensors = [];
  metadata = /* @__PURE__ */ new Map();
  #draft;
  opened(kind, path) {
    if (path.length === 0 && kind !== "object") throw malformed("the header is not an object", 8);
    if (path.length === 1 && kind !== "object") throw malformed("an entry is not an object", 8);
    if (path.length < 2) return;
    const field = path[1];
    const isList = path.length === 2 && kind === "array" && (field === "shape" || field === "data_offsets");
    if (!isList || this.#draft === void 0)
      throw malformed(`${show(path)} is nested`, this.#draft?.offset ?? 8);
    this.#draft[field === "shape" ? "shape" : "offsets"] = [];
  }
  closed(path) {
    if (path.length !== 1 || this.#draft === void 0) return;
    this.tensors.push(finished(this.#draft));
    this.#draft = void 0;
  }
  key(name, path, offset) {
    if (LONE.test(name)) throw malformed(`${show(path)} holds half a character`, offset);
    if (path.length === 1 && name !== METADATA) this.#draft = { name, offset };
    const known = name === "dtype" || name === "shape" || name === "data_offsets";
    if (path.length === 2 && path[0] !== METADATA && !known)
      throw malformed(`${show(path)} is no field`, offset);
  }
  scalar(scalar, path, offset) {
    const [first, field] = path;
    if (path.length === 2 && first === METADATA) {
      if (scalar.kind !== "string") throw malformed(`${show(path)} is not text`, offset);
      if (LONE.test(scalar.text)) throw malformed(`${show(path)} holds half a character`, offset);
      this.metadata.set(String(field), scalar.text);
      return;
    }
    if (path.length === 1 && first === METADATA && scalar.kind === "literal" && scalar.value === null) return;
    const draft = this.#draft;
    if (draft !== void 0 && path.length === 2 && field === "dtype" && scalar.kind === "string") {
      draft.dtype = scalar.text;
      return;
    }
    const list = field === "shape" ? draft?.shape : field === "data_offsets" ? draft?.offsets : void 0;
    if (list === void 0 || path.length !== 3)
      throw malformed(`${show(path)} does not belong there`, offset);
    const isCount = scalar.kind === "number" && /^[0-9]+$/.test(scalar.text) && Number.isSafeInteger(scalar.value);
    if (!isCount) throw malformed(`${show(path)} is not a count below 2^53`, offset);
    list.push(scalar.value);
  }
};
function finished({ name, dtype, shape, offsets, offset }) {
  const [begin, end] = offsets ?? [];
  if (dtype === void 0 || shape === void 0 || begin === void 0 || end === void 0 || offsets?.length !== 2) {
    throw malformed(`${quoted(name)} lacks dtype, shape or two data_offsets`, offset);
  }
  const known = Object.hasOwn(BY_NAME, dtype) ? BY_NAME[dtype] : void 0;
  if (known === void 0) {
    throw new Unsettled("L2", "unknown-dtype", "has an element type that this version does not know", {
      offset,
      found: dtype.slice(0, 40)
    });
  }
  const elements = shape.reduce((product, size) => {
    if (product > MOST_ELEMENTS) throw malformed(`${quoted(name)} has a shape beyond 64 bits`, offset);
    return product * BigInt(size);
  }, 1n);
  const bits = elements * BigInt(known.bits);
  if (bits % 8n !== 0n || bits / 8n !== BigInt(end) - BigInt(begin)) {
    throw new Broken("L2", "size-lies", `${quoted(name)} is not as long as its dtype and shape say`, {
      offset,
      expected: `${bits} bits (${dtype}[${shape.join(", ")}])`,
      found: `${BigInt(end) - BigInt(begin)} bytes`
    });
  }
  return { name, dtype: known, shape, begin, end, elements: Number(elements) };
}
var show = (path) => quoted(path.join("."));
var malformed = (what, offset) => new Broken("L2", "header-malformed", what, { offset });

// src/verify/safetensors/walk.ts
var WINDOW_BYTES = 1024 ** 2;
async function openSafetensors(subject) {
  const { header, dataStart } = await readHeader(subject);
  const tensors = inFileOrder(header.tensors);
  tensorsMustTile(extentsOf(tensors, dataStart), dataStart, subject.sizeBytes);
  const book = new TensorBook(subject);
  enterNames(subject, header, book.steps);
  return {
    checksummed: false,
    reaches: "L3",
    *regions() {
      for (const { name, dtype, shape, elements, begin, end } of tensors) {
        const place = {
          fileOffset: dataStart + begin,
          bytes: end - begin,
          littleEndian: true,
          proven: false
        };
        yield tensorRegion(subject, { name, dtype, shape, elements, ...place }, book);
      }
    },
    finish: () => book.settle(tensors.length),
    tensors: () => book.summary
  };
}
async function readHeader(subject) {
  const { reader, budgets, sizeBytes, head } = subject;
  const claimed = headerLength(head);
  if (claimed + 8n > BigInt(sizeBytes)) {
    throw new Broken("L1", "header-cut", "the header is longer than the file", {
      offset: 0,
      expected: `at most ${sizeBytes - 8} bytes`,
      found: `${claimed} bytes`
    });
  }
  const length = Number(claimed);
  if (length > budgets.safetensorsHeaderBytes) {
    throw overBudget("safetensorsHeaderBytes", budgets.safetensorsHeaderBytes, length, 0);
  }
  const header = new SafetensorsHeader();
  const limits = { depth: 4, constantBytes: budgets.constantBytes, keys: 4e6 };
  const scanner = new JsonScanner(header, limits);
  for (let at = 8; at < 8 + length; at += WINDOW_BYTES) {
    scanner.feed(await reader.read(at, Math.min(WINDOW_BYTES, 8 + length - at)), at);
  }
  scanner.end(8 + length);
  return { header, dataStart: 8 + length };
}
var inFileOrder = (tensors) => [...tensors].sort((a, b) => a.begin - b.begin || a.end - b.end);
var extentsOf = (tensors, dataStart) => tensors.map(({ name, begin, end }) => ({ name, offset: dataStart + begin, bytes: end - begin }));
function enterNames({ keys, facts }, header, steps) {
  for (const { name } of header.tensors) keys.addTensor(name, name);
  const shown = [];
  for (const [name, text] of header.metadata) {
    keys.addValue(name, name);
    const isNumber = /^-?[0-9]+(\.[0-9]+)?$/.test(text);
    if (isNumber) steps.offer(name, Number(text));
    if (shown.length < 64) shown.push([name, isNumber ? Number(text) : text.slice(0, 200)]);
  }
  facts.scalars = Object.fromEntries(shown);
}
export {
  openSafetensors
};
