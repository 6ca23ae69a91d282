import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  KerasConfig
} from "./verifier.verify-hdf5-keras-arguments.shared.mjs";
import {
  ZipSpan,
  openMember
} from "./verifier.verify-archive-archive-members.shared.mjs";
import "./verifier.verify-tensor-numpy-names.shared.mjs";
import {
  DTYPES
} from "./verifier.verify-tensor-dtype.shared.mjs";
import "./verifier.verify-contract-oddity.shared.mjs";
import {
  JsonScanner,
  NO_TENSORS,
  StepRecord,
  Unsettled,
  holdsTensors,
  partOf,
  quoted,
  together
} from "./verifier.clock.shared.mjs";
import "./verifier.nothing.shared.mjs";

// src/verify/hdf5/keras-writer.ts
var KerasWriter = class {
  #scanner;
  version;
  constructor({ jsonDepth, constantBytes }) {
    const scalar = (value, path) => {
      if (path.length === 1 && path[0] === "keras_version" && value.kind === "string")
        this.version = value.text;
    };
    this.#scanner = new JsonScanner({ scalar }, { depth: jsonDepth, constantBytes, keys: 1e4 });
  }
  feed(piece, fileOffset) {
    this.#scanner.feed(piece, fileOffset);
  }
  end(fileOffset) {
    this.#scanner.end(fileOffset);
  }
};

// src/verify/hdf5/keras-walk.ts
var CONFIG = "config.json";
var METADATA = "metadata.json";
var WEIGHTS = /(^|\/)[^/]*\.weights\.h5$/;
async function openKeras(subject, { entries, crcOff }) {
  const { budgets, keys } = subject;
  const rules = { crcOff, subject, expansion: { bytes: 0, limit: budgets.expandedBytes } };
  const config = new KerasConfig(subject);
  const writer = new KerasWriter(budgets);
  const steps = new StepRecord(subject);
  let tensors = NO_TENSORS;
  for (const { name } of entries) if (!name.endsWith("/")) keys.addValue(name, name);
  const sinkOf = ({ name, offset, bytes }) => {
    const reader = name === CONFIG ? config : name === METADATA ? writer : void 0;
    return reader && {
      feed: (piece, fileOffset) => reader.feed(piece, fileOffset < 0 ? offset : fileOffset),
      end: () => reader.end(offset + bytes)
    };
  };
  return {
    checksummed: !crcOff,
    reaches: "L3",
    *regions() {
      for (const entry of entries) yield new ZipSpan(entry, rules, sinkOf(entry));
    },
    async inside() {
      const weights = entries.filter(({ name }) => WEIGHTS.test(name));
      for (const entry of weights) {
        const prefix = weights.length === 1 ? "" : `${entry.name}/`;
        const options = { role: subject.role, proven: !crcOff, prefix };
        const verdict = await examineWeights(subject, entry, options);
        if (verdict.facts.step !== void 0) steps.offer("iteration", verdict.facts.step);
        tensors = together(tensors, verdict.tensors);
      }
      judgeWeights(subject, entries, weights.length);
    },
    finish() {
      config.settle(writer.version);
      steps.settle();
      judgeParameters(subject);
    },
    tensors: () => tensors
  };
}
async function examineWeights(subject, entry, options) {
  const { structureBytes } = subject.budgets;
  const opened = await openMember(subject, entry, structureBytes);
  if (opened !== void 0) return await subject.examine(opened.source, { ...opened.options, ...options });
  const what = `${quoted(entry.name)} is compressed and too large to be held`;
  const sizes = { expected: `<= ${structureBytes} bytes`, found: `${entry.bytes} bytes` };
  throw new Unsettled("L2", "keras-deflated", what, { offset: entry.offset, ...sizes });
}
function judgeWeights({ findings, role }, entries, found) {
  const other = entries.find(({ name }) => /\.weights\.(json|npz)$/.test(name));
  if (other !== void 0)
    findings.inconclusive("L2", "keras-weights", "keeps its weights in a way that we cannot read", {
      offset: other.offset,
      found: JSON.stringify(other.name)
    });
  else if (found === 0 && holdsTensors(role))
    findings.fail("L3", "keras-no-weights", "holds a config and no weights", {
      expected: "model.weights.h5"
    });
}
function judgeParameters({ expectation, findings, table }) {
  if (expectation.parameters === void 0) return;
  let found = 0;
  for (const { name, dtype, shape } of table.rows) {
    const isFloat = DTYPES[dtype]?.kind === "float";
    if (isFloat && partOf(name) === "model") found += shape.reduce((product, size) => product * size, 1);
  }
  if (found !== expectation.parameters)
    findings.fail("L3", "parameter-count", "another number of parameters than the model was said to have", {
      expected: String(expectation.parameters),
      found: String(found)
    });
}
export {
  openKeras
};
