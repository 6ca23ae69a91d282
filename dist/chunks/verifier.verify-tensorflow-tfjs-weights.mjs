import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  TensorBook,
  mayNotBeNegative
} from "./verifier.verify-tensor-dtype.shared.mjs";
import {
  inFolder
} from "./verifier.verify-contract-oddity.shared.mjs";
import {
  Broken,
  ElementScan,
  PushParser,
  Unsettled,
  quoted,
  wholeFile
} from "./verifier.clock.shared.mjs";
import "./verifier.nothing.shared.mjs";

// src/verify/tensorflow/tfjs-weights.ts
async function examineWeights(subject, folder, groups) {
  const book = new TensorBook(subject);
  let declared = 0;
  for (const group of groups) {
    declared += group.weights.length;
    await subject.findings.guard(() => readGroup(subject, folder, group, book));
  }
  if (!subject.findings.has("fail") && !subject.findings.has("inconclusive")) book.settle(declared);
  return { reaches: "L3", checksummed: false };
}
async function readGroup(subject, folder, { paths, weights }, book) {
  const sizes = new Map(subject.tree.files.map(({ path, sizeBytes }) => [path, sizeBytes]));
  const files = paths.map((path) => inFolder(folder, path));
  const absent = files.filter((path) => !sizes.has(path));
  if (absent.length > 0)
    throw new Broken("L2", "shard-missing", `${quoted(absent[0] ?? "")} is named and not there`, {
      expected: `${paths.length} files`,
      found: `${paths.length - absent.length} files`
    });
  const bytes = files.reduce((sum, path) => sum + (sizes.get(path) ?? 0), 0);
  mustFill(weights, bytes);
  const reading = new GroupReading(subject, book);
  const parser = new PushParser(reading.program(weights));
  for (const path of files) {
    const part = await subject.part(path);
    reading.enter(part.sizeBytes);
    const feed = (piece, offset) => parser.feed(piece, offset);
    const isWhole = await part.pass([wholeFile(part, { feed, end() {
    } })]);
    await part.close();
    if (!isWhole) return;
  }
  parser.end(bytes);
}
function mustFill(weights, bytes) {
  const sizes = weights.map(({ name, shape, dtype, typeName }) => {
    if (dtype === void 0)
      throw new Unsettled("L2", "unknown-dtype", `${quoted(name)} has an element type that we do not know`, {
        found: typeName.slice(0, 40)
      });
    return dtype === "text" ? Number.NaN : elementsOf(shape) * (dtype.bits / 8);
  });
  const wanted = sizes.reduce((sum, size) => sum + size, 0);
  if (Number.isNaN(wanted) || wanted === bytes) return;
  throw new Broken("L2", "size-lies", "the files of the weights are not as long as the weights", {
    expected: `${wanted} bytes`,
    found: `${bytes} bytes`
  });
}
var elementsOf = (shape) => shape.reduce((product, size) => product * size, 1);
var GroupReading = class {
  #subject;
  #book;
  /** Of the group's bytes: taken so far, and where the file that goes by begins. */
  #taken = 0;
  #fileAt = 0;
  #nextAt = 0;
  constructor(subject, book) {
    this.#subject = subject;
    this.#book = book;
  }
  enter(sizeBytes) {
    this.#fileAt = this.#nextAt;
    this.#nextAt += sizeBytes;
  }
  *program(weights) {
    for (const weight of weights) {
      this.#subject.keys.addTensor(weight.name, weight.name.split("/", 1)[0] ?? weight.name);
      if (weight.dtype === "text") yield* this.#texts(elementsOf(weight.shape));
      else if (weight.dtype !== void 0) yield* this.#numbers(weight, weight.dtype);
    }
  }
  *#texts(count) {
    for (let i = 0; i < count; i += 1) {
      const length = yield 4;
      const bytes = new DataView(length.buffer, length.byteOffset, 4).getUint32(0, true);
      yield { bytes, sink: () => {
      } };
      this.#taken += 4 + bytes;
    }
  }
  *#numbers({ name, shape, typeName }, dtype) {
    const { scanning, digestGiven: proven } = this.#subject;
    const elements = elementsOf(shape);
    const bytes = elements * (dtype.bits / 8);
    const fileOffset = Math.max(0, this.#taken - this.#fileAt);
    const scan = new ElementScan(dtype, {
      ...{ ...scanning, littleEndian: true, mostBytes: bytes },
      countNegative: mayNotBeNegative([name.replaceAll("/", ".")]),
      firstBytes: this.#book.steps.wants(name)
    });
    yield { bytes, sink: (piece) => scan.feed(piece) };
    this.#taken += bytes;
    this.#book.take({
      ...{ names: [name], dtype, typeName, shape, elements, fileOffset, proven },
      scan: scan.finish()
    });
  }
};
export {
  examineWeights
};
