import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  topFields
} from "./verify-codec-top-fields.shared.mjs";
import {
  DTYPES,
  DTYPE_KINDS,
  DTYPE_NAMES,
  HUGE,
  LARGE,
  dtypeNamed
} from "./verify-read-local-file.shared.mjs";
import {
  MAY_BEGIN_AT_ZERO,
  PyBytes,
  PyDict,
  PyFloat,
  PyGlobal,
  PyList,
  PyObject,
  PySet,
  PyStorage,
  PyTensor,
  PyTuple,
  entryOf,
  isInt,
  isOfAdapter,
  isWeightByName,
  itemsOf,
  judgeChange,
  judgeCopies,
  mayBeInfinite,
  mayBeZero,
  nearDicts,
  numberOf,
  tensorsOf
} from "./verify-checkpoint-copies.shared.mjs";
import {
  KeyBook,
  partOf
} from "./verify-contract-key-book.shared.mjs";
import {
  HDF5_SIGNATURE,
  HEAD_BYTES,
  findHdf5Signature,
  hasMagicByName,
  lookForImpostors,
  startsWith,
  wrapping
} from "./verify-read-hdf5-signature.shared.mjs";
import {
  BLOCK,
  fieldsOf,
  hasChecksum,
  paddingOf,
  paxRecords,
  upToNul
} from "./verify-codec-tar-block.shared.mjs";
import {
  EventReader,
  ProtobufWalk,
  collectedText,
  crc32c,
  masked,
  packedVarints,
  startOfText
} from "./verify-codec-crc32c.shared.mjs";
import {
  takeVarint
} from "./verify-codec-varint.shared.mjs";
import {
  bytesSource,
  windowSource
} from "./verify-read-window-source.shared.mjs";
import {
  matchesWildcard
} from "./wildcard.shared.mjs";
import {
  BoundedReader,
  Inflater,
  PADDING_ID,
  REFUSED_FLAGS,
  dataOffsetOf,
  extraFields,
  locateLarge,
  readMember,
  readNote,
  readWhole,
  readZipDirectory,
  refusedFlags,
  structure,
  unknownExtra,
  utf8,
  viewOf,
  wide
} from "./verify-archive-zip-directory.shared.mjs";
import {
  quoted
} from "./verify-contract-untrusted.shared.mjs";
import {
  DEFAULT_BUDGETS
} from "./verify-contract-budgets.shared.mjs";
import {
  startThread
} from "./verify-tensor-thread.shared.mjs";
import {
  BLOCK_BYTES,
  ElementScan,
  INDEXES_KEPT,
  RUN_BYTES,
  lookAtSlice,
  takeBuffers
} from "./verify-tensor-element-scan.shared.mjs";
import {
  hex8,
  sumDiffers
} from "./verify-codec-checksum.shared.mjs";
import {
  crc32
} from "./verify-codec-crc32.shared.mjs";
import {
  decodeElements,
  readScalar
} from "./verify-tensor-element-block.shared.mjs";
import {
  Broken,
  Findings,
  OverBudget,
  Unsettled,
  notRead,
  overBudget
} from "./verify-contract-findings.shared.mjs";
import {
  NO_TENSORS,
  holdsTensors,
  together,
  verdictOf
} from "./verify-contract-verdict.shared.mjs";
import {
  Problem
} from "./problem.shared.mjs";
import {
  systemClock
} from "./clock.shared.mjs";
import {
  LEVEL_NEEDED
} from "./evidence-level.shared.mjs";

// src/verify/tensor/scale.ts
var FEWEST_USUAL = 3;
var FEW = 16;
var KEPT = 100;
var Scale = class {
  #subject;
  /** By names without their numbers. */
  #siblings = /* @__PURE__ */ new Map();
  constructor(subject) {
    this.#subject = subject;
  }
  take(tensor) {
    const { names, dtype: dtype2, shape: shape2, literal, scan, elements, fileOffset } = tensor;
    const [name = ""] = names;
    const hasSiblings = shape2.length >= 2 && dtype2.count?.large !== void 0 && isWeightByName(name);
    if (dtype2.kind !== "float" || literal === true || !(hasSiblings || scan.huge > 0)) return;
    const part = partOf(name);
    if (part !== "model" && part !== "ema") return;
    if (scan.huge > 0) this.#judgeHuge(tensor, name);
    const isTold = scan.nonFinite > 0 || scan.huge > 0 && scan.large * 2 <= elements;
    if (!hasSiblings || isTold) return;
    const key = name.replace(/\d+/g, "#");
    const siblings = this.#siblings.get(key) ?? { usual: 0, odd: [] };
    this.#siblings.set(key, siblings);
    if (scan.large === 0) siblings.usual += 1;
    else if (siblings.odd.length < KEPT && !mayBeZero(name))
      siblings.odd.push({ name, fileOffset, large: scan.large, elements });
  }
  /** Call when no more come. */
  settle() {
    const { findings } = this.#subject;
    for (const { usual, odd } of this.#siblings.values()) {
      if (usual < FEWEST_USUAL) continue;
      for (const { name, fileOffset, large, elements } of odd) {
        const where = {
          offset: fileOffset,
          expected: `below ${LARGE}`,
          found: `${large} of ${elements} are not`
        };
        const others = `while ${usual} tensors of the same kind have no such number`;
        if (large * 2 > elements)
          findings.fail(
            "L3",
            "out-of-scale",
            `${quoted(name)} is of another scale: most of it is large, ${others}`,
            where
          );
        else findings.note("L3", "out-of-scale", `${quoted(name)} holds large numbers, ${others}`, where);
      }
    }
  }
  #judgeHuge({ scan, dtype: dtype2, shape: shape2, elements, fileOffset, reaches }, name) {
    const { findings } = this.#subject;
    const { huge, hugeAt = 0 } = scan;
    const where = {
      offset: fileOffset + hugeAt * dtype2.unitBytes,
      expected: "below 2^64",
      found: `${huge} of ${elements} are not, the first at element ${hugeAt}`
    };
    const isOne = elements === 1 || scan.constant;
    const isMeant = isOne || mayBeInfinite(name, shape2) || mayBeZero(name) || huge * FEW > elements;
    const what = `${quoted(name)} holds numbers of ${HUGE.toExponential(0)} and more`;
    if (isMeant || reaches?.(hugeAt) === false) findings.note("L3", "huge-number", what, where);
    else findings.fail("L3", "huge-number", `${what}, which nothing that was trained does`, where);
  }
};

// src/verify/tensor/zero-tail.ts
var TELLING_BYTES = 1024;
var TELLING_ELEMENTS = 16;
var ROW_ELEMENTS = 64;
var PART_ELEMENTS = 16;
var ZeroTail = class {
  #subject;
  /** The last tensor that is not all zero, and what followed it. */
  #last;
  #following = { tensors: 0, bytes: 0 };
  #end = 0;
  constructor(subject) {
    this.#subject = subject;
  }
  /** In the order of the file. */
  take(tensor) {
    const { scan, fileOffset } = tensor;
    if (fileOffset < this.#end) this.settle();
    this.#end = fileOffset + scan.bytes;
    if (scan.zerosAtEnd < scan.bytes) {
      this.#last = tensor;
      this.#following = { tensors: 0, bytes: 0 };
    } else if (scan.bytes > 0) {
      this.#following.tensors += 1;
      this.#following.bytes += scan.bytes;
    }
  }
  /** Call when no more come. */
  settle() {
    const last = this.#last;
    this.#last = void 0;
    this.#end = 0;
    if (last === void 0 || last.proven || last.literal === true || last.dtype.kind !== "float") return;
    const { scan, fileOffset, names } = last;
    const own = scan.zerosAtEnd;
    const all = own + this.#following.bytes;
    if (all < TELLING_BYTES || own < TELLING_ELEMENTS * elementBytesOf(last)) return;
    const { findings, role } = this.#subject;
    const [name = "?"] = names;
    const more = this.#following.tensors;
    const where = {
      offset: fileOffset + scan.bytes - own,
      found: `${all} zero bytes${more === 0 ? "" : `, all of the ${more} tensors behind it among them`}`
    };
    const isMeant = beginsLikePadding(last, more > 0) || partOf(name) === "optimizer";
    if (isMeant || !holdsTensors(role)) {
      findings.note("L3", "zero-tail", `${quoted(name)} ends in zeros, and nothing but zeros follows`, where);
      return;
    }
    const what = `from the middle of ${quoted(name)} on nothing but zeros follows: the rest never arrived`;
    findings.fail("L3", "zero-tail", what, where);
  }
};
var elementBytesOf = ({ dtype: dtype2 }) => dtype2.bits / 8;
function beginsLikePadding(tensor, goesOn) {
  const { scan, dtype: dtype2 } = tensor;
  const elementBytes = elementBytesOf(tensor);
  const from = scan.bytes - scan.zerosAtEnd;
  const row = rowElementsOf(tensor);
  if (row === void 0) return isNear(from, PART_ELEMENTS * elementBytes, elementBytes);
  const rowBytes = row * elementBytes;
  const isWithinRow = !goesOn && scan.zerosAtEnd < rowBytes;
  return isWithinRow || isNear(from, rowBytes, Math.max(elementBytes, dtype2.unitBytes));
}
function rowElementsOf({
  shape: shape2,
  elements
}) {
  const total = shape2.reduce((product, size) => product * size, 1);
  if (shape2.length < 2 || total !== elements) return void 0;
  const steps = shape2.map((_size, i) => shape2.slice(i + 1).reduce((product, size) => product * size, 1));
  const row = steps.slice(0, -1).findLast((step) => step >= ROW_ELEMENTS) ?? steps[0];
  return row < total ? row : void 0;
}
function isNear(position, grid, slackBytes) {
  const past = position % grid;
  return past < slackBytes || grid - past < slackBytes;
}

// src/verify/tensor/judge.ts
var SCORE = /^callbacks\./;
var NEVER_NEGATIVE = /(^|[._])((max_)?exp_avg_sq(_row|_col)?|running_var)$/;
var LORA_A = /(^|[._])(lora_A|lora_embedding_B)([._]|$)/;
var LORA_B = /(^|[._])(lora_B|lora_embedding_A)([._]|$)/;
var GENERATOR_BYTES = 2048;
var RANDOM = /(^|[._])(rng|random)([._]|$)|rng_?state|random_?state/i;
var LAST_LETTERS = /[qwlr]$/;
var mayNotBeNegative = (names) => names.some((name) => LAST_LETTERS.test(name.slice(-1)) && NEVER_NEGATIVE.test(name));
var NOT_WHAT_ROLE_SAYS = { declared: "fail", guessed: "degraded", set: "note" };
var TensorJudge = class {
  #subject;
  #count = 0;
  #elements = 0;
  #nonFinite = 0;
  #parameters = 0;
  #dense = /* @__PURE__ */ new Map();
  #loraB = { tensors: 0, zero: 0 };
  #tail;
  #scale;
  /** Nobody said that these are weights: rows of data may be missing, and a mask may be all zero. */
  #isData;
  constructor(subject) {
    this.#subject = subject;
    this.#isData = subject.role === "dataset" && subject.roleFrom === "guessed";
    this.#tail = new ZeroTail(subject);
    this.#scale = new Scale(subject);
  }
  take(tensor) {
    this.#count += tensor.names.length;
    this.#elements += tensor.elements;
    this.#nonFinite += tensor.scan.nonFinite;
    this.#enter(tensor);
    this.#judgeFinite(tensor);
    this.#judgeZero(tensor);
    this.#judgeHoles(tensor);
    this.#tail.take(tensor);
    if (!this.#holdsData(tensor)) this.#scale.take(tensor);
    this.#judgeSign(tensor);
    this.#judgeRandom(tensor);
    const isParameter = tensor.literal !== true && !SCORE.test(nameOf(tensor)) && tensor.dtype.kind === "float" && partOf(nameOf(tensor)) === "model";
    if (isParameter) this.#parameters += tensor.elements;
  }
  /**
   * What only all tensors together can tell. Call once.
   * @param declared how many the file lists: one that could not be read has its own reason already
   */
  settle(declared) {
    const { findings, expectation, role, roleFrom } = this.#subject;
    this.#tail.settle();
    this.#scale.settle();
    if (declared === 0 && holdsTensors(role))
      findings[NOT_WHAT_ROLE_SAYS[roleFrom]]("L3", "no-tensors", `a ${role} without a single tensor`);
    for (const [part, { tensors, zero, adapters }] of this.#dense) {
      if (tensors === 0 || tensors !== zero) continue;
      if (adapters === zero) this.#neverTrained("every tensor of the adapter");
      else this.#groupIsZero(part, tensors);
    }
    if (this.#loraB.tensors > 0 && this.#loraB.tensors === this.#loraB.zero)
      this.#neverTrained("every lora_B");
    if (expectation.parameters !== void 0 && expectation.parameters !== this.#parameters) {
      findings.fail("L3", "parameter-count", "another number of parameters than the model was said to have", {
        expected: String(expectation.parameters),
        found: String(this.#parameters)
      });
    }
    return { count: this.#count, elements: this.#elements, nonFinite: this.#nonFinite };
  }
  #enter({ names, dtype: dtype2, typeName, shape: shape2, shapes, scan, fileOffset, isPlain: isPlain2 }) {
    const { fingerprint, nonFinite, moments, bytes: bytes2 } = scan;
    names.forEach((name, i) => {
      const row = {
        name,
        dtype: typeName ?? dtype2.name,
        shape: shapes?.[i] ?? shape2,
        fingerprint,
        nonFinite,
        ...isPlain2 === true && { at: { offset: fileOffset, bytes: bytes2 } }
      };
      this.#subject.table.add(moments === void 0 ? row : { ...row, moments });
    });
  }
  /** Numbers that were collected, not learned: some may be missing, and all may be zero. */
  #holdsData({ isTable = false }) {
    return this.#isData || isTable;
  }
  #judgeFinite(tensor) {
    const { scan, dtype: dtype2, reaches } = tensor;
    const { findings } = this.#subject;
    const name = nameOf(tensor);
    if (scan.badBools > 0) {
      const what = `"${name}" is bool and holds bytes that are neither 0 nor 1`;
      findings.fail("L3", "not-a-bool", what, {
        offset: tensor.fileOffset,
        found: `${scan.badBools} of them`
      });
    }
    if (scan.nonFinite === 0) return;
    const first = scan.nonFiniteAt[0] ?? 0;
    const where = {
      offset: tensor.fileOffset + first * dtype2.unitBytes,
      expected: "finite numbers",
      found: `${scan.nonFinite} NaN or infinite, the first at element ${first}`
    };
    const allOutOfReach = reaches !== void 0 && scan.nonFinite <= INDEXES_KEPT && !scan.nonFiniteAt.some((unit) => reaches(unit));
    if (allOutOfReach) {
      const what = `"${name}" lies on a storage with non-finite elements it does not reach`;
      findings.note("L3", "non-finite-unreached", what, where);
    } else if (scan.nan === 0 && (tensor.literal === true || mayBeInfinite(name, tensor.shape) || SCORE.test(name))) {
      findings.note("L3", "infinite-mask", `"${name}" holds infinities, as masks do`, where);
    } else if (this.#holdsData(tensor)) {
      findings.note(
        "L3",
        "non-finite",
        `"${name}" holds numbers that are not finite, as missing values are`,
        where
      );
    } else {
      findings.fail("L3", "non-finite", `"${name}" holds numbers that are not finite`, where);
    }
  }
  #judgeZero(tensor) {
    const { scan, dtype: dtype2, shape: shape2, elements } = tensor;
    if (dtype2.kind !== "float" || elements === 0 || tensor.literal === true) return;
    const name = nameOf(tensor);
    const { findings, expectation } = this.#subject;
    if (shape2.length > 0 && !this.#holdsData(tensor)) this.#countDense(name, scan.allZero);
    const isLoraB = LORA_B.test(name);
    if (isLoraB) this.#loraB = tally(this.#loraB, scan.allZero);
    if (!scan.allZero) {
      if (scan.constant && shape2.length >= 2)
        findings.note("L3", "constant", `"${name}" has one value throughout`);
      return;
    }
    const isSaid = expectation.mayBeZero?.some((pattern) => matchesWildcard(pattern, name)) ?? false;
    const isWeight = elements > 1 && shape2.length >= 2 && partOf(name) !== "optimizer" && !isLoraB && !mayBeZero(name);
    const where = { offset: tensor.fileOffset, found: `${elements} zeros` };
    if (isSaid || !(isWeight || LORA_A.test(name))) {
      if (elements > 1) findings.note("L3", "all-zero", `"${name}" is zero throughout`);
    } else if (this.#holdsData(tensor)) {
      if (tensor.proven) findings.note("L3", "all-zero", `"${name}" is zero throughout`, where);
      else findings.degraded("L3", "all-zero", `"${name}" is zero throughout, or was never written`, where);
    } else if (MAY_BEGIN_AT_ZERO.test(name)) {
      const what = `"${name}" is zero throughout, as some layers are before the first step`;
      findings.degraded("L3", "all-zero", what, where);
    } else findings.fail("L3", "all-zero", `"${name}" is zero throughout`, where);
  }
  /**
   * A lost segment leaves whole pages of zero between numbers; one that was cut, zeros from anywhere to the edge of a page. An
   * unused row of an embedding is zero from edge to edge, a triangle or a diagonal never for two rows. Packed blocks are zero
   * where all of their numbers are, so whole rows of them.
   */
  #judgeHoles(tensor) {
    const { scan, dtype: dtype2, fileOffset, proven } = tensor;
    if (dtype2.kind !== "float" || scan.zeroRuns.length === 0) return;
    const elementBytes = dtype2.bits / 8;
    const slack = Math.max(elementBytes, dtype2.unitBytes);
    const rowBytes = (rowElementsOf(tensor) ?? 0) * elementBytes;
    const isPacked = rowBytes > 0 && !Number.isInteger(dtype2.bits);
    const isOnRow = (at) => rowBytes > 0 && isNear(at, rowBytes, slack);
    const isOnPage = (at) => isNear(fileOffset + at, RUN_BYTES, slack);
    for (const { from, to } of scan.zeroRuns) {
      const rows = rowBytes > 0 ? (to - from) / rowBytes : 0;
      const ends = [from, to].filter(isOnRow).length;
      const onPages = (from === 0 || isOnPage(from)) && (to === scan.bytes || isOnPage(to));
      const isCut = !isOnRow(to) && isOnPage(to) && rows > 2;
      const isPackedHole = isPacked && to < scan.bytes && (ends === 0 || rows > 1);
      if (ends === 2 || !(onPages || isCut || isPackedHole)) continue;
      const how = onPages ? "from one page edge to another between other numbers" : "where no row begins or ends";
      const what = `"${nameOf(tensor)}" has a hole: zeros ${how}`;
      const where = { offset: fileOffset + from, found: `${to - from} zero bytes` };
      if (proven) this.#subject.findings.note("L3", "zero-hole", what, where);
      else this.#subject.findings.fail("L3", "zero-hole", what, where);
    }
  }
  #judgeSign({ names, scan, fileOffset }) {
    if (scan.negative === 0) return;
    const what = `"${names.find((name) => NEVER_NEGATIVE.test(name))}" is a sum of squares and holds negative numbers`;
    this.#subject.findings.fail("L3", "negative-square", what, {
      offset: fileOffset,
      found: `${scan.negative} of them`
    });
  }
  /** The state of a generator is never all zero; that of CUDA's is a seed and an offset, and may be. */
  #judgeRandom(tensor) {
    const { scan, dtype: dtype2, elements, fileOffset } = tensor;
    if (!scan.allZero || dtype2.name !== "u8" || elements < GENERATOR_BYTES || !RANDOM.test(nameOf(tensor)))
      return;
    this.#subject.findings.fail(
      "L3",
      "rng-zero",
      `"${nameOf(tensor)}" is no state of a generator: it is zero`,
      {
        offset: fileOffset,
        found: `${elements} zeros`
      }
    );
  }
  #countDense(name, zero) {
    const part = partOf(name);
    if (part !== "model" && part !== "optimizer" && part !== "ema") return;
    const before = this.#dense.get(part) ?? { tensors: 0, zero: 0, adapters: 0 };
    const adapters = before.adapters + (zero && isOfAdapter(name) ? 1 : 0);
    this.#dense.set(part, { ...tally(before, zero), adapters });
  }
  /** An adapter that was only made is whole; one that is said to have made steps is not. */
  #neverTrained(which) {
    const { findings, facts, expectation } = this.#subject;
    const what = `${which} is zero, as before the first step`;
    const steps = Math.max(facts.step ?? 0, expectation.step ?? 0, expectation.minStep ?? 0);
    if (steps > 0) findings.fail("L3", "never-trained", what, { found: `${steps} steps` });
    else if (facts.step === 0) findings.note("L3", "never-trained", what);
    else findings.degraded("L3", "never-trained", what);
  }
  #groupIsZero(part, tensors) {
    const { findings, facts } = this.#subject;
    const what = `all ${tensors} tensors of the ${part} are zero`;
    if (part === "optimizer" && facts.step === 0) findings.note("L3", "part-all-zero", what);
    else findings.fail("L3", "part-all-zero", what);
  }
};
var nameOf = (tensor) => tensor.names[0] ?? "?";
var tally = (count, zero) => ({
  tensors: count.tensors + 1,
  zero: count.zero + (zero ? 1 : 0)
});

// src/verify/tensor/region.ts
function tensorRegion(subject, tensor, book) {
  const { name, dtype: dtype2, shape: shape2, elements, fileOffset, bytes: bytes2, littleEndian } = tensor;
  const scan = new ElementScan(dtype2, {
    moments: subject.scanning.moments === true,
    littleEndian,
    countNegative: mayNotBeNegative([name]),
    mostBytes: bytes2,
    firstBytes: book.steps.wants(name)
  });
  return {
    offset: fileOffset,
    length: bytes2,
    bulk: { crc: false, scan: scan.spec, took: (slice) => slice.scan && scan.join(slice.scan) },
    feed: (piece) => scan.feed(piece),
    end() {
      const proven = tensor.proven || subject.digestGiven;
      const names = [name];
      book.take(
        { names, dtype: dtype2, shape: shape2, elements, fileOffset, proven, scan: scan.finish(), isPlain: littleEndian },
        littleEndian
      );
    }
  };
}

// src/verify/read/step-record.ts
var STEP_NAMES = ["global_step", "step", "iteration", "iter", "num_updates", "current_step", "steps"];
var EPOCH_NAMES = ["epoch", "current_epoch", "epochs"];
var StepRecord = class {
  #subject;
  #seen = /* @__PURE__ */ new Map();
  constructor(subject) {
    this.#subject = subject;
  }
  /** Whether this name would count, so that a format knows which tiny tensors to read. */
  wants(name) {
    return this.#counts(name);
  }
  #counts(name) {
    return name === this.#subject.expectation.stepKey || STEP_NAMES.includes(name) || EPOCH_NAMES.includes(name);
  }
  offer(name, value) {
    if (!this.#counts(name) || value === -1 && EPOCH_NAMES.includes(name)) return;
    const { findings } = this.#subject;
    if (!Number.isFinite(value) || value < 0) {
      findings.fail("L3", "step-not-a-count", `${name} is not a count`, { found: String(value) });
      return;
    }
    const before = this.#seen.get(name);
    if (before !== void 0 && before !== value) {
      findings.fail("L3", "step-disagrees", `${name} stands in the file twice with different values`, {
        expected: String(before),
        found: String(value)
      });
    }
    this.#seen.set(name, value);
  }
  /** Call once, when everything has been offered. */
  settle() {
    const { expectation, facts, findings, roleFrom } = this.#subject;
    const step = this.#first(expectation.stepKey === void 0 ? STEP_NAMES : [expectation.stepKey]);
    const epoch = this.#first(EPOCH_NAMES);
    if (step !== void 0) facts.step = step;
    if (epoch !== void 0) facts.epoch = epoch;
    if (roleFrom === "set") return;
    for (const { code, what, ...where } of stepFaults(facts, expectation))
      findings.fail("L3", code, what, where);
  }
  #first(names) {
    const name = names.find((each) => this.#seen.has(each));
    return name === void 0 ? void 0 : this.#seen.get(name);
  }
};
function stepFaults(facts, { step, minStep, epoch, stepKey }) {
  const faults = [];
  const found = String(facts.step);
  const expected = step === void 0 ? `>= ${minStep}` : String(step);
  if (facts.step === void 0 && (step !== void 0 || minStep !== void 0)) {
    const what = stepKey === void 0 ? "no step under any usual name" : `no step at "${stepKey}"`;
    faults.push({ code: "step-missing", what, expected });
  }
  if (facts.step !== void 0 && step !== void 0 && facts.step !== step) {
    const what = "is of another step than the run recorded";
    faults.push({ code: "step-unexpected", what, expected: String(step), found });
  }
  if (facts.step !== void 0 && minStep !== void 0 && facts.step < minStep) {
    const what = "is older than what was verified before";
    faults.push({ code: "step-behind", what, expected: `>= ${minStep}`, found });
  }
  if (epoch !== void 0 && facts.epoch !== epoch) {
    const what = "is of another epoch than the run recorded";
    faults.push({
      code: "epoch-unexpected",
      what,
      expected: String(epoch),
      found: String(facts.epoch ?? "none")
    });
  }
  return faults;
}

// src/verify/tensor/tensor-book.ts
var TensorBook = class {
  judge;
  steps;
  /** Nothing until `settle`. */
  summary = NO_TENSORS;
  constructor(subject) {
    this.judge = new TensorJudge(subject);
    this.steps = new StepRecord(subject);
  }
  take(tensor, littleEndian = true) {
    const [name = ""] = tensor.names;
    const mayBeStep = tensor.elements === 1 && this.steps.wants(name);
    const value = mayBeStep ? readScalar(tensor.dtype, tensor.scan.firstBytes, littleEndian) : void 0;
    if (value !== void 0) this.steps.offer(name, value);
    this.judge.take(tensor);
  }
  /** Call once. @param declared how many tensors the file lists */
  settle(declared) {
    this.steps.settle();
    this.summary = this.judge.settle(declared);
  }
};

// src/verify/numpy/format-raw.ts
var rawNumbers = {
  name: "raw",
  proves: "where the type is declared: whole elements of it; values",
  checksum: "none",
  /** Any bytes are numbers: only a declaration makes them so. */
  recognises: () => false,
  async open(subject) {
    const { sizeBytes, expectation } = subject;
    const { dtype: name = "" } = expectation;
    const dtype2 = dtypeNamed(name);
    if (dtype2 === void 0) throw new Unsettled("L1", "dtype-unknown", `"${name}" is no type that we know`);
    const elementBytes = dtype2.bits / 8;
    if (sizeBytes % elementBytes !== 0)
      throw new Broken("L1", "raw-length", `is not made of whole elements of ${name}`, {
        expected: `a multiple of ${elementBytes} bytes`,
        found: `${sizeBytes} bytes`
      });
    const book = new TensorBook(subject);
    const elements = sizeBytes / elementBytes;
    const place = { name: "(root)", dtype: dtype2, shape: [elements], elements, fileOffset: 0, bytes: sizeBytes };
    return {
      checksummed: false,
      reaches: "L3",
      regions: () => [tensorRegion(subject, { ...place, littleEndian: true, proven: false }, book)],
      finish: () => book.settle(1),
      tensors: () => book.summary
    };
  }
};

// src/verify/tensor/pass.ts
var wholeFile = ({ sizeBytes }, taker) => ({
  offset: 0,
  length: sizeBytes,
  feed: (piece, fileOffset) => taker.feed(piece, fileOffset),
  end: () => taker.end()
});
var AHEAD_BYTES = 256 * 1024 ** 2;
var AHEAD_REGIONS = 1024;
var BULK_BYTES = 1024 ** 2;
var BREATH_BYTES = 32 * 1024 ** 2;
async function sequentialPass(reader, regions, findings, options) {
  const pass = new Pass(reader, regions, findings, options);
  try {
    return await pass.run();
  } finally {
    pass.release();
  }
}
var Pass = class {
  #reader;
  #regions;
  #findings;
  #options;
  #window;
  #ahead = [];
  #aheadBytes = 0;
  #asked = 0;
  #allAsked = false;
  #complete = true;
  #breath = 0;
  #told = 0;
  #current;
  constructor(reader, regions, findings, options) {
    this.#reader = reader;
    this.#regions = regions;
    this.#findings = findings;
    this.#options = options;
    this.#window = new ReadWindow(reader, options.chunkBytes);
  }
  async run() {
    const { sizeBytes } = this.#reader;
    let at = 0;
    for (let step = this.#next(); step !== void 0; step = this.#next()) {
      const { region, done } = step;
      this.#current = step;
      if (this.#options.hash !== void 0) at = await this.#read(at, region.offset);
      at = region.offset + region.length;
      if (done === void 0) await this.#read(region.offset, at, step);
      else {
        await this.#guarded(step, async () => {
          region.bulk?.took(await done);
        });
      }
      await this.#guarded(step, () => region.end());
      this.#tell(at);
    }
    if (this.#options.hash !== void 0) await this.#read(at, sizeBytes);
    this.#tell(sizeBytes);
    this.#reader.throwIfStopped();
    return this.#complete;
  }
  release() {
    this.#window.release();
  }
  /** Feeds `[from, to)` to the hash and the step. Returns `to`. */
  async #read(from, to, step) {
    const { hash } = this.#options;
    for (let at = from; at < to; ) {
      const piece = this.#window.now(at, to) ?? await this.#window.later(at, to);
      hash?.update(piece);
      if (step !== void 0) {
        const pending = this.#guarded(step, () => step.region.feed(piece, at));
        if (pending !== void 0) await pending;
      }
      at += piece.length;
      this.#tell(at);
      this.#breath += piece.length;
      if (this.#breath >= BREATH_BYTES) {
        this.#breath = 0;
        await new Promise((resolve) => setImmediate(resolve));
      }
    }
    return Math.max(from, to);
  }
  /** At most once a chunk: a file may have a million regions. */
  #tell(at) {
    const { sizeBytes } = this.#reader;
    if (at - this.#told < this.#options.chunkBytes && (at < sizeBytes || at === this.#told)) return;
    this.#told = at;
    this.#options.onProgress?.(at, sizeBytes);
  }
  #next() {
    const { workers, hash } = this.#options;
    const most = workers === void 0 || hash !== void 0 ? 1 : AHEAD_REGIONS;
    while (!this.#allAsked && this.#ahead.length < most && this.#aheadBytes < AHEAD_BYTES) this.#ask();
    const step = this.#ahead.shift();
    if (step?.done !== void 0) this.#aheadBytes -= step.region.length;
    return step;
  }
  #ask() {
    const next = this.#regions.next();
    if (next.done === true) {
      this.#allAsked = true;
      return;
    }
    const region = next.value;
    if (region.offset < this.#asked)
      throw new Error(`regions out of order: ${region.offset} after ${this.#asked}`);
    this.#asked = region.offset + region.length;
    const { workers, hash } = this.#options;
    const { bulk } = region;
    const goesOut = workers !== void 0 && hash === void 0 && bulk !== void 0 && region.length >= BULK_BYTES;
    if (!goesOut) {
      this.#ahead.push({ region, broken: false, doneBytes: 0 });
      return;
    }
    this.#reader.mustLieInside(region.offset, region.length);
    const step = { region, broken: false, doneBytes: 0 };
    const onSlice = (bytes2) => {
      step.doneBytes += bytes2;
      if (this.#current === step) this.#tell(region.offset + step.doneBytes);
    };
    const done = this.#reader.bounded(() => workers.work(region.offset, region.length, bulk, onSlice));
    this.#reader.countOthers(1, region.length);
    done.catch(() => {
    });
    this.#ahead.push(Object.assign(step, { done }));
    this.#aheadBytes += region.length;
  }
  #guarded(step, work) {
    if (step.broken) return;
    try {
      return work()?.catch((error) => this.#drop(step, error));
    } catch (error) {
      this.#drop(step, error);
    }
  }
  #drop(step, error) {
    if (!this.#findings.caught(error)) throw error;
    step.broken = true;
    this.#complete = false;
  }
};
var ReadWindow = class {
  #reader;
  #chunkBytes;
  #held;
  #turn = 0;
  #from = 0;
  #bytes = new Uint8Array(0);
  #next;
  constructor(reader, chunkBytes) {
    this.#reader = reader;
    this.#chunkBytes = Math.min(chunkBytes, reader.sizeBytes);
    this.#held = takeBuffers(this.#chunkBytes);
  }
  /** What is at hand from `at`, at most up to `to`; `undefined` when it must be waited for. */
  now(at, to) {
    if (at < this.#from || at >= this.#from + this.#bytes.length) {
      const target = this.#target(at);
      if (this.#next !== void 0 || !this.#reader.readIntoNow(at, target)) return void 0;
      this.#from = at;
      this.#bytes = target;
    }
    return this.#bytes.subarray(at - this.#from, Math.min(to - this.#from, this.#bytes.length));
  }
  async later(at, to) {
    if (this.#next !== void 0 && this.#next.from !== at) await this.#next.done.catch(() => {
    });
    const next = this.#next?.from === at ? this.#next : this.#start(at);
    await next.done;
    this.#from = at;
    this.#bytes = next.bytes;
    this.#next = void 0;
    this.#turn += 1;
    const after = at + next.bytes.length;
    if (after < this.#reader.sizeBytes) this.#next = this.#start(after);
    return this.#bytes.subarray(0, to - at);
  }
  release() {
    const { done } = this.#next ?? {};
    if (done === void 0) this.#held.release();
    else void done.then(this.#held.release, this.#held.release);
  }
  #target(at) {
    const buffer = this.#turn % 2 === 0 ? this.#held.buffers[0] : this.#held.buffers[1];
    return buffer.subarray(0, Math.min(this.#chunkBytes, this.#reader.sizeBytes - at));
  }
  #start(from) {
    const bytes2 = this.#target(from);
    const done = this.#reader.readInto(from, bytes2);
    done.catch(() => {
    });
    return { from, bytes: bytes2, done };
  }
};

// src/verify/read/name-step.ts
var STEP = /(?:^|[^a-z])(?:global_?|train_?)?(?:step|steps|iter|iteration)[-_=]?([0-9]{1,12})(?![0-9a-z]|\.[0-9])/i;
var EPOCH = /(?:^|[^a-z])epoch[-_=]?([0-9]{1,9})(?![0-9a-z]|\.[0-9])/i;
function namedStep(label) {
  const name = /[^/\\]*$/.exec(label.replace(/[?#].*$/, ""))?.[0] ?? "";
  const number2 = (pattern) => {
    const [, digits] = pattern.exec(name) ?? [];
    return digits === void 0 ? void 0 : Number(digits);
  };
  const [step, epoch] = [number2(STEP), number2(EPOCH)];
  return { ...step === void 0 ? {} : { step }, ...epoch === void 0 ? {} : { epoch } };
}

// src/verify/checkpoint/numbers.ts
var OF_GROUP = /(^|\.)param_groups\.[^.]+\.([^.]+)(\.|$)/;
var RATES = ["lr", "initial_lr", "weight_decay", "momentum", "betas", "eps"];
var OF_SCHEDULER = /(^|\.)(_last_lr|base_lrs)$/;
var SHOWN = 3;
var PlainNumbers = class {
  #subject;
  #paths = [];
  #count = 0;
  #faults = /* @__PURE__ */ new Map();
  constructor(subject) {
    this.#subject = subject;
  }
  /** @param path of the number, or of the list that it stands in */
  offer(path, value) {
    if (Number.isFinite(value)) return;
    const isRate = OF_SCHEDULER.test(path) || RATES.includes(OF_GROUP.exec(path)?.[2] ?? "");
    if (isRate || Number.isNaN(value) && OF_GROUP.test(path)) {
      if (this.#faults.size < SHOWN) this.#faults.set(path, value);
      return;
    }
    if (!Number.isNaN(value)) return;
    this.#count += 1;
    if (this.#paths.length < SHOWN) this.#paths.push(path);
  }
  /**
   * Call once, when everything has been offered.
   * @param isJudged whether another rule has its own word for the number at this path
   */
  settle(isJudged) {
    const { findings, role } = this.#subject;
    for (const [path, value] of this.#faults)
      findings.fail(
        "L3",
        "not-a-number",
        `${quoted(path)} is no finite number, and the next step is made with it`,
        {
          found: String(value)
        }
      );
    if (!holdsTensors(role)) return;
    const told = this.#paths.filter((path) => !isJudged(path));
    const [first] = told;
    if (first === void 0) return;
    const more = this.#count - this.#paths.length + told.length;
    const what = more === 1 ? `${quoted(first)} is not a number` : `${more} numbers are none, ${quoted(first)} among them`;
    findings.note("L3", "not-a-number", what, { found: "NaN" });
  }
};

// src/verify/checkpoint/exchange.ts
var FEWEST = 8;
function judgeExchange({ findings }, places, models) {
  const { path, state, shapes, groups } = places;
  const exchanged = exchangeIn(twoMoments(state)) ?? exchangeIn(byName(places, models));
  if (exchanged !== void 0) {
    const [first] = exchanged;
    const what2 = `${path} has exchanged moments of ${exchanged.length} parameters, ${quoted(first?.name ?? "")} among them`;
    const { expected = "", found = "" } = first ?? {};
    findings.fail("L3", "moments-exchanged", what2, { expected, found });
    return;
  }
  if (shapes === void 0 || groups.length !== 1 || shapes.length < FEWEST) return;
  const alike = models.filter((model) => model.shapes.length === shapes.length);
  const pairs2 = alike.map(
    (model) => shapes.map((found, i) => ({ name: String(i), expected: model.shapes[i] ?? "", found }))
  );
  const [two] = pairs2.map((each) => exchangeIn(each));
  if (two?.length !== 2 || pairs2.some((each) => each.every(({ expected, found }) => expected === found)))
    return;
  const what = `${path} has moments in the order of the model but for two, which look exchanged`;
  findings.note("L3", "moments-exchanged", what, {
    expected: two.map(({ name, expected }) => `${expected} for parameter ${name}`).join(", "),
    found: two.map(({ found }) => found).join(", ")
  });
}
function exchangeIn(pairs2) {
  const apart = pairs2.filter(({ expected, found }) => expected !== found);
  const isExchange = apart.length > 0 && sameBag(
    apart.map(({ expected }) => expected),
    apart.map(({ found }) => found)
  );
  return isExchange ? apart : void 0;
}
function twoMoments(state) {
  return [...state.entries.values()].flatMap(([key, value]) => {
    if (!(value instanceof PyDict)) return [];
    const [first, second] = [entryOf(value, "exp_avg"), entryOf(value, "exp_avg_sq")];
    if (!(first instanceof PyTensor && second instanceof PyTensor)) return [];
    return [{ name: nameOf2(key), expected: first.shape.join("x"), found: second.shape.join("x") }];
  });
}
function byName({ groups, state }, models) {
  const names = /* @__PURE__ */ new Map();
  for (const group of groups) {
    const params = itemsOf(entryOf(group, "params")) ?? [];
    const given = itemsOf(entryOf(group, "param_names")) ?? [];
    params.forEach((param, i) => {
      const name = typeof param === "string" ? param : given[i];
      if (typeof name === "string") names.set(param, plain(name));
    });
  }
  if (names.size === 0) return [];
  for (const { tensors } of models) {
    const known = new Map([...tensors].map(([name, { shape: shape2 }]) => [plain(name), shape2.join("x")]));
    const pairs2 = [...state.entries.values()].flatMap(([key, value]) => {
      const name = names.get(key);
      const moment = value instanceof PyDict ? entryOf(value, "exp_avg") ?? entryOf(value, "momentum_buffer") : void 0;
      const expected = name === void 0 ? void 0 : known.get(name);
      if (name === void 0 || expected === void 0 || !(moment instanceof PyTensor)) return [];
      return [{ name, expected, found: moment.shape.join("x") }];
    });
    if (pairs2.length === state.entries.size) return pairs2;
  }
  return [];
}
var plain = (name) => name.replace(/(^|\.)(module|_orig_mod|_fsdp_wrapped_module)(?=\.)/g, "").replace(/^\./, "");
var nameOf2 = (key) => typeof key === "string" || typeof key === "number" ? String(key) : "?";
var sameBag = (a, b) => [...a].sort().join() === [...b].sort().join();

// src/verify/checkpoint/optimizer.ts
var MOMENTS = ["exp_avg", "momentum_buffer", "square_avg", "sum"];
var PROJECTED = ["rank", "update_proj_gap", "proj_type", "proj", "scale_parameter"];
var isOptimizer = ({ dict }) => entryOf(dict, "state") instanceof PyDict && itemsOf(entryOf(dict, "param_groups")) !== void 0;
var OptimizerMeaning = class {
  #subject;
  #path;
  groups;
  /** As they stand in the groups, in their order. */
  #params;
  #state;
  constructor(subject, { path, dict }) {
    this.#subject = subject;
    this.#path = path === "" ? "the optimizer" : quoted(path);
    this.groups = (itemsOf(entryOf(dict, "param_groups")) ?? []).filter((group) => group instanceof PyDict);
    this.#params = this.groups.flatMap((group) => [...itemsOf(entryOf(group, "params")) ?? []]);
    this.#state = entryOf(dict, "state");
  }
  /** State for a parameter that no group has cannot be loaded; a parameter without state is frozen, or new. */
  judgeIndexes() {
    const { findings } = this.#subject;
    const listed3 = new Set(this.#params);
    const numbers3 = [...this.#state.entries.values()].flatMap(
      ([key]) => typeof key === "number" ? [key] : []
    );
    const surplus = numbers3.filter((key) => !listed3.has(key));
    if (surplus.length > 0) {
      const what = `${this.#path} holds state for parameters that are in none of its groups`;
      findings.fail("L3", "optimizer-surplus", what, {
        expected: `${this.#params.length} parameters`,
        found: `state ${surplus.slice(0, 5).join(", ")}`
      });
    }
    const missing = this.#params.filter((key) => typeof key === "number" && !this.#state.entries.has(key));
    if (numbers3.length > 0 && missing.length > 0)
      findings.note("L3", "optimizer-missing", `${this.#path} holds no state for some of its parameters`, {
        expected: `${this.#params.length} parameters`,
        found: `none for ${missing.length}`
      });
  }
  /**
   * The shapes of the moments are those of the parameters. Only compared where there are as many as the models have tensors
   * that can be trained: then nothing is frozen, sharded or flattened.
   * @param models the tensors of each model in the file; one of them is meant
   */
  judgeShapes(models) {
    const own = this.#momentShapes();
    const trained = models.map((tensors) => ({ tensors, shapes: trainableShapes(tensors) }));
    const places = { path: this.#path, groups: this.groups, state: this.#state, shapes: own };
    judgeExchange(this.#subject, places, trained);
    if (own === void 0) return;
    const sameCount = trained.map(({ shapes }) => shapes).filter((shapes) => shapes.length === own.length);
    if (sameCount.length === 0 || sameCount.some((shapes) => sameBag(shapes, own))) return;
    const [first = []] = sameCount;
    const left = new Set(first);
    const what = `${this.#path} belongs to another model: its moments have other shapes`;
    this.#subject.findings.fail("L3", "moment-shape", what, {
      expected: `${first.length} parameters`,
      found: own.find((shape2) => !left.has(shape2)) ?? "another mixture of shapes"
    });
  }
  judgeStepCounts() {
    const { findings } = this.#subject;
    for (const [, value] of this.#state.entries.values()) {
      const step = value instanceof PyDict ? numberOf(entryOf(value, "step")) : void 0;
      if (step !== void 0 && !(step >= 0 && Number.isFinite(step))) {
        findings.fail("L3", "step-not-a-count", `${this.#path} has made a number of steps that is none`, {
          found: String(step)
        });
        return;
      }
    }
  }
  /** The greatest step count that stands as a plain number in the state. */
  get plainStep() {
    const steps = [...this.#state.entries.values()].flatMap(([, value]) => {
      const step = value instanceof PyDict ? numberOf(entryOf(value, "step")) : void 0;
      return step === void 0 ? [] : [step];
    });
    return steps.length === 0 ? void 0 : steps.reduce((most, step) => Math.max(most, step), 0);
  }
  #momentShapes() {
    const isProjected = this.groups.some((group) => PROJECTED.some((key) => group.entries.has(`s${key}`)));
    if (isProjected) return void 0;
    const shapes = [];
    for (const [, value] of this.#state.entries.values()) {
      const moment = value instanceof PyDict ? MOMENTS.map((name) => entryOf(value, name)).find((each) => each instanceof PyTensor) : void 0;
      if (!(moment instanceof PyTensor)) return void 0;
      shapes.push(moment.shape.join("x"));
    }
    return shapes.length > 0 && shapes.length === this.#params.length ? shapes : void 0;
  }
};
function trainableShapes(model) {
  const places = /* @__PURE__ */ new Map();
  for (const [name, { storage, dtype: dtype2, offset, shape: shape2 }] of model) {
    if (dtype2?.kind !== "float" || /(^|\.)running_(mean|var)$/.test(name)) continue;
    places.set(`${storage?.key ?? name} ${offset} ${shape2.join("x")}`, shape2.join("x"));
  }
  return [...places.values()];
}

// src/verify/tensor/python-literal.ts
var LiteralTuple = class {
  constructor(items) {
    this.items = items;
  }
  items;
};
var DEEPEST = 20;
var ESCAPES = { "\\": "\\", "'": "'", '"': '"', n: "\n", r: "\r", t: "	" };
function parseLiteral(text5) {
  const parser = new LiteralParser(text5);
  const value = parser.value(0);
  parser.mustEnd();
  return value;
}
var LiteralParser = class {
  #text;
  #at = 0;
  constructor(text5) {
    this.#text = text5;
  }
  mustEnd() {
    this.#skip();
    if (this.#at < this.#text.length) throw this.#odd();
  }
  value(depth) {
    if (depth > DEEPEST) throw new Error(`nested deeper than ${DEEPEST}`);
    this.#skip();
    const char = this.#text[this.#at];
    if (char === "'" || char === '"') return this.#string();
    if (char === "(") return this.#tuple(depth);
    if (char === "[") return this.#list("]", depth).items;
    if (char === "{") return this.#dict(depth);
    return this.#word();
  }
  #word() {
    const [word = ""] = /^(True|False|None|-?(?:0+|[1-9][0-9]{0,19})L?)(?![\w.])/.exec(
      this.#text.slice(this.#at, this.#at + 32)
    ) ?? [];
    if (word === "") throw this.#odd();
    this.#at += word.length;
    if (word === "None") return null;
    if (word === "True" || word === "False") return word === "True";
    return BigInt(word.replace("L", ""));
  }
  #string() {
    const quote = this.#text[this.#at];
    let content = "";
    for (this.#at += 1; this.#text[this.#at] !== quote; this.#at += 1) {
      let char = this.#text[this.#at];
      if (char === void 0 || char === "\n") throw new Error("a string does not end");
      if (char === "\\") {
        this.#at += 1;
        char = ESCAPES[this.#text[this.#at] ?? ""];
        if (char === void 0) throw this.#odd();
      }
      content += char;
    }
    this.#at += 1;
    return content;
  }
  /** `(1)` is a number in brackets, `(1,)` a tuple. */
  #tuple(depth) {
    const { items, comma } = this.#list(")", depth);
    const [only2] = items;
    return items.length === 1 && !comma && only2 !== void 0 ? only2 : new LiteralTuple(items);
  }
  #list(close, depth) {
    const items = [];
    let comma = true;
    this.#at += 1;
    while (!this.#takes(close)) {
      if (!comma) throw this.#odd();
      items.push(this.value(depth + 1));
      comma = this.#takes(",");
    }
    return { items, comma };
  }
  #dict(depth) {
    const dict = /* @__PURE__ */ new Map();
    let comma = true;
    this.#at += 1;
    while (!this.#takes("}")) {
      if (!comma) throw this.#odd();
      const key = this.value(depth + 1);
      if (typeof key !== "string" || !this.#takes(":")) throw this.#odd();
      if (dict.has(key)) throw new Error(`the key ${JSON.stringify(key.slice(0, 40))} is there twice`);
      dict.set(key, this.value(depth + 1));
      comma = this.#takes(",");
    }
    return dict;
  }
  #takes(char) {
    this.#skip();
    if (this.#text[this.#at] !== char) return false;
    this.#at += 1;
    return true;
  }
  #skip() {
    while (this.#text[this.#at] === " ") this.#at += 1;
  }
  #odd() {
    const found = JSON.stringify(this.#text.slice(this.#at, this.#at + 20));
    return new Error(`no literal at character ${this.#at}: ${found}`);
  }
};

// src/verify/tensor/numpy-type.ts
var MOST_FIELDS = 1e4;
var PLAIN = { ...DTYPE_KINDS, V2: DTYPES.bf16 };
var OPAQUE = /^(f(?:12|16)|c(?:24|32)|S\d+|U\d+|V\d+|[Mm]8(?:\[\d*(?:Y|M|W|D|h|m|s|ms|us|ns|ps|fs|as)\])?)$/;
function typeOfDescr(descr) {
  if (typeof descr === "string") return plainType(descr);
  if (Array.isArray(descr)) return structure2(descr.map(fieldOfDescr));
  if (!(descr instanceof LiteralTuple) || descr.items.length !== 2) return void 0;
  const [inner, shape2] = [typeOfDescr(descr.items[0] ?? null), shapeOf(descr.items[1] ?? null)];
  return inner === void 0 || shape2 === void 0 ? void 0 : arrayOf(inner, shape2);
}
function plainType(word) {
  const [, order, kind = ""] = /^([<>=|]?)(.+)$/.exec(word) ?? [];
  if (/^O[48]?$/.test(kind)) return { bytes: 8, object: true, parts: [] };
  const dtype2 = PLAIN[kind];
  if (dtype2 === void 0 && !OPAQUE.test(kind)) return void 0;
  const bytes2 = dtype2 === void 0 ? opaqueBytes(kind) : dtype2.bits / 8;
  if (!Number.isSafeInteger(bytes2)) return void 0;
  const part = {
    field: "",
    offset: 0,
    shape: [],
    bytes: bytes2,
    dtype: dtype2 ?? DTYPES.u8,
    typeName: dtype2?.name ?? kind,
    littleEndian: order !== ">"
  };
  return { bytes: bytes2, object: false, parts: [part] };
}
function opaqueBytes(kind) {
  if (kind[0] === "M" || kind[0] === "m") return 8;
  const size = Number(kind.slice(1));
  return kind[0] === "U" ? size * 4 : size;
}
function fieldOfDescr(field) {
  const items = field instanceof LiteralTuple ? field.items : [];
  if (items.length < 2 || items.length > 3) return void 0;
  const [title, descr = null, dimensions] = items;
  const name = title instanceof LiteralTuple ? title.items[1] : title;
  const inner = typeOfDescr(descr);
  const shape2 = dimensions === void 0 ? [] : shapeOf(dimensions);
  const type = inner === void 0 || shape2 === void 0 ? void 0 : arrayOf(inner, shape2);
  return typeof name !== "string" || type === void 0 ? void 0 : { name, type };
}
function structure2(fields, bytes2) {
  const parts = [];
  const names = /* @__PURE__ */ new Set();
  let end = 0;
  let object = false;
  for (const field of fields) {
    if (field === void 0 || field.name !== "" && names.has(field.name)) return void 0;
    names.add(field.name);
    const { name, type, offset = end } = field;
    if (offset < end) return void 0;
    end = offset + type.bytes;
    object ||= type.object;
    if (parts.length + type.parts.length > MOST_FIELDS)
      throw overBudget("fields of a type", MOST_FIELDS, parts.length + type.parts.length);
    if (name === "") continue;
    for (const part of type.parts) {
      const inner = part.field === "" ? name : `${name}.${part.field}`;
      parts.push({ ...part, field: inner, offset: offset + part.offset });
    }
  }
  if (!Number.isSafeInteger(end) || bytes2 !== void 0 && bytes2 < end) return void 0;
  return { bytes: bytes2 ?? end, object, parts };
}
function arrayOf(type, shape2) {
  if (shape2.length === 0) return type;
  const bytes2 = shape2.reduce((product, size) => product * size, type.bytes);
  if (!Number.isSafeInteger(bytes2)) return void 0;
  const [only2] = type.parts;
  if (type.parts.length === 1 && only2 !== void 0 && only2.field === "")
    return { ...type, bytes: bytes2, parts: [{ ...only2, bytes: bytes2, shape: [...shape2, ...only2.shape] }] };
  const whole = {
    field: "",
    offset: 0,
    shape: shape2,
    bytes: bytes2,
    dtype: DTYPES.u8,
    typeName: `V${type.bytes}`,
    littleEndian: true
  };
  return { ...type, bytes: bytes2, parts: [whole] };
}
function shapeOf(literal) {
  const items = literal instanceof LiteralTuple ? literal.items : [literal];
  const isCount = (item) => typeof item === "bigint" && item >= 0n && item <= BigInt(Number.MAX_SAFE_INTEGER);
  return items.length <= 64 && items.every(isCount) ? items.map(Number) : void 0;
}

// src/verify/tensor/npy-header.ts
var NPY_MAGIC = Uint8Array.of(147, 78, 85, 77, 80, 89);
var LEAST_HEADER_BYTES = 16;
var MOST_HEADER_BYTES = 65536;
var NUMPY_TAKES = 1e4;
var broken = (what, found) => new Broken("L2", "npy-header", `the header of the array ${what}`, {
  offset: 0,
  found: found.slice(0, 120)
});
function npyHeaderBytes(start) {
  if (start.length < 10 || !NPY_MAGIC.every((byte, i) => start[i] === byte))
    throw broken("has no magic", Buffer.from(start.subarray(0, 8)).toString("hex"));
  const [major, minor] = [start[6], start[7]];
  if (major < 1 || major > 3 || minor !== 0)
    throw new Unsettled("L2", "npy-version", "is of a version of the format that we do not know", {
      offset: 6,
      expected: "1.0, 2.0 or 3.0",
      found: `${major}.${minor}`
    });
  const view = new DataView(start.buffer, start.byteOffset, start.length);
  if (major > 1 && start.length < 12) throw broken("is cut", `${start.length} bytes`);
  const length = major === 1 ? 10 + view.getUint16(8, true) : 12 + view.getUint32(8, true);
  if (length < LEAST_HEADER_BYTES) throw broken("is too short", `${length} bytes`);
  if (length > MOST_HEADER_BYTES) throw overBudget("bytes of an npy header", MOST_HEADER_BYTES, length, 0);
  return length;
}
function parseNpyHeader(header) {
  const major = header[6];
  const body = Buffer.from(header.subarray(major === 1 ? 10 : 12));
  if (header.length % 16 !== 0) throw broken("does not align what follows it", `${header.length} bytes`);
  if (body.at(-1) !== 10) throw broken("does not end in a line feed", body.subarray(-8).toString("hex"));
  const fields = fieldsOf2(body.subarray(0, -1), major);
  const descr = fields.get("descr") ?? null;
  const type = typeOfDescr(descr);
  const shape2 = shapeOf(fields.get("shape") ?? null);
  const fortranOrder = fields.get("fortran_order");
  if (fields.size !== 3 || !["descr", "shape", "fortran_order"].every((key) => fields.has(key)))
    throw broken("has other keys than descr, fortran_order and shape", [...fields.keys()].join(", "));
  if (type === void 0) throw broken("names a type that NumPy does not have", shown(descr));
  if (shape2 === void 0) throw broken("has a shape that is none", shown(fields.get("shape") ?? null));
  if (typeof fortranOrder !== "boolean")
    throw broken("has an order that is none", shown(fortranOrder ?? null));
  return { type, shape: shape2, fortranOrder, bytes: header.length, isLong: body.length > NUMPY_TAKES };
}
function fieldsOf2(body, major) {
  let value;
  try {
    const text5 = major === 3 ? new TextDecoder("utf-8", { fatal: true }).decode(body) : body.toString("latin1");
    value = parseLiteral(text5);
  } catch (error) {
    if (!(error instanceof Error) || error instanceof Unsettled) throw error;
    throw broken("is no literal", error.message);
  }
  if (value instanceof Map) return value;
  throw broken("is no dict", shown(value));
}
var shown = (value) => JSON.stringify(value, (_key, each) => typeof each === "bigint" ? String(each) : each) ?? "none";
var countOf = (shape2) => shape2.reduce((product, size) => product * BigInt(size), 1n);

// src/verify/pickle/fill.ts
var SLOT_BYTES = 16;
var PAIR_BYTES = 150;
var append = (target, items, hold) => {
  const list2 = target instanceof PyList ? target.items : holding(target, "items")?.items;
  hold(items.length * SLOT_BYTES);
  for (const item of items) list2?.push(item);
  return list2 !== void 0;
};
var setItems = (target, items, hold) => {
  const dict = target instanceof PyDict ? target : holding(target, "members")?.members;
  if (dict === void 0 || items.length % 2 !== 0) return false;
  for (let i = 0; i < items.length; i += 2) {
    hold(PAIR_BYTES + dict.set(items[i], items[i + 1]));
  }
  return true;
};
var addItems = (target, items, hold) => {
  if (!(target instanceof PySet)) return false;
  for (const item of items) hold(PAIR_BYTES + target.add(item));
  return true;
};
var holding = (target, what) => target instanceof PyObject && (target.cls.model.tier === "D" || target.cls.model.holds === what) ? target : void 0;

// src/verify/pickle/call.ts
var badCall = (what) => new Broken("L2", "pickle-bad-call", `the pickle program ${what}`);
var badArguments = (name) => badCall(`calls ${name} with arguments it does not take`);
function invoke(callee, args, choose) {
  if (!(callee instanceof PyGlobal)) throw badCall("calls a value that is no import");
  callee.onCall();
  if (callee.model.tier === "D") return new PyObject(callee, args);
  const work = choose(callee.model);
  if (work === void 0) throw badCall(`calls ${callee.name}, which no honest writer calls so`);
  return work(args);
}
function takesState({ cls }, state) {
  const { tier, state: shape2 } = cls.model;
  const isSlots = state instanceof PyTuple && state.items.length === 2 && state.items.every((item) => item === null || item instanceof PyDict);
  if (tier === "D" || shape2 === "any") return true;
  if (shape2 === "dict") return state instanceof PyDict || isSlots;
  return shape2 === "tuple" && state instanceof PyTuple;
}
var MOST_MAGIC_CHARACTERS = 256;
function mustNotBeMagic(state, hold) {
  const parts = state instanceof PyTuple ? state.items : [state];
  hold(parts.length * SLOT_BYTES);
  for (const part of parts) {
    if (!(part instanceof PyDict)) continue;
    hold(part.entries.size * SLOT_BYTES);
    for (const [key] of part.entries.values()) {
      if (typeof key === "string" && key.length <= MOST_MAGIC_CHARACTERS && /^__\w*__$/.test(key))
        throw badCall(`sets the attribute ${JSON.stringify(key.slice(0, 40))}`);
    }
  }
}

// src/verify/pickle/numpy-dtype.ts
var LAST_VERSION = 4;
var [OBJECT_FLAGS, ONLY_OF_OBJECTS] = [63, 7];
var [LEAST_FLAGS, MOST_FLAGS] = [-128, 255];
var IS_SIZED = /^[SUV]\d/;
var IS_DATE = /^[Mm]8$/;
function mustBeTypeState({ args: [word] }, state, typeOf2) {
  const items = state instanceof PyTuple ? state.items : [];
  const [version, order, base, names, fields, size, alignment, flags, metadata] = items;
  const demand2 = (is, what) => {
    if (!is)
      throw new Broken(
        "L2",
        "pickle-bad-call",
        `the pickle program makes a NumPy type that is none: ${what}`
      );
  };
  demand2(items.length === 8 || items.length === 9, `its state has ${items.length} items`);
  demand2(isInt(version) && version >= 0 && version <= LAST_VERSION, "its state is of no known version");
  demand2(typeof order === "string" && /^[<>=|]$/.test(order), "it has no byte order");
  demand2(isInt(size) && isInt(alignment), "its size or alignment is no number");
  demand2(isInt(flags) && flags >= LEAST_FLAGS && flags <= MOST_FLAGS, "its flags are none");
  demand2(names === null === (fields === null), "it has fields without names, or names without fields");
  if (typeof word !== "string") return;
  if (IS_DATE.test(word)) demand2(metadata instanceof PyTuple, "it is a date without a unit");
  const known = typeOf2();
  if (known === void 0) return;
  demand2(size === (IS_SIZED.test(word) ? known.bytes : -1), "its size is not that of its word");
  if (base !== null || names !== null) return;
  const areItsOwn = known.object ? flags === OBJECT_FLAGS : (Number(flags) & ONLY_OF_OBJECTS) === 0;
  demand2(areItsOwn, "its flags are those of another type");
}

// src/verify/pickle/numpy.ts
var badState = (what, found) => new Broken("L2", "pickle-bad-call", `the pickle program makes a NumPy array that is none: ${what}`, {
  found
});
var ARRAY_CLASSES = [
  "numpy.ndarray",
  "numpy.matrix",
  "numpy.matrixlib.defmatrix.matrix",
  "numpy.memmap",
  "numpy.core.memmap.memmap",
  "numpy._core.memmap.memmap",
  "numpy.recarray",
  "numpy.rec.recarray"
];
var MODULES = ["numpy.core.multiarray", "numpy._core.multiarray"];
var NUMERIC = ["numpy.core.numeric", "numpy._core.numeric", ...MODULES];
var LENT = {
  "ml_dtypes.bfloat16": "V2",
  "ml_dtypes.float8_e4m3fn": "V1",
  "ml_dtypes.float8_e5m2": "V1"
};
var isRefused = (value) => value instanceof PyGlobal && value.model.tier === "D" || value instanceof PyObject && value.cls.model.tier === "D";
var isArrayClass = (value) => value instanceof PyGlobal && (value.model.tier === "D" || ARRAY_CLASSES.includes(value.name));
var countsOf = (value) => value instanceof PyTuple && value.items.every((item) => isInt(item) && item >= 0) ? value.items : void 0;
var bytesOf = (value) => (
  // Python 2 wrote bytes as its str, which stands here as Latin-1.
  typeof value === "string" ? Buffer.from(value, "latin1") : value instanceof PyBytes ? value.bytes : void 0
);
function dtype(args) {
  const [word, align = false, copy = true] = args;
  const isFlag = (value) => typeof value === "boolean" || value === 0 || value === 1;
  const isNamed = word instanceof PyGlobal && (word.model.tier === "D" || LENT[word.name] !== void 0);
  if (args.length > 3 || !(typeof word === "string" || isNamed) || !isFlag(align) || !isFlag(copy))
    throw badArguments("numpy.dtype");
  return new PyObject(DTYPE, args);
}
var DTYPE = new PyGlobal("numpy.dtype", {
  tier: "B",
  call: dtype,
  state: "tuple",
  check: (type, state) => mustBeTypeState(type, state, () => typeWith(type, state))
});
function typeOf(value, depth = 0) {
  if (!(value instanceof PyObject) || value.cls.name !== "numpy.dtype" || depth > 20) return void 0;
  return typeWith(value, value.state, depth);
}
function typeWith({ args }, given, depth = 0) {
  const [word] = args;
  if (word instanceof PyGlobal) return plainType(LENT[word.name] ?? "");
  const state = given instanceof PyTuple ? given.items : [];
  const [, order, base, names, fields, size] = state;
  if (base instanceof PyTuple) {
    const inner = typeOf(base.items[0], depth + 1);
    const shape2 = countsOf(base.items[1]);
    return inner === void 0 || shape2 === void 0 ? void 0 : arrayOf(inner, shape2);
  }
  if (names instanceof PyTuple && fields instanceof PyDict && isInt(size)) {
    return structureOf(fields, size, depth) ?? plainType(`V${size}`);
  }
  return plainType(`${order === ">" ? ">" : "<"}${String(word)}`);
}
function structureOf(fields, size, depth) {
  const known = [];
  for (const [name, field] of fields.entries.values()) {
    const [inner, offset] = field instanceof PyTuple ? field.items : [];
    const type = typeOf(inner, depth + 1);
    if (typeof name !== "string" || type === void 0 || !isInt(offset)) return void 0;
    known.push({ name, type, offset });
  }
  return structure2(
    known.sort((a, b) => (a.offset ?? 0) - (b.offset ?? 0)),
    size
  );
}
var isByteType = (value) => {
  const bytes2 = bytesOf(value);
  return bytes2?.length === 1 && bytes2[0] === 98;
};
function reconstruct(name, model) {
  const cls = new PyGlobal(name, model);
  return (args) => {
    const shape2 = countsOf(args[1]);
    const sound = args.length === 3 && isArrayClass(args[0]) && shape2?.length === 1 && shape2[0] === 0 && isByteType(args[2]);
    if (!sound) throw badArguments(name);
    return new PyObject(cls, args);
  };
}
function mustBeArrayState(_array, state) {
  const items = state instanceof PyTuple ? state.items : [];
  const [version, shape2, type, fortran, data] = items.length === 4 ? [1, ...items] : items;
  if (items.some(isRefused)) return;
  if (version !== 0 && version !== 1) throw badState("its state is of no known version", String(version));
  const isFlag = typeof fortran === "boolean" || fortran === 0 || fortran === 1;
  if (items.length < 4 || items.length > 5 || countsOf(shape2) === void 0 || !isFlag)
    throw badState("its state has another form", `${items.length} items`);
  mustFit(type, countsOf(shape2) ?? [], data);
}
function mustFit(dtypeValue, shape2, data) {
  const type = typeOf(dtypeValue);
  if (type === void 0) throw badState("its type is none", "no numpy.dtype that we know");
  const count = countOf(shape2);
  if (data instanceof PyList) {
    if (type.object && BigInt(data.items.length) === count) return;
    throw badState("its objects are not as many as its shape says", `${data.items.length} objects`);
  }
  const bytes2 = bytesOf(data);
  if (bytes2 === void 0 || type.object) throw badState("it has no elements", "neither bytes nor objects");
  if (BigInt(bytes2.length) === BigInt(type.bytes) * count) return;
  throw badState("its elements do not fill its shape", `${bytes2.length} bytes for ${count} elements`);
}
function fromBuffer(name, model) {
  const cls = new PyGlobal(name, model);
  return (args) => {
    const [data, type, shape2, order] = args;
    const isOrder = order === "C" || order === "F";
    if (args.some(isRefused)) return new PyObject(cls, args);
    if (args.length !== 4 || countsOf(shape2) === void 0 || !isOrder) throw badArguments(name);
    mustFit(type, countsOf(shape2) ?? [], data);
    return new PyObject(cls, args);
  };
}
function scalar(name, model) {
  const cls = new PyGlobal(name, model);
  return (args) => {
    const [type, data] = args;
    const isType = type instanceof PyObject && (type.cls.name === "numpy.dtype" || isRefused(type));
    if (args.length < 1 || args.length > 2 || !(isType || isRefused(type))) throw badArguments(name);
    const known = typeOf(type);
    if (known?.object && known.parts.length === 0) throw badArguments(name);
    const bytes2 = bytesOf(data);
    const [part] = known?.parts ?? [];
    if (known === void 0 || known.object || bytes2 === void 0 || part === void 0)
      return new PyObject(cls, args);
    if (bytes2.length !== known.bytes) throw badArguments(name);
    return numberIn(bytes2, part.dtype.name === part.typeName ? part : void 0) ?? new PyObject(cls, args);
  };
}
function numberIn(bytes2, part) {
  if (part === void 0 || part.field !== "" || part.shape.length > 0) return void 0;
  const values2 = decodeElements(part.dtype, part.littleEndian ? bytes2 : Uint8Array.from(bytes2).reverse());
  const [value] = values2?.length === 1 ? values2 : [];
  if (value === void 0) return void 0;
  if (part.dtype.kind === "float") return new PyFloat(value);
  return part.dtype.kind === "bool" ? value !== 0 : value;
}
var RECONSTRUCT = new Set(MODULES.map((module) => `${module}._reconstruct`));
var FROM_BUFFER = new Set(NUMERIC.map((module) => `${module}._frombuffer`));
function arrayIn(value) {
  if (!(value instanceof PyObject)) return void 0;
  const { name } = value.cls;
  if (FROM_BUFFER.has(name))
    return pickledArray(value.args[1], value.args[2], value.args[3] === "F", value.args[0]);
  if (!RECONSTRUCT.has(name) || !(value.state instanceof PyTuple)) return void 0;
  const items = value.state.items;
  const [shape2, type, fortran, data] = items.length === 4 ? items : items.slice(1);
  return pickledArray(type, shape2, fortran === true || fortran === 1, data);
}
function pickledArray(dtypeValue, dimensions, fortranOrder, data) {
  const type = typeOf(dtypeValue);
  const shape2 = countsOf(dimensions);
  const bytes2 = bytesOf(data);
  if (type === void 0 || shape2 === void 0) return void 0;
  return {
    type,
    shape: shape2,
    fortranOrder,
    ...bytes2 === void 0 ? {} : { bytes: bytes2 },
    ...data instanceof PyBytes && data.at !== void 0 ? { at: data.at } : {},
    ...data instanceof PyList ? { objects: data } : {}
  };
}
function symbol(name, make, rest = {}) {
  const model = { tier: "B", ...rest };
  model.call = make(name, model);
  return [name, model];
}
var NUMPY_SYMBOLS = [
  ["numpy.dtype", DTYPE.model],
  ...ARRAY_CLASSES.map((name) => [name, { tier: "B" }]),
  ...Object.keys(LENT).map((name) => [name, { tier: "B" }]),
  ...MODULES.flatMap((module) => [
    symbol(`${module}._reconstruct`, reconstruct, { state: "tuple", check: mustBeArrayState }),
    symbol(`${module}.scalar`, scalar)
  ]),
  ...NUMERIC.map((module) => symbol(`${module}._frombuffer`, fromBuffer))
];

// src/verify/checkpoint/rng.ts
var RANDOM2 = /(^|[._])(rng|random|seed)s?([._]|$)|rng_?state|random_?state/i;
var DEVICE = /cuda|gpu|xpu|mps|npu|hpu|tpu|xla|generator/i;
var CPU_BYTES = [5056, 5048];
var CUDA_BYTES = [16, 816];
var PYTHON_WORDS = 625;
var FEWEST_WORDS = 32;
var NUMPY_WORDS = 624;
function judgeRandomStates(subject, dicts) {
  for (const { path, dict } of dicts) {
    for (const [key, value] of dict.entries.values()) {
      const name = path === "" ? String(key) : `${path}.${String(key)}`;
      if (typeof key === "string" && (RANDOM2.test(name) || RANDOM_KEYS.has(key))) judge(subject, name, value);
    }
  }
}
var RANDOM_KEYS = /* @__PURE__ */ new Set(["torch_manual_seed"]);
function judge(subject, name, value) {
  if (value instanceof PyTensor) judgeTorch(subject, name, value);
  else if (value instanceof PyTuple) judgeTuple(subject, name, value);
}
function judgeTorch({ findings }, name, { dtype: dtype2, shape: shape2 }) {
  if (dtype2?.name !== "u8" || shape2.length !== 1) return;
  const [bytes2 = 0] = shape2;
  if (DEVICE.test(name) || CPU_BYTES.includes(bytes2) || CUDA_BYTES.includes(bytes2)) return;
  const where = { expected: `${CPU_BYTES[0]} bytes`, found: `${bytes2} bytes` };
  const what = `${quoted(name)} is no state of PyTorch's generator`;
  if (/torch|cpu/i.test(name)) findings.fail("L3", "rng-size", what, where);
  else findings.note("L3", "rng-size", what, where);
}
function judgeTuple({ findings }, name, { items }) {
  const [version, state] = items;
  const says = (expected, found) => {
    if (found !== expected && found >= FEWEST_WORDS)
      findings.fail("L3", "rng-size", `${quoted(name)} is no state of its generator`, {
        expected: `${expected} words`,
        found: `${found} words`
      });
  };
  const words = itemsOf(state);
  if (version === 3 && items.length === 3 && words !== void 0) says(PYTHON_WORDS, words.length);
  else if (version === "MT19937" && state !== void 0) {
    const array2 = arrayIn(state);
    if (array2 !== void 0) says(NUMPY_WORDS, array2.shape[0] ?? 0);
  }
}

// src/verify/checkpoint/meaning.ts
var LOSS = /^((train|training|val|valid|eval|test)_)?loss$|^lr$|^learning_rate$/;
var OPTIMIZER_STEP = /(^|\.)state\.[^.]+\.step$/;
var CheckpointMeaning = class {
  #subject;
  #label;
  #numbers;
  #optimizerStep;
  #toldSteps = false;
  /** @param label of the file, for the step in its name */
  constructor(subject, label) {
    this.#subject = subject;
    this.#label = label;
    this.#numbers = new PlainNumbers(subject);
  }
  /** Whether a tensor of one element is an optimizer's own step count. */
  wants(name) {
    return OPTIMIZER_STEP.test(name);
  }
  offer(step) {
    if (step >= 0 && Number.isFinite(step)) {
      this.#optimizerStep = Math.max(this.#optimizerStep ?? 0, step);
      return;
    }
    if (this.#toldSteps) return;
    this.#toldSteps = true;
    const what = "an optimizer has made a number of steps that is none";
    this.#subject.findings.fail("L3", "step-not-a-count", what, { found: String(step) });
  }
  /** A plain number of the program. @param path of it, or of the list that it stands in */
  number(path, value) {
    this.#numbers.offer(path, value);
  }
  /** Call once, when the step is known. */
  settle(root) {
    const { role } = this.#subject;
    if (!holdsTensors(role)) {
      this.#numbers.settle(() => false);
      return;
    }
    const dicts = nearDicts(root);
    const models = modelsIn(dicts);
    const optimizers = dicts.filter(isOptimizer).map((dict) => new OptimizerMeaning(this.#subject, dict));
    for (const optimizer of optimizers) {
      optimizer.judgeIndexes();
      optimizer.judgeStepCounts();
      optimizer.judgeShapes(models.map(({ tensors }) => tensors));
      const { plainStep } = optimizer;
      if (plainStep !== void 0) this.offer(plainStep);
    }
    const groups = optimizers.flatMap((optimizer) => optimizer.groups);
    judgeCopies(this.#subject, { step: this.#optimizerStep ?? this.#subject.facts.step, groups });
    judgeEma(this.#subject, models);
    this.#numbers.settle(this.#judgeLosses(dicts));
    judgeRandomStates(this.#subject, dicts);
    for (const { path, dict } of dicts) {
      if (dict.entries.has("sgrowth_factor") && dict.entries.has("sscale")) this.#judgeScaler(path, dict);
      if (dict.entries.has("slast_epoch")) this.#judgeScheduler(path, dict);
    }
    this.#judgeOptimizerStep();
    this.#judgeName();
  }
  /**
   * A loss that is no number says that the weights beside it will be none: that of the file, and below it that of what holds a
   * model or an optimizer. Elsewhere it is a record of something measured. @returns whether a path was judged here
   */
  #judgeLosses(dicts) {
    const judged = /* @__PURE__ */ new Set();
    const holders = dicts.filter((each) => isOptimizer(each) || tensorsOf(each.dict) !== void 0);
    const beside = /* @__PURE__ */ new Set(["", ...holders.map(({ path }) => path.replace(/\.?[^.]*$/, ""))]);
    for (const { path, dict } of dicts.filter((each) => beside.has(each.path)))
      for (const [key, value] of dict.entries.values()) {
        if (typeof key !== "string" || !Number.isNaN(numberOf(value)) || !LOSS.test(key)) continue;
        const name = path === "" ? key : `${path}.${key}`;
        judged.add(name);
        const what = `${quoted(name)} is not a number`;
        this.#subject.findings.fail("L3", "not-a-number", what, { found: "NaN" });
      }
    return (path) => judged.has(path);
  }
  #judgeScaler(path, dict) {
    const { findings } = this.#subject;
    const scale = numberOf(entryOf(dict, "scale"));
    const tracker = numberOf(entryOf(dict, "_growth_tracker"));
    const what = `the gradient scaler ${quoted(path)}`;
    if (scale !== void 0 && !(scale > 0 && Number.isFinite(scale)))
      findings.fail("L3", "scaler-scale", `${what} has a scale that scales nothing`, {
        expected: "> 0",
        found: String(scale)
      });
    else if (scale !== void 0 && scale <= 1)
      findings.note("L3", "scaler-scale", `${what} has shrunk its scale to nothing: gradients overflow`, {
        found: String(scale)
      });
    if (tracker !== void 0 && !(tracker >= 0))
      findings.fail("L3", "scaler-tracker", `${what} counts below zero`, {
        expected: ">= 0",
        found: String(tracker)
      });
  }
  /** A scheduler counts steps or epochs, from 0 or from 1. */
  #judgeScheduler(path, dict) {
    const { findings, facts } = this.#subject;
    const last = numberOf(entryOf(dict, "last_epoch"));
    const counts3 = [facts.step, facts.epoch, this.#optimizerStep].filter((count) => count !== void 0);
    if (last === void 0 || counts3.length === 0 || counts3.some((count) => Math.abs(count - last) <= 1))
      return;
    const what = `${quoted(path)} counts neither the steps nor the epochs of the file`;
    findings.note("L3", "scheduler-step", what, { expected: counts3.join(" or "), found: String(last) });
  }
  /** Gradient accumulation, skipped steps and several optimizers make them differ; so it is told and no more. */
  #judgeOptimizerStep() {
    const { findings, facts } = this.#subject;
    if (this.#optimizerStep === void 0 || facts.step === void 0 || this.#optimizerStep === facts.step)
      return;
    const what = "the optimizer has made another number of steps than the file says";
    findings.note("L3", "optimizer-step", what, {
      expected: String(facts.step),
      found: String(this.#optimizerStep)
    });
  }
  /** Trainers count from 0 or 1, so a difference of one is told and no more. */
  #judgeName() {
    const { findings, facts } = this.#subject;
    const named = namedStep(this.#label);
    for (const word of ["step", "epoch"]) {
      const [inName, inside] = [named[word], facts[word]];
      if (inName === void 0 || inside === void 0 || inName === inside) continue;
      const what = `its name is that of another ${word} than it holds`;
      const where = { expected: String(inName), found: String(inside) };
      if (Math.abs(inName - inside) <= 1) findings.note("L3", `name-${word}`, what, where);
      else findings.fail("L3", `name-${word}`, what, where);
    }
  }
};
var modelsIn = (dicts) => dicts.flatMap(({ path, dict }) => {
  const part = partOf(path);
  const tensors = part === "model" || part === "ema" ? tensorsOf(dict) : void 0;
  return tensors === void 0 || /(^|\.)(state|param_groups)(\.|$)/.test(path) ? [] : [{ part, tensors }];
});
function judgeEma({ findings }, models) {
  const plain3 = models.filter(({ part }) => part === "model");
  for (const { tensors } of models.filter(({ part }) => part === "ema")) {
    const own = matricesOf(tensors);
    const [nearest] = plain3.map((model) => matricesOf(model.tensors)).sort((a, b) => shared(b, own) - shared(a, own));
    if (nearest === void 0 || shared(nearest, own) * 2 < Math.max(own.size, nearest.size)) continue;
    const differing = [.../* @__PURE__ */ new Set([...own.keys(), ...nearest.keys()])].filter(
      (name) => own.get(name) !== nearest.get(name)
    );
    if (differing.length === 0) continue;
    findings.fail("L3", "ema-differs", "the moving average is not of the model beside it", {
      found: `${differing.length} differ: ${differing.slice(0, 3).map((name) => JSON.stringify(name.slice(0, 80))).join(", ")}`
    });
  }
}
var matricesOf = (tensors) => new Map(
  [...tensors].flatMap(
    ([name, { shape: shape2, dtype: dtype2 }]) => shape2.length >= 2 && dtype2?.kind === "float" ? [[name.replace(/^(module|ema_model|model)\./, ""), shape2.join("x")]] : []
  )
);
var shared = (a, b) => [...a.keys()].filter((name) => b.has(name)).length;

// src/verify/contract/vouching.ts
var PYTHON_ROOTS = new Set(
  "__builtin__ __main__ _posixsubprocess ast asyncio atexit base64 builtins bz2 cProfile code codecs commands compileall ctypes dill distutils ensurepip fileinput ftplib functools glob http httplib imaplib importlib inspect io joblib linecache logging lzma marshal multiprocessing nt operator os pathlib pdb pickle pickletools pip pkgutil platform posix profile pty pydoc requests runpy setuptools shelve shutil signal site smtplib socket sqlite3 ssl subprocess sys tarfile telnetlib tempfile test threading timeit trace types urllib uuid venv webbrowser xml xmlrpc zipfile zipimport".split(
    " "
  )
);
function vouchesFor(allowImports, full) {
  if (allowImports.includes(full)) return true;
  const [root = ""] = full.split(".");
  if (PYTHON_ROOTS.has(root)) return false;
  return allowImports.some((each) => each.startsWith(`${root}.`) && matchesWildcard(each, full));
}

// src/verify/pickle/symbols-framework.ts
var MODULES2 = {
  activation: "CELU ELU GELU GLU Hardshrink Hardsigmoid Hardswish Hardtanh LeakyReLU LogSigmoid LogSoftmax Mish MultiheadAttention PReLU RReLU ReLU ReLU6 SELU SiLU Sigmoid Softmax Softmax2d Softmin Softplus Softshrink Softsign Tanh Tanhshrink Threshold",
  adaptive: "AdaptiveLogSoftmaxWithLoss",
  batchnorm: "BatchNorm1d BatchNorm2d BatchNorm3d LazyBatchNorm1d LazyBatchNorm2d LazyBatchNorm3d SyncBatchNorm",
  channelshuffle: "ChannelShuffle",
  container: "Container ModuleDict ModuleList ParameterDict ParameterList Sequential",
  conv: "Conv1d Conv2d Conv3d ConvTranspose1d ConvTranspose2d ConvTranspose3d LazyConv1d LazyConv2d LazyConv3d LazyConvTranspose1d LazyConvTranspose2d LazyConvTranspose3d",
  distance: "CosineSimilarity PairwiseDistance",
  dropout: "AlphaDropout Dropout Dropout1d Dropout2d Dropout3d FeatureAlphaDropout",
  flatten: "Flatten Unflatten",
  fold: "Fold Unfold",
  instancenorm: "InstanceNorm1d InstanceNorm2d InstanceNorm3d LazyInstanceNorm1d LazyInstanceNorm2d LazyInstanceNorm3d",
  linear: "Bilinear Identity LazyLinear Linear NonDynamicallyQuantizableLinear",
  loss: "BCELoss BCEWithLogitsLoss CTCLoss CosineEmbeddingLoss CrossEntropyLoss GaussianNLLLoss HingeEmbeddingLoss HuberLoss KLDivLoss L1Loss MSELoss MarginRankingLoss MultiLabelMarginLoss MultiLabelSoftMarginLoss MultiMarginLoss NLLLoss NLLLoss2d PoissonNLLLoss SmoothL1Loss SoftMarginLoss TripletMarginLoss TripletMarginWithDistanceLoss",
  module: "Module",
  normalization: "CrossMapLRN2d GroupNorm LayerNorm LocalResponseNorm RMSNorm",
  padding: "CircularPad1d CircularPad2d CircularPad3d ConstantPad1d ConstantPad2d ConstantPad3d ReflectionPad1d ReflectionPad2d ReflectionPad3d ReplicationPad1d ReplicationPad2d ReplicationPad3d ZeroPad1d ZeroPad2d ZeroPad3d",
  pixelshuffle: "PixelShuffle PixelUnshuffle",
  pooling: "AdaptiveAvgPool1d AdaptiveAvgPool2d AdaptiveAvgPool3d AdaptiveMaxPool1d AdaptiveMaxPool2d AdaptiveMaxPool3d AvgPool1d AvgPool2d AvgPool3d FractionalMaxPool2d FractionalMaxPool3d LPPool1d LPPool2d LPPool3d MaxPool1d MaxPool2d MaxPool3d MaxUnpool1d MaxUnpool2d MaxUnpool3d",
  rnn: "GRU GRUCell LSTM LSTMCell RNN RNNBase RNNCell RNNCellBase",
  sparse: "Embedding EmbeddingBag",
  transformer: "Transformer TransformerDecoder TransformerDecoderLayer TransformerEncoder TransformerEncoderLayer",
  upsampling: "Upsample UpsamplingBilinear2d UpsamplingNearest2d"
};
var SETTINGS = [
  "torch.nn.parallel.data_parallel.DataParallel",
  "torch.nn.parallel.distributed.DistributedDataParallel",
  "transformers.training_args.TrainingArguments",
  "transformers.training_args_seq2seq.Seq2SeqTrainingArguments",
  "transformers.trainer_pt_utils.AcceleratorConfig",
  "transformers.training_args.OptimizerNames",
  "transformers.trainer_utils.IntervalStrategy",
  "transformers.trainer_utils.SaveStrategy",
  "transformers.trainer_utils.SchedulerType",
  "transformers.trainer_utils.HubStrategy",
  "transformers.trainer_utils.FSDPOption",
  "accelerate.state.PartialState",
  "accelerate.utils.dataclasses.DistributedType",
  "accelerate.utils.dataclasses.DeepSpeedPlugin",
  "deepspeed.runtime.fp16.loss_scaler.LossScaler",
  "deepspeed.runtime.fp16.loss_scaler.DynamicLossScaler",
  "deepspeed.runtime.zero.config.ZeroStageEnum",
  "deepspeed.utils.tensor_fragment.fragment_address",
  "trl.trainer.dpo_config.DPOConfig",
  "trl.trainer.grpo_config.GRPOConfig",
  "trl.trainer.kto_config.KTOConfig",
  "trl.trainer.reward_config.RewardConfig",
  "trl.trainer.rloo_config.RLOOConfig",
  "trl.trainer.sft_config.SFTConfig",
  "pytorch_lightning.utilities.parsing.AttributeDict",
  "lightning_fabric.utilities.data.AttributeDict",
  "lightning.fabric.utilities.data.AttributeDict",
  "omegaconf.dictconfig.DictConfig",
  "omegaconf.listconfig.ListConfig",
  "omegaconf.nodes.AnyNode",
  "omegaconf.base.ContainerMetadata",
  "omegaconf.base.Metadata"
];
var SHARDING = [
  "torch.distributed.tensor.DTensor",
  "torch.distributed._tensor.api.DTensor",
  "torch.distributed._tensor.DTensor",
  "torch.distributed.tensor._dtensor_spec.DTensorSpec",
  "torch.distributed.tensor._dtensor_spec.TensorMeta",
  "torch.distributed.tensor._dtensor_spec.ShardOrderEntry",
  "torch.distributed.tensor.placement_types.Shard",
  "torch.distributed.tensor.placement_types._StridedShard",
  "torch.distributed.tensor.placement_types.Replicate",
  "torch.distributed.tensor.placement_types.Partial",
  "torch.distributed._tensor.placement_types.DTensorSpec",
  "torch.distributed._tensor.placement_types.TensorMeta",
  "torch.distributed._tensor.placement_types.Shard",
  "torch.distributed._tensor.placement_types.Replicate",
  "torch.distributed.device_mesh.DeviceMesh",
  "torch.distributed._mesh_layout._MeshLayout",
  "torch.distributed._mesh_layout._FlatLayout",
  "torch.nested._internal.nested_tensor.NestedTensor",
  "torch.nested._internal.nested_tensor._rebuild_njt"
];
var ULTRALYTICS = {
  "modules.block": "A2C2f AAttn ABlock ADown AConv Attention Bottleneck BottleneckCSP C1 C2 C2f C2fAttn C2fCIB C2fPSA C2PSA C3 C3Ghost C3k C3k2 C3TR C3x CBFuse CBLinear CIB DFL ELAN1 GhostBottleneck HGBlock HGStem Index MaxSigmoidAttnBlock Proto PSA PSABlock RepBottleneck RepC3 RepCSP RepNCSPELAN4 RepVGGDW Residual ResNetBlock ResNetLayer SCDown SPP SPPELAN SPPF SwiGLUFFN TorchVision",
  "modules.conv": "CBAM ChannelAttention Concat Conv Conv2 ConvTranspose DWConv DWConvTranspose2d Focus GhostConv Index LightConv RepConv SpatialAttention",
  "modules.head": "Classify Detect OBB Pose RTDETRDecoder Segment WorldDetect YOLOEDetect YOLOESegment v10Detect OBB26 Pose26 Segment26",
  "modules.transformer": "AIFI DeformableTransformerDecoder DeformableTransformerDecoderLayer LayerNorm2d MLP MLPBlock MSDeformAttn TransformerBlock TransformerEncoderLayer TransformerLayer",
  tasks: "ClassificationModel DetectionModel Ensemble OBBModel PoseModel RTDETRDetectionModel SegmentationModel WorldModel YOLOEModel YOLOESegModel"
};
var ULTRALYTICS_SETTINGS = [
  "ultralytics.utils.IterableSimpleNamespace",
  "ultralytics.utils.loss.BboxLoss",
  "ultralytics.utils.loss.v8DetectionLoss",
  "ultralytics.utils.tal.TaskAlignedAssigner"
];
var FUNCTIONS = ["torch.nn.functional.relu", "torch.nn.functional.gelu", "torch._C._nn.gelu", "typing.Any"];
function asData(name) {
  const model = {
    tier: "C",
    call: (args) => new PyObject(cls, args),
    make: (args) => new PyObject(cls, args),
    state: "any",
    holds: "members"
  };
  const cls = new PyGlobal(name, model);
  return model;
}
var listed = (name) => [name, asData(name)];
function moduleClass(name) {
  const { call, ...model } = asData(name);
  return [name, model];
}
var FRAMEWORK_SYMBOLS = [
  ...Object.entries(MODULES2).flatMap(
    ([file, names]) => names.split(" ").map((name) => moduleClass(`torch.nn.modules.${file}.${name}`))
  ),
  ...Object.entries(ULTRALYTICS).flatMap(
    ([file, names]) => names.split(" ").map((name) => moduleClass(`ultralytics.nn.${file}.${name}`))
  ),
  ...[...SETTINGS, ...SHARDING, ...ULTRALYTICS_SETTINGS].map(listed),
  ...FUNCTIONS.map((name) => [name, { tier: "C" }])
];

// src/verify/pickle/symbols-dcp.ts
var CHECKPOINT = "torch.distributed.checkpoint.metadata";
var SHARDED = "torch.distributed._shard.sharded_tensor.metadata";
var NAMES = [
  ...[
    "Metadata",
    "MetadataIndex",
    "TensorStorageMetadata",
    "BytesStorageMetadata",
    "ChunkStorageMetadata",
    "TensorProperties",
    "StorageMeta",
    "_MEM_FORMAT_ENCODING"
  ].map((name) => `${CHECKPOINT}.${name}`),
  ...["TensorProperties", "MEM_FORMAT_ENCODING", "ShardedTensorMetadata"].map((name) => `${SHARDED}.${name}`),
  "torch.distributed._shard.metadata.ShardMetadata",
  "torch.distributed.checkpoint.filesystem._StorageInfo"
];
var DCP_SYMBOLS = NAMES.map((name) => [name, asData(name)]);

// src/verify/pickle/symbols-pandas.ts
var MODULES3 = {
  pandas: "ArrowDtype BooleanDtype Categorical CategoricalDtype CategoricalIndex DataFrame DateOffset DatetimeIndex DatetimeTZDtype Float32Dtype Float64Dtype Index Int16Dtype Int32Dtype Int64Dtype Int8Dtype Interval IntervalDtype IntervalIndex MultiIndex NA Period PeriodDtype PeriodIndex RangeIndex Series SparseDtype StringDtype Timedelta TimedeltaIndex Timestamp UInt16Dtype UInt32Dtype UInt64Dtype UInt8Dtype",
  "pandas.arrays": "ArrowExtensionArray ArrowStringArray BooleanArray DatetimeArray FloatingArray IntegerArray IntervalArray NumpyExtensionArray PeriodArray SparseArray StringArray TimedeltaArray",
  "pandas.core.frame": "DataFrame",
  "pandas.core.series": "Series",
  "pandas.core.flags": "Flags",
  "pandas.core.internals": "BlockManager SingleBlockManager",
  "pandas.core.internals.managers": "BlockManager SingleBlockManager",
  "pandas.core.internals.blocks": "new_block",
  "pandas.core.indexes.base": "Index _new_Index",
  "pandas.core.indexes.category": "CategoricalIndex",
  "pandas.core.indexes.datetimes": "DatetimeIndex _new_DatetimeIndex",
  "pandas.core.indexes.frozen": "FrozenList",
  "pandas.core.indexes.interval": "IntervalIndex _new_IntervalIndex",
  "pandas.core.indexes.multi": "MultiIndex",
  "pandas.core.indexes.numeric": "Float64Index Int64Index UInt64Index",
  "pandas.core.indexes.period": "PeriodIndex _new_PeriodIndex",
  "pandas.core.indexes.range": "RangeIndex",
  "pandas.core.indexes.timedeltas": "TimedeltaIndex _new_TimedeltaIndex",
  "pandas.core.arrays.boolean": "BooleanArray BooleanDtype",
  "pandas.core.arrays.categorical": "Categorical",
  "pandas.core.arrays.datetimes": "DatetimeArray",
  "pandas.core.arrays.floating": "Float32Dtype Float64Dtype FloatingArray",
  "pandas.core.arrays.integer": "Int16Dtype Int32Dtype Int64Dtype Int8Dtype IntegerArray UInt8Dtype",
  "pandas.core.arrays.interval": "IntervalArray",
  "pandas.core.arrays.numpy_": "NumpyExtensionArray PandasArray",
  "pandas.core.arrays.period": "PeriodArray",
  "pandas.core.arrays.sparse.array": "SparseArray",
  "pandas.core.arrays.sparse.dtype": "SparseDtype",
  "pandas.core.arrays.string_": "StringArray StringDtype",
  "pandas.core.arrays.string_arrow": "ArrowStringArray",
  "pandas.core.arrays.timedeltas": "TimedeltaArray",
  "pandas.core.dtypes.dtypes": "CategoricalDtype DatetimeTZDtype IntervalDtype NumpyEADtype PeriodDtype SparseDtype",
  "pandas._libs.arrays": "__pyx_unpickle_NDArrayBacked",
  "pandas._libs.internals": "_unpickle_block",
  "pandas._libs.interval": "Interval __pyx_unpickle_IntervalMixin",
  "pandas._libs.lib": "_NoDefault",
  "pandas._libs.missing": "NA",
  "pandas._libs.sparse": "BlockIndex IntIndex",
  "pandas._libs.tslibs.nattype": "__nat_unpickle _nat_unpickle",
  "pandas._libs.tslibs.offsets": "BQuarterBegin BQuarterEnd BYearBegin BYearEnd BusinessDay BusinessHour BusinessMonthBegin BusinessMonthEnd DateOffset Day Easter Hour LastWeekOfMonth Micro Milli Minute MonthBegin MonthEnd Nano QuarterBegin QuarterEnd Second SemiMonthBegin SemiMonthEnd Week WeekOfMonth YearBegin YearEnd",
  "pandas._libs.tslibs.period": "Period",
  "pandas._libs.tslibs.timedeltas": "Timedelta _timedelta_unpickle",
  "pandas._libs.tslibs.timestamps": "Timestamp _unpickle_timestamp",
  "dateutil.tz.tz": "tzlocal tzoffset tzutc",
  pytz: "_FixedOffset _UTC _p",
  "pyarrow.lib": "_restore_array py_buffer type_for_alias ListType"
};
var PANDAS_SYMBOLS = Object.entries(MODULES3).flatMap(
  ([module, names]) => names.split(" ").map((name) => {
    const full = `${module}.${name}`;
    return [full, asData(full)];
  })
);

// src/verify/pickle/symbols-python.ts
function dictOf(args, name) {
  const [from] = args;
  if (args.length > 1) throw badArguments(name);
  const dict = new PyDict();
  if (from instanceof PyDict) for (const [key, value] of from.entries.values()) dict.set(key, value);
  else for (const pair of itemsOf2(from, name)) setPair(dict, pair, name);
  return dict;
}
function setPair(dict, pair, name) {
  const [key, value, more] = itemsOf2(pair, name);
  if (key === void 0 || value === void 0 || more !== void 0) throw badArguments(name);
  dict.set(key, value);
}
function itemsOf2(value, name) {
  if (value === void 0) return [];
  if (value instanceof PyList || value instanceof PyTuple) return value.items;
  throw badArguments(name);
}
function setOf(args, name) {
  const set = new PySet();
  if (args.length > 1) throw badArguments(name);
  for (const item of itemsOf2(args[0], name)) set.add(item);
  return set;
}
function encode(args) {
  const [text5, codec] = args;
  if (args.length !== 2 || typeof text5 !== "string" || codec !== "latin1" && codec !== "latin-1") {
    throw badArguments("_codecs.encode");
  }
  return new PyBytes(Buffer.from(text5, "latin1"));
}
function bytearray(args) {
  const [from, codec] = args;
  if (args.length === 0) return new PyBytes(new Uint8Array(0));
  if (from instanceof PyBytes && args.length === 1) return from;
  if (typeof from === "string" && codec === "latin-1") return new PyBytes(Buffer.from(from, "latin1"));
  throw badArguments("bytearray");
}
function noBytes(args) {
  if (args.length > 0) throw badArguments("bytes");
  return new PyBytes(new Uint8Array(0));
}
var isPlain = (value) => value === null || typeof value !== "object" || value instanceof PyFloat || value instanceof PyBytes || (value instanceof PyTuple || value instanceof PyList) && value.items.every((item) => item === null || typeof item !== "object");
function inert(name, tier, { least = 0, most = 8, plain: plain3 = true, ...rest } = {}) {
  const build = (args) => {
    if (args.length < least || args.length > most || plain3 && !args.every(isPlain))
      throw badArguments(name);
    return new PyObject(cls, args);
  };
  const model = { tier, call: build, make: build, ...rest };
  const cls = new PyGlobal(name, model);
  return [name, model];
}
var mentioned = (name) => [name, { tier: "B" }];
var FACTORIES = /* @__PURE__ */ new Set([
  ...["int", "float", "str", "list", "dict", "set", "tuple", "bool", "bytes"].map(
    (name) => `builtins.${name}`
  ),
  "collections.OrderedDict",
  "collections.Counter",
  "collections.deque"
]);
function defaultDict(args) {
  const [factory = null] = args;
  const isHarmless = factory === null || factory instanceof PyGlobal && (factory.model.tier === "D" || FACTORIES.has(factory.name));
  if (args.length > 1 || !isHarmless) throw badArguments("collections.defaultdict");
  if (factory instanceof PyGlobal) factory.onCall();
  return new PyDict();
}
function reconstruct2(args) {
  const [cls, base, state] = args;
  if (args.length !== 3 || !(cls instanceof PyGlobal)) throw badArguments("copyreg._reconstructor");
  cls.onCall();
  if (cls.model.tier === "D") return new PyObject(cls, []);
  const isObject2 = base instanceof PyGlobal && base.name === "builtins.object" && state === null;
  if (!isObject2 || cls.model.make === void 0) throw badArguments("copyreg._reconstructor");
  return cls.model.make([], cls);
}
var NUMPY_RANDOM_STATES = [
  // Before NumPy 1.17.
  "numpy.random.__RandomState_ctor",
  "numpy.random._pickle.__randomstate_ctor",
  "numpy.random._pickle.__generator_ctor",
  "numpy.random._pickle.__bit_generator_ctor"
];
var BIT_GENERATORS = [
  "numpy.random._mt19937.MT19937",
  "numpy.random._pcg64.PCG64",
  "numpy.random._pcg64.PCG64DXSM",
  "numpy.random._philox.Philox",
  "numpy.random._sfc64.SFC64"
];
var PATHS = ["PosixPath", "WindowsPath", "PurePosixPath", "PureWindowsPath"];
var DATETIMES = ["datetime", "date", "time", "timedelta", "timezone"];
var BUILTINS = ["slice", "range", "frozenset", "int", "float", "str", "list", "dict", "tuple", "bool"];
var PYTHON_SYMBOLS = [
  [
    "collections.OrderedDict",
    { tier: "A", call: (args) => dictOf(args, "OrderedDict"), make: () => new PyDict() }
  ],
  ["collections.Counter", { tier: "A", call: (args) => dictOf(args, "Counter"), make: () => new PyDict() }],
  ["_codecs.encode", { tier: "A", call: encode }],
  ["builtins.set", { tier: "A", call: (args) => setOf(args, "set") }],
  ["builtins.bytearray", { tier: "A", call: bytearray }],
  inert("builtins.complex", "A", { least: 2, most: 2 }),
  ["collections.defaultdict", { tier: "B", call: defaultDict, make: () => new PyDict() }],
  inert("collections.deque", "B", { most: 2, holds: "items" }),
  ["copyreg._reconstructor", { tier: "B", call: reconstruct2 }],
  mentioned("builtins.object"),
  // What gensim's word vectors would hash their words with.
  mentioned("builtins.hash"),
  ...BUILTINS.map((name) => inert(`builtins.${name}`, "B", { most: 3 })),
  // `bytes(10**12)` would be a terabyte of zeros.
  ["builtins.bytes", { tier: "B", call: noBytes }],
  ["builtins.frozenset", { tier: "B", call: (args) => setOf(args, "frozenset") }],
  ...DATETIMES.map((name) => inert(`datetime.${name}`, "B", { plain: false })),
  ...PATHS.map((name) => inert(`pathlib.${name}`, "B", { most: 256 })),
  // Since Python 3.13 the classes live in a module of their own.
  ...PATHS.map((name) => inert(`pathlib._local.${name}`, "B", { most: 256 })),
  inert("decimal.Decimal", "B", { most: 1 }),
  inert("fractions.Fraction", "B", { most: 2 }),
  inert("uuid.UUID", "B", { most: 0, state: "dict" }),
  inert("types.SimpleNamespace", "B", { most: 0, state: "dict" }),
  inert("argparse.Namespace", "B", { most: 0, state: "dict" }),
  ...NUMPY_RANDOM_STATES.map((name) => inert(name, "B", { most: 2, plain: false, state: "any" })),
  inert("numpy.random.bit_generator.SeedSequence", "B", { most: 0, state: "any" }),
  inert("numpy.random.bit_generator.__pyx_unpickle_SeedSequence", "B", {
    least: 3,
    most: 3,
    plain: false,
    state: "any"
  }),
  ...BIT_GENERATORS.map((name) => inert(name, "B", { most: 0, state: "any" }))
];

// src/verify/pickle/symbols-sklearn.ts
var MODULES4 = {
  "_loss._loss": "CyAbsoluteError CyExponentialLoss CyHalfBinomialLoss CyHalfGammaLoss CyHalfMultinomialLoss CyHalfPoissonLoss CyHalfSquaredError CyHalfTweedieLoss CyHuberLoss CyPinballLoss",
  "_loss.link": "HalfLogitLink IdentityLink Interval LogLink LogitLink MultinomialLogit",
  "_loss.loss": "AbsoluteError ExponentialLoss HalfBinomialLoss HalfGammaLoss HalfMultinomialLoss HalfPoissonLoss HalfSquaredError HalfTweedieLoss HuberLoss PinballLoss",
  calibration: "CalibratedClassifierCV _CalibratedClassifier _SigmoidCalibration",
  "cluster._affinity_propagation": "AffinityPropagation",
  "cluster._agglomerative": "AgglomerativeClustering FeatureAgglomeration",
  "cluster._bicluster": "SpectralBiclustering SpectralCoclustering",
  "cluster._birch": "Birch _CFNode _CFSubcluster",
  "cluster._bisect_k_means": "BisectingKMeans",
  "cluster._dbscan": "DBSCAN",
  "cluster._hdbscan.hdbscan": "HDBSCAN",
  "cluster._kmeans": "KMeans MiniBatchKMeans",
  "cluster._mean_shift": "MeanShift",
  "cluster._optics": "OPTICS",
  "cluster._spectral": "SpectralClustering",
  "compose._column_transformer": "ColumnTransformer make_column_selector",
  "compose._target": "TransformedTargetRegressor",
  "covariance._elliptic_envelope": "EllipticEnvelope",
  "covariance._empirical_covariance": "EmpiricalCovariance",
  "covariance._graph_lasso": "GraphicalLasso GraphicalLassoCV",
  "covariance._robust_covariance": "MinCovDet",
  "covariance._shrunk_covariance": "LedoitWolf OAS ShrunkCovariance",
  "cross_decomposition._pls": "CCA PLSCanonical PLSRegression PLSSVD",
  "decomposition._dict_learning": "DictionaryLearning MiniBatchDictionaryLearning SparseCoder",
  "decomposition._factor_analysis": "FactorAnalysis",
  "decomposition._fastica": "FastICA",
  "decomposition._incremental_pca": "IncrementalPCA",
  "decomposition._kernel_pca": "KernelPCA",
  "decomposition._lda": "LatentDirichletAllocation",
  "decomposition._nmf": "MiniBatchNMF NMF",
  "decomposition._pca": "PCA",
  "decomposition._sparse_pca": "MiniBatchSparsePCA SparsePCA",
  "decomposition._truncated_svd": "TruncatedSVD",
  discriminant_analysis: "LinearDiscriminantAnalysis QuadraticDiscriminantAnalysis",
  dummy: "DummyClassifier DummyRegressor",
  "ensemble._bagging": "BaggingClassifier BaggingRegressor",
  "ensemble._forest": "ExtraTreesClassifier ExtraTreesRegressor RandomForestClassifier RandomForestRegressor RandomTreesEmbedding",
  "ensemble._gb": "GradientBoostingClassifier GradientBoostingRegressor",
  "ensemble._gb_losses": "BinomialDeviance ExponentialLoss HuberLossFunction LeastAbsoluteError LeastSquaresError MultinomialDeviance QuantileLossFunction",
  "ensemble._hist_gradient_boosting.binning": "_BinMapper",
  "ensemble._hist_gradient_boosting.gradient_boosting": "HistGradientBoostingClassifier HistGradientBoostingRegressor",
  "ensemble._hist_gradient_boosting.predictor": "TreePredictor",
  "ensemble._iforest": "IsolationForest",
  "ensemble._stacking": "StackingClassifier StackingRegressor",
  "ensemble._voting": "VotingClassifier VotingRegressor",
  "ensemble._weight_boosting": "AdaBoostClassifier AdaBoostRegressor",
  "feature_extraction._dict_vectorizer": "DictVectorizer",
  "feature_extraction._hash": "FeatureHasher",
  "feature_extraction.image": "PatchExtractor",
  "feature_extraction.text": "CountVectorizer HashingVectorizer TfidfTransformer TfidfVectorizer",
  "feature_selection._from_model": "SelectFromModel",
  "feature_selection._rfe": "RFE RFECV",
  "feature_selection._sequential": "SequentialFeatureSelector",
  "feature_selection._univariate_selection": "GenericUnivariateSelect SelectFdr SelectFpr SelectFwe SelectKBest SelectPercentile chi2 f_classif f_regression",
  "feature_selection._variance_threshold": "VarianceThreshold",
  "frozen._frozen": "FrozenEstimator",
  "gaussian_process._gpc": "GaussianProcessClassifier",
  "gaussian_process._gpr": "GaussianProcessRegressor",
  "gaussian_process.kernels": "CompoundKernel ConstantKernel DotProduct ExpSineSquared Exponentiation Hyperparameter Matern PairwiseKernel Product RBF RationalQuadratic Sum WhiteKernel",
  "impute._base": "MissingIndicator SimpleImputer",
  "impute._knn": "KNNImputer",
  isotonic: "IsotonicRegression",
  kernel_approximation: "AdditiveChi2Sampler Nystroem PolynomialCountSketch RBFSampler SkewedChi2Sampler",
  kernel_ridge: "KernelRidge",
  "linear_model._base": "LinearRegression",
  "linear_model._bayes": "ARDRegression BayesianRidge",
  "linear_model._coordinate_descent": "ElasticNet ElasticNetCV Lasso LassoCV MultiTaskElasticNet MultiTaskElasticNetCV MultiTaskLasso MultiTaskLassoCV",
  "linear_model._glm.glm": "GammaRegressor PoissonRegressor TweedieRegressor",
  "linear_model._huber": "HuberRegressor",
  "linear_model._least_angle": "Lars LarsCV LassoLars LassoLarsCV LassoLarsIC",
  "linear_model._logistic": "LogisticRegression LogisticRegressionCV",
  "linear_model._omp": "OrthogonalMatchingPursuit OrthogonalMatchingPursuitCV",
  "linear_model._passive_aggressive": "PassiveAggressiveClassifier PassiveAggressiveRegressor",
  "linear_model._perceptron": "Perceptron",
  "linear_model._quantile": "QuantileRegressor",
  "linear_model._ransac": "RANSACRegressor",
  "linear_model._ridge": "Ridge RidgeCV RidgeClassifier RidgeClassifierCV",
  "linear_model._sgd_fast": "EpsilonInsensitive Hinge Huber Log ModifiedHuber SquaredEpsilonInsensitive SquaredHinge SquaredLoss",
  "linear_model._stochastic_gradient": "SGDClassifier SGDOneClassSVM SGDRegressor",
  "linear_model._theil_sen": "TheilSenRegressor",
  "manifold._classical_mds": "ClassicalMDS",
  "manifold._isomap": "Isomap",
  "manifold._locally_linear": "LocallyLinearEmbedding",
  "manifold._mds": "MDS",
  "manifold._spectral_embedding": "SpectralEmbedding",
  "manifold._t_sne": "TSNE",
  "metrics._dist_metrics": "DistanceMetric DistanceMetric64 EuclideanDistance EuclideanDistance64 ManhattanDistance ManhattanDistance64 MinkowskiDistance MinkowskiDistance64 newObj",
  "metrics._scorer": "_MultimetricScorer _PassthroughScorer _PredictScorer _ProbaScorer _Scorer _ThresholdScorer",
  "mixture._bayesian_mixture": "BayesianGaussianMixture",
  "mixture._gaussian_mixture": "GaussianMixture",
  "model_selection._classification_threshold": "FixedThresholdClassifier TunedThresholdClassifierCV",
  "model_selection._search": "GridSearchCV RandomizedSearchCV",
  "model_selection._split": "GroupKFold KFold LeaveOneOut RepeatedKFold RepeatedStratifiedKFold ShuffleSplit StratifiedKFold StratifiedShuffleSplit TimeSeriesSplit",
  multiclass: "OneVsOneClassifier OneVsRestClassifier OutputCodeClassifier _ConstantPredictor",
  multioutput: "ClassifierChain MultiOutputClassifier MultiOutputRegressor RegressorChain",
  naive_bayes: "BernoulliNB CategoricalNB ComplementNB GaussianNB MultinomialNB",
  "neighbors._ball_tree": "BallTree BallTree64 newObj",
  "neighbors._classification": "KNeighborsClassifier RadiusNeighborsClassifier",
  "neighbors._graph": "KNeighborsTransformer RadiusNeighborsTransformer",
  "neighbors._kd_tree": "KDTree KDTree64 newObj",
  "neighbors._kde": "KernelDensity",
  "neighbors._lof": "LocalOutlierFactor",
  "neighbors._nca": "NeighborhoodComponentsAnalysis",
  "neighbors._nearest_centroid": "NearestCentroid",
  "neighbors._regression": "KNeighborsRegressor RadiusNeighborsRegressor",
  "neighbors._unsupervised": "NearestNeighbors",
  "neural_network._multilayer_perceptron": "MLPClassifier MLPRegressor",
  "neural_network._rbm": "BernoulliRBM",
  "neural_network._stochastic_optimizers": "AdamOptimizer SGDOptimizer",
  pipeline: "FeatureUnion Pipeline",
  "preprocessing._data": "Binarizer KernelCenterer MaxAbsScaler MinMaxScaler Normalizer PowerTransformer QuantileTransformer RobustScaler StandardScaler",
  "preprocessing._discretization": "KBinsDiscretizer",
  "preprocessing._encoders": "OneHotEncoder OrdinalEncoder",
  "preprocessing._function_transformer": "FunctionTransformer",
  "preprocessing._label": "LabelBinarizer LabelEncoder MultiLabelBinarizer",
  "preprocessing._polynomial": "PolynomialFeatures SplineTransformer",
  "preprocessing._target_encoder": "TargetEncoder",
  random_projection: "GaussianRandomProjection SparseRandomProjection",
  "semi_supervised._label_propagation": "LabelPropagation LabelSpreading",
  "semi_supervised._self_training": "SelfTrainingClassifier",
  "svm._classes": "LinearSVC LinearSVR NuSVC NuSVR OneClassSVM SVC SVR",
  "tree._classes": "DecisionTreeClassifier DecisionTreeRegressor ExtraTreeClassifier ExtraTreeRegressor",
  "tree._tree": "Tree",
  utils: "Bunch",
  "utils._bunch": "Bunch"
};
var OTHERS = [
  "joblib.numpy_pickle.NumpyArrayWrapper",
  "joblib.numpy_pickle.NDArrayWrapper",
  "joblib.numpy_pickle.ZNDArrayWrapper",
  "joblib.numpy_pickle_compat.NDArrayWrapper",
  "joblib.numpy_pickle_compat.ZNDArrayWrapper",
  "sklearn.externals.joblib.numpy_pickle.NumpyArrayWrapper",
  "sklearn.externals.joblib.numpy_pickle.NDArrayWrapper",
  "sklearn.externals.joblib.numpy_pickle.ZNDArrayWrapper",
  "numpy.ma.core._mareconstruct",
  "numpy.ma.core.MaskedArray",
  "numpy.ma.MaskedArray",
  "scipy.sparse._csr.csr_matrix",
  "scipy.sparse._csc.csc_matrix",
  "scipy.sparse._coo.coo_matrix",
  "scipy.sparse._csr.csr_array",
  "scipy.sparse._csc.csc_array",
  "scipy.sparse.csr.csr_matrix",
  "scipy.sparse.csc.csc_matrix",
  "xgboost.sklearn.XGBClassifier",
  "xgboost.sklearn.XGBRegressor",
  "xgboost.sklearn.XGBRanker",
  "xgboost.core.Booster",
  "lightgbm.sklearn.LGBMClassifier",
  "lightgbm.sklearn.LGBMRegressor",
  "lightgbm.sklearn.LGBMRanker",
  "lightgbm.basic.Booster"
];
var listed2 = (name) => [name, asData(name)];
var TYPES = "bool_ bool float16 float32 float64 int8 int16 int32 int64 uint8 uint16 uint32 uint64 object_ str_".split(" ").map((name) => [`numpy.${name}`, { tier: "C" }]);
var BEFORE = {
  "cluster._affinity_propagation": "cluster.affinity_propagation_",
  "cluster._agglomerative": "cluster.hierarchical",
  "cluster._bicluster": "cluster.bicluster",
  "cluster._birch": "cluster.birch",
  "cluster._dbscan": "cluster.dbscan_",
  "cluster._kmeans": "cluster.k_means_",
  "cluster._mean_shift": "cluster.mean_shift_",
  "cluster._spectral": "cluster.spectral",
  "covariance._elliptic_envelope": "covariance.elliptic_envelope",
  "covariance._empirical_covariance": "covariance.empirical_covariance_",
  "covariance._graph_lasso": "covariance.graph_lasso_",
  "covariance._robust_covariance": "covariance.robust_covariance",
  "covariance._shrunk_covariance": "covariance.shrunk_covariance_",
  "cross_decomposition._pls": "cross_decomposition.pls_",
  "decomposition._dict_learning": "decomposition.dict_learning",
  "decomposition._factor_analysis": "decomposition.factor_analysis",
  "decomposition._fastica": "decomposition.fastica_",
  "decomposition._incremental_pca": "decomposition.incremental_pca",
  "decomposition._kernel_pca": "decomposition.kernel_pca",
  "decomposition._lda": "decomposition.online_lda",
  "decomposition._nmf": "decomposition.nmf",
  "decomposition._pca": "decomposition.pca",
  "decomposition._sparse_pca": "decomposition.sparse_pca",
  "decomposition._truncated_svd": "decomposition.truncated_svd",
  "ensemble._bagging": "ensemble.bagging",
  "ensemble._forest": "ensemble.forest",
  "ensemble._gb": "ensemble.gradient_boosting",
  "ensemble._gb_losses": "ensemble.gradient_boosting",
  "ensemble._iforest": "ensemble.iforest",
  "ensemble._voting": "ensemble.voting_classifier",
  "ensemble._weight_boosting": "ensemble.weight_boosting",
  "feature_extraction._dict_vectorizer": "feature_extraction.dict_vectorizer",
  "feature_extraction._hash": "feature_extraction.hashing",
  "feature_selection._from_model": "feature_selection.from_model",
  "feature_selection._rfe": "feature_selection.rfe",
  "feature_selection._univariate_selection": "feature_selection.univariate_selection",
  "feature_selection._variance_threshold": "feature_selection.variance_threshold",
  "gaussian_process._gpc": "gaussian_process.gpc",
  "gaussian_process._gpr": "gaussian_process.gpr",
  "linear_model._base": "linear_model.base",
  "linear_model._bayes": "linear_model.bayes",
  "linear_model._coordinate_descent": "linear_model.coordinate_descent",
  "linear_model._huber": "linear_model.huber",
  "linear_model._least_angle": "linear_model.least_angle",
  "linear_model._logistic": "linear_model.logistic",
  "linear_model._omp": "linear_model.omp",
  "linear_model._passive_aggressive": "linear_model.passive_aggressive",
  "linear_model._perceptron": "linear_model.perceptron",
  "linear_model._ransac": "linear_model.ransac",
  "linear_model._ridge": "linear_model.ridge",
  "linear_model._stochastic_gradient": "linear_model.stochastic_gradient",
  "linear_model._theil_sen": "linear_model.theil_sen",
  "manifold._isomap": "manifold.isomap",
  "manifold._locally_linear": "manifold.locally_linear",
  "manifold._mds": "manifold.mds",
  "manifold._spectral_embedding": "manifold.spectral_embedding_",
  "manifold._t_sne": "manifold.t_sne",
  "mixture._bayesian_mixture": "mixture.bayesian_mixture",
  "mixture._gaussian_mixture": "mixture.gaussian_mixture",
  "neighbors._ball_tree": "neighbors.ball_tree",
  "neighbors._classification": "neighbors.classification",
  "neighbors._kd_tree": "neighbors.kd_tree",
  "neighbors._kde": "neighbors.kde",
  "neighbors._lof": "neighbors.lof",
  "neighbors._nearest_centroid": "neighbors.nearest_centroid",
  "neighbors._regression": "neighbors.regression",
  "neighbors._unsupervised": "neighbors.unsupervised",
  "neural_network._multilayer_perceptron": "neural_network.multilayer_perceptron",
  "neural_network._rbm": "neural_network.rbm",
  "preprocessing._data": "preprocessing.data",
  "preprocessing._label": "preprocessing.label",
  "semi_supervised._label_propagation": "semi_supervised.label_propagation",
  "svm._classes": "svm.classes",
  "tree._classes": "tree.tree",
  utils: "datasets.base"
};
var SKLEARN_SYMBOLS = [
  ...Object.entries(MODULES4).flatMap(
    ([module, names]) => [module, BEFORE[module]].flatMap(
      (each) => each === void 0 ? [] : names.split(" ").map((name) => listed2(`sklearn.${each}.${name}`))
    )
  ),
  ...TYPES,
  ...OTHERS.map(listed2)
];

// src/verify/pickle/symbols-torch.ts
var STORAGES = {
  "torch.DoubleStorage": DTYPES.f64,
  "torch.FloatStorage": DTYPES.f32,
  "torch.HalfStorage": DTYPES.f16,
  "torch.BFloat16Storage": DTYPES.bf16,
  "torch.LongStorage": DTYPES.i64,
  "torch.IntStorage": DTYPES.i32,
  "torch.ShortStorage": DTYPES.i16,
  "torch.CharStorage": DTYPES.i8,
  "torch.ByteStorage": DTYPES.u8,
  "torch.BoolStorage": DTYPES.bool,
  "torch.ComplexFloatStorage": DTYPES.c64,
  "torch.ComplexDoubleStorage": DTYPES.c128,
  "torch.QInt8Storage": DTYPES.i8,
  "torch.QUInt8Storage": DTYPES.u8,
  "torch.QInt32Storage": DTYPES.i32,
  "torch.QUInt4x2Storage": DTYPES.u8,
  "torch.QUInt2x4Storage": DTYPES.u8,
  "torch.UntypedStorage": void 0,
  "torch.storage.UntypedStorage": void 0,
  "torch.storage._UntypedStorage": void 0,
  "torch.storage.TypedStorage": void 0
};
var ELEMENT_TYPES = {
  ...DTYPE_NAMES,
  double: DTYPES.f64,
  float: DTYPES.f32,
  half: DTYPES.f16,
  complex32: DTYPES.c32,
  chalf: DTYPES.c32,
  float4_e2m1fn_x2: DTYPES.f4_x2,
  cfloat: DTYPES.c64,
  cdouble: DTYPES.c128,
  long: DTYPES.i64,
  int: DTYPES.i32,
  short: DTYPES.i16,
  qint8: DTYPES.i8,
  quint8: DTYPES.u8,
  qint32: DTYPES.i32
};
var MENTIONED = [
  "torch.Tensor",
  "torch._tensor.Tensor",
  "torch.nn.parameter.Parameter",
  "torch.nn.parameter.Buffer",
  "torch.per_tensor_affine",
  "torch.per_tensor_symmetric",
  "torch.per_channel_affine",
  "torch.per_channel_symmetric",
  "torch.per_channel_affine_float_qparams",
  "torch.strided",
  "torch.sparse_coo",
  "torch.contiguous_format",
  "torch.preserve_format",
  "torch.channels_last"
];
var TENSORS = ["", "cuda."].flatMap(
  (place) => ["Double", "Float", "Half", "BFloat16", "Long", "Int", "Short", "Char", "Byte", "Bool"].map(
    (type) => `torch.${place}${type}Tensor`
  )
);
var demand = (ok, name) => {
  if (!ok) throw badArguments(name);
};
function counts(value, name) {
  const items = value instanceof PyTuple ? value.items : [];
  demand(value instanceof PyTuple && items.every((item) => isInt(item) && item >= 0), name);
  return items;
}
function tensorOn(args, name, dtype2) {
  const [storage, offset, size, strides] = args;
  demand(storage instanceof PyStorage && isInt(offset) && offset >= 0, name);
  const shape2 = counts(size, name);
  const stride = counts(strides, name);
  demand(shape2.length === stride.length, name);
  const on = storage;
  return new PyTensor(on, dtype2 ?? on.dtype, { offset, shape: shape2, stride });
}
var isFlagOrNone = (value) => value === void 0 || value === null || typeof value === "boolean";
var isHooks = (value) => value === void 0 || value === null || value instanceof PyDict && value.entries.size === 0;
function rebuildTensorV2(args) {
  const name = "_rebuild_tensor_v2";
  demand(args.length >= 6 && args.length <= 7 && isFlagOrNone(args[4]) && isHooks(args[5]), name);
  return tensorOn(args, name);
}
function rebuildTensorV3(args) {
  const name = "_rebuild_tensor_v3";
  const type = args[6];
  demand(args.length >= 7 && args.length <= 8 && isFlagOrNone(args[4]) && isHooks(args[5]), name);
  demand(type instanceof PyGlobal && type.model.dtype !== void 0, name);
  return tensorOn(args, name, type.model.dtype);
}
function rebuildQuantized(args) {
  const name = "_rebuild_qtensor";
  const params = args[4];
  demand(args.length === 7 && params instanceof PyTuple && isFlagOrNone(args[5]) && isHooks(args[6]), name);
  const tensor = tensorOn(args, name);
  demand(quantizes(params, tensor.shape), name);
  return withBeside(tensor, params);
}
function quantizes({ items }, shape2) {
  const [scheme, scale, zero, axis] = items;
  const name = scheme instanceof PyGlobal ? scheme.name : "";
  if (name === "torch.per_tensor_affine")
    return items.length === 3 && scale instanceof PyFloat && isInt(zero);
  if (!PER_CHANNEL.includes(name) || items.length !== 4 || !isInt(axis)) return false;
  return lengthOf(scale) === shape2[axis] && lengthOf(zero) === shape2[axis];
}
var PER_CHANNEL = ["torch.per_channel_affine", "torch.per_channel_affine_float_qparams"];
function lengthOf(value) {
  if (value instanceof PyList) return value.items.length;
  return value instanceof PyTensor ? value.shape.reduce((product, each) => product * each, 1) : void 0;
}
var withBeside = (tensor, beside) => new PyTensor(tensor.storage, tensor.dtype, tensor, beside);
function rebuildParameterWithState(args) {
  demand(args.length === 4, "_rebuild_parameter_with_state");
  return withBeside(rebuildParameter(args), args[3]);
}
function rebuildParameter(args) {
  const [data, flag, hooks] = args;
  demand(args.length >= 3 && args.length <= 4 && data instanceof PyTensor, "_rebuild_parameter");
  demand(isFlagOrNone(flag) && isHooks(hooks), "_rebuild_parameter");
  return data;
}
function rebuildFromType(args) {
  const name = "_rebuild_from_type_v2";
  const [inner, type, given, state] = args;
  demand(
    args.length === 4 && inner instanceof PyGlobal && type instanceof PyGlobal && given instanceof PyTuple,
    name
  );
  demand(state === null || state instanceof PyDict || state instanceof PyTuple, name);
  const { call, tier } = inner.model;
  const { items } = given;
  inner.onCall();
  if (tier === "D") return new PyObject(inner, items);
  if (call === void 0) throw badArguments(name);
  const made = call(items);
  if (made instanceof PyObject && state !== null) made.state = state;
  else if (made instanceof PyTensor && state !== null) return withBeside(made, state);
  return made;
}
function rebuildMetaTensor(args) {
  const name = "_rebuild_meta_tensor_no_storage";
  const [type, size, strides] = args;
  demand(args.length === 4 && type instanceof PyGlobal && type.model.dtype !== void 0, name);
  const view = { offset: 0, shape: counts(size, name), stride: counts(strides, name) };
  return new PyTensor(void 0, type.model.dtype, view);
}
var keptAsData = (name, least, most) => {
  const model = {
    tier: "A",
    call: (args) => {
      demand(args.length >= least && args.length <= most, name);
      return new PyObject(new PyGlobal(name, model), args);
    }
  };
  return model;
};
function sizeOf(args) {
  demand(args.length === 1, "torch.Size");
  return new PyTuple(counts(args[0], "torch.Size"));
}
var tierA = (call) => ({ tier: "A", call });
var TORCH_SYMBOLS = [
  ["torch._utils._rebuild_tensor", tierA((args) => tensorOn(args, "_rebuild_tensor"))],
  ["torch._utils._rebuild_tensor_v2", tierA(rebuildTensorV2)],
  ["torch._utils._rebuild_tensor_v3", tierA(rebuildTensorV3)],
  ["torch._utils._rebuild_parameter", tierA(rebuildParameter)],
  ["torch._utils._rebuild_parameter_with_state", tierA(rebuildParameterWithState)],
  ["torch._utils._rebuild_qtensor", tierA(rebuildQuantized)],
  ["torch._utils._rebuild_meta_tensor_no_storage", tierA(rebuildMetaTensor)],
  ["torch._tensor._rebuild_from_type_v2", tierA(rebuildFromType)],
  ["torch.Size", tierA(sizeOf)],
  ...[
    ["torch._utils._rebuild_sparse_tensor", 2, 2],
    ["torch._utils._rebuild_wrapper_subclass", 8, 8],
    ["torch._utils._rebuild_device_tensor_from_numpy", 4, 4],
    ["torch._utils._rebuild_device_tensor_from_cpu_tensor", 4, 4],
    ["torch.device", 1, 2],
    ["torch.serialization._get_layout", 1, 1]
  ].map(([name, least, most]) => [name, keptAsData(name, least, most)]),
  ...[...MENTIONED, ...TENSORS].map((name) => [name, { tier: "A" }]),
  ...Object.entries(STORAGES).map(([name, dtype2]) => [
    name,
    { tier: "A", storage: true, ...dtype2 === void 0 ? {} : { dtype: dtype2 } }
  ]),
  ...Object.entries(ELEMENT_TYPES).map(([name, dtype2]) => [
    `torch.${name}`,
    { tier: "A", dtype: dtype2 }
  ])
];

// src/verify/pickle/imports.ts
var LISTED = new Map([
  ...TORCH_SYMBOLS,
  ...PYTHON_SYMBOLS,
  ...NUMPY_SYMBOLS,
  ...FRAMEWORK_SYMBOLS,
  ...SKLEARN_SYMBOLS,
  ...PANDAS_SYMBOLS,
  ...DCP_SYMBOLS
]);
var WEIGHTS_ONLY = "does not load with weights_only=True: it needs weights_only=False or add_safe_globals";
var detached = (text5) => Buffer.from(text5).toString();
var UNLISTED = { tier: "D" };
var KNOWN_ROOTS = /* @__PURE__ */ new Set([
  "torch",
  "numpy",
  "scipy",
  "sklearn",
  "pandas",
  "joblib",
  "keras",
  "tensorflow"
]);
var CLASS = /\.[A-Z]\w*$/;
function wordsFor(refused, called) {
  const roots = [...new Set(refused.map((name) => name.split(".")[0] ?? ""))];
  const isForeign = refused.some((name) => CLASS.test(name)) && refused.every((name) => CLASS.test(name) || !called.has(name)) && roots.every((root) => /^\w+$/.test(root));
  if (!isForeign || roots.some((root) => PYTHON_ROOTS.has(root) || KNOWN_ROOTS.has(root)))
    return "its pickle asks for what no checkpoint needs; never load it";
  const globs = roots.slice(0, 3).map((root) => `${root}.*`);
  return `its pickle asks for what is not on the list and runs its own code when it is loaded; who trusts their makers and this file says --allow-import '${globs.join(",")}'`;
}
var PickleImports = class {
  #subject;
  #seen = /* @__PURE__ */ new Map();
  #called = /* @__PURE__ */ new Set();
  constructor(subject) {
    this.#subject = subject;
  }
  find(module, name) {
    const full = `${module}.${name}`;
    const model = name.includes(".") ? UNLISTED : this.#model(full);
    this.#note(full, model.tier);
    return model.tier === "D" ? new PyGlobal(full, model, () => this.#callOf(full)) : new PyGlobal(full, model);
  }
  /** Tier D seen: somebody wants something run. */
  get refused() {
    return this.#of("D");
  }
  /** @param without what cannot be done with the file because of names of tiers B and C */
  settle(without = WEIGHTS_ONLY) {
    const { findings, allowDegraded } = this.#subject;
    const refused = this.refused;
    if (refused.length > 0) {
      findings.fail("L2", "import-refused", wordsFor(refused, this.#called), {
        expected: "only names on the allow-list",
        found: refused.slice(0, 8).join(", ").slice(0, 300)
      });
    }
    const unsafe = [...this.#of("B"), ...this.#of("C")];
    if (unsafe.length === 0) return;
    const where = { found: unsafe.slice(0, 8).join(", ").slice(0, 300) };
    if (allowDegraded) findings.degraded("L2", "unsafe-loader", without, where);
    else findings.fail("L2", "unsafe-loader", `${without}, and the roster does not allow that`, where);
  }
  #of(tier) {
    return [...this.#seen].flatMap(([name, seen]) => seen === tier ? [name] : []).sort();
  }
  #model(full) {
    const listed3 = LISTED.get(full);
    if (listed3 !== void 0) return listed3;
    return vouchesFor(this.#subject.allowImports, full) ? asData(full) : UNLISTED;
  }
  #callOf(full) {
    if (this.#seen.has(full)) this.#called.add(full);
  }
  #note(full, tier) {
    if (this.#seen.size >= 1e4 && !this.#seen.has(full)) return;
    this.#seen.set(full, tier);
    this.#subject.imports.add(detached(full.slice(0, 200)));
  }
};

// src/verify/tensor/array-scan.ts
var MOST_RECORD_BYTES = 1024 ** 2;
var ArrayScan = class {
  #subject;
  #array;
  #count;
  #columns;
  /** The beginning of an element that is not all there yet. */
  #rest = new Uint8Array(0);
  #results;
  /** @param names where they are known before: sums of squares are then looked at for negative numbers */
  constructor(subject, array2, names = []) {
    const { type, shape: shape2 } = array2;
    if (type.parts[0]?.bytes !== type.bytes && type.bytes > MOST_RECORD_BYTES)
      throw overBudget("bytes of a record", MOST_RECORD_BYTES, type.bytes);
    this.#subject = subject;
    this.#array = array2;
    this.#count = shape2.reduce((product, size) => product * size, 1);
    this.#columns = type.parts.map((part) => ({
      part,
      scan: new ElementScan(part.dtype, {
        ...subject.scanning,
        littleEndian: part.littleEndian,
        countNegative: mayNotBeNegative(names.map((name) => nameOf3(name, part))),
        mostBytes: part.bytes * this.#count,
        // A single number may be the step.
        firstBytes: this.#count === 1
      })
    }));
  }
  feed(piece) {
    const [only2] = this.#columns;
    const { bytes: bytes2 } = this.#array.type;
    if (only2 !== void 0 && only2.part.bytes === bytes2) only2.scan.feed(piece);
    else if (bytes2 > 0) this.#feedRecords(piece, bytes2);
  }
  /** Call once, after the last piece. */
  judge(book, place) {
    for (const [i, { part }] of this.#columns.entries()) {
      const scan = this.#scanned()[i];
      const names = place.names.map((name) => nameOf3(name, part));
      const shape2 = [...this.#array.shape, ...part.shape];
      const isColumn = part.bytes !== this.#array.type.bytes;
      const tensor = {
        names,
        dtype: part.dtype,
        typeName: part.typeName,
        // In Fortran's order the first dimension is the one whose elements lie together.
        shape: this.#array.fortranOrder ? [...shape2].reverse() : shape2,
        shapes: names.map(() => shape2),
        elements: shape2.reduce((product, size) => product * size, 1),
        fileOffset: place.fileOffset,
        // A lost page is no stretch of one column.
        scan: isColumn ? { ...scan, zeroRuns: [], zerosAtEnd: 0 } : scan,
        proven: place.proven || this.#subject.digestGiven,
        ...place.isTable === true && { isTable: true }
      };
      book.take(tensor, part.littleEndian);
    }
  }
  #scanned() {
    this.#results ??= this.#columns.map(({ scan }) => scan.finish());
    return this.#results;
  }
  #feedRecords(piece, bytes2) {
    let at = 0;
    if (this.#rest.length > 0) {
      at = Math.min(bytes2 - this.#rest.length, piece.length);
      this.#rest = joined(this.#rest, piece.subarray(0, at));
      if (this.#rest.length < bytes2) return;
      this.#split(this.#rest, bytes2);
      this.#rest = new Uint8Array(0);
    }
    const whole = piece.length - at - (piece.length - at) % bytes2;
    if (whole > 0) this.#split(piece.subarray(at, at + whole), bytes2);
    this.#rest = piece.slice(at + whole);
  }
  #split(records, bytes2) {
    const count = records.length / bytes2;
    for (const { part, scan } of this.#columns) {
      const column = new Uint8Array(count * part.bytes);
      for (let i = 0; i < count; i += 1) {
        const from = i * bytes2 + part.offset;
        column.set(records.subarray(from, from + part.bytes), i * part.bytes);
      }
      scan.feed(column);
    }
  }
};
var nameOf3 = (name, part) => part.field === "" ? name : `${name}.${part.field}`;
function joined(a, b) {
  const both2 = new Uint8Array(a.length + b.length);
  both2.set(a);
  both2.set(b, a.length);
  return both2;
}

// src/verify/pickle/text.ts
var exact = (value) => value >= BigInt(Number.MIN_SAFE_INTEGER) && value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : value;
var MOST_LONG_BYTES = 2048;
function parseDecimal(text5, input, plain3 = false) {
  if (!plain3 && text5 === "01") return true;
  if (!plain3 && text5 === "00") return false;
  if (!/^[+-]?[0-9]{1,4300}$/.test(text5))
    throw input.broken(`a decimal that is none: ${JSON.stringify(text5.slice(0, 40))}`);
  return exact(BigInt(text5.replace(/^\+/, "")));
}
function parseLong(bytes2) {
  if (bytes2.length === 0) return 0;
  if (bytes2.length > MOST_LONG_BYTES) throw overBudget("bytes of an integer", MOST_LONG_BYTES, bytes2.length);
  const hex = Buffer.from(bytes2).reverse().toString("hex");
  return exact(BigInt.asIntN(bytes2.length * 8, BigInt(`0x${hex}`)));
}
function parsePyFloat(text5, input) {
  const word = /^[+-]?(inf(inity)?|nan)$/i.exec(text5);
  if (word !== null)
    return text5.toLowerCase().includes("nan") ? Number.NaN : (text5[0] === "-" ? -1 : 1) * Number.POSITIVE_INFINITY;
  if (!/^[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?$/.test(text5))
    throw input.broken("a float that is none");
  return Number(text5);
}
var ESCAPES2 = { n: "\n", t: "	", r: "\r", a: "\x07", b: "\b", f: "\f", v: "\v" };
function parseQuoted(line2, input) {
  const text5 = Buffer.from(line2).toString("latin1");
  const quote = text5[0];
  if (text5.length < 2 || quote !== '"' && quote !== "'" || !text5.endsWith(quote))
    throw input.broken("a string without its quotes");
  return text5.slice(1, -1).replace(/\\(x[0-9a-fA-F]{2}|[0-7]{1,3}|[\s\S])?/g, (_all, code) => {
    if (code === void 0 || code === "x") throw input.broken("a string with a broken escape");
    if (/^x[0-9a-fA-F]{2}$/.test(code)) return String.fromCharCode(Number.parseInt(code.slice(1), 16));
    if (/^[0-7]+$/.test(code)) return String.fromCharCode(Number.parseInt(code, 8) & 255);
    return ESCAPES2[code] ?? code;
  });
}
function parseRawUnicode(line2, input) {
  const text5 = Buffer.from(line2).toString("latin1");
  return text5.replace(/\\(u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|u|U)/g, (_all, sequence) => {
    const code = Number.parseInt(sequence.slice(1), 16);
    if (sequence.length === 1 || code > 1114111) throw input.broken("text with a broken escape");
    return String.fromCodePoint(code);
  });
}

// src/verify/pickle/constants.ts
var latin1 = (bytes2) => Buffer.from(bytes2).toString("latin1");
function bytesOf2(input, length) {
  const bytes2 = input.bytes(length).slice();
  return new PyBytes(bytes2, input.position - length);
}
var CONSTANTS = /* @__PURE__ */ new Map([
  [78, () => null],
  [136, () => true],
  [137, () => false],
  // INT, LONG, FLOAT: text
  [73, (input) => parseDecimal(input.asciiLine(), input)],
  [76, (input) => parseDecimal(input.asciiLine().replace(/L$/, ""), input, true)],
  [70, (input) => new PyFloat(parsePyFloat(input.asciiLine(), input))],
  // BININT, BININT1, BININT2, LONG1, LONG4, BINFLOAT
  [74, (input) => input.i32()],
  [75, (input) => input.u8()],
  [77, (input) => input.u16()],
  [138, (input) => parseLong(input.bytes(input.u8()))],
  [139, (input) => parseLong(input.bytes(input.i32()))],
  [71, (input) => new PyFloat(input.f64())],
  // STRING, BINSTRING, SHORT_BINSTRING: the str of Python 2
  [83, (input) => parseQuoted(input.line(), input)],
  [84, (input) => latin1(input.bytes(input.i32()))],
  [85, (input) => latin1(input.bytes(input.u8()))],
  // UNICODE, BINUNICODE, SHORT_BINUNICODE, BINUNICODE8
  [86, (input) => parseRawUnicode(input.line(), input)],
  [88, (input) => input.utf8(input.u32())],
  [140, (input) => input.utf8(input.u8())],
  [141, (input) => input.utf8(input.u64())],
  // BINBYTES, SHORT_BINBYTES, BINBYTES8, BYTEARRAY8
  [66, (input) => bytesOf2(input, input.u32())],
  [67, (input) => bytesOf2(input, input.u8())],
  [142, (input) => bytesOf2(input, input.u64())],
  [150, (input) => bytesOf2(input, input.u64())]
]);
function readConstant(opcode, input) {
  return CONSTANTS.get(opcode)?.(input);
}
var PROBED_FROM = 64;
var PROBED_BYTES = 256;
var FILES = [/^\x80[\x02-\x05]/, /^PK\x03\x04/, /^\(?c[\w.]+\n[\w.]+\n/];
function looksLikeFile(value) {
  if (!(typeof value === "string" || value instanceof PyBytes)) return false;
  const length = typeof value === "string" ? value.length : value.bytes.length;
  if (length <= PROBED_FROM) return false;
  const head = typeof value === "string" ? value.slice(0, PROBED_BYTES) : Buffer.from(value.bytes.subarray(0, PROBED_BYTES)).toString("latin1");
  return FILES.some((pattern) => pattern.test(head));
}

// src/verify/pickle/stack.ts
var PickleStack = class {
  #in;
  #values = [];
  #below = [];
  #belowCount = 0;
  constructor(input) {
    this.#in = input;
  }
  get size() {
    return this.#belowCount + this.#values.length;
  }
  get marks() {
    return this.#below.length;
  }
  mark() {
    this.#below.push(this.#values);
    this.#belowCount += this.#values.length;
    this.#values = [];
  }
  /** Everything above the last mark, which goes. */
  toMark() {
    const below2 = this.#below.pop();
    if (below2 === void 0) throw this.#in.broken("no mark");
    const items = this.#values;
    this.#values = below2;
    this.#belowCount -= below2.length;
    return items;
  }
  push(value) {
    this.#values.push(value);
  }
  top() {
    const value = this.#values.at(-1);
    if (value === void 0) throw this.#in.broken("the stack is empty");
    return value;
  }
  pop() {
    const value = this.top();
    this.#values.pop();
    return value;
  }
  /** POP: a value, or the mark when there is none above it. */
  drop() {
    if (this.#values.length > 0) this.#values.pop();
    else this.toMark();
  }
  pair() {
    const second = this.pop();
    return [this.pop(), second];
  }
  popMany(count) {
    if (this.#values.length < count) throw this.#in.broken("the stack is empty");
    return this.#values.splice(this.#values.length - count, count);
  }
  /** CPython takes the topmost value and forgets the rest; an honest writer leaves none. */
  only() {
    if (this.size !== 1 || this.marks > 0)
      throw this.#in.broken("STOP without exactly one value on the stack");
    return this.top();
  }
};

// src/verify/pickle/stream.ts
var MORE_NEEDED = /* @__PURE__ */ Symbol("more needed");
var PickleStream = class {
  /** Where the next byte to read lies in `#bytes`. */
  at = 0;
  #bytes = new Uint8Array(0);
  #view = new DataView(new ArrayBuffer(0));
  #waiting = [];
  #waitingBytes = 0;
  #wanted = 0;
  /** Waits for a line feed: pieces without one are not joined to what is there, or a long line took quadratic time. */
  #wantsLine = false;
  /** Bytes of the program before `#bytes`. */
  #before = 0;
  #constantBytes;
  #totalBytes;
  #opcodeFrom = 0;
  #frameEnd = -1;
  constructor(totalBytes, constantBytes) {
    this.#totalBytes = totalBytes;
    this.#constantBytes = constantBytes;
  }
  /** Position in the program. */
  get position() {
    return this.#before + this.at;
  }
  get left() {
    return this.#bytes.length - this.at + this.#waitingBytes;
  }
  /** @returns whether enough is there to go on */
  push(piece) {
    this.#waiting.push(piece.slice());
    this.#waitingBytes += piece.length;
    if (this.left < this.#wanted) return false;
    if (this.#wantsLine && !piece.includes(10) && this.left <= this.#constantBytes) return false;
    const rest = this.#bytes.subarray(this.at);
    this.#before += this.at;
    this.#bytes = rest.length === 0 && this.#waiting.length === 1 ? this.#waiting[0] : Buffer.concat([rest, ...this.#waiting]);
    this.#view = new DataView(this.#bytes.buffer, this.#bytes.byteOffset, this.#bytes.length);
    this.#waiting = [];
    this.#waitingBytes = 0;
    this.#wanted = 0;
    this.#wantsLine = false;
    this.at = 0;
    return true;
  }
  startFrame(length, opcodeFrom) {
    const from = this.position;
    if (opcodeFrom < this.#frameEnd) throw this.broken("a frame begins inside a frame");
    if (from + length > this.#totalBytes) throw this.broken("a frame is longer than the program");
    this.#frameEnd = from + length;
  }
  /** The C and the Python unpickler disagree about opcodes that cross the end of a frame. */
  mustStayInFrame(opcodeFrom) {
    if (opcodeFrom < this.#frameEnd && this.position > this.#frameEnd)
      throw this.broken("an opcode crosses the end of its frame");
  }
  /** Where something begins or ends that lies outside all frames. */
  mustBeOutsideFrames() {
    if (this.position < this.#frameEnd) throw this.broken("it ends or is interrupted inside a frame");
  }
  /** Everything that has arrived and was not read yet. Valid until the next `push`. */
  rest() {
    return this.#bytes.subarray(this.at);
  }
  skip(length) {
    this.at += length;
  }
  u8() {
    return this.#bytes[this.#take(1)];
  }
  u16() {
    return this.#view.getUint16(this.#take(2), true);
  }
  u32() {
    return this.#view.getUint32(this.#take(4), true);
  }
  i32() {
    return this.#view.getInt32(this.#take(4), true);
  }
  u64() {
    const value = this.#view.getBigUint64(this.#take(8), true);
    if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw this.broken("a length is beyond 2^53");
    return Number(value);
  }
  f64() {
    return this.#view.getFloat64(this.#take(8), false);
  }
  /** The bytes stay valid until the next `push`. */
  bytes(length) {
    if (length < 0) throw this.broken("a length is negative");
    if (this.position + length > this.#totalBytes) throw this.broken("a constant is longer than the program");
    if (length > this.#constantBytes)
      throw overBudget("constantBytes", this.#constantBytes, length, this.position);
    const from = this.#take(length);
    return this.#bytes.subarray(from, from + length);
  }
  utf8(length) {
    return this.decode(this.bytes(length));
  }
  decode(bytes2) {
    try {
      return UTF8.decode(bytes2);
    } catch {
      try {
        return LENIENT_UTF8.decode(mustBeSurrogates(bytes2));
      } catch {
        throw this.broken("text is not UTF-8");
      }
    }
  }
  /** Up to the next line feed, which is taken and left out. */
  line() {
    const end = this.#bytes.indexOf(10, this.at);
    if (end < 0) {
      if (this.left > this.#constantBytes)
        throw overBudget("constantBytes", this.#constantBytes, this.left, this.position);
      this.#wanted = this.left + 1;
      this.#wantsLine = true;
      throw MORE_NEEDED;
    }
    const line2 = this.#bytes.subarray(this.at, end);
    this.at = end + 1;
    return line2;
  }
  asciiLine() {
    const line2 = this.line();
    if (line2.some((byte) => byte > 126 || byte < 32))
      throw this.broken("a text argument is not plain ASCII");
    return Buffer.from(line2).toString("latin1");
  }
  broken(what) {
    return new Broken("L2", "pickle-malformed", `the pickle program is malformed: ${what}`, {
      found: `at byte ${this.position} of the program`
    });
  }
  #take(length) {
    const from = this.at;
    if (from + length > this.#bytes.length) {
      this.#wanted = from - this.#opcodeFrom + length;
      throw MORE_NEEDED;
    }
    this.at = from + length;
    return from;
  }
  /** Marks the byte to which `rewind` goes back. */
  mark() {
    this.#opcodeFrom = this.at;
  }
  rewind() {
    this.at = this.#opcodeFrom;
  }
};
var UTF8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
var LENIENT_UTF8 = new TextDecoder("utf-8", { ignoreBOM: true });
function mustBeSurrogates(bytes2) {
  const cleaned = Buffer.from(
    Buffer.from(bytes2).toString("latin1").replace(/\xed[\xa0-\xbf][\x80-\xbf]/g, "???"),
    "latin1"
  );
  UTF8.decode(cleaned);
  return bytes2;
}

// src/verify/pickle/machine.ts
var OBJECT_BYTES = 150;
var COPIED_DEPTH = 4;
var CONTAINERS = /* @__PURE__ */ new Set([41, 133, 134, 135, 116, 93, 108, 125, 100, 143, 145]);
var lengthOf2 = (value) => typeof value === "string" ? value.length : value instanceof PyBytes ? value.bytes.length : 0;
var OLD_MODULES = /* @__PURE__ */ new Map([
  ["__builtin__", "builtins"],
  ["copy_reg", "copyreg"],
  ["cPickle", "pickle"]
]);
var OLD_BUILTINS = /* @__PURE__ */ new Map([
  ["unicode", "str"],
  ["long", "int"],
  ["xrange", "range"],
  ["basestring", "str"]
]);
var PickleMachine = class {
  #world;
  #budgets;
  #in;
  #stack;
  #memo = [];
  #memoized = 0;
  #protocol = 0;
  #opcodes = 0;
  #used = new Uint8Array(256);
  #result;
  #raw;
  #rawBytes = 0;
  /** What the values take in our memory, roughly. */
  #held = 0;
  /**
   * @param totalBytes of the program, or, where something else follows it (`stoppedAt`) or lies in it, at most so many;
   *   Infinity when only its end tells
   */
  constructor(world, budgets, totalBytes, openEnded = false) {
    if (!openEnded && world.raw === void 0 && totalBytes > budgets.pickleBytes)
      throw overBudget("pickleBytes", budgets.pickleBytes, totalBytes);
    this.#world = world;
    this.#budgets = budgets;
    this.#in = new PickleStream(totalBytes, budgets.constantBytes);
    this.#stack = new PickleStack(this.#in);
  }
  feed(piece) {
    if (!this.#in.push(piece)) return;
    while (this.#result === void 0 && this.#in.left > 0) {
      if (this.#raw !== void 0) {
        this.#feedRaw(this.#raw);
        continue;
      }
      this.#in.mark();
      const from = this.#in.position;
      try {
        const opcode = this.#in.u8();
        this.#step(opcode, from);
        this.#used[opcode] = 1;
      } catch (error) {
        if (error !== MORE_NEEDED) throw error;
        this.#in.rewind();
        return;
      }
      this.#in.mustStayInFrame(from);
      this.#count();
    }
  }
  /** The length of the program, once its STOP has come. */
  get stoppedAt() {
    return this.#result === void 0 ? void 0 : this.#in.position;
  }
  /** Bytes that were fed and lie behind STOP. */
  get unread() {
    return this.#in.left;
  }
  /** Opcodes that are done, and the byte after them: where it waits for more. */
  get progress() {
    return { opcodes: this.#opcodes, position: this.#in.position };
  }
  /** Which opcodes the program is made of, ascending. */
  get opcodesUsed() {
    return [...this.#used.keys()].filter((opcode) => this.#used[opcode] === 1);
  }
  /** The value at STOP, whatever follows it. */
  value() {
    if (this.#result === void 0) throw this.#in.broken("it ends before STOP");
    return this.#result.value;
  }
  /** The value at STOP. Nothing may follow it. */
  end() {
    if (this.#raw !== void 0)
      throw new Broken("L1", "cut-short", "the file ends inside an array", {
        found: `at byte ${this.#in.position} of the program`
      });
    if (this.#result === void 0) throw this.#in.broken("it ends before STOP");
    if (this.#in.left === 0) return this.#result.value;
    throw new Broken("L2", "pickle-trailing", "bytes follow the end of the pickle program", {
      found: `${this.#in.left} bytes`
    });
  }
  #feedRaw(raw) {
    const taken = raw.take(this.#in.rest());
    this.#in.skip(taken);
    this.#rawBytes += taken;
    if (raw.done) this.#raw = void 0;
  }
  /** A few bytes can name a long text a million times; whatever would copy it is counted here first. */
  #hold = (bytes2) => {
    this.#held += bytes2;
    const { pickleHeldBytes } = this.#budgets;
    if (this.#held > pickleHeldBytes) throw overBudget("pickleHeldBytes", pickleHeldBytes, this.#held);
  };
  /** What a call may copy or hash of its arguments. */
  #holdCopy(value, depth) {
    this.#hold(SLOT_BYTES + lengthOf2(value));
    if (value instanceof PyDict) this.#hold(value.entries.size * PAIR_BYTES);
    if (depth === 0 || !(value instanceof PyTuple || value instanceof PyList)) return;
    for (const item of value.items) this.#holdCopy(item, depth - 1);
  }
  #count() {
    this.#opcodes += 1;
    const { pickleBytes, pickleOpcodes, pickleStack, pickleMemo, pickleDepth } = this.#budgets;
    const programBytes = this.#in.position - this.#rawBytes;
    if (programBytes > pickleBytes) throw overBudget("pickleBytes", pickleBytes, programBytes);
    if (this.#opcodes > pickleOpcodes) throw overBudget("pickleOpcodes", pickleOpcodes, this.#opcodes);
    if (this.#stack.size > pickleStack) throw overBudget("pickleStack", pickleStack, this.#stack.size);
    if (this.#stack.marks > pickleDepth) throw overBudget("pickleDepth", pickleDepth, this.#stack.marks);
    if (this.#memoized > pickleMemo) throw overBudget("pickleMemo", pickleMemo, this.#memoized);
  }
  #step(opcode, from) {
    const constant = readConstant(opcode, this.#in);
    if (constant !== void 0) this.#constant(constant);
    else if (!this.#flow(opcode, from) && !this.#container(opcode) && !this.#memory(opcode) && !this.#object(opcode)) {
      this.#refuse(opcode, from);
    }
  }
  #constant(value) {
    if (looksLikeFile(value))
      this.#world.note("nested-payload", "a constant looks like a file of its own; it is not opened");
    this.#hold(SLOT_BYTES + lengthOf2(value));
    this.#stack.push(value);
  }
  #flow(opcode, from) {
    const stack = this.#stack;
    if (opcode === 128) this.#setProtocol(this.#in.u8(), from);
    else if (opcode === 149) this.#in.startFrame(this.#in.u64(), from);
    else if (opcode === 46) this.#stop();
    else if (opcode === 40) stack.mark();
    else if (opcode === 48) stack.drop();
    else if (opcode === 49) stack.toMark();
    else if (opcode === 50) stack.push(stack.top());
    else return false;
    return true;
  }
  #stop() {
    const value = this.#stack.only();
    this.#in.mustBeOutsideFrames();
    this.#result = { value };
  }
  #container(opcode) {
    const stack = this.#stack;
    if (CONTAINERS.has(opcode)) this.#hold(OBJECT_BYTES);
    if (opcode === 41) stack.push(new PyTuple([]));
    else if (opcode >= 133 && opcode <= 135) stack.push(new PyTuple(stack.popMany(opcode - 132)));
    else if (opcode === 116) stack.push(new PyTuple(stack.toMark()));
    else if (opcode === 93) stack.push(new PyList());
    else if (opcode === 108) this.#filled(new PyList(), append);
    else if (opcode === 125) stack.push(new PyDict());
    else if (opcode === 100) this.#filled(new PyDict(), setItems);
    else if (opcode === 143) stack.push(new PySet());
    else if (opcode === 145) this.#filled(new PySet(), addItems);
    else if (opcode === 97) this.#fill(stack.popMany(1), append);
    else if (opcode === 101) this.#fill(stack.toMark(), append);
    else if (opcode === 115) this.#fill(stack.popMany(2), setItems);
    else if (opcode === 117) this.#fill(stack.toMark(), setItems);
    else if (opcode === 144) this.#fill(stack.toMark(), addItems);
    else return false;
    return true;
  }
  #memory(opcode) {
    const input = this.#in;
    if (opcode === 112) this.#memoize(this.#textIndex());
    else if (opcode === 113) this.#memoize(input.u8());
    else if (opcode === 114) this.#memoize(input.u32());
    else if (opcode === 148) this.#memoize(this.#memoized);
    else if (opcode === 103) this.#recall(this.#textIndex());
    else if (opcode === 104) this.#recall(input.u8());
    else if (opcode === 106) this.#recall(input.u32());
    else return false;
    return true;
  }
  #object(opcode) {
    const stack = this.#stack;
    this.#hold(OBJECT_BYTES);
    if (opcode === 99) stack.push(this.#import(...this.#importLines()));
    else if (opcode === 147) stack.push(this.#import(...stack.pair()));
    else if (opcode === 105)
      stack.push(this.#instance(this.#import(...this.#importLines()), stack.toMark()));
    else if (opcode === 111) stack.push(this.#makeFromMark(stack.toMark()));
    else if (opcode === 129) stack.push(this.#makeFrom(stack.popMany(2)));
    else if (opcode === 146) stack.push(this.#makeFrom(stack.popMany(3)));
    else if (opcode === 82) stack.push(this.#call(...stack.pair()));
    else if (opcode === 98) this.#build(stack.pop());
    else if (opcode === 81) stack.push(this.#persistent(stack.pop()));
    else return false;
    return true;
  }
  /** PERSID, EXT1/2/4 and out-of-band buffers hide what they load; the rest is no opcode. */
  #refuse(opcode, from) {
    if (![80, 130, 131, 132, 151, 152].includes(opcode)) {
      throw this.#in.broken(`unknown opcode 0x${opcode.toString(16).padStart(2, "0")}`);
    }
    throw new Broken("L2", "pickle-refused-opcode", "uses an opcode that hides what it loads", {
      found: `0x${opcode.toString(16)} at byte ${from} of the program`
    });
  }
  #setProtocol(protocol, from) {
    if (from !== 0) throw this.#in.broken("PROTO after the start");
    if (protocol > 5) throw this.#in.broken(`protocol ${protocol}`);
    this.#protocol = protocol;
  }
  #filled(target, fill2) {
    const items = this.#stack.toMark();
    if (!fill2(target, items, this.#hold)) throw this.#in.broken("a key without a value");
    this.#stack.push(target);
  }
  #fill(items, fill2) {
    if (!fill2(this.#stack.top(), items, this.#hold)) throw this.#in.broken("items for what cannot hold them");
  }
  #textIndex() {
    const index = parseDecimal(this.#in.asciiLine(), this.#in, true);
    if (typeof index !== "number" || index < 0) throw this.#in.broken("a memo index that is none");
    return index;
  }
  #memoize(index) {
    this.#hold(index > 2 * this.#memoized ? PAIR_BYTES : SLOT_BYTES);
    if (this.#memo[index] === void 0) this.#memoized += 1;
    else this.#world.note("memo-overwritten", "the pickle program writes a memo slot twice");
    this.#memo[index] = this.#stack.top();
  }
  #recall(index) {
    const value = this.#memo[index];
    if (value === void 0) throw this.#in.broken(`memo slot ${index} was never filled`);
    this.#stack.push(value);
  }
  #importLines() {
    const [module, name] = [this.#in.line(), this.#in.line()];
    return [this.#in.decode(module), this.#in.decode(name)];
  }
  #import(module, name) {
    if (typeof module !== "string" || typeof name !== "string")
      throw this.#in.broken("STACK_GLOBAL without two strings");
    const characters = module.length + name.length;
    const { pickleName } = this.#budgets;
    if (characters > pickleName) throw overBudget("pickleName", pickleName, characters, this.#in.position);
    this.#hold(characters);
    if (this.#protocol >= 3) return this.#world.find(module, name);
    const current = OLD_MODULES.get(module) ?? module;
    return this.#world.find(current, current === "builtins" ? OLD_BUILTINS.get(name) ?? name : name);
  }
  #makeFromMark([cls, ...args]) {
    if (cls === void 0) throw this.#in.broken("OBJ without a class");
    return this.#instance(cls, args);
  }
  /** OBJ and INST call the class when there is something to call it with. */
  #instance(cls, args) {
    if (args.length === 0) return this.#make(cls, args);
    for (const arg of args) this.#holdCopy(arg, COPIED_DEPTH);
    return invoke(cls, args, ({ make, call }) => make && call);
  }
  #makeFrom([cls = null, args = null, keywords]) {
    if (keywords === void 0) return this.#make(cls, this.#tuple(args));
    if (!(keywords instanceof PyDict)) throw this.#in.broken("NEWOBJ_EX without a dict of keywords");
    return this.#make(cls, [...this.#tuple(args), ...keywords.entries.size > 0 ? [keywords] : []]);
  }
  #tuple(args) {
    if (!(args instanceof PyTuple)) throw this.#in.broken("arguments are no tuple");
    return args.items;
  }
  #call(callee, args) {
    this.#holdCopy(args, COPIED_DEPTH);
    return invoke(callee, this.#tuple(args), ({ call }) => call);
  }
  #make(cls, args) {
    return invoke(cls, args, ({ make }) => make && ((given) => make(given, cls)));
  }
  #build(state) {
    const target = this.#stack.top();
    mustNotBeMagic(state, this.#hold);
    if (target instanceof PyDict && state instanceof PyDict) return;
    if (!(target instanceof PyObject)) throw badCall("sets the state of what has none");
    if (!takesState(target, state)) throw badCall(`sets a state on ${target.cls.name} that it does not have`);
    target.cls.model.check?.(target, state);
    target.state = state;
    this.#raw = this.#world.raw?.(target, this.#in.position);
    if (this.#raw === void 0) return;
    this.#in.mustBeOutsideFrames();
    if (this.#raw.done) this.#raw = void 0;
  }
  #persistent(id) {
    if (this.#world.persistent === void 0) throw badCall("uses a persistent id outside its container");
    return this.#world.persistent(id);
  }
};

// src/verify/pickle/joblib-array.ts
var WRAPPERS = /* @__PURE__ */ new Set([
  "joblib.numpy_pickle.NumpyArrayWrapper",
  "sklearn.externals.joblib.numpy_pickle.NumpyArrayWrapper"
]);
var OLD_WRAPPERS = /* @__PURE__ */ new Set([
  "joblib.numpy_pickle.NDArrayWrapper",
  "joblib.numpy_pickle.ZNDArrayWrapper",
  "joblib.numpy_pickle_compat.NDArrayWrapper",
  "joblib.numpy_pickle_compat.ZNDArrayWrapper",
  "sklearn.externals.joblib.numpy_pickle.NDArrayWrapper",
  "sklearn.externals.joblib.numpy_pickle.ZNDArrayWrapper"
]);
function joblibStretch(subject, world, object, place) {
  if (OLD_WRAPPERS.has(object.cls.name)) {
    const what = "keeps its arrays in files beside it, as joblib did before 0.10; this version does not look for them";
    throw new Unsettled("L2", "joblib-siblings", what, { found: object.cls.name });
  }
  if (!WRAPPERS.has(object.cls.name)) return void 0;
  const wrapper = wrapperOf(object.state);
  return wrapper.type.object ? new ObjectStretch(subject, world, place) : new ElementStretch(subject, wrapper, place);
}
var bad = (what) => new Broken("L2", "pickle-bad-call", `the pickle program announces an array that is none: ${what}`);
function wrapperOf(state) {
  const get = (name) => state instanceof PyDict ? state.entries.get(`s${name}`)?.[1] : void 0;
  const [shape2, order, alignment = null] = [get("shape"), get("order"), get("numpy_array_alignment_bytes")];
  const type = typeOf(get("dtype"));
  if (type === void 0) throw bad("its type is none");
  if (!isArrayClass(get("subclass"))) throw bad("its class is none of NumPy");
  if (order !== "C" && order !== "F") throw bad("its order is none");
  const counts3 = shape2 instanceof PyTuple ? shape2.items : void 0;
  if (counts3 === void 0 || !counts3.every((count) => isInt(count) && count >= 0))
    throw bad("its shape is none");
  if (alignment !== null && !(isInt(alignment) && alignment > 0 && alignment <= 255))
    throw bad("its alignment is none");
  return {
    type,
    shape: counts3,
    fortranOrder: order === "F",
    alignment: alignment ?? void 0
  };
}
var PADDING = 255;
var ElementStretch = class {
  #scan;
  #alignment;
  /** -1 until its length has been read. */
  #paddingLeft;
  #left;
  #dataAt;
  constructor(subject, wrapper, { position, streamBytes }) {
    const bytes2 = BigInt(wrapper.type.bytes) * countOf(wrapper.shape);
    if (bytes2 > BigInt(Number.MAX_SAFE_INTEGER) || position + Number(bytes2) > streamBytes) {
      throw new Broken("L1", "cut-short", "an array is longer than what is left of the file", {
        expected: `${bytes2} bytes`,
        found: `at most ${streamBytes - position}`
      });
    }
    this.#scan = new ArrayScan(subject, wrapper);
    this.#alignment = wrapper.alignment;
    this.#paddingLeft = wrapper.alignment === void 0 ? 0 : -1;
    this.#left = Number(bytes2);
    this.#dataAt = position;
  }
  get done() {
    return this.#paddingLeft === 0 && this.#left === 0;
  }
  take(bytes2) {
    let at = 0;
    if (this.#paddingLeft < 0 && bytes2.length > 0) {
      this.#paddingLeft = bytes2[0];
      this.#dataAt += 1 + this.#paddingLeft;
      at = 1;
      if (this.#paddingLeft > (this.#alignment ?? 0)) throw bad("its padding is longer than its alignment");
    }
    const padding = bytes2.subarray(at, at + Math.max(0, this.#paddingLeft));
    if (padding.some((byte) => byte !== PADDING)) throw bad("its padding is not what it should be");
    this.#paddingLeft -= padding.length;
    at += padding.length;
    const data = this.#paddingLeft === 0 ? bytes2.subarray(at, at + this.#left) : bytes2.subarray(0, 0);
    if (data.length > 0) this.#scan.feed(data);
    this.#left -= data.length;
    return at + data.length;
  }
  judge(names, { book, fileOffset, proven, isTable = false }) {
    const at = fileOffset === void 0 ? 0 : fileOffset + this.#dataAt;
    this.#scan.judge(book, { names, fileOffset: at, proven, isTable });
  }
};
var ObjectStretch = class {
  #machine;
  #objects;
  constructor(subject, { find, note }, { position, streamBytes }) {
    this.#machine = new PickleMachine({ find, note }, subject.budgets, streamBytes - position, true);
  }
  get done() {
    return this.#objects !== void 0;
  }
  get objects() {
    return this.#objects;
  }
  take(bytes2) {
    this.#machine.feed(bytes2);
    if (this.#machine.stoppedAt === void 0) return bytes2.length;
    this.#objects = this.#machine.value();
    return bytes2.length - this.#machine.unread;
  }
  judge() {
  }
};

// src/verify/pickle/walk.ts
var plainOf = (value) => value instanceof PyFloat ? value.value : typeof value === "bigint" ? Number(value) : value;
var LONGEST_PATH = 1024;
function walkPickled(root, depthLimit, events, name = "") {
  const entered = /* @__PURE__ */ new Set();
  const open = [
    [{ value: root, path: name, top: name.split(".", 1)[0] ?? "", depth: 0 }].values()
  ];
  for (let siblings = open.at(-1); siblings !== void 0; siblings = open.at(-1)) {
    const next = siblings.next();
    if (next.done === true) {
      open.pop();
      continue;
    }
    const step = next.value;
    const { depth } = step;
    const value = instead(step, events);
    if (value === void 0 || entered.has(value)) continue;
    entered.add(value);
    if (value instanceof PyTensor) {
      if (value.beside !== void 0) open.push([below(step, "beside", value.beside)].values());
      continue;
    }
    if (depth >= depthLimit) throw overBudget("pickleDepth", depthLimit, depth + 1);
    if (isHollow(value)) events.opaque(...namesOf(step));
    open.push(childrenOf(value, step));
  }
}
var isContainer = (value) => value instanceof PyDict || value instanceof PyList || value instanceof PyTuple || value instanceof PySet || value instanceof PyObject;
var isScalar = (value) => value === null || typeof value !== "object" || value instanceof PyFloat;
var isHollow = (value) => value instanceof PyObject && value.members.entries.size + value.items.length + value.args.length === 0 && (value.state === void 0 || value.state instanceof PyDict && value.state.entries.size === 0);
var ROOT = "(root)";
var namesOf = ({ path, top }) => [path || ROOT, top || ROOT];
function instead(step, events) {
  const { value } = step;
  if (!isContainer(value)) {
    tell(step, events);
    return value instanceof PyTensor ? value : void 0;
  }
  const other = value instanceof PyObject ? events.object?.(...namesOf(step), value) ?? false : false;
  return other === true ? void 0 : other === false ? value : other;
}
function tell(step, events) {
  const { value } = step;
  if (value instanceof PyTensor) events.tensor(...namesOf(step), value);
  else if (isScalar(value)) events.scalar(...namesOf(step), value);
  else if (!isContainer(value)) events.opaque(...namesOf(step));
}
function* childrenOf(value, step) {
  if (value instanceof PyDict) yield* membersOf(value, step);
  else if (value instanceof PySet) for (const item of value.items.values()) yield below(step, "*", item);
  else if (value instanceof PyObject) {
    yield* membersOf(value.members, step);
    yield* itemsOf3(value.items, step);
    yield* itemsOf3(value.args, step);
    if (value.state !== void 0) yield* stateOf(value.state, step);
  } else yield* itemsOf3(value.items, step);
}
function* itemsOf3(items, step) {
  for (const [i, item] of items.entries())
    yield isScalar(item) ? { ...step, value: item, depth: step.depth + 1 } : below(step, String(i), item);
}
function* membersOf(dict, step) {
  for (const [key, value] of dict.entries.values()) yield below(step, nameOfKey(key), value);
}
function* stateOf(state, step) {
  const parts = state instanceof PyTuple ? state.items : [state];
  for (const part of parts) {
    if (part instanceof PyDict) yield* membersOf(part, step);
    else yield { ...step, value: part, depth: step.depth + 1 };
  }
}
function below(step, name, value) {
  const path = step.path === "" ? name : `${step.path}.${name}`.slice(0, LONGEST_PATH);
  return { value, path, top: step.top === "" ? name : step.top, depth: step.depth + 1 };
}
function nameOfKey(key) {
  if (typeof key === "string") return key.slice(0, LONGEST_PATH);
  if (typeof key === "object" && key !== null) return key instanceof PyFloat ? String(key.value) : "(key)";
  return String(key);
}

// src/verify/pickle/pickled-object.ts
var MOST_SCALARS = 64;
var PickledObject = class {
  #subject;
  #imports;
  #machine;
  #between = /* @__PURE__ */ new Map();
  #arrays = /* @__PURE__ */ new Map();
  /** What the names of all begin with that lies in the table of pandas whose turn it is. */
  #table;
  /** @param programBytes Infinity when only the end of the stream tells */
  constructor(subject, imports, programBytes, isJoblib) {
    this.#subject = subject;
    this.#imports = imports;
    const world = {
      find: (module, name) => this.#imports.find(module, name),
      note: (code, what) => subject.findings.note("L2", code, what)
    };
    if (isJoblib) {
      world.raw = (object, position) => {
        const stretch = joblibStretch(subject, world, object, { position, streamBytes: programBytes });
        if (stretch !== void 0) this.#between.set(object, stretch);
        return stretch;
      };
    }
    this.#machine = new PickleMachine(world, subject.budgets, programBytes);
  }
  feed(piece) {
    this.#machine.feed(piece);
  }
  /** The value at STOP, after which nothing may follow. */
  end() {
    return this.#machine.end();
  }
  get holdsJoblibArrays() {
    return this.#between.size > 0;
  }
  /** Enters names, scalars and arrays. @returns the number of arrays, each counted as often as it has a name */
  enter(root, place) {
    const { keys, budgets } = this.#subject;
    const named = (path) => place.name === "" ? path : path === "(root)" ? place.name : `${place.name}.${path}`;
    const topOf2 = (top) => place.name === "" ? top : place.name;
    walkPickled(root, budgets.pickleDepth, {
      tensor: (path, top) => keys.addValue(named(path), topOf2(top)),
      scalar: (path, top, value) => this.#scalar(named(path), topOf2(top), value, place),
      opaque: (path, top) => keys.addValue(named(path), topOf2(top)),
      object: (path, top, object) => this.#object(named(path), topOf2(top), object)
    });
    let count = 0;
    for (const { names, array: array2, between, isTable } of this.#arrays.values()) {
      count += names.length;
      const where = { ...place, isTable };
      if (array2 !== void 0) this.#judgePickled(names, array2, where);
      else between?.judge(names, where);
    }
    return count;
  }
  #scalar(path, top, value, { book, meaning }) {
    const { keys, facts } = this.#subject;
    const plain3 = plainOf(value);
    keys.addValue(path, top, plain3 === null);
    if (typeof plain3 === "number") {
      book.steps.offer(path, plain3);
      meaning?.number(path, plain3);
    }
    const isVersion = path.endsWith("_sklearn_version");
    const name = isVersion ? "_sklearn_version" : path.slice(0, 120);
    const isShown = path === top || isVersion && !Object.hasOwn(facts.scalars, name);
    if (isShown && Object.keys(facts.scalars).length < MOST_SCALARS) {
      const shown3 = typeof plain3 === "string" ? plain3.slice(0, 200) : plain3;
      facts.scalars = { ...facts.scalars, [name]: shown3 };
    }
  }
  #object(path, top, object) {
    const between = this.#between.get(object);
    const array2 = between === void 0 ? arrayIn(object) : void 0;
    if (between?.objects !== void 0 || array2?.objects !== void 0) {
      return this.#objectsOf(between?.objects) ?? array2?.objects ?? false;
    }
    if (between === void 0 && array2?.bytes === void 0) {
      if (object.cls.name.startsWith("pandas.") && !this.#isInTable(path))
        this.#table = path === "(root)" ? "" : `${path}.`;
      if (object.cls.name !== "numpy.dtype") return false;
      this.#subject.keys.addValue(path, top);
      return true;
    }
    const known = this.#arrays.get(object);
    this.#subject.keys.addTensor(path, top);
    if (known !== void 0) known.names.push(path);
    else {
      const found = between === void 0 ? array2 === void 0 ? {} : { array: array2 } : { between };
      this.#arrays.set(object, { names: [path], isTable: this.#isInTable(path), ...found });
    }
    return true;
  }
  #isInTable(path) {
    return this.#table !== void 0 && path.startsWith(this.#table);
  }
  #objectsOf(value) {
    return value === void 0 ? void 0 : arrayIn(value)?.objects;
  }
  #judgePickled(names, array2, place) {
    const { bytes: bytes2, at = 0 } = array2;
    if (bytes2 === void 0) return;
    const scan = new ArrayScan(this.#subject, array2, names);
    scan.feed(bytes2);
    const fileOffset = (place.fileOffset ?? 0) + at;
    const { proven, isTable = false } = place;
    scan.judge(place.book, { names, fileOffset, proven, isTable });
  }
};

// src/verify/pickle/pickle-reading.ts
var NEEDS_OBJECTS = "is more than plain data: it loads only with an unpickler that makes the objects it names";
var PickleReading = class {
  #object;
  #imports;
  #book;
  #meaning;
  #root = null;
  #arrays = 0;
  /** @param bytes Infinity when only the end of the stream tells */
  constructor(subject, bytes2) {
    this.#imports = new PickleImports(subject);
    this.#book = new TensorBook(subject);
    this.#meaning = new CheckpointMeaning(subject, subject.reader.label);
    this.#object = new PickledObject(subject, this.#imports, bytes2, true);
  }
  get summary() {
    return this.#book.summary;
  }
  feed(piece) {
    this.#object.feed(piece);
  }
  /** @param fileOffset of the program; absent when its bytes have no place in the file */
  end(fileOffset, proven) {
    this.#root = this.#object.end();
    const place = { name: "", proven, book: this.#book, meaning: this.#meaning };
    this.#arrays = this.#object.enter(
      this.#root,
      fileOffset === void 0 ? place : { ...place, fileOffset }
    );
  }
  settle(complete) {
    this.#imports.settle(NEEDS_OBJECTS);
    if (!complete) return;
    this.#book.settle(this.#arrays);
    this.#meaning.settle(this.#root);
  }
};

// src/verify/pickle/skim-opcodes.ts
var bytes = (count) => ({ kind: "bytes", bytes: count });
var counted = (count, signed = false) => ({ kind: "length", bytes: count, signed });
var line = (check) => ({ kind: "lines", lines: 1, check });
var NAMES2 = { kind: "lines", lines: 2, check: "name" };
var push = (argument) => ({
  pushes: 1,
  ...argument === void 0 ? {} : { argument }
});
var swap = (needs, does) => ({
  needs,
  drops: needs,
  pushes: 1,
  ...does === void 0 ? {} : { does }
});
var fill = (taken) => ({ needs: taken + 1, drops: taken });
var fromMark = { does: "to-mark", pushes: 1 };
var intoBelow = { does: "to-mark", needs: 1 };
var look = (argument) => ({ needs: 1, ...argument === void 0 ? {} : { argument } });
var BY_LETTER = {
  "(": { does: "mark" },
  ".": { does: "stop", needs: 1 },
  "0": { does: "pop", needs: 1, drops: 1 },
  "1": { does: "to-mark" },
  "2": { needs: 1, pushes: 1 },
  F: push(line("float")),
  I: push(line("integer")),
  L: push(line("integer")),
  J: push(bytes(4)),
  K: push(bytes(1)),
  M: push(bytes(2)),
  N: push(),
  G: push(bytes(8)),
  S: push(line("quoted")),
  T: push(counted(4, true)),
  U: push(counted(1)),
  V: push(line("any")),
  X: push(counted(4)),
  B: push(counted(4)),
  C: push(counted(1)),
  // PERSID is none of them: whoever was told no loader of such ids gives up, and PyTorch's takes none of text.
  Q: swap(1),
  R: swap(2, "call"),
  b: { ...fill(1), does: "call" },
  c: { ...push(NAMES2), does: "import" },
  i: { ...push(NAMES2), does: "import-call" },
  o: { pushes: 1, does: "call-mark" },
  a: fill(1),
  s: fill(2),
  e: intoBelow,
  u: intoBelow,
  d: fromMark,
  l: fromMark,
  t: fromMark,
  "}": push(),
  "]": push(),
  ")": push(),
  g: push(line("index")),
  h: push(bytes(1)),
  j: push(bytes(4)),
  p: look(line("index")),
  q: look(bytes(1)),
  r: look(bytes(4))
};
var BY_CODE = {
  128: { argument: bytes(1) },
  129: swap(2, "call"),
  // Extensions stand for imports that were registered.
  130: { ...push(bytes(1)), does: "import" },
  131: { ...push(bytes(2)), does: "import" },
  132: { ...push(bytes(4)), does: "import" },
  133: swap(1),
  134: swap(2),
  135: swap(3),
  136: push(),
  137: push(),
  138: push(counted(1)),
  139: push(counted(4, true)),
  140: push(counted(1)),
  141: push(counted(8)),
  142: push(counted(8)),
  143: push(),
  144: intoBelow,
  145: fromMark,
  146: swap(3, "call"),
  147: swap(2, "import"),
  148: look(),
  149: { argument: bytes(8) },
  150: push(counted(8)),
  151: push(),
  152: look()
};
var OPCODES = Array.from(
  { length: 256 },
  (_none, byte) => BY_LETTER[String.fromCharCode(byte)] ?? BY_CODE[byte]
);

// src/verify/pickle/skim.ts
var LONGEST_NAME = 1024;
var MOST_MARKS = 1e6;
var LINE_FEED = 10;
var FROM_MARK = /* @__PURE__ */ new Set(["to-mark", "call-mark", "import-call"]);
var isImportable = (name) => /^[A-Za-z_\x80-\xff][\w.\x80-\xff-]*$/.test(name);
var PickleSkim = class {
  #state = "open";
  /** Bytes that may still come; `Infinity` where nobody knows. */
  #left;
  /** Items above the last mark, and those above each mark before it. */
  #depth = 0;
  #marks = [];
  #imported = false;
  #opcode;
  /** Of the argument that is being read: bytes to skip, or the bytes of a length and how many are there. */
  #skip = 0;
  #length = 0n;
  #lengthBytes = 0;
  #line;
  #lines = 0;
  constructor(sizeBytes) {
    this.#left = sizeBytes;
  }
  get state() {
    return this.#state;
  }
  /** Bytes of a constant that come next: nothing in them matters. */
  get idle() {
    return this.#skip;
  }
  /** Goes on behind so many of them, unseen. */
  pass(bytes2) {
    this.#skip -= bytes2;
    this.#left -= bytes2;
    if (this.#skip === 0) this.#done();
  }
  feed(piece) {
    let at = 0;
    while (at < piece.length && this.#state === "open") {
      const from = at;
      if (this.#skip > 0) {
        const idle = Math.min(this.#skip, piece.length - at);
        this.pass(idle);
        at += idle;
        continue;
      }
      if (this.#opcode === void 0) {
        this.#begin(piece[at]);
        at += 1;
      } else if (this.#line !== void 0) at = this.#feedLine(this.#line, piece, at);
      else {
        this.#feedLength(piece[at], this.#opcode.argument);
        at += 1;
      }
      this.#left -= at - from;
    }
  }
  #begin(byte) {
    const opcode = OPCODES[byte];
    this.#opcode = opcode;
    const argument = opcode?.argument;
    if (opcode === void 0) this.#end("none");
    else if (argument === void 0) this.#done();
    else if (argument.kind === "bytes") this.#skip = argument.bytes;
    else if (argument.kind === "lines") this.#line = new LineCheck(argument.check);
    else {
      this.#length = 0n;
      this.#lengthBytes = 0;
    }
  }
  #feedLength(byte, argument) {
    this.#length |= BigInt(byte) << BigInt(8 * this.#lengthBytes);
    this.#lengthBytes += 1;
    if (argument?.kind !== "length" || this.#lengthBytes < argument.bytes) return;
    const length = Number(argument.signed ? BigInt.asIntN(32, this.#length) : this.#length);
    if (length < 0 || length > Math.min(Number.MAX_SAFE_INTEGER, this.#left - 1)) this.#end("none");
    else if (length === 0) this.#done();
    else this.#skip = length;
  }
  /** @returns where to go on */
  #feedLine(line2, piece, from) {
    const end = piece.indexOf(LINE_FEED, from);
    const to = end < 0 ? piece.length : end;
    line2.feed(piece.subarray(from, to));
    if (line2.isWrong) this.#end("none");
    if (end < 0) return to;
    this.#lines += 1;
    if (!line2.isWhole) this.#end("none");
    else if (this.#lines < (this.#opcode?.argument?.lines ?? 1)) this.#line = new LineCheck("name");
    else this.#done();
    return end + 1;
  }
  /** The opcode and its argument are there: what does it do to the stack? */
  #done() {
    const { does, needs = 0, drops = 0, pushes = 0 } = this.#opcode;
    this.#opcode = void 0;
    this.#line = void 0;
    this.#lines = 0;
    const popsMark = does === "pop" && this.#depth === 0 && this.#marks.length > 0;
    if (does === "mark") this.#mark();
    else if (popsMark) this.#toMark();
    else if (does !== void 0 && FROM_MARK.has(does) && !this.#popMark(does)) this.#end("none");
    else if (this.#depth < needs) this.#end("none");
    else {
      this.#depth += pushes - drops;
      if (does !== void 0) this.#act(does);
    }
  }
  #act(does) {
    if (does === "import" || does === "import-call") this.#imported = true;
    if (this.#imported && (does === "call" || does === "call-mark" || does === "import-call"))
      this.#end("program");
    else if (does === "stop") this.#stop();
  }
  #popMark(does) {
    if (this.#marks.length === 0 || does === "call-mark" && this.#depth === 0) return false;
    this.#toMark();
    return true;
  }
  #mark() {
    if (this.#marks.length >= MOST_MARKS) this.#end("program");
    this.#marks.push(this.#depth);
    this.#depth = 0;
  }
  #toMark() {
    this.#depth = this.#marks.pop() ?? 0;
  }
  /** A log may begin `config`, `start`, `...`, which imports and stops; only what is nothing else is that. */
  #stop() {
    if (this.#imported && this.#left === 1) this.#end("program");
    this.#imported = false;
    this.#depth = 0;
    this.#marks = [];
  }
  #end(state) {
    if (this.#state === "open") this.#state = state;
  }
};
var MADE_OF = {
  integer: /^[\s0-9a-fA-FxXoObB_+L-]*$/,
  float: /^[\s0-9.eE+_infatyINFATY-]*$/,
  index: /^[\s0-9_+-]*$/
};
var LineCheck = class {
  #of;
  #bytes = 0;
  #first = 0;
  #last = 0;
  #name = "";
  isWrong = false;
  constructor(of) {
    this.#of = of;
  }
  feed(piece) {
    if (piece.length === 0) return;
    if (this.#bytes === 0) this.#first = piece[0];
    this.#last = piece[piece.length - 1];
    this.#bytes += piece.length;
    const of = this.#of;
    if (of === "name") this.#feedName(piece);
    else if (of === "quoted") this.isWrong ||= this.#first !== 34 && this.#first !== 39;
    else if (MADE_OF[of]?.test(Buffer.from(piece).toString("latin1")) === false) this.isWrong = true;
  }
  /** Asked at the line feed. */
  get isWhole() {
    if (this.isWrong) return false;
    if (this.#of === "any") return true;
    if (this.#of === "name") return isImportable(this.#name);
    if (this.#of === "quoted") return this.#bytes >= 2 && this.#first === this.#last;
    return this.#bytes > 0;
  }
  #feedName(piece) {
    if (this.#bytes > LONGEST_NAME) this.isWrong = true;
    else this.#name += Buffer.from(piece).toString("latin1");
  }
};

// src/verify/pickle/sniff.ts
var TELLING_OPCODE_BYTES = 256;
var NAME = /^[A-Za-z_][\w.]*$/;
function beginsAsPickle(head, sizeBytes) {
  if (head[0] === 128) return (head[1] ?? 255) <= 5 && head.length > 2 && isOpcode(head[2]);
  const first = head[0];
  if (first === void 0 || !FIRST.has(first)) return false;
  return runsAsText(head, sizeBytes);
}
var WINDOW_BYTES = 1024 ** 2;
async function runsAsProgram(reader, head, sizeBytes) {
  const skim = new PickleSkim(sizeBytes);
  skim.feed(head);
  for (let at = head.length; at < sizeBytes && skim.state === "open"; ) {
    const idle = Math.min(skim.idle, sizeBytes - at);
    if (idle > 0) skim.pass(idle);
    else skim.feed(await reader.read(at, Math.min(WINDOW_BYTES, sizeBytes - at)));
    at += idle > 0 ? idle : Math.min(WINDOW_BYTES, sizeBytes - at);
  }
  return skim.state === "program";
}
var bytesOf3 = (text5) => [...Buffer.from(text5, "latin1")];
var OPCODES2 = new Set(
  bytesOf3(
    "(.012FGIJKLMNPQRSTUVXabcdeghijlopqrstu})]BC\x80\x81\x82\x83\x84\x85\x86\x87\x88\x89\x8A\x8B\x8C\x8D\x8E\x8F\x90\x91\x92\x93\x94\x95\x96\x97\x98"
  )
);
var isOpcode = (byte) => OPCODES2.has(byte);
var FIRST = new Set(bytesOf3("(FGIJKLMNSTUVXBCc})]"));
function runsAsText(head, sizeBytes) {
  let called = false;
  let imported = false;
  const model = {
    tier: "B",
    state: "any",
    holds: "members",
    call: (args) => {
      called = true;
      return new PyObject(OBJECT, args);
    },
    make: (args) => {
      called = true;
      return new PyObject(OBJECT, args);
    }
  };
  const world = {
    find: (module, name) => {
      if (!NAME.test(module) || !NAME.test(name)) throw new Broken("L2", "pickle-malformed", "no name");
      imported = true;
      return new PyGlobal(`${module}.${name}`, model);
    },
    note: () => {
    },
    // joblib's arrays lie between the opcodes: what follows cannot be told from here.
    raw: (object) => {
      called ||= object.cls.name.endsWith("ArrayWrapper");
      return void 0;
    }
  };
  const machine = new PickleMachine(world, DEFAULT_BUDGETS, sizeBytes, true);
  try {
    machine.feed(head);
  } catch (error) {
    const tooLong = error instanceof OverBudget && error.budget === "constantBytes";
    if (error instanceof Unsettled) return called || imported || !tooLong;
    if (!(error instanceof Broken)) throw error;
    return called;
  }
  if (called) return true;
  const { stoppedAt } = machine;
  if (stoppedAt === void 0)
    return isStructured(head) && head.length >= TELLING_OPCODE_BYTES && isDeepIn(machine, head);
  if (stoppedAt < sizeBytes)
    return isStructured(head) && (stoppedAt >= TELLING_OPCODE_BYTES || beginsAsPickle(head.subarray(stoppedAt), sizeBytes - stoppedAt));
  return isStructured(head) || imported;
}
var OF_A_LINE = new Set(bytesOf3("FILSVcgip"));
var TELLING_OPCODES = 3;
function isDeepIn(machine, head) {
  const { opcodes, position } = machine.progress;
  return opcodes >= TELLING_OPCODES || !OF_A_LINE.has(head[position] ?? 0);
}
var isStructured = (head) => "(}])".includes(String.fromCharCode(head[0]));
var OBJECT = new PyGlobal("object", { tier: "B", state: "any", holds: "members" });

// src/verify/pickle/format-pickle.ts
var JOBLIB = Buffer.from("joblib.numpy_pickle", "latin1");
var pickle = {
  name: "pickle",
  proves: "protocols 0 to 5 opcode by opcode, imports by an exact list, nothing behind STOP; joblib's arrays between the opcodes; NumPy arrays: type x shape = bytes, values",
  checksum: "none",
  recognises: ({ head, sizeBytes }) => beginsAsPickle(head, sizeBytes),
  async open(subject) {
    const { sizeBytes, head } = subject;
    const reading = new PickleReading(subject, sizeBytes);
    const isJoblib = Buffer.from(head.buffer, head.byteOffset, head.length).includes(JOBLIB);
    return {
      ...isJoblib ? { format: "joblib" } : {},
      checksummed: false,
      reaches: "L3",
      regions: () => [
        wholeFile(subject, { feed: (piece) => reading.feed(piece), end: () => reading.end(0, false) })
      ],
      finish: (complete) => reading.settle(complete),
      tensors: () => reading.summary
    };
  }
};

// src/verify/codec/crc32-combine.ts
var POLYNOMIAL = 3988292384;
function times(matrix, vector) {
  let product = 0;
  for (let bit = 0, rest = vector >>> 0; rest !== 0; bit += 1, rest >>>= 1) {
    if (rest & 1) product ^= matrix[bit];
  }
  return product;
}
var squared = (matrix) => matrix.map((column) => times(matrix, column));
var POWERS = [];
function power(i) {
  if (POWERS.length === 0) {
    const bit = Int32Array.from({ length: 32 }, (_none, i2) => i2 === 0 ? POLYNOMIAL | 0 : 1 << i2 - 1);
    POWERS.push(squared(squared(squared(bit))));
  }
  while (POWERS.length <= i) POWERS.push(squared(POWERS.at(-1)));
  return POWERS[i];
}
function combineCrc32(first, second, secondBytes) {
  let crc = first | 0;
  for (let i = 0, rest = secondBytes; rest > 0; i += 1, rest = Math.floor(rest / 2)) {
    if (rest % 2 === 1) crc = times(power(i), crc);
  }
  return (crc ^ second) >>> 0;
}

// src/verify/tensor/scan-pool.ts
var SLICE_BYTES = 4096 * BLOCK_BYTES;
var MOST_SLICES = 64;
var HELD_BY_WORKER = 2;
var ScanPool = class {
  #jobs;
  #workers = [];
  #waiting = [];
  #held = /* @__PURE__ */ new Map();
  #helps = false;
  #failure;
  #closed;
  constructor(jobs) {
    this.#jobs = jobs;
  }
  /** Work on one open file. */
  of(descriptor) {
    return {
      work: (offset, length, bulk, onSlice) => this.#work(descriptor, { offset, length }, bulk, onSlice)
    };
  }
  /** May be called again while it is under way. */
  close() {
    this.#closed ??= this.#close();
    return this.#closed;
  }
  async #close() {
    this.#failed(new Error("the pool was closed"));
    for (const worker of this.#workers) worker.ref();
    await Promise.all(this.#workers.map((worker) => worker.terminate()));
  }
  /** Slices are joined as they come in, so that memory does not grow with the stretch. */
  async #work(descriptor, { offset, length }, { crc: wantsCrc, scan: wanted }, onSlice) {
    const slices = [];
    const scan = wanted && new ElementScan(wanted.dtype, wanted.options);
    let crc = 0;
    for (let done = 0, asked = 0; done < length; ) {
      for (; asked < length && slices.length < MOST_SLICES; asked += SLICE_BYTES) {
        const bytes2 = Math.min(SLICE_BYTES, length - asked);
        const task = { descriptor, offset: offset + asked, bytes: bytes2, crc: wantsCrc };
        const slice2 = this.#submit(wanted === void 0 ? task : { ...task, scan: wanted });
        slice2.catch(() => {
        });
        slices.push(slice2);
      }
      const slice = await slices.shift();
      crc = combineCrc32(crc, slice.crc ?? 0, slice.bytes);
      if (slice.scan !== void 0) scan?.join(slice.scan);
      done += slice.bytes;
      onSlice(slice.bytes);
    }
    return {
      bytes: length,
      ...wantsCrc ? { crc } : {},
      ...scan === void 0 ? {} : { scan: scan.state() }
    };
  }
  /**
   * This thread does its share of what no worker has at hand, and listens between two slices. Once for all stretches that are
   * under way: if each helped itself, a turn of the event loop would be a slice of every one, and workers would go hungry.
   */
  async #help() {
    if (this.#helps) return;
    this.#helps = true;
    await breath();
    for (let mine = this.#waiting.shift(); mine !== void 0; mine = this.#waiting.shift()) {
      settle(mine, lookAtSlice(mine.task));
      await breath();
    }
    this.#helps = false;
  }
  /** Not before there is something for them: many a file has no stretch that could be cut. */
  #start() {
    while (this.#workers.length < this.#jobs - 1) {
      const worker = startThread("scan-worker");
      this.#workers.push(worker);
      this.#held.set(worker, []);
      worker.on("message", (answer) => this.#took(worker, answer));
      worker.on("error", (error) => this.#failed(error));
      worker.unref();
    }
  }
  #submit(task) {
    return new Promise((resolve, reject) => {
      if (this.#failure !== void 0) reject(this.#failure);
      else {
        this.#start();
        this.#waiting.push({ task, resolve, reject });
        this.#handOut();
        void this.#help();
      }
    });
  }
  #handOut() {
    for (const worker of this.#workers) {
      const held = this.#held.get(worker) ?? [];
      while (held.length < HELD_BY_WORKER && this.#waiting.length > 0) {
        const waiting = this.#waiting.shift();
        held.push(waiting);
        worker.ref();
        worker.postMessage(waiting.task);
      }
    }
  }
  #took(worker, answer) {
    const held = this.#held.get(worker) ?? [];
    const waiting = held.shift();
    if (waiting !== void 0) settle(waiting, answer);
    this.#handOut();
    if (held.length === 0) worker.unref();
  }
  #failed(error) {
    this.#failure ??= error;
    const held = [...this.#held.values()].flatMap((list2) => list2.splice(0));
    for (const { reject } of [...held, ...this.#waiting.splice(0)]) reject(this.#failure);
  }
};
var WORTH_BYTES = 64 * 1024 ** 2;
async function withPool(jobs, largestBytes, work, signal) {
  if (jobs === void 0 || jobs < 2 || largestBytes < WORTH_BYTES) return await work(void 0);
  const pool = new ScanPool(jobs);
  const stop = () => void pool.close();
  signal?.addEventListener("abort", stop, { once: true });
  try {
    return await work(pool);
  } finally {
    signal?.removeEventListener("abort", stop);
    await pool.close();
  }
}
var breath = () => new Promise((resolve) => setImmediate(resolve));
function settle({ resolve, reject }, answer) {
  if ("slice" in answer) resolve(answer.slice);
  else reject(answer.shrank ? new RangeError(answer.why) : new Error(answer.why));
}

// src/verify/pickle/cursor.ts
var FIRST_WINDOW = 65536;
var WINDOW = 1024 ** 2;
var PickleCursor = class {
  /** Where the next thing begins. */
  at;
  #reader;
  #to;
  constructor(reader, from, to) {
    this.#reader = reader;
    this.at = from;
    this.#to = to;
  }
  get left() {
    return this.#to - this.at;
  }
  /** Feeds one program. One that does not stop before the end is fed whole and left unfinished. */
  async take(taker) {
    const from = this.at;
    let window = FIRST_WINDOW;
    for (let at = from; at < this.#to && taker.stoppedAt === void 0; window = WINDOW) {
      const length = Math.min(window, this.#to - at);
      taker.feed(await this.#reader.read(at, length));
      at += length;
    }
    this.at = from + (taker.stoppedAt ?? this.#to - from);
  }
  async bytes(length) {
    const bytes2 = await this.#reader.read(this.at, length);
    this.at += length;
    return bytes2;
  }
  /** The value of a program without storages. */
  async plain({ findings, budgets }, imports) {
    const machine = new PickleMachine(
      {
        find: (module, name) => imports.find(module, name),
        note: (code, what) => findings.note("L2", code, what)
      },
      budgets,
      this.left,
      true
    );
    await this.take(machine);
    return machine.value();
  }
};

// src/verify/pickle/storage-id.ts
function storageOf(id) {
  const [word, type, key, location, elements] = id instanceof PyTuple ? id.items : [];
  const sound = word === "storage" && type instanceof PyGlobal && type.model.storage === true && typeof key === "string" && typeof location === "string" && isInt(elements) && elements >= 0;
  return sound ? new PyStorage(type.model.dtype, key, elements) : void 0;
}

// src/verify/torch/checkpoint-book.ts
var CheckpointBook = class {
  constructor(subject, shared2) {
    this.subject = subject;
    this.imports = shared2?.imports ?? new PickleImports(subject);
    this.steps = shared2?.steps ?? new StepRecord(subject);
    this.judge = shared2?.judge ?? new TensorJudge(subject);
    this.meaning = shared2?.meaning ?? new CheckpointMeaning(subject, subject.reader.label);
  }
  subject;
  imports;
  steps;
  judge;
  meaning;
  /**
   * Call once, when everything has gone by.
   * @param program absent when it could not be walked
   */
  settle(program, storages) {
    this.imports.settle();
    if (program === void 0) return NO_TENSORS;
    const { metaTensors, root } = program;
    if (metaTensors > 0) {
      const what = `${metaTensors} tensors have a shape and no data`;
      this.subject.findings.degraded("L3", "meta-tensor", what);
    }
    this.steps.settle();
    this.meaning.settle(root);
    return this.judge.settle([...storages].reduce((sum, { tensors }) => sum + tensors.length, 0));
  }
};

// src/verify/torch/loader.ts
var WEIGHTS_ONLY2 = /* @__PURE__ */ new Set([
  ...Buffer.from("cRbaesu(tN)]}JKMGXUQhjqr.", "latin1"),
  ...[128, 129, 133, 134, 135, 136, 137, 138, 143]
]);
var SHOWN2 = 5;
function judgeLoader({ findings, allowDegraded }, opcodes) {
  const beyond = opcodes.filter((opcode) => !WEIGHTS_ONLY2.has(opcode));
  if (beyond.length === 0) return;
  const hex = beyond.slice(0, SHOWN2).map((opcode) => `0x${opcode.toString(16).padStart(2, "0")}`);
  const what = "is written in opcodes that torch.load refuses by default: it loads only with weights_only=False; torch.save writes protocol 2 unless told otherwise";
  const where = { found: `opcodes ${hex.join(", ")}` };
  if (allowDegraded) findings.degraded("L2", "unsafe-loader", what, where);
  else findings.fail("L2", "unsafe-loader", `${what}, and the roster does not allow that`, where);
}

// src/verify/torch/tensor-view.ts
var elementsOf = (shape2) => shape2.reduce((product, size) => product * size, 1);
function reachOf({ shape: shape2, stride, offset }) {
  if (shape2.includes(0)) return 0;
  return offset + 1 + shape2.reduce((sum, size, i) => sum + (size - 1) * (stride[i] ?? 0), 0);
}
function reachesElement({ shape: shape2, stride, offset }, element) {
  if (shape2.includes(0)) return false;
  const dimensions = shape2.map((size, i) => ({ size, stride: stride[i] ?? 0 })).sort((a, b) => b.stride - a.stride);
  let rest = element - offset;
  for (const { size, stride: step } of dimensions) {
    if (step === 0 || rest < 0) continue;
    rest -= Math.min(Math.floor(rest / step), size - 1) * step;
  }
  return rest === 0;
}

// src/verify/torch/program.ts
var TorchProgramReader = class {
  #subject;
  #steps;
  #meaning;
  #machine;
  #storages;
  constructor({ subject, imports, steps, meaning }, programBytes, { spelling = zipSpelling, openEnded = false, storages = /* @__PURE__ */ new Map() } = {}) {
    this.#subject = subject;
    this.#steps = steps;
    this.#meaning = meaning;
    this.#storages = storages;
    const world = {
      find: (module, name) => imports.find(module, name),
      persistent: (id) => this.#persistent(spelling, id),
      note: (code, what) => subject.findings.note("L2", code, what)
    };
    this.#machine = new PickleMachine(world, subject.budgets, programBytes, openEnded);
  }
  feed(piece) {
    this.#machine.feed(piece);
  }
  /** Of a program that something else follows: its length, once its STOP has come. */
  get stoppedAt() {
    return this.#machine.stoppedAt;
  }
  /** Of a program that fills what it was said to fill. */
  end(name) {
    return this.#describe(this.#machine.end(), name);
  }
  /** Of a program that something else follows. */
  stop() {
    return this.#describe(this.#machine.value(), "");
  }
  #describe(root, name) {
    const program = {
      storages: this.#storages,
      metaTensors: 0,
      root,
      opcodes: this.#machine.opcodesUsed
    };
    const { keys, facts, budgets } = this.#subject;
    const shown3 = [];
    walkPickled(
      root,
      budgets.pickleDepth,
      {
        tensor: (path, top, tensor) => {
          keys.addTensor(path, top);
          this.#place(program, path, top, tensor);
        },
        scalar: (path, top, value) => {
          const plain3 = plainOf(value);
          keys.addValue(path, top, plain3 === null);
          if (typeof plain3 === "number") {
            this.#steps.offer(path, plain3);
            this.#meaning.number(path, plain3);
          }
          if (path === top && shown3.length < 64)
            shown3.push([path.slice(0, 120), typeof plain3 === "string" ? plain3.slice(0, 200) : plain3]);
        },
        opaque: (path, top) => keys.addValue(path, top)
      },
      name
    );
    const before = Object.entries(facts.scalars);
    facts.scalars = Object.fromEntries([...before, ...shown3].slice(0, 64));
    return program;
  }
  #persistent(spelling, id) {
    const value = spelling(id, (storage) => this.#enter(storage));
    if (value === void 0)
      throw new Broken("L2", "pickle-bad-call", "the pickle program asks for something else than a storage");
    return value;
  }
  #enter(storage) {
    const { key, dtype: dtype2, elements } = storage;
    const known = this.#storages.get(key);
    if (known === void 0) {
      this.#storages.set(key, { storage, tensors: [] });
      return storage;
    }
    if (known.storage.dtype !== dtype2 || known.storage.elements !== elements) {
      throw new Broken("L2", "storage-contradicts", `storage ${quoted(key)} is described in two ways`);
    }
    return known.storage;
  }
  #place(program, name, top, tensor) {
    const { storage, dtype: dtype2 } = tensor;
    if (storage === void 0) {
      program.metaTensors += 1;
      return;
    }
    const elements = storage.dtype === void 0 ? storage.elements / ((dtype2?.bits ?? 8) / 8) : storage.elements;
    if (reachOf(tensor) > elements) {
      this.#subject.findings.fail("L2", "tensor-outside", `${quoted(name)} reaches beyond its storage`, {
        expected: `at most ${elements} elements`,
        found: `reaches ${reachOf(tensor)}`
      });
    }
    const placed = storage.from === 0 ? tensor : shifted(tensor, storage.from);
    this.#storages.get(storage.key)?.tensors.push({ name, top, tensor: placed });
  }
};
var shifted = ({ storage, dtype: dtype2, offset, shape: shape2, stride }, from) => new PyTensor(storage, dtype2, { offset: offset + from, shape: shape2, stride });
var zipSpelling = (id, add) => {
  const storage = id instanceof PyTuple && id.items.length === 5 ? storageOf(id) : void 0;
  return storage === void 0 ? void 0 : add(storage);
};

// src/verify/torch/storage.ts
var StorageScan = class {
  #referred;
  #book;
  #come;
  #dtype;
  /** For workers; else `feed`. */
  scan;
  constructor(referred, book, come) {
    this.#referred = referred;
    this.#book = book;
    this.#come = come;
    this.#dtype = elementTypeOf(referred);
    const first = referred.tensors[0]?.name ?? "";
    this.scan = new ElementScan(this.#dtype, {
      moments: book.subject.scanning.moments === true,
      littleEndian: come.littleEndian,
      countNegative: mayNotBeNegative(referred.tensors.map(({ name }) => name)),
      mostBytes: come.bytes,
      firstBytes: book.steps.wants(first) || book.meaning.wants(first)
    });
  }
  feed(piece) {
    this.scan.feed(piece);
  }
  /**
   * @param fileOffset of the first byte that was fed
   * @param isStored in the file as they were fed
   */
  end(fileOffset, isStored) {
    const { proven } = this.#come;
    const { tensors } = this.#referred;
    const dtype2 = this.#dtype;
    const scan = this.scan.finish();
    if (tensors.length === 0) return;
    const shown3 = largest(this.#referred);
    const ordered = [shown3, ...tensors.filter((each) => each !== shown3)];
    this.#offerStep(scan.firstBytes);
    this.#book.judge.take({
      names: ordered.map(({ name }) => name),
      dtype: dtype2,
      shape: shown3.tensor.shape,
      shapes: ordered.map(({ tensor }) => tensor.shape),
      elements: Math.floor(scan.bytes / (dtype2.bits / 8)),
      fileOffset,
      scan,
      proven,
      isPlain: isStored && this.#come.littleEndian,
      reaches: (unit) => tensors.some(({ tensor }) => reachesElement(tensor, elementOfUnit(dtype2, unit)))
    });
  }
  #offerStep(firstBytes) {
    const { steps, meaning } = this.#book;
    const [first] = this.#referred.tensors;
    if (first === void 0 || !(steps.wants(first.name) || meaning.wants(first.name))) return;
    if (elementsOf(first.tensor.shape) !== 1 || first.tensor.offset !== 0) return;
    const value = readScalar(this.#dtype, firstBytes, this.#come.littleEndian);
    if (value === void 0) return;
    steps.offer(first.name, value);
    if (meaning.wants(first.name)) meaning.offer(value);
  }
};
function storageSink(scan, entry) {
  let fileOffset = entry.dataOffset;
  return {
    scan: scan.scan,
    feed(piece, offset) {
      if (offset >= 0) fileOffset ??= offset;
      scan.feed(piece);
    },
    end: () => scan.end(fileOffset ?? entry.offset, fileOffset !== void 0 && entry.method === "stored")
  };
}
function elementTypeOf({ storage, tensors }) {
  if (storage.dtype !== void 0) return storage.dtype;
  const types = new Set(tensors.map(({ tensor }) => tensor.dtype));
  const [only2] = types;
  return types.size === 1 && only2 !== void 0 ? only2 : DTYPES.u8;
}
var largest = ({ tensors }) => tensors.reduce(
  (best, each) => elementsOf(each.tensor.shape) > elementsOf(best.tensor.shape) ? each : best
);
var elementOfUnit = (dtype2, unit) => Math.floor(unit * dtype2.unitBytes * 8 / dtype2.bits);

// src/verify/torch/walk.ts
function walkOf(reader, checksummed) {
  let summary = NO_TENSORS;
  return {
    checksummed,
    reaches: "L3",
    regions: () => reader.regions(),
    finish() {
      summary = reader.settle();
    },
    tensors: () => summary
  };
}

// src/verify/torch/format-legacy.ts
var MAGIC = Uint8Array.of(138, 10, 108, 252, 156, 70, 249, 32, 106, 168, 80, 25, 46);
var FRAME = Uint8Array.of(149, MAGIC.length, 0, 0, 0, 0, 0, 0, 0);
var PROTOCOL_VERSION = 1001;
var COUNT_BYTES = 8;
function magicBytes(head) {
  const protocol = head[1] ?? 0;
  if (head[0] !== 128 || protocol < 2 || protocol > 5) return 0;
  const frame = protocol >= 4 ? FRAME.length : 0;
  if (frame > 0 && !startsWith(head, FRAME, 2)) return 0;
  return startsWith(head, MAGIC, 2 + frame) ? 2 + frame + MAGIC.length : 0;
}
var torchLegacy = {
  name: "torch-legacy",
  proves: "magic and version are literals; the object walked opcode by opcode; the listed storages are those it refers to, each of its declared size; every tensor lies inside its storage; the storages end exactly where the file does; values",
  checksum: "none",
  recognises: ({ head }) => magicBytes(head) > 0,
  async open(subject) {
    const file = new LegacyFile(subject);
    await file.readProgram();
    return walkOf(file, false);
  }
};
var layout = (what, offset, found) => new Broken("L2", "torch-layout", what, { offset, ...found === void 0 ? {} : { found } });
var LegacyFile = class {
  #subject;
  #book;
  #program;
  #placed = [];
  constructor(subject) {
    this.#subject = subject;
    this.#book = new CheckpointBook(subject);
  }
  async readProgram() {
    const { findings, reader, head, sizeBytes } = this.#subject;
    const cursor = new PickleCursor(reader, magicBytes(head), sizeBytes);
    await findings.guard(async () => {
      await this.#readVersion(cursor);
      const program = await this.#readObject(cursor);
      this.#place(cursor, await this.#readKeys(cursor), program);
      this.#program = program;
      judgeLoader(this.#subject, program.opcodes);
    });
  }
  *regions() {
    for (const placed of this.#placed) yield this.#region(placed);
  }
  settle() {
    return this.#book.settle(this.#program, this.#program?.storages.values() ?? []);
  }
  /** Version and machine. The byte order of the machine says nothing: storages are written little-endian everywhere. */
  async #readVersion(cursor) {
    const from = cursor.at;
    const version = await cursor.plain(this.#subject, this.#book.imports);
    if (version !== PROTOCOL_VERSION)
      throw layout("is not of version 1001, the only one there is", from, String(version).slice(0, 40));
    const at = cursor.at;
    const machine = await cursor.plain(this.#subject, this.#book.imports);
    const entry = (dict, key) => dict instanceof PyDict ? dict.entries.get(`s${key}`)?.[1] : void 0;
    const sizes = entry(machine, "type_sizes");
    const sound = entry(machine, "protocol_version") === PROTOCOL_VERSION && typeof entry(machine, "little_endian") === "boolean" && ["short", "int", "long"].every((word) => [2, 4, 8].includes(entry(sizes, word)));
    if (!sound) throw layout("does not describe the machine it was written on", at);
  }
  async #readObject(cursor) {
    const reader = new TorchProgramReader(this.#book, cursor.left, {
      spelling: legacySpelling,
      openEnded: true
    });
    await cursor.take(reader);
    return reader.stop();
  }
  async #readKeys(cursor) {
    const from = cursor.at;
    const list2 = await cursor.plain(this.#subject, this.#book.imports);
    const keys = list2 instanceof PyList ? list2.items : [];
    if (!(list2 instanceof PyList) || !keys.every((key) => typeof key === "string"))
      throw layout("does not list the keys of its storages", from);
    return keys;
  }
  /** Storages follow in the order of the list and fill the rest of the file. */
  #place(cursor, keys, { storages }) {
    const { sizeBytes, findings } = this.#subject;
    const listed3 = new Set(keys);
    const unlisted = [...storages.keys()].find((key) => !listed3.has(key));
    const unknown = keys.find((key) => !storages.has(key));
    if (listed3.size !== keys.length) throw layout("lists a storage twice", cursor.at);
    if (unlisted !== void 0)
      throw new Broken("L2", "storage-missing", `storage ${quoted(unlisted)} is not in the file`);
    if (unknown !== void 0)
      throw new Broken("L2", "storage-unknown", `nothing refers to storage ${quoted(unknown)}`);
    let at = cursor.at;
    for (const key of keys) {
      const referred = storages.get(key);
      const bytes2 = bytesOf4(referred.storage);
      if (at + COUNT_BYTES + bytes2 > sizeBytes) {
        findings.fail("L1", "cut-short", `the file ends inside storage ${quoted(key)}`, {
          offset: at,
          expected: `${COUNT_BYTES + bytes2} bytes`,
          found: `${Math.max(0, sizeBytes - at)} bytes`
        });
        return;
      }
      this.#placed.push({ offset: at, bytes: bytes2, referred });
      at += COUNT_BYTES + bytes2;
    }
    if (at === sizeBytes) return;
    findings.fail("L1", "trailing-bytes", "bytes follow the last storage", {
      offset: at,
      expected: `${at} bytes`,
      found: `${sizeBytes} bytes`
    });
  }
  #region({ offset, bytes: bytes2, referred }) {
    const count = new Uint8Array(COUNT_BYTES);
    let counted2 = 0;
    const come = { littleEndian: true, proven: this.#subject.digestGiven, bytes: bytes2 };
    const scan = new StorageScan(referred, this.#book, come);
    return {
      offset,
      length: COUNT_BYTES + bytes2,
      feed(piece) {
        const head = piece.subarray(0, COUNT_BYTES - counted2);
        count.set(head, counted2);
        counted2 += head.length;
        scan.feed(piece.subarray(head.length));
      },
      end() {
        const found = new DataView(count.buffer).getBigInt64(0, true);
        if (found !== BigInt(referred.storage.elements))
          throw new Broken("L1", "storage-size", "a storage has another length than the object says", {
            offset,
            expected: `${referred.storage.elements} elements`,
            found: String(found)
          });
        scan.end(offset + COUNT_BYTES, true);
      }
    };
  }
};
var bytesOf4 = ({ elements, dtype: dtype2 }) => elements * ((dtype2 ?? DTYPES.u8).bits / 8);
var legacySpelling = (id, add) => {
  if (!(id instanceof PyTuple)) return void 0;
  const [word, cls, , , , view] = id.items;
  if (word === "module" && id.items.length === 4) return cls instanceof PyGlobal ? cls : void 0;
  const root = id.items.length === 6 ? storageOf(id) : void 0;
  if (root === void 0) return void 0;
  const known = add(root);
  if (view === null) return known;
  const [key, offset, size] = view instanceof PyTuple && view.items.length === 3 ? view.items : [];
  const inside = typeof key === "string" && isInt(offset) && isInt(size) && offset >= 0 && size >= 0 && offset + size <= root.elements;
  return inside ? new PyStorage(root.dtype, root.key, size, offset) : void 0;
};

// src/verify/engine/examining.ts
import { createHash as createHash2 } from "node:crypto";

// src/verify/contract/tensor-table.ts
import { createHash } from "node:crypto";
var TensorTable = class {
  #rows = [];
  add(row) {
    this.#rows.push(row);
  }
  get rows() {
    return this.#rows;
  }
  /** SHA-256 over names, types, shapes and fingerprints in the order of names: equal when no tensor differs. */
  digest() {
    if (this.#rows.length === 0) return void 0;
    const lines = this.#rows.map(
      ({ name, dtype: dtype2, shape: shape2, fingerprint }) => `${JSON.stringify(name)} ${dtype2} ${shape2.join("x")} ${fingerprint ?? "-"}
`
    );
    return createHash("sha256").update(lines.sort().join("")).digest("hex");
  }
};

// src/verify/engine/examining.ts
var emptyBooks = () => ({
  findings: new Findings(),
  keys: new KeyBook(),
  facts: { scalars: {} },
  imports: /* @__PURE__ */ new Set(),
  table: new TensorTable()
});
async function settled(findings, signal, work) {
  try {
    await work();
  } catch (error) {
    if (signal?.aborted === true || error instanceof Problem) throw error;
    if (findings.caught(error)) return;
    findings.inconclusive("L0", "read-failed", `could not be examined: ${String(error).slice(0, 200)}`);
  }
}
var DigestCheck = class {
  expected;
  /** Takes the bytes, where they must be hashed. */
  hash;
  /** Once all bytes have been read. */
  found;
  #already;
  constructor({ hash, sha256, alreadyHashed }) {
    const mustHash = hash === true || sha256 !== void 0;
    this.hash = mustHash && alreadyHashed === void 0 ? createHash2("sha256") : void 0;
    this.expected = sha256?.toLowerCase();
    this.#already = alreadyHashed?.toLowerCase();
  }
  /** Call once, when the bytes have gone by. */
  take() {
    this.found = this.hash?.digest("hex") ?? this.#already;
  }
  judge(findings) {
    const { expected, found } = this;
    if (expected === void 0 || found === void 0 || expected === found) return;
    findings.fail("L1", "digest-mismatch", "is not the file that the manifest lists", { expected, found });
  }
};

// src/verify/archive/gzip-members.ts
var FIXED_BYTES = 10;
var TRAILER_BYTES = 8;
var MOST_HEADER_BYTES2 = 256 * 1024;
var [HEADER_CRC, EXTRA, NAME2, COMMENT, RESERVED] = [2, 4, 8, 16, 224];
var GzipMembers = class {
  isChecksummed = true;
  members = 0;
  expandedBytes = 0;
  #limits;
  #onContent;
  #stage = "header";
  #kept = new Uint8Array(0);
  #start = 0;
  #inflater;
  #crc = 0;
  #length = 0;
  constructor(limits, onContent) {
    this.#limits = limits;
    this.#onContent = onContent;
  }
  async feed(piece, fileOffset) {
    for (let at = 0; at < piece.length; ) {
      const rest = piece.subarray(at);
      if (this.#stage === "content") at += await this.#content(rest);
      else at += this.#collect(rest, fileOffset + at);
    }
  }
  end(offset) {
    if (this.#stage === "header" && this.#kept.length === 0 && this.members > 0) return;
    throw new Broken("L1", "cut-short", "ends in the middle of a gzip member", { offset });
  }
  /** @returns bytes taken */
  #collect(rest, offset) {
    const before = this.#kept.length;
    if (before === 0 && this.#stage === "header") this.#start = offset;
    const whole = before === 0 ? rest : Buffer.concat([this.#kept, rest]);
    const length = this.#stage === "trailer" ? TRAILER_BYTES : headerLength(whole, this.#start);
    if (length === void 0 || whole.length < length) {
      if (whole.length > MOST_HEADER_BYTES2)
        throw overBudget("gzipHeaderBytes", MOST_HEADER_BYTES2, whole.length, this.#start);
      this.#kept = whole.slice();
      return rest.length;
    }
    this.#kept = new Uint8Array(0);
    if (this.#stage === "trailer") this.#judge(whole.subarray(0, length), offset - before);
    else this.#begin(offset - before + length);
    return length - before;
  }
  #begin(dataOffset) {
    this.members += 1;
    if (this.members > this.#limits.objects)
      throw overBudget("objects", this.#limits.objects, this.members, this.#start);
    this.#crc = 0;
    this.#length = 0;
    this.#inflater = new Inflater(Number.MAX_SAFE_INTEGER, dataOffset, (piece) => {
      this.#crc = crc32(piece, this.#crc);
      this.#length += piece.length;
      this.expandedBytes += piece.length;
      const { expandedBytes } = this.#limits;
      if (this.expandedBytes > expandedBytes)
        throw overBudget("expandedBytes", expandedBytes, this.expandedBytes, this.#start);
      this.#onContent(piece);
    });
    this.#stage = "content";
  }
  async #content(rest) {
    const inflater = this.#inflater;
    const before = inflater.usedBytes;
    await inflater.feed(rest);
    if (!inflater.isEnded) return rest.length;
    this.#inflater = void 0;
    this.#stage = "trailer";
    return inflater.usedBytes - before;
  }
  #judge(trailer, offset) {
    const view = new DataView(trailer.buffer, trailer.byteOffset, TRAILER_BYTES);
    const [crc, length] = [view.getUint32(0, true), view.getUint32(4, true)];
    if (crc !== this.#crc)
      throw sumDiffers("the content is not what was packed: its CRC-32 differs", offset, {
        stored: crc,
        found: this.#crc
      });
    if (length !== this.#length % 2 ** 32)
      throw new Broken("L1", "member-length", "the content is not as long as its member says", {
        offset: offset + 4,
        expected: `${length} bytes`,
        found: `${this.#length % 2 ** 32} bytes`
      });
    this.#stage = "header";
  }
};
function headerLength(bytes2, offset) {
  const known = bytes2.subarray(0, 3);
  const isMagic = known.every((byte, i) => byte === [31, 139, 8][i]);
  if (!isMagic) throw new Broken("L1", "trailing-bytes", "what follows is no gzip member", { offset });
  if (bytes2.length < FIXED_BYTES) return void 0;
  const flags = bytes2[3];
  if ((flags & RESERVED) !== 0)
    throw new Broken("L1", "gzip-header", "a header has flags that mean nothing", { offset });
  let at = FIXED_BYTES;
  if ((flags & EXTRA) !== 0) {
    if (bytes2.length < at + 2) return void 0;
    at += 2 + bytes2[at] + 256 * bytes2[at + 1];
  }
  for (const text5 of [NAME2, COMMENT]) {
    if ((flags & text5) === 0) continue;
    const end = bytes2.indexOf(0, at);
    if (end < 0) return void 0;
    at = end + 1;
  }
  if ((flags & HEADER_CRC) === 0) return at;
  if (bytes2.length < at + 2) return void 0;
  const claimed = bytes2[at] + 256 * bytes2[at + 1];
  if ((crc32(bytes2.subarray(0, at), 0) & 65535) !== claimed)
    throw new Broken("L1", "gzip-header", "a header is not of its checksum", { offset });
  return at + 2;
}

// src/verify/contract/expansion.ts
var expansionLimit = ({ budgets, sizeBytes, expansion }) => Math.min(budgets.expandedBytes, Math.floor(sizeBytes * budgets.nestedExpansion / expansion));
var unpackedInMemory = ({ budgets, depth }) => Math.floor(budgets.structureBytes / 2 ** (depth + 1));

// src/verify/read/push-parser.ts
var NOTHING = new Uint8Array(0);
var PushParser = class {
  #program;
  #want;
  #gathered = NOTHING;
  #have = 0;
  #ended = false;
  /** Bytes taken so far. */
  taken = 0;
  constructor(program) {
    this.#program = program;
  }
  /** Whether the parser wants nothing more. */
  get ended() {
    return this.#ended;
  }
  feed(piece, fileOffset) {
    if (this.#want === void 0 && !this.#ended) this.#resume(NOTHING);
    let at = 0;
    while (at < piece.length) {
      if (this.#want === void 0) {
        throw new Broken("L1", "trailing-bytes", "bytes follow the end of the content", {
          offset: fileOffset + at
        });
      }
      const length = Math.min(bytesOf5(this.#want) - this.#have, piece.length - at);
      const part = piece.subarray(at, at + length);
      at += length;
      this.#take(this.#want, part, fileOffset + at - length);
    }
  }
  /** Throws `Broken` when the parser wants more. */
  end(fileOffset) {
    if (this.#want === void 0 && !this.#ended) this.#resume(NOTHING);
    if (this.#want === void 0) return;
    throw new Broken("L1", "cut-short", "the file ends in the middle of a value", {
      offset: fileOffset,
      expected: `${bytesOf5(this.#want) - this.#have} bytes more`
    });
  }
  #take(want, part, fileOffset) {
    this.taken += part.length;
    const whole = bytesOf5(want);
    if (typeof want !== "number") {
      want.sink(part, fileOffset);
      this.#have += part.length;
      if (this.#have === whole) this.#resume(NOTHING);
    } else if (part.length === whole) {
      this.#resume(part);
    } else {
      if (this.#have === 0) this.#gathered = new Uint8Array(whole);
      this.#gathered.set(part, this.#have);
      this.#have += part.length;
      if (this.#have === whole) this.#resume(this.#gathered);
    }
  }
  /** Goes on until something is wanted that is not empty. */
  #resume(given) {
    this.#have = 0;
    let next = this.#program.next(given);
    while (next.done !== true && bytesOf5(next.value) === 0) next = this.#program.next(NOTHING);
    this.#ended = next.done === true;
    this.#want = next.done === true ? void 0 : next.value;
  }
};
var bytesOf5 = (want) => typeof want === "number" ? want : want.bytes;

// src/verify/archive/unpacked.ts
var Unpacked = class {
  /** All of it was unpacked, whether or not it was held to be looked into. */
  isRead = false;
  #subject;
  #wrapping;
  /** An archive or a data set may be anything inside; what is claimed to be something must be that. */
  #isAnything;
  #verdict;
  constructor(subject, wrapping2) {
    this.#subject = subject;
    this.#wrapping = wrapping2;
    this.#isAnything = subject.role === "archive" || subject.role === "dataset";
  }
  /** @param proven a checksum of the wrapping vouches for the content */
  async examine(content, proven) {
    const { findings, role, sizeBytes, facts, expectation } = this.#subject;
    if (content.length === 0) {
      findings.fail("L1", "empty", "holds nothing", { expected: "at least 1 byte", found: "0 bytes" });
      return;
    }
    this.#verdict = await this.#subject.examine(bytesSource(content, "content"), {
      role,
      proven,
      member: this.#isAnything,
      expectation,
      expansion: Math.max(1, content.length / sizeBytes)
    });
    for (const key of ["step", "epoch", "rows", "best"]) {
      const value = this.#verdict.facts[key];
      if (value !== void 0) Object.assign(facts, { [key]: value });
    }
    const what = `is wrapped in ${this.#wrapping}, as which no framework loads it`;
    if (holdsTensors(role)) findings.degraded("L3", "wrapped", what, { offset: 0 });
  }
  get reaches() {
    if (this.#isAnything) return this.isRead ? "L2" : "L1";
    return this.#verdict === void 0 || this.#verdict.format === "unknown" ? "L1" : this.#verdict.level;
  }
  get tensors() {
    return this.#verdict?.tensors ?? NO_TENSORS;
  }
};

// src/verify/archive/packed.ts
var TASTED_BYTES = 1024;
var packed = ({ unpack, ...format }) => ({
  ...format,
  async open(subject) {
    const content = new PackedContent(subject, format.name);
    const limits = {
      expandedBytes: expansionLimit(subject),
      windowBytes: subject.budgets.structureBytes,
      objects: subject.budgets.objects
    };
    const unpacking = unpack(subject.sizeBytes, limits, (piece) => content.take(piece, limits));
    return {
      get format() {
        return content.isPickle ? "joblib" : format.name;
      },
      get checksummed() {
        return unpacking.isChecksummed;
      },
      regions: () => [
        wholeFile(subject, {
          feed: (...piece) => unpacking.feed(...piece),
          async end() {
            await unpacking.end(subject.sizeBytes);
            content.end(unpacking.isChecksummed);
          }
        })
      ],
      inside: () => content.examine(unpacking.isChecksummed),
      finish: (complete) => content.settle(complete),
      tensors: () => content.tensors,
      get reaches() {
        return content.reaches;
      }
    };
  }
});
var PackedContent = class {
  #subject;
  #unpacked;
  #mostHeld;
  #bytes = 0;
  #start = new Uint8Array(0);
  #pickle;
  /** `undefined` where there are more of them than may be held. */
  #pieces = [];
  constructor(subject, wrapping2) {
    this.#subject = subject;
    this.#unpacked = new Unpacked(subject, wrapping2);
    this.#mostHeld = unpackedInMemory(subject);
  }
  get isPickle() {
    return this.#pickle !== void 0;
  }
  get reaches() {
    return this.isPickle ? "L3" : this.#unpacked.reaches;
  }
  get tensors() {
    return this.#pickle?.summary ?? this.#unpacked.tensors;
  }
  take(piece, { expandedBytes }) {
    this.#bytes += piece.length;
    if (this.#bytes > expandedBytes) throw overBudget("expandedBytes", expandedBytes, this.#bytes);
    this.#subject.reader.throwIfStopped();
    if (this.#start === void 0) this.#goOn(piece);
    else {
      this.#start = Buffer.concat([this.#start, piece]);
      if (this.#start.length >= TASTED_BYTES) this.#taste();
    }
  }
  end(proven) {
    this.#taste();
    this.#pickle?.end(void 0, proven);
    this.#unpacked.isRead = true;
  }
  async examine(proven) {
    const { findings, facts } = this.#subject;
    const pieces = this.#pieces;
    this.#pieces = void 0;
    if (this.isPickle || !this.#unpacked.isRead) return;
    facts.scalars["unpackedBytes"] = this.#bytes;
    if (pieces !== void 0) return await this.#unpacked.examine(Buffer.concat(pieces), proven);
    const what = `its content is ${proven ? "right by its checksum, and" : ""} too long to be looked into`;
    findings.degraded("L2", "not-examined", what, { found: `${this.#bytes} bytes` });
  }
  settle(complete) {
    this.#pickle?.settle(complete);
  }
  #taste() {
    const start = this.#start;
    if (start === void 0) return;
    this.#start = void 0;
    if (beginsAsPickle(start, Number.POSITIVE_INFINITY))
      this.#pickle = new PickleReading(this.#subject, Number.POSITIVE_INFINITY);
    this.#goOn(start);
  }
  #goOn(piece) {
    if (this.#pickle !== void 0) {
      this.#pickle.feed(piece);
      return;
    }
    if (this.#bytes > this.#mostHeld) this.#pieces = void 0;
    this.#pieces?.push(piece.slice());
  }
};
function asUnpacking(read, of) {
  const parser = new PushParser(read);
  return {
    feed: (...piece) => parser.feed(...piece),
    end: (sizeBytes) => parser.end(sizeBytes),
    get isChecksummed() {
      return of.isChecksummed;
    }
  };
}

// src/verify/archive/format-gzip.ts
var MAGIC2 = Uint8Array.of(31, 139, 8);
var gzip = packed({
  name: "gzip",
  proves: "every member: header, CRC-32 and length of its content, nothing after it; the content by its own type where it fits into memory",
  checksum: "CRC-32 of the content",
  recognises: ({ head }) => startsWith(head, MAGIC2),
  unpack: (_sizeBytes, limits, sink) => new GzipMembers(limits, sink)
});

// src/verify/pickle/stray-pickle.ts
function strayPickle(subject, { name, offset, bytes: bytes2 }) {
  const imports = new PickleImports(subject);
  const world = {
    find: (module, member) => imports.find(module, member),
    // The inputs of a traced model are tensors, on storages that are not kept.
    persistent: (id) => (id instanceof PyTuple ? storageOf(id) : void 0) ?? null,
    note: () => {
    }
  };
  const skim = new PickleSkim(bytes2);
  let isWalked = true;
  let machine;
  const attempt = (work) => {
    try {
      if (isWalked) work();
    } catch {
      isWalked = false;
    }
  };
  return {
    feed(piece) {
      skim.feed(piece);
      if (skim.state === "none") return;
      attempt(() => {
        machine ??= new PickleMachine(world, subject.budgets, bytes2);
        machine.feed(piece);
      });
    },
    end() {
      if (skim.state !== "program") return;
      const { findings } = subject;
      const { refused } = imports;
      if (refused.length > 0) {
        const what = `${quoted(name)} is a pickle that asks for what no checkpoint needs`;
        const found = refused.slice(0, 8).join(", ").slice(0, 300);
        findings.fail("L2", "hidden-pickle", what, { offset, found });
      } else if (!isWalked) {
        const what = `${quoted(name)} is a pickle that could not be walked to its end`;
        findings.inconclusive("L2", "hidden-pickle", what, { offset });
      }
    }
  };
}

// src/verify/archive/archive-members.ts
var ArchiveMembers = class {
  #subject;
  #lowest = [];
  #known = 0;
  #examined = 0;
  #leftOut = 0;
  #tensors = NO_TENSORS;
  constructor(subject) {
    this.#subject = subject;
  }
  get isFull() {
    return this.#examined >= this.#subject.budgets.membersExamined;
  }
  /** @param name its path in the archive, which need not be unique to us */
  async examine(source, options) {
    const { role } = this.#subject;
    const verdict = await this.#subject.examine(source, {
      ...options,
      member: true,
      prefix: `${source.label}/`,
      // An archive around a checkpoint is asked what a checkpoint is asked.
      role: holdsTensors(role) ? role : "archive"
    });
    this.#examined += 1;
    if (verdict.format === "unknown") return verdict;
    this.#known += 1;
    const { tensors } = verdict;
    if (tensors === void 0 || tensors.count === 0) return verdict;
    this.#lowest.push(verdict.level);
    this.#tensors = together(this.#tensors, tensors);
    return verdict;
  }
  leaveOut() {
    this.#leftOut += 1;
  }
  /** @param total regular members that hold anything */
  settle(total) {
    const { facts, findings } = this.#subject;
    facts.scalars["members"] = total;
    facts.scalars["membersExamined"] = this.#known;
    if (this.#leftOut > 0) {
      const what = "not every member was examined by its own type";
      const found = `${this.#examined} of ${this.#examined + this.#leftOut}`;
      findings.note("L2", "members-left-out", what, { found });
    }
  }
  /** What the archive as a whole could prove: values only where every member that could hold some was looked at. */
  get reaches() {
    const isWhole = this.#leftOut === 0 && this.#known === this.#examined && this.#lowest.length > 0;
    return isWhole && this.#lowest.every((level) => level === "L3") ? "L3" : "L2";
  }
  get tensors() {
    return this.#tensors;
  }
};

// src/verify/archive/tar-header.ts
var KINDS = {
  "\0": "file",
  "0": "file",
  "7": "file",
  "1": "hard-link",
  "2": "symlink",
  "5": "folder",
  x: "pax",
  X: "pax",
  g: "pax-global",
  L: "long-name",
  K: "long-link"
};
var SPECIAL = {
  "3": "a character device",
  "4": "a block device",
  "6": "a named pipe"
};
var GNU_ONLY = "SMVDN";
function readTarHeader(block2, offset) {
  if (!hasChecksum(block2))
    throw new Broken("L1", "tar-checksum", "a header is not of its checksum", { offset });
  const fields = fieldsOf(block2);
  const kind = kindOf(fields.type, offset);
  const prefix = text(fields.prefix, offset);
  const name = text(fields.name, offset);
  const link = text(fields.link, offset);
  if (fields.sizeBytes === void 0)
    throw new Broken("L1", "tar-size", "a member has no proper size", {
      offset: offset + 124,
      found: JSON.stringify(Buffer.from(block2.subarray(124, 136)).toString("latin1"))
    });
  return { kind, name: prefix === "" ? name : `${prefix}/${name}`, link, sizeBytes: fields.sizeBytes };
}
function kindOf(flag, offset) {
  const kind = KINDS[flag];
  if (kind !== void 0) return kind;
  const special = SPECIAL[flag];
  if (special !== void 0)
    throw new Broken("L2", "tar-special", `holds ${special}, which no artifact needs`, { offset });
  const extra = { offset, found: JSON.stringify(flag) };
  if (GNU_ONLY.includes(flag))
    throw new Unsettled("L1", "tar-kind", "holds a sparse file or a part of several volumes", extra);
  throw new Unsettled("L1", "tar-kind", "holds a member of a kind that we do not know", extra);
}
function text(bytes2, offset) {
  const name = utf8(upToNul(bytes2));
  if (name === void 0) throw new Broken("L1", "member-name", "a member's name is not UTF-8", { offset });
  return name;
}
function readPax(bytes2, offset, isGlobal) {
  const records = paxRecords(bytes2);
  if (!records) throw new Broken("L1", "tar-pax", "an extended header is not made of records", { offset });
  const found = {};
  for (const record of records) take(found, record, { offset, isGlobal });
  return found;
}
function take(found, [key, value], { offset, isGlobal }) {
  const matters = key === "path" || key === "linkpath" || key === "size";
  if (/^(GNU\.sparse\.|hdrcharset$)/.test(key) || isGlobal && matters) {
    throw new Unsettled("L1", "tar-pax", "has an extended header that changes how members are read", {
      offset,
      found: key.slice(0, 40)
    });
  }
  if (!matters) return;
  if (value.includes(0))
    throw new Broken("L1", "tar-pax", "an extended header has a NUL in a name", { offset });
  const plain3 = text(value, offset);
  if (key === "path") found.name = plain3;
  else if (key === "linkpath") found.link = plain3;
  else if (/^[0-9]{1,16}$/.test(plain3)) found.sizeBytes = Number(plain3);
  else throw new Broken("L1", "tar-size", "an extended header gives no proper size", { offset });
}

// src/verify/contract/archive-name.ts
function badName(name) {
  if (name === "") return "is empty";
  if (/[\0\\]/.test(name)) return "has a NUL or a backslash";
  if (name.startsWith("/") || /^[a-z]:/i.test(name)) return "is absolute";
  if (name.split("/").includes("..")) return "leads out of the archive";
  return void 0;
}
var nameBroken = (why, name, offset) => new Broken("L1", "member-name", `a member's name ${why}`, {
  offset,
  found: quoted(name)
});
var plainName = (name) => name.split("/").filter((part) => part !== "" && part !== ".").join("/");

// src/verify/archive/tar-tree.ts
var LONGEST_NAME2 = 4096;
var MOST_FOLDERS = 1e6;
var TarTree = class {
  #files = /* @__PURE__ */ new Set();
  #folders = /* @__PURE__ */ new Set();
  #links = /* @__PURE__ */ new Set();
  /** @returns the name without parts that mean nothing */
  enter(kind, name, link, offset) {
    if (name.length > LONGEST_NAME2) throw overBudget("nameLength", LONGEST_NAME2, name.length, offset);
    const plain3 = plainName(name);
    const bad2 = badName(name);
    if (bad2 !== void 0) throw nameBroken(bad2, name, offset);
    if (plain3 === "" && kind !== "folder") throw nameBroken("is that of the folder itself", name, offset);
    if (kind !== "folder" && name.endsWith("/")) throw nameBroken("is that of a folder", name, offset);
    const parents = parentsOf(plain3);
    for (const parent of parents) {
      if (this.#links.has(parent))
        throw new Broken("L2", "tar-link", `${quoted(name)} lies behind a link`, {
          offset,
          found: quoted(parent)
        });
      if (this.#files.has(parent)) throw twice(parent, offset);
      this.#folders.add(parent);
    }
    if (this.#folders.size > MOST_FOLDERS)
      throw overBudget("folders", MOST_FOLDERS, this.#folders.size, offset);
    if (this.#files.has(plain3) || this.#links.has(plain3)) throw twice(plain3, offset);
    if (kind === "folder") this.#folders.add(plain3);
    else if (this.#folders.has(plain3)) throw twice(plain3, offset);
    else if (kind === "symlink") this.#symlink(plain3, link, parents.length, offset);
    else {
      if (kind === "hard-link") this.#hardLink(link, offset);
      this.#files.add(plain3);
    }
    return plain3;
  }
  /**
   * A target may go up as far as the archive's root and then only down: `a/..` depends on what `a` is by then, which is
   * how links lead out although no name does.
   */
  #symlink(name, target, depth, offset) {
    const parts = target.split("/").filter((part) => part !== "" && part !== ".");
    const firstDown = parts.findIndex((part) => part !== "..");
    const ups = firstDown < 0 ? parts.length : firstDown;
    const isAbsolute = target.startsWith("/") || /^[a-z]:/i.test(target);
    const turnsBack = parts.slice(ups).includes("..");
    if (target === "" || isAbsolute || turnsBack || ups > depth || /[\0\\]/.test(target))
      throw leadsOut(name, target, offset);
    this.#links.add(name);
  }
  /** It is another name for a file that was unpacked before. */
  #hardLink(target, offset) {
    const plain3 = plainName(target);
    if (badName(target) === void 0 && this.#files.has(plain3)) return;
    throw leadsOut(target, target, offset);
  }
};
var leadsOut = (name, target, offset) => new Broken("L2", "tar-link", `the link ${quoted(name)} leads out of the archive or to nothing in it`, {
  offset,
  found: quoted(target)
});
var twice = (name, offset) => new Broken(
  "L2",
  "tar-twice",
  `${quoted(name)} is there twice, so that programs differ in what they unpack`,
  { offset }
);
var parentsOf = (name) => {
  const parts = name.split("/");
  return parts.slice(0, -1).map((_part, i) => parts.slice(0, i + 1).join("/"));
};

// src/verify/archive/tar-walk.ts
var MOST_EXTENDED_BYTES = 1024 ** 2;
var RECORD = 20 * BLOCK;
var TarWalk = class {
  #findings;
  #sizeBytes;
  #mostMembers;
  #onMember;
  #sink;
  #tree = new TarTree();
  #block = new Uint8Array(BLOCK);
  #kept = 0;
  #members = 0;
  #zeroBlocks = 0;
  #endMark = 0;
  #skip = 0;
  #padding = 0;
  #extended;
  #overrides = {};
  constructor({ findings, sizeBytes, mostMembers }, onMember) {
    this.#findings = findings;
    this.#sizeBytes = sizeBytes;
    this.#mostMembers = mostMembers;
    this.#onMember = onMember;
  }
  feed(piece, fileOffset) {
    for (let at = 0; at < piece.length; ) {
      const rest = piece.subarray(at);
      at += this.#take(rest, fileOffset + at);
    }
  }
  end() {
    const offset = this.#sizeBytes;
    const isInside = this.#kept > 0 || this.#skip > 0 || this.#padding > 0 || this.#extended !== void 0;
    if (isInside || this.#zeroBlocks === 0 || this.#sizeBytes % BLOCK !== 0)
      throw new Broken("L1", "cut-short", "does not end with whole blocks of zeros", { offset });
    if (Object.keys(this.#overrides).length > 0)
      throw new Broken("L1", "tar-pax", "an extended header is followed by no member", { offset });
    if (this.#zeroBlocks === 1) {
      const what = "ends with one block of zeros where two belong";
      this.#findings.degraded("L1", "tar-end", what, { offset });
    }
  }
  /** A tail that never arrived looks like an end mark, and what lay in it is not missed by anyone. */
  get hasLongTail() {
    return this.#sizeBytes - this.#endMark > RECORD;
  }
  /** @returns bytes taken, at least one */
  #take(rest, offset) {
    if (this.#zeroBlocks >= 2) return this.#afterEnd(rest, offset);
    if (this.#skip > 0) {
      const taken2 = Math.min(this.#skip, rest.length);
      this.#skip -= taken2;
      this.#sink?.feed(rest.subarray(0, taken2));
      if (this.#skip === 0) this.#sink?.end();
      return taken2;
    }
    if (this.#extended !== void 0) return this.#gather(this.#extended, rest);
    if (this.#padding > 0) return this.#pad(rest, offset);
    const taken = rest.subarray(0, BLOCK - this.#kept);
    this.#block.set(taken, this.#kept);
    this.#kept += taken.length;
    if (this.#kept === BLOCK) {
      this.#kept = 0;
      this.#header(offset + taken.length - BLOCK);
    }
    return taken.length;
  }
  #afterEnd(rest, offset) {
    const at = rest.findIndex((byte) => byte !== 0);
    if (at < 0) return rest.length;
    throw new Broken("L1", "trailing-bytes", "bytes follow the end mark", { offset: offset + at });
  }
  #pad(rest, offset) {
    const taken = rest.subarray(0, this.#padding);
    this.#padding -= taken.length;
    if (taken.some((byte) => byte !== 0))
      this.#findings.degraded("L1", "tar-padding", "has content where a member is padded", { offset });
    return taken.length;
  }
  #header(offset) {
    if (this.#block.every((byte) => byte === 0)) {
      this.#zeroBlocks += 1;
      this.#endMark = offset + BLOCK;
      return;
    }
    if (this.#zeroBlocks > 0) throw new Broken("L1", "tar-end", "goes on after a block of zeros", { offset });
    const header = readTarHeader(this.#block, offset);
    const isExtended = !["file", "hard-link", "symlink", "folder"].includes(header.kind);
    if (isExtended) this.#beginExtended(header, offset);
    else this.#member(header, offset);
  }
  #beginExtended({ kind, sizeBytes }, offset) {
    this.#mustFit(sizeBytes, offset);
    if (sizeBytes > MOST_EXTENDED_BYTES)
      throw overBudget("extendedHeaderBytes", MOST_EXTENDED_BYTES, sizeBytes, offset);
    this.#padding = paddingOf(sizeBytes);
    if (sizeBytes === 0) return;
    this.#extended = { kind, bytes: new Uint8Array(sizeBytes), left: sizeBytes, offset: offset + BLOCK };
  }
  #gather(extended, rest) {
    const taken = rest.subarray(0, extended.left);
    extended.bytes.set(taken, extended.bytes.length - extended.left);
    extended.left -= taken.length;
    if (extended.left > 0) return taken.length;
    this.#extended = void 0;
    const { kind, bytes: bytes2, offset } = extended;
    const said = kind === "long-name" ? { name: text(bytes2, offset) } : kind === "long-link" ? { link: text(bytes2, offset) } : readPax(bytes2, offset, kind === "pax-global");
    const twice3 = Object.keys(said).some((key) => key in this.#overrides);
    if (twice3)
      throw new Broken("L1", "tar-pax", "two extended headers say the same of one member", { offset });
    this.#overrides = { ...this.#overrides, ...said };
    return taken.length;
  }
  #member(header, offset) {
    const { kind, name, link, sizeBytes } = { ...header, ...this.#overrides };
    this.#overrides = {};
    this.#members += 1;
    if (this.#members > this.#mostMembers)
      throw overBudget("zipMembers", this.#mostMembers, this.#members, offset);
    const isFolder = kind === "folder" || kind === "file" && name.endsWith("/") && sizeBytes === 0;
    const plain3 = this.#tree.enter(isFolder ? "folder" : kind, name, link, offset);
    if (kind !== "file") {
      if (sizeBytes > 0 && kind !== "hard-link")
        throw new Broken("L1", "tar-size", "a folder or link has content", { offset });
      if (kind === "hard-link" && sizeBytes > 0) this.#hardLinkWithContent(offset);
      return;
    }
    this.#mustFit(sizeBytes, offset);
    this.#skip = sizeBytes;
    this.#padding = paddingOf(sizeBytes);
    this.#sink = isFolder ? void 0 : this.#onMember({ name: plain3, offset: offset + BLOCK, sizeBytes });
  }
  /** Some programs give the size of the file it names, others its content: they would go on at two places. */
  #hardLinkWithContent(offset) {
    throw new Broken("L1", "tar-size", "a hard link has a size, which programs understand in two ways", {
      offset
    });
  }
  #mustFit(sizeBytes, offset) {
    const left = this.#sizeBytes - offset - BLOCK;
    if (sizeBytes + paddingOf(sizeBytes) <= left) return;
    throw new Broken("L1", "cut-short", "a member is longer than what is left of the file", {
      offset,
      expected: `at most ${left} bytes`,
      found: `${sizeBytes} bytes`
    });
  }
};

// src/verify/archive/webdataset-samples.ts
var MOST_SHAPES = 1e3;
var Samples = class {
  #keys = /* @__PURE__ */ new Set();
  #shapes = /* @__PURE__ */ new Map();
  #split;
  #twice;
  #isOdd = false;
  #key;
  #extensions = [];
  take({ name, offset }) {
    const folder = name.lastIndexOf("/") + 1;
    const dot = name.indexOf(".", folder);
    if (dot <= folder) {
      if (dot < 0) this.#isOdd = true;
      return;
    }
    const key = name.slice(0, dot);
    if (key !== this.#key) this.#begin(key, offset);
    const extension = name.slice(dot + 1).toLowerCase();
    if (this.#extensions.includes(extension)) this.#twice ??= { key, offset };
    this.#extensions.push(extension);
  }
  /** At least two samples, most of them of one set of two or more extensions. */
  get isDataSet() {
    const [shape2 = "", { count }] = this.#common;
    return !this.#isOdd && this.#keys.size >= 2 && shape2.includes(" ") && count * 2 > this.#keys.size;
  }
  get count() {
    return this.#keys.size;
  }
  get extensions() {
    return this.#common[0];
  }
  end() {
    this.#endSample();
  }
  judge(findings) {
    if (this.#split !== void 0) {
      const what = "a sample goes on after another has begun: its key is there twice";
      findings.fail("L2", "sample-split", what, {
        offset: this.#split.offset,
        found: quoted(this.#split.key)
      });
    }
    if (this.#twice !== void 0)
      findings.fail("L2", "sample-twice", "a sample has two members of one extension", {
        offset: this.#twice.offset,
        found: quoted(this.#twice.key)
      });
    const [shape2, { count }] = this.#common;
    const odd = [...this.#shapes].filter(([each]) => each !== shape2);
    if (odd.length === 0) return;
    findings.note("L2", "samples-differ", "not every sample has the same members", {
      expected: shape2,
      found: `${this.#keys.size - count} others, first ${quoted(odd[0]?.[1].first ?? "")}: ${odd[0]?.[0] ?? ""}`
    });
  }
  #begin(key, offset) {
    this.#endSample();
    if (this.#keys.has(key)) this.#split ??= { key, offset };
    this.#keys.add(key);
    this.#key = key;
    this.#extensions = [];
  }
  #endSample() {
    if (this.#key === void 0 || this.#extensions.length === 0) return;
    const shape2 = this.#extensions.sort().join(" ").slice(0, 200);
    const known = this.#shapes.get(shape2);
    if (known !== void 0) known.count += 1;
    else if (this.#shapes.size < MOST_SHAPES)
      this.#shapes.set(shape2, { count: 1, first: this.#key.slice(0, 120) });
    this.#extensions = [];
  }
  get #common() {
    let best = ["", { count: 0, first: "" }];
    for (const each of this.#shapes) if (each[1].count > best[1].count) best = each;
    return best;
  }
};

// src/verify/archive/format-tar.ts
var MAGIC3 = new TextEncoder().encode("ustar");
var TORCH_MEMBERS = ["pickle", "tensors", "storages"];
var tar = {
  name: "tar",
  proves: "header checksums, sizes and padding; names and links stay inside, none twice, no device or pipe; the end mark and nothing after it; members by their own type; a checkpoint of PyTorch 0.1 is not read; as WebDataset: keys and their members",
  checksum: "of headers only",
  recognises({ head }) {
    if (head.length < BLOCK) return false;
    const first = Buffer.from(head.subarray(0, 100)).toString("latin1").replace(/\0.*$/s, "");
    return startsWith(head, MAGIC3, 257) || /^[\x20-\x7e]+$/.test(first) && hasChecksum(head);
  },
  async open(subject) {
    const archive = new TarArchive(subject);
    return archive.walk();
  }
};
var TarArchive = class {
  #subject;
  #members;
  #samples = new Samples();
  #toExamine = [];
  #torchMembers = /* @__PURE__ */ new Set();
  #files = 0;
  #filled = 0;
  constructor(subject) {
    this.#subject = subject;
    this.#members = new ArchiveMembers(subject);
  }
  walk() {
    const { findings, sizeBytes, budgets, digestGiven } = this.#subject;
    const walk = new TarWalk(
      { findings, sizeBytes, mostMembers: budgets.zipMembers },
      (member) => this.#take(member)
    );
    const members = this.#members;
    const result = {
      checksummed: false,
      regions: () => [wholeFile(this.#subject, walk)],
      inside: () => this.#inside(),
      finish: (complete) => {
        if (!complete) return;
        this.#settle(result);
        if (!walk.hasLongTail || digestGiven) return;
        const what = "ends with more zeros than its last record needs: they may stand for members that never arrived";
        findings.degraded("L1", "zero-tail", what, { offset: sizeBytes });
      },
      tensors: () => members.tensors,
      get reaches() {
        return members.reaches;
      }
    };
    return result;
  }
  /** @returns who looks at it as it goes by, where it will not be looked into */
  #take(member) {
    const { keys, budgets } = this.#subject;
    this.#files += 1;
    keys.addValue(member.name, member.name);
    this.#samples.take(member);
    if (TORCH_MEMBERS.includes(member.name)) this.#torchMembers.add(member.name);
    if (member.sizeBytes === 0) return void 0;
    this.#filled += 1;
    if (this.#toExamine.length >= budgets.membersExamined)
      return strayPickle(this.#subject, { ...member, bytes: member.sizeBytes });
    this.#toExamine.push(member);
    return void 0;
  }
  async #inside() {
    const { reader } = this.#subject;
    if (this.#torchMembers.size === TORCH_MEMBERS.length) throw notRead("a checkpoint of PyTorch 0.1");
    for (const { name, offset, sizeBytes } of this.#toExamine)
      await this.#members.examine(windowSource(reader, offset, sizeBytes, name), { fileOffset: offset });
    for (let i = this.#toExamine.length; i < this.#filled; i += 1) this.#members.leaveOut();
  }
  #settle(walk) {
    const { findings, facts } = this.#subject;
    if (this.#files === 0) throw new Broken("L1", "tar-empty", "is an archive of nothing", { offset: 0 });
    this.#members.settle(this.#files);
    this.#samples.end();
    if (!this.#samples.isDataSet) return;
    walk.format = "webdataset";
    facts.rows = this.#samples.count;
    facts.scalars["extensions"] = this.#samples.extensions;
    this.#samples.judge(findings);
  }
};

// src/verify/codec/zstd.ts
import * as zlib from "node:zlib";
var decompress = zlib.zstdDecompressSync;
async function readyZstd() {
  decompress ??= await asWebAssembly();
}
function zstdDecompress(bytes2, mostBytes, offset) {
  if (decompress === void 0) throw new Error("zstdDecompress before readyZstd");
  try {
    return decompress(bytes2, { maxOutputLength: mostBytes });
  } catch (error) {
    throw new Broken("L1", "zstd-broken", `cannot be decompressed: ${String(error).slice(0, 120)}`, {
      offset
    });
  }
}
var FIRST_ROOM = 8;
var LEAST_ROOM_BYTES = 2 ** 16;
var MOST_ROOM_BYTES = 2 ** 30;
async function asWebAssembly() {
  const { ZSTDDecoder } = await import("./npm-zstddec-dist-zstddec.mjs");
  const decoder = new ZSTDDecoder();
  await decoder.init();
  return (bytes2, { maxOutputLength }) => {
    for (let room = Math.max(LEAST_ROOM_BYTES, bytes2.length * FIRST_ROOM); ; room *= 4) {
      const most = Math.min(room, maxOutputLength, MOST_ROOM_BYTES);
      const content = decoder.decode(bytes2, most);
      if (content.length > 0) return content;
      if (most < room) throw new Error(`it is damaged, empty, or larger than ${most} bytes`);
    }
  };
}

// src/verify/archive/zstd-frames.ts
var MAGIC4 = 4247762216;
var SKIPPABLE = 407710288;
var MOST_BLOCK_BYTES = 131072;
function* zstdFrames(sizeBytes, onFrame) {
  let at = 0;
  while (at < sizeBytes) {
    const from = at;
    if (sizeBytes - at < 8) throw broken2("trailing-bytes", "what follows is no zstd frame", at);
    const magic2 = u32(yield 4);
    at += 4;
    if ((magic2 & 4294967280) >>> 0 === SKIPPABLE) {
      const length = u32(yield 4);
      at += 4;
      if (length > sizeBytes - at)
        throw broken2("cut-short", "a skippable frame is longer than the file", from);
      yield skip(length);
      at += length;
      continue;
    }
    if (magic2 !== MAGIC4) throw broken2("trailing-bytes", "what follows is no zstd frame", from);
    const descriptor = (yield 1)[0];
    at += 1;
    if ((descriptor & 8) !== 0) throw broken2("zstd-header", "a frame has a reserved flag", from);
    const { before, sizeField } = fieldsOf3(descriptor);
    yield skip(before);
    const contentBytes = sizeField === 0 ? void 0 : contentSize(yield sizeField);
    at += before + sizeField;
    for (let isLast = false; !isLast; ) {
      const [low = 0, middle = 0, high = 0] = yield 3;
      const header = low | middle << 8 | high << 16;
      isLast = (header & 1) === 1;
      const length = blockLength(header, at);
      if (length + 3 > sizeBytes - at) throw broken2("cut-short", "a block is longer than what is left", at);
      yield skip(length);
      at += 3 + length;
    }
    const hasChecksum2 = (descriptor & 4) !== 0;
    if (hasChecksum2) {
      yield 4;
      at += 4;
    }
    onFrame({ from, to: at, hasChecksum: hasChecksum2, contentBytes });
  }
}
function blockLength(header, offset) {
  const type = header >> 1 & 3;
  const bytes2 = header >>> 3;
  if (type === 3) throw broken2("zstd-block", "a block is of the reserved type", offset);
  if (bytes2 > MOST_BLOCK_BYTES) throw broken2("zstd-block", "a block is larger than blocks may be", offset);
  return type === 1 ? 1 : bytes2;
}
function fieldsOf3(descriptor) {
  const isSingle = (descriptor & 32) !== 0;
  const dictionary = [0, 1, 2, 4][descriptor & 3] ?? 0;
  const sizeField = [isSingle ? 1 : 0, 2, 4, 8][descriptor >> 6] ?? 0;
  return { before: dictionary + (isSingle ? 0 : 1), sizeField };
}
function contentSize(bytes2) {
  const value = bytes2.reduceRight((sum, byte) => sum * 256n + BigInt(byte), 0n);
  return bytes2.length === 2 ? value + 256n : value;
}
var skip = (bytes2) => ({ bytes: bytes2, sink: () => {
} });
var u32 = (bytes2) => new DataView(bytes2.buffer, bytes2.byteOffset, 4).getUint32(0, true);
var broken2 = (code, what, offset) => new Broken("L1", code, what, { offset });

// src/verify/archive/format-zstd.ts
var MAGIC5 = Uint8Array.of(40, 181, 47, 253);
var SKIPPABLE2 = Uint8Array.of(42, 77, 24);
var MOST_FRAMES = 1e5;
var zstd = {
  name: "zstd",
  proves: "frames and blocks that tile the file; the content, its size and checksum, by its own type where it fits into memory",
  checksum: "XXH64 of the content, where the writer asked for it",
  recognises: ({ head }) => startsWith(head, MAGIC5) || (head[0] ?? 0) >> 4 === 5 && startsWith(head, SKIPPABLE2, 1),
  async open(subject) {
    const { sizeBytes } = subject;
    const wrapped = new Wrapped(subject);
    const parser = new PushParser(zstdFrames(sizeBytes, (frame) => wrapped.take(frame)));
    return {
      get checksummed() {
        return wrapped.isChecksummed;
      },
      regions: () => [
        wholeFile(subject, {
          feed: (...piece) => parser.feed(...piece),
          end() {
            parser.end(sizeBytes);
            wrapped.isWhole = true;
          }
        })
      ],
      inside: () => wrapped.examine(),
      finish: () => {
      },
      tensors: () => wrapped.content.tensors,
      get reaches() {
        return wrapped.content.reaches;
      }
    };
  }
};
var Wrapped = class {
  isWhole = false;
  content;
  #subject;
  #frames = [];
  constructor(subject) {
    this.#subject = subject;
    this.content = new Unpacked(subject, "zstd");
  }
  get isChecksummed() {
    return this.#frames.length > 0 && this.#frames.every(({ hasChecksum: hasChecksum2 }) => hasChecksum2);
  }
  take(frame) {
    if (this.#frames.length >= MOST_FRAMES)
      throw overBudget("frames", MOST_FRAMES, MOST_FRAMES + 1, frame.from);
    this.#frames.push(frame);
  }
  async examine() {
    if (!this.isWhole) return;
    const { findings, facts } = this.#subject;
    if (this.#frames.length === 0) {
      findings.fail("L1", "empty", "holds nothing", { expected: "a frame with content" });
      return;
    }
    const content = await this.#unpacked();
    facts.scalars["unpackedBytes"] = content.length;
    this.content.isRead = true;
    await this.content.examine(content, this.isChecksummed);
  }
  /** All frames, one by one: each says where it ends. */
  async #unpacked() {
    const { reader, sizeBytes } = this.#subject;
    const most = Math.min(unpackedInMemory(this.#subject), expansionLimit(this.#subject));
    if (sizeBytes > most) throw overBudget("structureBytes", most, sizeBytes, 0);
    await readyZstd();
    const parts = [];
    let total = 0;
    for (const { from, to, contentBytes } of this.#frames.filter((frame) => frame.contentBytes !== 0n)) {
      if (contentBytes !== void 0 && contentBytes > BigInt(most - total))
        throw overBudget("structureBytes", most, contentBytes, from);
      const part = zstdDecompress(await reader.read(from, to - from), Math.max(1, most - total), from);
      if (contentBytes !== void 0 && contentBytes !== BigInt(part.length))
        throw new Broken("L1", "member-length", "a frame is not as long as it says", {
          offset: from,
          expected: `${contentBytes} bytes`,
          found: `${part.length} bytes`
        });
      parts.push(part);
      total += part.length;
    }
    return Buffer.concat(parts);
  }
};

// src/verify/archive/formats-packed.ts
import { constants, inflateSync } from "node:zlib";

// src/verify/codec/bzip2-block.ts
var GROUP_SYMBOLS = 50;
var MOST_CODE_BITS = 20;
var [RUN_A, RUN_B] = [0, 1];
var LEAST_RUN = 4;
var OUT_BYTES = 65536;
var MoreBits = class extends Error {
};
var BitReader = class {
  /** The next bit. */
  at;
  #bytes;
  constructor(bytes2, at = 0) {
    this.#bytes = bytes2;
    this.at = at;
  }
  /** @param count at most 24 */
  take(count) {
    if (this.at + count > this.#bytes.length * 8) throw new MoreBits();
    const first = this.at >>> 3;
    const byte = (i) => this.#bytes[first + i] ?? 0;
    const word = (byte(0) << 24 | byte(1) << 16 | byte(2) << 8 | byte(3)) >>> 0;
    const value = word << (this.at & 7) >>> 32 - count;
    this.at += count;
    return count === 0 ? 0 : value;
  }
  u32() {
    return this.take(16) * 65536 + this.take(16);
  }
  bit() {
    const byte = this.#bytes[this.at >>> 3];
    if (byte === void 0) throw new MoreBits();
    const value = byte >>> 7 - (this.at & 7) & 1;
    this.at += 1;
    return value;
  }
};
function bzip2Block(bits, mostBytes, offset, sink) {
  const broken6 = (what) => new Broken("L1", "bzip2-broken", what, { offset });
  if (bits.bit() === 1)
    throw new Unsettled("L1", "bzip2-randomised", "has a block as bzip2 wrote it before 0.9.5", { offset });
  const origin = bits.take(24);
  const used = usedBytes(bits);
  if (used.length === 0) throw broken6("a block has no bytes");
  const groups = bits.take(3);
  if (groups < 2 || groups > 6) throw broken6("a block has no groups of codes");
  const selectors = selectorsOf(bits, groups, broken6);
  const codes = Array.from({ length: groups }, () => codeOf(bits, used.length + 2, broken6));
  const sorted = new Uint32Array(mostBytes);
  const counts3 = new Uint32Array(256);
  let length = 0;
  let run = 0;
  let scale = 1;
  const front = used;
  const repeat = () => {
    const byte = front[0];
    if (run > mostBytes - length) throw broken6("a block is larger than blocks of the file may be");
    sorted.fill(byte, length, length + run);
    counts3[byte] = counts3[byte] + run;
    length += run;
    run = 0;
    scale = 1;
  };
  for (let at = 0; ; at += 1) {
    const selector = selectors[Math.floor(at / GROUP_SYMBOLS)];
    if (selector === void 0) throw broken6("a block has more symbols than groups for them");
    const symbol2 = symbolOf(bits, codes[selector], broken6);
    if (symbol2 === RUN_A || symbol2 === RUN_B) {
      run += scale << symbol2;
      scale *= 2;
      if (run > mostBytes) throw broken6("a block is larger than blocks of the file may be");
      continue;
    }
    if (run > 0) repeat();
    const index = symbol2 - 1;
    if (index === used.length) break;
    const byte = front[index];
    front.copyWithin(1, 0, index);
    front[0] = byte;
    if (length === mostBytes) throw broken6("a block is larger than blocks of the file may be");
    sorted[length] = byte;
    counts3[byte] = counts3[byte] + 1;
    length += 1;
  }
  if (origin >= length) throw broken6("a block begins outside of itself");
  return unsorted(sorted, counts3, { length, origin }, sink);
}
function usedBytes(bits) {
  const used = [];
  const ranges = bits.take(16);
  for (let i = 0; i < 16; i += 1) {
    if ((ranges & 32768 >> i) === 0) continue;
    const range = bits.take(16);
    for (let j = 0; j < 16; j += 1) if ((range & 32768 >> j) !== 0) used.push(i * 16 + j);
  }
  return Uint8Array.from(used);
}
function selectorsOf(bits, groups, broken6) {
  const count = bits.take(15);
  const selectors = new Uint8Array(count);
  const front = Uint8Array.from({ length: groups }, (_none, i) => i);
  for (let i = 0; i < count; i += 1) {
    let index = 0;
    while (bits.bit() === 1) index += 1;
    const group = front[index];
    if (group === void 0) throw broken6("a block chooses a group that is not there");
    front.copyWithin(1, 0, index);
    front[0] = group;
    selectors[i] = group;
  }
  return selectors;
}
function codeOf(bits, symbols, broken6) {
  const lengths = new Uint8Array(symbols);
  let length = bits.take(5);
  for (let i = 0; i < symbols; i += 1) {
    while (bits.bit() === 1) length += bits.bit() === 1 ? -1 : 1;
    if (length < 1 || length > MOST_CODE_BITS) throw broken6("a code is of no length that there is");
    lengths[i] = length;
  }
  const bySize = new Uint16Array(symbols);
  const limit = new Int32Array(MOST_CODE_BITS + 1);
  const base = new Int32Array(MOST_CODE_BITS + 1);
  let [code, index] = [0, 0];
  for (let size = 1; size <= MOST_CODE_BITS; size += 1) {
    base[size] = code - index;
    for (let i = 0; i < symbols; i += 1) {
      if (lengths[i] !== size) continue;
      bySize[index] = i;
      index += 1;
      code += 1;
    }
    if (code > 2 ** size) throw broken6("has more codes than bits can tell apart");
    limit[size] = code;
    code *= 2;
  }
  return { symbols: bySize, limit, base };
}
function symbolOf(bits, { symbols, limit, base }, broken6) {
  let code = 0;
  for (let size = 1; size <= MOST_CODE_BITS; size += 1) {
    code = code << 1 | bits.bit();
    if (code < limit[size]) return symbols[code - base[size]];
  }
  throw broken6("has a code that stands for nothing");
}
function unsorted(sorted, counts3, { length, origin }, sink) {
  let sum = 0;
  for (let byte = 0; byte < 256; byte += 1) {
    const count = counts3[byte];
    counts3[byte] = sum;
    sum += count;
  }
  for (let i = 0; i < length; i += 1) {
    const byte = sorted[i] & 255;
    const to = counts3[byte];
    counts3[byte] = to + 1;
    sorted[to] = sorted[to] | i << 8;
  }
  const out = new Uint8Array(OUT_BYTES);
  let [filled2, crc] = [0, -1];
  const put = (byte) => {
    crc = crc << 8 ^ CRC_TABLE[crc >>> 24 ^ byte];
    out[filled2] = byte;
    filled2 += 1;
    if (filled2 < OUT_BYTES) return;
    sink(out);
    filled2 = 0;
  };
  let at = sorted[origin] >>> 8;
  let [before, same] = [-1, 0];
  for (let i = 0; i < length; i += 1) {
    const entry = sorted[at];
    at = entry >>> 8;
    const byte = entry & 255;
    if (same === LEAST_RUN) {
      for (let more = 0; more < byte; more += 1) put(before);
      same = 0;
      before = -1;
      continue;
    }
    same = byte === before ? same + 1 : 1;
    before = byte;
    put(byte);
  }
  if (filled2 > 0) sink(out.subarray(0, filled2));
  return ~crc >>> 0;
}
var CRC_TABLE = Int32Array.from({ length: 256 }, (_none, byte) => {
  let crc = byte << 24;
  for (let bit = 0; bit < 8; bit += 1) crc = crc < 0 ? crc << 1 ^ 79764919 : crc << 1;
  return crc;
});

// src/verify/archive/bzip2-streams.ts
var BZIP2_MAGIC = Buffer.from("BZh", "latin1");
var [BLOCK_HIGH, BLOCK_LOW] = [3227993, 2511705];
var [END_HIGH, END_LOW] = [1536581, 3690640];
var UNIT_BYTES = 1e5;
var AGAIN_BYTES = 262144;
var Bzip2Streams = class {
  isChecksummed = true;
  #streams = 0;
  #limits;
  #sink;
  #kept = new Uint8Array(0);
  /** Of `#kept`: where it lies in the file, and the first bit that was not used. */
  #from = 0;
  #bit = 0;
  #tryAt = 0;
  /** Of a block, in hundred thousands; 0 between streams. */
  #level = 0;
  #crc = 0;
  #blocks = 0;
  constructor(limits, sink) {
    this.#limits = limits;
    this.#sink = sink;
  }
  feed(piece) {
    this.#kept = Buffer.concat([this.#kept, piece]);
    if (this.#kept.length >= this.#tryAt) this.#run();
  }
  end(sizeBytes) {
    this.#run();
    if (this.#level === 0 && this.#kept.length * 8 === this.#bit && this.#streams > 0) return;
    throw new Broken("L1", "cut-short", "the file ends inside a bzip2 stream", { offset: sizeBytes });
  }
  #run() {
    try {
      for (; ; ) this.#step();
    } catch (error) {
      if (!(error instanceof MoreBits)) throw error;
    }
    const used = this.#bit >>> 3;
    this.#kept = this.#kept.subarray(used);
    this.#from += used;
    this.#bit &= 7;
    this.#tryAt = this.#kept.length + AGAIN_BYTES;
  }
  /** A header, a block or an end, if all of it is there. */
  #step() {
    const bits = new BitReader(this.#kept, this.#bit);
    if (this.#level === 0) this.#begin(bits);
    else this.#blockOrEnd(bits);
    this.#bit = bits.at;
  }
  #begin(bits) {
    const offset = this.#from + (this.#bit >>> 3);
    const begin = [bits.take(8), bits.take(8), bits.take(8), bits.take(8)];
    const level = begin[3] - 48;
    if (BZIP2_MAGIC.some((byte, i) => begin[i] !== byte) || level < 1 || level > 9)
      throw new Broken("L1", "trailing-bytes", "what follows is no bzip2 stream", { offset });
    this.#level = level;
    this.#crc = 0;
  }
  #blockOrEnd(bits) {
    const offset = this.#from + (bits.at >>> 3);
    const [high, low, stored] = [bits.take(24), bits.take(24), bits.u32()];
    if (high === END_HIGH && low === END_LOW) {
      this.#end(bits, offset, stored);
      return;
    }
    if (high !== BLOCK_HIGH || low !== BLOCK_LOW)
      throw new Broken("L1", "bzip2-broken", "what should be a block begins as none", { offset });
    this.#blocks += 1;
    if (this.#blocks > this.#limits.objects)
      throw overBudget("objects", this.#limits.objects, this.#blocks, offset);
    const found = bzip2Block(bits, this.#level * UNIT_BYTES, offset, this.#sink);
    if (found !== stored)
      throw sumDiffers("the content is not what was packed: its CRC differs", offset, { stored, found });
    this.#crc = ((this.#crc << 1 | this.#crc >>> 31) ^ stored) >>> 0;
  }
  #end(bits, offset, stored) {
    if (stored !== this.#crc)
      throw sumDiffers("a stream is not of its blocks: its CRC differs", offset, {
        stored,
        found: this.#crc
      });
    const padding = 8 - (bits.at & 7) & 7;
    if (bits.take(padding) !== 0)
      throw new Broken("L1", "bzip2-broken", "the bits behind its end are not zero", { offset });
    this.#level = 0;
    this.#streams += 1;
  }
};

// src/verify/codec/lz4-block.ts
var LEAST_MATCH = 4;
function lz4Block(packed2, out, from, offset) {
  const broken6 = (what) => new Broken("L1", "lz4-broken", what, { offset });
  let [at, to] = [0, from];
  const length = (nibble) => {
    let value = nibble;
    if (nibble < 15) return value;
    for (; ; ) {
      const byte = packed2[at];
      if (byte === void 0) throw broken6("a block ends inside a length");
      at += 1;
      value += byte;
      if (byte < 255) return value;
    }
  };
  while (at < packed2.length) {
    const token = packed2[at];
    at += 1;
    const literals = length(token >> 4);
    if (literals > packed2.length - at || literals > out.length - to)
      throw broken6("a block holds more than it may");
    out.set(packed2.subarray(at, at + literals), to);
    at += literals;
    to += literals;
    if (at === packed2.length) return to;
    if (packed2.length - at < 2) throw broken6("a block ends inside a copy");
    const back = packed2[at] + 256 * packed2[at + 1];
    at += 2;
    const copied = length(token & 15) + LEAST_MATCH;
    if (back === 0 || back > to || copied > out.length - to)
      throw broken6("a copy points outside of what was unpacked");
    for (const end = to + copied; to < end; to += 1) out[to] = out[to - back];
  }
  throw broken6("a block ends with a copy");
}

// src/verify/codec/xxh32.ts
var [P1, P2, P3, P4, P5] = [2654435761, 2246822519, 3266489917, 668265263, 374761393];
var STRIPE_BYTES = 16;
var rotated = (word, by) => word << by | word >>> 32 - by;
var Xxh32 = class {
  #lanes = [P1 + P2, P2, 0, -P1].map((lane) => lane | 0);
  #rest = Buffer.alloc(STRIPE_BYTES);
  #held = 0;
  #total = 0;
  add(bytes2) {
    this.#total += bytes2.length;
    let at = 0;
    if (this.#held > 0) {
      at = Math.min(STRIPE_BYTES - this.#held, bytes2.length);
      this.#rest.set(bytes2.subarray(0, at), this.#held);
      this.#held += at;
      if (this.#held < STRIPE_BYTES) return this;
      this.#stripe(new DataView(this.#rest.buffer, this.#rest.byteOffset), 0);
      this.#held = 0;
    }
    const view = new DataView(bytes2.buffer, bytes2.byteOffset, bytes2.length);
    for (; at + STRIPE_BYTES <= bytes2.length; at += STRIPE_BYTES) this.#stripe(view, at);
    this.#rest.set(bytes2.subarray(at));
    this.#held = bytes2.length - at;
    return this;
  }
  value() {
    const [a = 0, b = 0, c = 0, d = 0] = this.#lanes;
    let hash = this.#total < STRIPE_BYTES ? P5 : rotated(a, 1) + rotated(b, 7) + rotated(c, 12) + rotated(d, 18);
    hash = hash + this.#total | 0;
    let at = 0;
    for (; at + 4 <= this.#held; at += 4) {
      hash = hash + Math.imul(this.#rest.readInt32LE(at), P3) | 0;
      hash = Math.imul(rotated(hash, 17), P4);
    }
    for (; at < this.#held; at += 1) {
      hash = hash + Math.imul(this.#rest[at], P5) | 0;
      hash = Math.imul(rotated(hash, 11), P1);
    }
    hash = Math.imul(hash ^ hash >>> 15, P2);
    hash = Math.imul(hash ^ hash >>> 13, P3);
    return (hash ^ hash >>> 16) >>> 0;
  }
  #stripe(view, at) {
    for (let i = 0; i < 4; i += 1) {
      const lane = this.#lanes[i] + Math.imul(view.getInt32(at + 4 * i, true), P2);
      this.#lanes[i] = Math.imul(rotated(lane, 13), P1);
    }
  }
};

// src/verify/archive/lz4-frames.ts
var LZ4_MAGIC = Uint8Array.of(4, 34, 77, 24);
var FRAME2 = 407708164;
var SKIPPABLE3 = 407710288;
var HISTORY_BYTES = 65536;
var UNPACKED = 2147483648;
var Lz4Frames = class {
  parts = 0;
  isChecksummed = true;
  #sizeBytes;
  #limits;
  #sink;
  #at = 0;
  constructor(sizeBytes, limits, sink) {
    this.#sizeBytes = sizeBytes;
    this.#limits = limits;
    this.#sink = sink;
  }
  *read() {
    while (this.#at < this.#sizeBytes) {
      const offset = this.#at;
      if (this.#sizeBytes - offset < 4)
        throw new Broken("L1", "trailing-bytes", "what follows is no LZ4 frame", { offset });
      const magic2 = u322(yield* this.#take(4));
      if ((magic2 & 4294967280) >>> 0 === SKIPPABLE3) {
        yield* this.#skip(u322(yield* this.#take(4)));
        continue;
      }
      if (magic2 !== FRAME2)
        throw new Broken("L1", "trailing-bytes", "what follows is no LZ4 frame", { offset });
      yield* this.#blocks(yield* this.#header(offset));
      this.parts += 1;
    }
    if (this.parts === 0) throw new Broken("L1", "empty", "holds no frame with content");
  }
  *#header(offset) {
    const two = (yield* this.#take(2)).slice();
    const [flags = 0, size = 0] = two;
    const broken6 = (what) => new Broken("L1", "lz4-header", what, { offset });
    if (flags >> 6 !== 1 || (flags & 2) !== 0 || (size & 143) !== 0 || size >> 4 < 4)
      throw broken6("a frame\u2019s header means nothing");
    const [hasSize, hasDictionary] = [(flags & 8) !== 0, (flags & 1) !== 0];
    const rest = (yield* this.#take((hasSize ? 8 : 0) + (hasDictionary ? 4 : 0))).slice();
    const found = new Xxh32().add(two).add(rest).value() >>> 8 & 255;
    const stored = (yield* this.#take(1))[0];
    if (stored !== found)
      throw sumDiffers("a frame\u2019s header is not of its checksum", offset, { stored, found });
    if (hasDictionary)
      throw new Unsettled("L1", "lz4-dictionary", "is packed with a dictionary that is elsewhere", {
        offset
      });
    return {
      offset,
      isLinked: (flags & 32) === 0,
      hasBlockSum: (flags & 16) !== 0,
      hasSum: (flags & 4) !== 0,
      blockBytes: 2 ** (8 + 2 * (size >> 4)),
      contentBytes: hasSize ? new DataView(rest.buffer).getBigUint64(0, true) : void 0
    };
  }
  *#blocks({ offset, isLinked, hasBlockSum, hasSum, blockBytes, contentBytes }) {
    const room = new Uint8Array((isLinked ? HISTORY_BYTES : 0) + blockBytes);
    let [history, total] = [0, 0n];
    const sum = new Xxh32();
    for (let count = 0; ; count += 1) {
      const at = this.#at;
      const word = u322(yield* this.#take(4));
      if (word === 0) break;
      if (count >= this.#limits.objects) throw overBudget("objects", this.#limits.objects, count + 1, at);
      const packedBytes = word % UNPACKED;
      if (packedBytes > blockBytes)
        throw new Broken("L1", "lz4-broken", "a block is larger than the frame\u2019s header says", {
          offset: at
        });
      const packed2 = (yield* this.#take(packedBytes)).slice();
      if (hasBlockSum) {
        const [stored, found] = [u322(yield* this.#take(4)), new Xxh32().add(packed2).value()];
        if (stored !== found) throw sumDiffers("a block is not of its checksum", at, { stored, found });
      }
      const most = room.subarray(0, history + blockBytes);
      if (word >= UNPACKED) most.set(packed2, history);
      const end = word >= UNPACKED ? history + packedBytes : lz4Block(packed2, most, history, at);
      const content = room.subarray(history, end);
      total += BigInt(content.length);
      if (hasSum) sum.add(content);
      this.#sink(content);
      if (!isLinked) continue;
      history = Math.min(end, HISTORY_BYTES);
      room.copyWithin(0, end - history, end);
    }
    if (!hasSum && !hasBlockSum) this.isChecksummed = false;
    if (hasSum) {
      const at = this.#at;
      const [stored, found] = [u322(yield* this.#take(4)), sum.value()];
      if (stored !== found)
        throw sumDiffers("the content is not what was packed: its checksum differs", at, { stored, found });
    }
    if (contentBytes !== void 0 && contentBytes !== total)
      throw new Broken("L1", "member-length", "a frame is not as long as it says", {
        offset,
        expected: `${contentBytes} bytes`,
        found: `${total} bytes`
      });
  }
  *#skip(bytes2) {
    this.#mustFit(bytes2);
    this.#at += bytes2;
    yield { bytes: bytes2, sink: () => {
    } };
  }
  /** The bytes are only valid until the next ones are asked for. */
  *#take(bytes2) {
    this.#mustFit(bytes2);
    this.#at += bytes2;
    return bytes2 === 0 ? new Uint8Array(0) : yield bytes2;
  }
  #mustFit(bytes2) {
    if (bytes2 > this.#sizeBytes - this.#at)
      throw new Broken("L1", "cut-short", "the file ends inside an LZ4 frame", { offset: this.#at });
  }
};
var u322 = (bytes2) => new DataView(bytes2.buffer, bytes2.byteOffset, 4).getUint32(0, true);

// src/verify/codec/lzma.ts
var [MODEL_BITS, MOVE_BITS] = [11, 5];
var HALF = 1 << MODEL_BITS - 1;
var TOP = 2 ** 24;
var [STATES, POSITIONS] = [12, 16];
var FIRST_MATCH_STATE = 7;
var LEAST_MATCH2 = 2;
var SYMBOL_BYTES = 20;
var FIRST_WINDOW_BYTES = 2 ** 16;
var END_MARK = 4294967295;
function lzmaProperties(byte, offset) {
  if (byte >= 9 * 5 * 5) throw broken3("its properties mean nothing", offset);
  return { lc: byte % 9, lp: Math.floor(byte / 9) % 5, pb: Math.floor(byte / 45) };
}
var Lengths = class {
  choice = fresh(2);
  low = fresh(POSITIONS << 3);
  middle = fresh(POSITIONS << 3);
  high = fresh(256);
};
var Model = class {
  isMatch = fresh(STATES * POSITIONS);
  isRep = fresh(STATES);
  isRep0 = fresh(STATES);
  isRep1 = fresh(STATES);
  isRep2 = fresh(STATES);
  isLong = fresh(STATES * POSITIONS);
  slot = fresh(4 * 64);
  special = fresh(128);
  align = fresh(16);
  match = new Lengths();
  rep = new Lengths();
  literal;
  state = 0;
  rep0 = 0;
  rep1 = 0;
  rep2 = 0;
  rep3 = 0;
  constructor({ lc, lp }) {
    this.literal = fresh(768 << lc + lp);
  }
};
var Lzma = class {
  /** Input bytes used so far of the current piece. */
  at = 0;
  /** Bytes decoded since the window was emptied. */
  total = 0;
  #windowBytes;
  #mostBytes;
  #sink;
  #window;
  #to = 0;
  #told = 0;
  #properties = { lc: 0, lp: 0, pb: 0 };
  #model;
  #input = new Uint8Array(0);
  #range = 0;
  #code = 0;
  #offset = 0;
  /**
   * @param windowBytes how far back a copy may reach, as the file declares
   * @param mostBytes of window that may be held; it grows with what is decoded
   */
  constructor(windowBytes, mostBytes, sink) {
    this.#windowBytes = Math.max(windowBytes, 4096);
    this.#mostBytes = mostBytes;
    this.#window = new Uint8Array(Math.min(this.#windowBytes, FIRST_WINDOW_BYTES));
    this.#sink = sink;
  }
  /** The range coder came to rest where a stream may end. */
  get isAtRest() {
    return this.#code === 0;
  }
  emptyWindow() {
    this.total = 0;
    this.#to = 0;
    this.#told = 0;
  }
  begin(properties) {
    this.#properties = properties;
    this.#model = new Model(properties);
  }
  /** All probabilities back to a half, with the properties as they are. */
  again(offset) {
    if (this.#model === void 0) throw broken3("begins without properties", offset);
    this.#model = new Model(this.#properties);
  }
  /** Bytes that stand as they are. */
  put(bytes2) {
    for (const byte of bytes2) this.#put(byte);
    this.flush();
  }
  /** @param five the first bytes of a run of the range coder, of which the first is 0 */
  start(five, offset) {
    if (five[0] !== 0) throw broken3("a run begins with another byte than 0", offset);
    this.#range = 4294967295;
    this.#code = five.subarray(1).reduce((code, byte) => code * 256 + byte, 0);
  }
  /**
   * Decodes from the start of `input` until `mostBytes` more have come out, the end mark was met, or less input is left than any
   * symbol might take (unless it is the last).
   *
   * @param offset of the input in the file, for messages
   * @returns whether the end mark was met
   */
  decode(input, mostBytes, isLast, offset) {
    const model = this.#model;
    if (model === void 0) throw broken3("begins without properties", offset);
    this.#input = input;
    this.#offset = offset;
    this.at = 0;
    const until = this.total + mostBytes;
    const safe = isLast ? Number.POSITIVE_INFINITY : input.length - SYMBOL_BYTES;
    while (this.total < until && this.at <= safe) {
      if (this.#symbol(model, until)) {
        this.#normalise();
        this.#mustHave();
        this.flush();
        return true;
      }
      this.#mustHave();
    }
    this.flush();
    return false;
  }
  /** Lets the range coder take what belongs to the symbols before. */
  rest() {
    this.#normalise();
    this.#mustHave();
  }
  flush() {
    if (this.#to > this.#told) this.#sink(this.#window.subarray(this.#told, this.#to));
    this.#told = this.#to;
  }
  /** @returns whether it was the end mark */
  #symbol(model, until) {
    const { state } = model;
    const position = this.total & (1 << this.#properties.pb) - 1;
    if (this.#bit(model.isMatch, state * POSITIONS + position) === 0) {
      this.#put(this.#literal(model));
      model.state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6;
      return false;
    }
    const afterLiteral = state < FIRST_MATCH_STATE;
    let length;
    if (this.#bit(model.isRep, state) === 0) {
      model.rep3 = model.rep2;
      model.rep2 = model.rep1;
      model.rep1 = model.rep0;
      length = this.#length(model.match, position);
      model.state = afterLiteral ? 7 : 10;
      model.rep0 = this.#distance(model, length);
      if (model.rep0 === END_MARK) return true;
    } else {
      if (this.#bit(model.isRep0, state) === 0) {
        if (this.#bit(model.isLong, state * POSITIONS + position) === 0) {
          model.state = afterLiteral ? 9 : 11;
          this.#copy(model.rep0, 1, until);
          return false;
        }
      } else this.#chooseOther(model, state);
      length = this.#length(model.rep, position);
      model.state = afterLiteral ? 8 : 11;
    }
    this.#copy(model.rep0, length + LEAST_MATCH2, until);
    return false;
  }
  #chooseOther(model, state) {
    let distance = model.rep1;
    if (this.#bit(model.isRep1, state) === 1) {
      distance = model.rep2;
      if (this.#bit(model.isRep2, state) === 1) {
        distance = model.rep3;
        model.rep3 = model.rep2;
      }
      model.rep2 = model.rep1;
    }
    model.rep1 = model.rep0;
    model.rep0 = distance;
  }
  #literal({ literal, state, rep0 }) {
    const { lc, lp } = this.#properties;
    const before = this.total === 0 ? 0 : this.#behind(0);
    const base = 768 * (((this.total & (1 << lp) - 1) << lc) + (before >> 8 - lc));
    let symbol2 = 1;
    if (state >= FIRST_MATCH_STATE) {
      let other = this.#behind(rep0);
      while (symbol2 < 256) {
        const expected = other >> 7 & 1;
        other <<= 1;
        const bit = this.#bit(literal, base + (1 + expected << 8) + symbol2);
        symbol2 = symbol2 << 1 | bit;
        if (bit !== expected) break;
      }
    }
    while (symbol2 < 256) symbol2 = symbol2 << 1 | this.#bit(literal, base + symbol2);
    return symbol2 & 255;
  }
  #length({ choice, low, middle, high }, position) {
    if (this.#bit(choice, 0) === 0) return this.#tree(low, position << 3, 3);
    if (this.#bit(choice, 1) === 0) return 8 + this.#tree(middle, position << 3, 3);
    return 16 + this.#tree(high, 0, 8);
  }
  #distance({ slot, special, align }, length) {
    const chosen = this.#tree(slot, Math.min(length, 3) << 6, 6);
    if (chosen < 4) return chosen;
    const bits = (chosen >> 1) - 1;
    const high = (2 | chosen & 1) * 2 ** bits;
    if (chosen < 14) return high + this.#backwards(special, high - chosen, bits);
    let direct = 0;
    for (let i = 4; i < bits; i += 1) direct = direct * 2 + this.#direct();
    return high + direct * 16 + this.#backwards(align, 0, 4);
  }
  #tree(probabilities, base, bits) {
    let symbol2 = 1;
    for (let i = 0; i < bits; i += 1) symbol2 = symbol2 << 1 | this.#bit(probabilities, base + symbol2);
    return symbol2 - (1 << bits);
  }
  #backwards(probabilities, base, bits) {
    let [symbol2, value] = [1, 0];
    for (let i = 0; i < bits; i += 1) {
      const bit = this.#bit(probabilities, base + symbol2);
      symbol2 = symbol2 << 1 | bit;
      value |= bit << i;
    }
    return value;
  }
  #bit(probabilities, index) {
    this.#normalise();
    const probability = probabilities[index];
    const bound = (this.#range >>> MODEL_BITS) * probability;
    if (this.#code < bound) {
      this.#range = bound;
      probabilities[index] = probability + ((1 << MODEL_BITS) - probability >> MOVE_BITS);
      return 0;
    }
    this.#range -= bound;
    this.#code -= bound;
    probabilities[index] = probability - (probability >> MOVE_BITS);
    return 1;
  }
  #direct() {
    this.#normalise();
    this.#range = this.#range >>> 1;
    if (this.#code < this.#range) return 0;
    this.#code -= this.#range;
    return 1;
  }
  #normalise() {
    if (this.#range >= TOP) return;
    this.#range *= 256;
    this.#code = this.#code * 256 + (this.#input[this.at] ?? 0);
    this.at += 1;
  }
  #mustHave() {
    if (this.at <= this.#input.length) return;
    throw new Broken("L1", "cut-short", "its stream ends in the middle of a symbol", {
      offset: this.#offset + this.#input.length
    });
  }
  #behind(distance) {
    if (distance >= Math.min(this.total, this.#windowBytes))
      throw broken3("a copy reaches back before the start", this.#offset + this.at);
    const from = this.#to - distance - 1;
    return this.#window[from < 0 ? from + this.#windowBytes : from];
  }
  #copy(distance, length, until) {
    if (this.total + length > until)
      throw broken3("a copy is longer than what is declared", this.#offset + this.at);
    for (let i = 0; i < length; i += 1) this.#put(this.#behind(distance));
  }
  #put(byte) {
    if (this.#to === this.#window.length) this.#makeRoom();
    this.#window[this.#to] = byte;
    this.#to += 1;
    this.total += 1;
  }
  /** Grows until it is as large as declared, and then begins anew: a small file takes little, whatever it declares. */
  #makeRoom() {
    if (this.#window.length === this.#windowBytes) {
      this.flush();
      this.#to = 0;
      this.#told = 0;
      return;
    }
    const size = Math.min(this.#windowBytes, this.#window.length * 2);
    if (size > this.#mostBytes) throw overBudget("structureBytes", this.#mostBytes, size, this.#offset);
    const larger = new Uint8Array(size);
    larger.set(this.#window);
    this.#window = larger;
  }
};
function fresh(size) {
  return new Uint16Array(size).fill(HALF);
}
var broken3 = (what, offset) => new Broken("L1", "lzma-broken", what, { offset });

// src/verify/archive/lzma-alone.ts
var HEADER_BYTES = 13;
var PIECE_BYTES = 65536;
var MOST_MARK_BYTES = 32;
var USUAL_PROPERTIES = 93;
var UNKNOWN = 2n ** 64n - 1n;
var MOST_DECLARED = 2n ** 38n;
function beginsLzmaAlone(head) {
  if (head.length < HEADER_BYTES + 5 || head[0] >= 9 * 5 * 5 || head[HEADER_BYTES] !== 0)
    return false;
  const view = new DataView(head.buffer, head.byteOffset);
  const window = view.getUint32(1, true);
  const isPower = (value) => value > 0 && (value & value - 1) === 0;
  const isUsual = window >= 4096 && (isPower(window) || window % 3 === 0 && isPower(window / 3));
  const size = view.getBigUint64(5, true);
  return isUsual && size !== 0n && (size === UNKNOWN || head[0] === USUAL_PROPERTIES && size < MOST_DECLARED);
}
function* lzmaAlone(sizeBytes, limits, sink) {
  const header = (yield HEADER_BYTES).slice();
  const view = new DataView(header.buffer);
  const declared = view.getBigUint64(5, true);
  const most = declared === UNKNOWN ? Number.MAX_SAFE_INTEGER : Number(declared);
  const lzma2 = new Lzma(view.getUint32(1, true), limits.windowBytes, sink);
  lzma2.begin(lzmaProperties(header[0], 0));
  lzma2.start(yield 5, HEADER_BYTES);
  let at = HEADER_BYTES + 5;
  let kept = new Uint8Array(0);
  let isEnd = false;
  while (!isEnd && at < sizeBytes) {
    const size = Math.min(PIECE_BYTES, sizeBytes - at);
    const input = Buffer.concat([kept, yield size]);
    const offset = at - kept.length;
    at += size;
    isEnd = lzma2.decode(input, most - lzma2.total, at === sizeBytes, offset);
    const isFull = !isEnd && lzma2.total === most;
    if (isFull) lzma2.rest();
    kept = input.subarray(lzma2.at);
    if (!isFull) continue;
    const left = sizeBytes - at;
    if (kept.length + left === 0) break;
    if (kept.length + left <= MOST_MARK_BYTES) {
      const tail = Buffer.concat([kept, left === 0 ? new Uint8Array(0) : yield left]);
      at = sizeBytes;
      isEnd = lzma2.decode(tail, 1, true, at - tail.length);
      kept = tail.subarray(lzma2.at);
    }
    break;
  }
  if (kept.length > 0 || at < sizeBytes)
    throw new Broken("L1", "trailing-bytes", "bytes follow the compressed stream", {
      offset: at - kept.length,
      found: `${kept.length + sizeBytes - at} bytes`
    });
  if (declared === UNKNOWN && !isEnd)
    throw new Broken("L1", "cut-short", "the file ends before the mark of its end", { offset: at });
  if (declared !== UNKNOWN && lzma2.total !== most)
    throw new Broken("L1", "member-length", "the content is not as long as its header says", {
      offset: 5,
      expected: `${most} bytes`,
      found: `${lzma2.total} bytes`
    });
  if (!lzma2.isAtRest) throw new Broken("L1", "lzma-broken", "does not come to its end", { offset: at });
}

// src/verify/archive/xz-streams.ts
import { createHash as createHash3 } from "node:crypto";

// src/verify/codec/crc64.ts
var [HIGH, LOW] = [3379320725, 3615952706];
var [tableHigh, tableLow] = makeTables();
var Crc64 = class {
  #high = -1;
  #low = -1;
  add(bytes2) {
    let [high, low] = [this.#high, this.#low];
    for (let i = 0; i < bytes2.length; i += 1) {
      const index = (low ^ bytes2[i]) & 255;
      low = (low >>> 8 | high << 24) ^ tableLow[index];
      high = high >>> 8 ^ tableHigh[index];
    }
    this.#high = high;
    this.#low = low;
  }
  /** Sixteen hexadecimal digits. */
  hex() {
    return [~this.#high, ~this.#low].map((half) => (half >>> 0).toString(16).padStart(8, "0")).join("");
  }
};
function makeTables() {
  const highs = new Int32Array(256);
  const lows = new Int32Array(256);
  for (let byte = 0; byte < 256; byte += 1) {
    let [high, low] = [0, byte];
    for (let bit = 0; bit < 8; bit += 1) {
      const isOdd = (low & 1) === 1;
      low = low >>> 1 | high << 31;
      high >>>= 1;
      if (isOdd) [high, low] = [high ^ HIGH, low ^ LOW];
    }
    highs[byte] = high;
    lows[byte] = low;
  }
  return [highs, lows];
}

// src/verify/archive/xz-streams.ts
var XZ_MAGIC = Uint8Array.of(253, 55, 122, 88, 90, 0);
var FOOTER_MAGIC = Uint8Array.of(89, 90);
var LZMA2 = 33;
var CHECK_BYTES = [0, 4, 4, 4, 8, 8, 8, 16, 16, 16, 32, 32, 32, 64, 64, 64];
var [NONE, CRC32, CRC64, SHA256] = [0, 1, 4, 10];
var XzStreams = class {
  parts = 0;
  /** Every stream has a check of its content that we know. */
  isChecksummed = true;
  #sizeBytes;
  #limits;
  #sink;
  #at = 0;
  constructor(sizeBytes, limits, sink) {
    this.#sizeBytes = sizeBytes;
    this.#limits = limits;
    this.#sink = sink;
  }
  *read() {
    while (this.#at < this.#sizeBytes) {
      const from = this.#at;
      const four = (yield* this.#take(Math.min(4, this.#sizeBytes - from))).slice();
      if (this.parts > 0 && four.length === 4 && four.every((byte) => byte === 0)) continue;
      if (four.length < 4 || four.some((byte, i) => byte !== XZ_MAGIC[i]))
        throw new Broken("L1", "trailing-bytes", "what follows is no xz stream", { offset: from });
      yield* this.#stream(four, from);
      this.parts += 1;
    }
  }
  *#stream(four, from) {
    const header = Buffer.concat([four, yield* this.#take(8)]);
    if (XZ_MAGIC.some((byte, i) => header[i] !== byte))
      throw new Broken("L1", "trailing-bytes", "what follows is no xz stream", { offset: from });
    const check = header[7];
    if (header[6] !== 0 || check > 15) throw broken4("a header has flags that mean nothing", from);
    mustBe(crc32(header.subarray(6, 8), 0), u323(header, 8), "a stream\u2019s header", from);
    if (check !== CRC32 && check !== CRC64 && check !== SHA256) {
      this.isChecksummed = false;
      if (check !== NONE)
        throw new Unsettled("L1", "xz-check", "has a check that we do not know", { found: String(check) });
    }
    const blocks = [];
    for (; ; ) {
      const at = this.#at;
      const size = (yield* this.#take(1))[0];
      if (size === 0) {
        yield* this.#index(blocks, at);
        yield* this.#footer(this.#at - at, header.subarray(6, 8));
        return;
      }
      blocks.push(yield* this.#block(size, check, at));
      const { objects } = this.#limits;
      if (blocks.length > objects) throw overBudget("objects", objects, blocks.length, at);
    }
  }
  *#block(size, check, from) {
    const header = Buffer.concat([Uint8Array.of(size), yield* this.#take(size * 4 + 3)]);
    mustBe(crc32(header.subarray(0, -4), 0), u323(header, header.length - 4), "a block\u2019s header", from);
    const { windowBytes, packed: saysPacked, unpacked: saysUnpacked } = blockHeader(header, from);
    const dataAt = this.#at;
    const sum = checkOf(check);
    let unpacked = 0;
    const lzma2 = new Lzma(windowBytes, this.#limits.windowBytes, (piece) => {
      unpacked += piece.length;
      sum.add(piece);
      this.#sink(piece);
    });
    yield* this.#chunks(lzma2);
    const packed2 = this.#at - dataAt;
    const isAsSaid = (said, found2) => said === void 0 || said === found2;
    if (!isAsSaid(saysPacked, packed2) || !isAsSaid(saysUnpacked, unpacked))
      throw new Broken("L1", "member-length", "a block is not as long as it says", { offset: from });
    yield* this.#zeros((4 - packed2 % 4) % 4);
    const checkAt = this.#at;
    const bytes2 = CHECK_BYTES[check];
    const stored = Buffer.from(yield* this.#take(bytes2));
    const expected = (check === SHA256 ? stored : stored.reverse()).toString("hex");
    const found = check === NONE ? expected : sum.hex();
    if (expected !== found) {
      const what = "the content is not what was packed: its check differs";
      throw new Broken("L1", "crc-mismatch", what, { offset: checkAt, expected, found });
    }
    return { packed: header.length + packed2 + bytes2, unpacked };
  }
  /** LZMA2: pieces of LZMA and of bytes as they are, and a zero at the end. */
  *#chunks(lzma2) {
    let isFirst = true;
    for (; ; ) {
      const at = this.#at;
      const control = (yield* this.#take(1))[0];
      if (control === 0) return;
      const empties = control === 1 || control >= 224;
      if (control > 2 && control < 128 || isFirst && !empties)
        throw broken4("a piece of a block means nothing where it stands", at);
      isFirst = false;
      if (empties) lzma2.emptyWindow();
      const low = u16be(yield* this.#take(2));
      if (control < 128) {
        lzma2.put(yield* this.#take(low + 1));
        continue;
      }
      const unpacked = (control & 31) * 65536 + low + 1;
      const packed2 = u16be(yield* this.#take(2)) + 1;
      if (control >= 192) {
        const properties = lzmaProperties((yield* this.#take(1))[0], this.#at);
        if (properties.lc + properties.lp > 4) throw broken4("its properties mean nothing", at);
        lzma2.begin(properties);
      } else if (control >= 160) lzma2.again(at);
      if (packed2 < 5) throw broken4("a piece of a block is too short", at);
      const input = yield* this.#take(packed2);
      lzma2.start(input.subarray(0, 5), at);
      const isEnd = lzma2.decode(input.subarray(5), unpacked, true, at);
      lzma2.rest();
      if (isEnd || lzma2.at !== packed2 - 5 || !lzma2.isAtRest)
        throw broken4("a piece of a block does not end where it says", at);
    }
  }
  *#index(blocks, from) {
    let crc = crc32(Uint8Array.of(0), 0);
    const take2 = function* (bytes2) {
      const taken = yield* this.#take(bytes2);
      crc = crc32(taken, crc);
      return taken;
    }.bind(this);
    const wrong = () => broken4("the index does not list the blocks that are there", from);
    if ((yield* number(take2, from)) !== blocks.length) throw wrong();
    for (const { packed: packed2, unpacked } of blocks)
      for (const size of [packed2, unpacked]) if ((yield* number(take2, from)) !== size) throw wrong();
    while ((this.#at - from) % 4 !== 0) if ((yield* take2(1))[0] !== 0) throw wrong();
    mustBe(crc, u323(yield* this.#take(4), 0), "the index", from);
  }
  *#footer(indexBytes, flags) {
    const at = this.#at;
    const footer = (yield* this.#take(12)).slice();
    mustBe(crc32(footer.subarray(4, 10), 0), u323(footer, 0), "a stream\u2019s end", at);
    const isRight = (u323(footer, 4) + 1) * 4 === indexBytes && flags.every((byte, i) => footer[8 + i] === byte) && FOOTER_MAGIC.every((byte, i) => footer[10 + i] === byte);
    if (!isRight) throw broken4("a stream\u2019s end does not belong to its start", at);
  }
  *#zeros(bytes2) {
    const at = this.#at;
    if ((yield* this.#take(bytes2)).some((byte) => byte !== 0)) throw broken4("zeros that align are none", at);
  }
  /** The bytes are only valid until the next ones are asked for. */
  *#take(bytes2) {
    if (bytes2 > this.#sizeBytes - this.#at)
      throw new Broken("L1", "cut-short", "the file ends inside an xz stream", { offset: this.#at });
    this.#at += bytes2;
    return bytes2 === 0 ? new Uint8Array(0) : yield bytes2;
  }
};
function blockHeader(header, from) {
  const flags = header[1];
  if ((flags & 60) !== 0) throw broken4("a block\u2019s header has flags that mean nothing", from);
  let at = 2;
  const next = () => {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = header[at] ?? 128;
      at += 1;
      if (at > header.length - 4 || scale > 2 ** 56) throw broken4("a block\u2019s header is too short", from);
      value += (byte & 127) * scale;
      if (byte < 128) return value;
    }
  };
  const packed2 = (flags & 64) === 0 ? void 0 : next();
  const unpacked = (flags & 128) === 0 ? void 0 : next();
  const filter = next();
  if ((flags & 3) !== 0 || filter !== LZMA2)
    throw new Unsettled("L1", "xz-filter", "is packed by another filter than LZMA2", {
      offset: from,
      found: `0x${filter.toString(16)}`
    });
  if (next() !== 1) throw broken4("the properties of LZMA2 are not one byte", from);
  const bits = header[at];
  at += 1;
  if (bits > 40 || header.subarray(at, -4).some((byte) => byte !== 0))
    throw broken4("a block\u2019s header means nothing", from);
  return {
    windowBytes: bits === 40 ? 2 ** 32 - 1 : (2 | bits & 1) * 2 ** ((bits >> 1) + 11),
    packed: packed2,
    unpacked
  };
}
function* number(take2, offset) {
  let value = 0;
  for (let scale = 1; ; scale *= 128) {
    if (scale > 2 ** 56) throw broken4("a number is too long", offset);
    const byte = (yield* take2(1))[0];
    value += (byte & 127) * scale;
    if (byte < 128) return value;
  }
}
function checkOf(check) {
  if (check === CRC64) return new Crc64();
  if (check === SHA256) {
    const hash = createHash3("sha256");
    return { add: (bytes2) => void hash.update(bytes2), hex: () => hash.digest("hex") };
  }
  let crc = 0;
  const add = (bytes2) => {
    crc = crc32(bytes2, crc);
  };
  return { add: check === NONE ? () => {
  } : add, hex: () => hex8(crc) };
}
var u16be = (bytes2) => bytes2[0] * 256 + bytes2[1];
var u323 = (bytes2, at) => new DataView(bytes2.buffer, bytes2.byteOffset, bytes2.length).getUint32(at, true);
function mustBe(found, stored, what, offset) {
  if (found !== stored) throw sumDiffers(`${what} is not of its CRC-32`, offset, { stored, found });
}
var broken4 = (what, offset) => new Broken("L1", "xz-broken", what, { offset });

// src/verify/archive/formats-packed.ts
var CONTENT = "the content by its own type where it fits into memory, a pickle of any length";
var xz = packed({
  name: "xz",
  proves: `every stream: headers, blocks, index and end agree, and each block\u2019s check; nothing after them; ${CONTENT}`,
  checksum: "CRC-32, CRC-64 or SHA-256 of the content, unless the writer asked for none",
  recognises: ({ head }) => startsWith(head, XZ_MAGIC),
  unpack(sizeBytes, limits, sink) {
    const streams = new XzStreams(sizeBytes, limits, sink);
    return asUnpacking(streams.read(), streams);
  }
});
var lzma = packed({
  name: "lzma",
  proves: `the stream to its end mark or its declared length, nothing after it; ${CONTENT}`,
  checksum: "none",
  recognises: ({ head }) => beginsLzmaAlone(head),
  unpack: (sizeBytes, limits, sink) => asUnpacking(lzmaAlone(sizeBytes, limits, sink), { isChecksummed: false })
});
var bzip2 = packed({
  name: "bzip2",
  proves: `every stream and block by its CRC, nothing after them; ${CONTENT}`,
  checksum: "CRC-32 of each block and of each stream",
  recognises: ({ head }) => startsWith(head, BZIP2_MAGIC) && (head[3] ?? 0) >= 49 && (head[3] ?? 0) <= 57 && beginsBlock(head),
  unpack: (_sizeBytes, limits, sink) => new Bzip2Streams(limits, sink)
});
var lz4 = packed({
  name: "lz4",
  proves: `frames and blocks that tile the file, each by the checksum it has; ${CONTENT}`,
  checksum: "XXH32 of the content or of each block, where the writer asked for it",
  recognises: ({ head }) => startsWith(head, LZ4_MAGIC),
  unpack(sizeBytes, limits, sink) {
    const frames = new Lz4Frames(sizeBytes, limits, sink);
    return asUnpacking(frames.read(), frames);
  }
});
var zlib2 = packed({
  name: "zlib",
  proves: `the stream to its Adler-32, nothing after it; ${CONTENT}`,
  checksum: "Adler-32 of the content",
  recognises: ({ head }) => isZlib(head),
  unpack(_sizeBytes, _limits, sink) {
    const inflater = new Inflater(Number.MAX_SAFE_INTEGER, 0, sink, "zlib");
    return {
      isChecksummed: true,
      feed: (piece) => inflater.feed(piece),
      async end(sizeBytes) {
        const used = await inflater.end();
        if (used !== sizeBytes)
          throw new Broken("L1", "trailing-bytes", "bytes follow the compressed stream", { offset: used });
      }
    };
  }
});
var beginsBlock = (head) => ["314159265359", "177245385090"].includes(Buffer.from(head.subarray(4, 10)).toString("hex"));
function isZlib(head) {
  const [first = 0, second = 0] = head;
  const isHeader = (first & 15) === 8 && first >> 4 <= 7 && (second & 32) === 0 && (first << 8 | second) % 31 === 0;
  if (!isHeader) return false;
  try {
    return inflateSync(head.subarray(0, 1024), { finishFlush: constants.Z_SYNC_FLUSH }).length > 0;
  } catch {
    return false;
  }
}

// src/verify/codec/flat-buffer.ts
var LONGEST_TEXT = 256;
var MOST_ITEMS = 1e6;
var FlatTable = class _FlatTable {
  #view;
  #at;
  #offset;
  #slots;
  #vtable;
  /** @param offset where the buffer lies in the file, for messages */
  constructor(view, at, offset) {
    this.#view = view;
    this.#at = at;
    this.#offset = offset;
    this.#vtable = at - view.getInt32(this.#inside(at, 4), true);
    const bytes2 = view.getUint16(this.#inside(this.#vtable, 4), true);
    this.#inside(this.#vtable, bytes2);
    this.#slots = Math.floor((bytes2 - 4) / 2);
  }
  static root(bytes2, offset) {
    const view = new DataView(bytes2.buffer, bytes2.byteOffset, bytes2.byteLength);
    if (bytes2.length < 8) throw malformed(offset);
    return new _FlatTable(view, view.getUint32(0, true), offset);
  }
  u8(field, otherwise = 0) {
    const at = this.#field(field, 1);
    return at === void 0 ? otherwise : this.#view.getUint8(at);
  }
  i16(field, otherwise = 0) {
    const at = this.#field(field, 2);
    return at === void 0 ? otherwise : this.#view.getInt16(at, true);
  }
  i32(field, otherwise = 0) {
    const at = this.#field(field, 4);
    return at === void 0 ? otherwise : this.#view.getInt32(at, true);
  }
  i64(field) {
    const at = this.#field(field, 8);
    return at === void 0 ? 0 : this.#exact(at);
  }
  /** Only as much as is worth showing: one text may be shared by a hundred thousand tables. */
  text(field) {
    const at = this.#target(field);
    if (at === void 0) return "";
    const length = this.#view.getUint32(this.#inside(at, 4), true);
    const from = this.#view.byteOffset + this.#inside(at + 4, length);
    return Buffer.from(this.#view.buffer, from, Math.min(length, LONGEST_TEXT)).toString("utf8");
  }
  table(field) {
    const at = this.#target(field);
    return at === void 0 ? void 0 : new _FlatTable(this.#view, at, this.#offset);
  }
  tables(field) {
    const { from, count } = this.#vector(field, 4);
    return Array.from({ length: count }, (_none, i) => {
      const slot = from + 4 * i;
      return new _FlatTable(this.#view, slot + this.#view.getUint32(slot, true), this.#offset);
    });
  }
  /** A list of structures of whole 64-bit numbers, `width` of them each; 32-bit ones are padded to it. */
  rows(field, width) {
    const { from, count } = this.#vector(field, 8 * width);
    return Array.from(
      { length: count },
      (_none, row) => Array.from({ length: width }, (_empty, i) => this.#exact(from + 8 * (width * row + i)))
    );
  }
  /** Block: offset (i64), metadata length (i32, padded), body length (i64). */
  blocks(field) {
    const { from, count } = this.#vector(field, 24);
    return Array.from({ length: count }, (_none, row) => {
      const at = from + 24 * row;
      return [this.#exact(at), this.#view.getInt32(at + 8, true), this.#exact(at + 16)];
    });
  }
  #vector(field, itemBytes) {
    const at = this.#target(field);
    if (at === void 0) return { from: 0, count: 0 };
    const count = this.#view.getUint32(this.#inside(at, 4), true);
    if (count > MOST_ITEMS) throw overBudget("flatbufferItems", MOST_ITEMS, count, this.#offset);
    return { from: this.#inside(at + 4, count * itemBytes), count };
  }
  #field(field, bytes2) {
    if (field >= this.#slots) return void 0;
    const relative = this.#view.getUint16(this.#vtable + 4 + 2 * field, true);
    return relative === 0 ? void 0 : this.#inside(this.#at + relative, bytes2);
  }
  #target(field) {
    const at = this.#field(field, 4);
    return at === void 0 ? void 0 : at + this.#view.getUint32(at, true);
  }
  /** NaN where a double would not be exact: no size or count of a file can be so large. */
  #exact(at) {
    const value = Number(this.#view.getBigInt64(at, true));
    return Number.isSafeInteger(value) ? value : Number.NaN;
  }
  #inside(at, bytes2) {
    if (at >= 0 && at + bytes2 <= this.#view.byteLength) return at;
    throw malformed(this.#offset);
  }
};
var malformed = (offset) => new Broken("L2", "flatbuffer-malformed", "a FlatBuffer points outside itself", { offset });

// src/verify/classical/format-catboost.ts
var MAGIC6 = Buffer.from("CBM1", "latin1");
var HEAD_BYTES2 = 8;
var [VERSION, TREES] = [0, 1];
var catboost = {
  name: "catboost",
  proves: "magic and length; the core is a FlatBuffer of a known version with its trees. Not the values",
  checksum: "none",
  memberNames: /\.cbm$/i,
  recognises: ({ head }) => startsWith(head, MAGIC6),
  async open(subject) {
    const { reader, sizeBytes, budgets, facts, findings } = subject;
    const head = await reader.read(0, Math.min(HEAD_BYTES2, sizeBytes));
    const length = head.length < HEAD_BYTES2 ? 0 : new DataView(head.buffer, head.byteOffset).getUint32(4, true);
    if (length < HEAD_BYTES2 || HEAD_BYTES2 + length > sizeBytes)
      throw new Broken("L1", "cut-short", "its core is not inside the file", {
        offset: 4,
        expected: `8 to ${sizeBytes - HEAD_BYTES2} bytes`,
        found: `${length} bytes`
      });
    if (length > budgets.structureBytes)
      throw overBudget("structureBytes", budgets.structureBytes, length, 4);
    return {
      checksummed: false,
      reaches: "L2",
      regions: () => [wholeFile(subject, { feed: () => {
      }, end: () => {
      } })],
      async inside() {
        const core = FlatTable.root(await reader.read(HEAD_BYTES2, length), HEAD_BYTES2);
        const version = core.text(VERSION);
        facts.scalars["version"] = version.slice(0, 64);
        if (!/^Fla(t)?buffersModel_v[0-9]+$/.test(version) || core.table(TREES) === void 0)
          throw new Broken("L2", "catboost-core", "its core is of no version with trees", {
            offset: HEAD_BYTES2,
            found: JSON.stringify(version.slice(0, 40))
          });
        if (HEAD_BYTES2 + length < sizeBytes)
          findings.note("L2", "catboost-parts", "has parts behind its core, which are not read");
      },
      finish: () => {
      }
    };
  }
};

// src/verify/classical/format-sentencepiece.ts
var [PIECES, TRAINER, NORMALIZER, SELF_TEST, DENORMALIZER] = [1, 2, 3, 4, 5];
var VOCABULARY_SIZE = 4;
var [TEXT, SCORE2, KIND] = [1, 2, 3];
var KINDS2 = 6;
var MOST_PIECES = 4e6;
var MOST_TEXT = 4096;
var EXTENSIONS = 200;
var sentencepiece = {
  name: "sentencepiece",
  proves: "every message to its end; pieces in UTF-8, none twice, with a finite score and a known kind; as many as the trainer was told",
  checksum: "none",
  memberNames: /\.(model|spm)$/i,
  recognises(probe) {
    const { head } = probe;
    const [first] = topFields(head, probe.sizeBytes);
    if (first === void 0 || first.field !== PIECES || first.wire !== 2) return false;
    const textBytes = head[first.at + 1] ?? 0;
    return head[first.at] === 10 && textBytes < 128 && head[first.at + 2 + textBytes] === 21;
  },
  async open(subject) {
    const { sizeBytes, budgets, findings, facts } = subject;
    const model = new Model2();
    const walk = new ProtobufWalk(model, 0, sizeBytes, budgets);
    return {
      checksummed: false,
      reaches: "L3",
      regions: () => [wholeFile(subject, { feed: (piece) => walk.feed(piece), end: () => walk.end() })],
      finish(complete) {
        if (!complete) return;
        facts.scalars["pieces"] = model.pieces;
        if (model.vocabularySize === void 0)
          findings.fail("L2", "trainer-missing", "does not say how it was trained");
        else if (model.vocabularySize !== model.pieces)
          findings.fail("L2", "piece-count", "has another number of pieces than its trainer was told", {
            expected: String(model.vocabularySize),
            found: String(model.pieces)
          });
      }
    };
  }
};
var Model2 = class {
  pieces = 0;
  vocabularySize;
  #seen = /* @__PURE__ */ new Set();
  delimited(field, _length, at) {
    if (field === PIECES) return new Piece((text5, offset) => this.#take(text5, offset));
    if (field === TRAINER)
      return {
        varint: (inner, value) => {
          if (inner === VOCABULARY_SIZE) this.vocabularySize = value.toNumber();
        }
      };
    const isKnown = [NORMALIZER, SELF_TEST, DENORMALIZER].includes(field) || field >= EXTENSIONS;
    if (!isKnown) throw malformed2(`has a field ${field} that no such model has`, at);
    return void 0;
  }
  varint(field, _value, at) {
    throw malformed2(`has a number in its field ${field}`, at);
  }
  fixed(field, _bytes, at) {
    throw malformed2(`has a number in its field ${field}`, at);
  }
  #take(text5, at) {
    this.pieces += 1;
    if (this.pieces > MOST_PIECES) throw overBudget("objects", MOST_PIECES, this.pieces, at);
    if (this.#seen.has(text5)) throw malformed2("has one piece twice", at, JSON.stringify(text5.slice(0, 40)));
    this.#seen.add(text5);
  }
};
var Piece = class {
  #take;
  #text;
  constructor(take2) {
    this.#take = take2;
  }
  delimited(field, length, at) {
    if (field !== TEXT && field < EXTENSIONS) throw malformed2(`a piece has a field ${field}`, at);
    if (length > MOST_TEXT) throw malformed2("a piece is longer than any", at, `${length} bytes`);
    const parts = [];
    return {
      bytes: (piece) => void parts.push(piece.slice()),
      done: () => {
        const text5 = utf8(Buffer.concat(parts));
        if (text5 === void 0) throw malformed2("a piece is not UTF-8", at);
        this.#text = text5;
      }
    };
  }
  fixed(field, bytes2, at) {
    if (field !== SCORE2 || bytes2.length !== 4) throw malformed2(`a piece has a field ${field}`, at);
    const score = new DataView(bytes2.buffer, bytes2.byteOffset, 4).getFloat32(0, true);
    if (!Number.isFinite(score)) throw malformed2("a score is no finite number", at, String(score));
  }
  varint(field, value, at) {
    const kind = value.toNumber() ?? 0;
    if (field !== KIND || kind < 1 || kind > KINDS2)
      throw malformed2("a piece is of no known kind", at, `${kind} in field ${field}`);
  }
  end(at) {
    if (this.#text === void 0) throw malformed2("a piece has no text", at);
    this.#take(this.#text, at);
  }
};
var malformed2 = (what, offset, found) => new Broken("L2", "sentencepiece-malformed", what, { offset, ...found === void 0 ? {} : { found } });

// src/verify/classical/ubjson-stream.ts
var MOST_KEY_BYTES = 65536;
var WIDTHS = { i: 1, U: 1, I: 2, l: 4, L: 8, d: 4, D: 8, C: 1 };
var EMPTY = /* @__PURE__ */ new Set(["Z", "N", "T", "F"]);
var UbjsonStream = class {
  #limits;
  #events;
  #values = 0;
  #at = 0;
  constructor(events, limits) {
    this.#events = events;
    this.#limits = limits;
  }
  *read() {
    yield* this.#value(yield* this.#marker(), 0, "");
  }
  *#value(marker, depth, key) {
    this.#values += 1;
    const { values: values2, depth: most } = this.#limits;
    if (this.#values > values2) throw overBudget("objects", values2, this.#values, this.#at);
    if (depth > most) throw overBudget("ubjson depth", most, depth, this.#at);
    if (EMPTY.has(marker)) return;
    if (marker === "S") yield* this.#text(key);
    else if (marker === "{") yield* this.#object(depth);
    else if (marker === "[") yield* this.#list(depth, key);
    else if (marker in WIDTHS) yield* this.#stretch(marker, 1, key);
    else throw this.#broken("ubjson-type", `${quoted(marker)} begins no value`);
  }
  *#object(depth) {
    const seen = /* @__PURE__ */ new Set();
    for (let marker = yield* this.#marker(); marker !== "}"; marker = yield* this.#marker()) {
      const bytes2 = yield* this.#integer(marker);
      if (bytes2 > MOST_KEY_BYTES) throw overBudget("key bytes", MOST_KEY_BYTES, bytes2, this.#at);
      const key = utf8(yield* this.#take(bytes2));
      if (key === void 0) throw this.#broken("not-utf8", "a key is not UTF-8 text");
      if (seen.has(key)) throw this.#broken("duplicate-key", `${quoted(key)} stands there twice`);
      seen.add(key);
      this.#events.key(key, depth);
      yield* this.#value(yield* this.#marker(), depth + 1, key);
    }
  }
  /** `[`, then values to `]`; or `#` and how many there are; or `$` and their type before that, and then nothing but bytes. */
  *#list(depth, key) {
    let marker = yield* this.#marker();
    let type;
    if (marker === "$") {
      type = yield* this.#marker();
      marker = yield* this.#marker();
      if (marker !== "#") throw this.#broken("ubjson-list", "a list gives its type and no length");
    }
    if (marker === "#") {
      const count = yield* this.#integer(yield* this.#marker());
      if (type !== void 0 && type in WIDTHS) yield* this.#stretch(type, count, key);
      else
        for (let i = 0; i < count; i += 1)
          yield* this.#value(type ?? (yield* this.#marker()), depth + 1, key);
      return;
    }
    for (; marker !== "]"; marker = yield* this.#marker()) yield* this.#value(marker, depth + 1, key);
  }
  *#text(key) {
    const bytes2 = yield* this.#integer(yield* this.#marker());
    this.#mustFit(bytes2);
    const decoder = new TextDecoder("utf-8", { fatal: true });
    const decode = (piece, stream) => {
      try {
        decoder.decode(piece, { stream });
      } catch {
        throw this.#broken("not-utf8", `the text ${quoted(key)} is not UTF-8`);
      }
    };
    yield { bytes: bytes2, sink: (piece) => decode(piece, true) };
    decode(new Uint8Array(0), false);
    this.#at += bytes2;
  }
  /** Numbers without markers, big-endian. */
  *#stretch(type, count, key) {
    const width = WIDTHS[type] ?? 1;
    const bytes2 = count * width;
    this.#mustFit(bytes2);
    const from = this.#at;
    let done = 0;
    const isFloat = type === "d" || type === "D";
    let high = 0;
    const sink = (piece) => {
      for (const byte of isFloat ? piece : []) {
        const place = done % width;
        if (place === 0) high = byte & 127;
        else if (place === 1 && high === 127 && isNan(type, byte))
          this.#events.notFinite(key, from + done - 1);
        done += 1;
      }
    };
    yield { bytes: bytes2, sink };
    this.#at += bytes2;
  }
  *#marker() {
    for (; ; ) {
      const [byte = 0] = yield* this.#take(1);
      if (byte !== 78) return String.fromCharCode(byte);
    }
  }
  *#integer(type) {
    const width = "iUIlL".includes(type) ? WIDTHS[type] : void 0;
    if (width === void 0) throw this.#broken("ubjson-length", "gives a length that is no number");
    const bytes2 = yield* this.#take(width);
    const view = new DataView(bytes2.buffer, bytes2.byteOffset, width);
    const value = width === 8 ? Number(view.getBigInt64(0)) : width === 4 ? view.getInt32(0) : width === 2 ? view.getInt16(0) : type === "U" ? view.getUint8(0) : view.getInt8(0);
    if (value < 0 || !Number.isSafeInteger(value))
      throw this.#broken("ubjson-length", "gives a length below zero");
    return value;
  }
  *#take(bytes2) {
    this.#mustFit(bytes2);
    this.#at += bytes2;
    return bytes2 === 0 ? new Uint8Array(0) : yield bytes2;
  }
  #mustFit(bytes2) {
    const left = this.#limits.sizeBytes - this.#at;
    if (bytes2 <= left) return;
    throw new Broken("L1", "cut-short", "a value is longer than the file", {
      offset: this.#at,
      expected: `at most ${left} bytes`,
      found: `${bytes2} bytes`
    });
  }
  #broken(code, what) {
    return new Broken("L2", code, what, { offset: this.#at });
  }
};
var isNan = (type, byte) => type === "d" ? byte >= 192 : byte >= 248;

// src/verify/classical/format-ubjson.ts
var MOST_DEPTH = 100;
var ubjson = {
  name: "ubjson",
  proves: "one value of UBJSON covers the file; text keys, none twice; typed lists of their length; no NaN",
  checksum: "none",
  memberNames: /\.ubj$/i,
  recognises: ({ head }) => beginsAsObject(head),
  async open(subject) {
    const { budgets, sizeBytes, findings, keys } = subject;
    const stream = new UbjsonStream(
      {
        key: (name, depth) => {
          if (depth < 2) keys.addValue(name, name);
        },
        notFinite: (key, offset) => {
          findings.fail("L3", "non-finite", `"${key.slice(0, 80)}" holds a NaN`, { offset });
        }
      },
      { depth: MOST_DEPTH, values: budgets.objects, sizeBytes }
    );
    const parser = new PushParser(stream.read());
    return {
      checksummed: false,
      reaches: "L3",
      regions: () => [
        wholeFile(subject, { feed: (...piece) => parser.feed(...piece), end: () => parser.end(sizeBytes) })
      ],
      finish: () => {
      }
    };
  }
};
function beginsAsObject(head) {
  const widths = { 105: 1, 85: 1, 73: 2, 108: 4, 76: 8 };
  const width = head[0] === 123 ? widths[head[1] ?? 0] : void 0;
  if (width === void 0) return false;
  const length = head.subarray(2, 2 + width);
  const keyBytes = length.at(-1) ?? 0;
  const key = Buffer.from(head.subarray(2 + width, 2 + width + keyBytes)).toString("latin1");
  return length.subarray(0, -1).every((byte) => byte === 0) && keyBytes > 0 && /^[\w.-]+$/.test(key);
}

// src/verify/columnar/arrow-layout.ts
var MOST_DEPTH2 = 64;
var MOST_ARRAYS = 1e5;
var V4 = 3;
var fixed = (bits) => ["validity", { bits }];
var always = (...kinds) => () => kinds;
var numbers = (bits) => (of) => fixed(bits(of) ?? 0);
var text2 = always("validity", "offsets32", "bytes");
var largeText = always("validity", "offsets64", "bytes");
var list = always("validity", "offsets32");
var nested = always("validity");
var BUFFERS = {
  1: always(),
  // Null
  2: numbers((of) => of?.i32(0)),
  // Int
  3: numbers((of) => [16, 32, 64][of?.i16(0) ?? 0]),
  // FloatingPoint
  4: text2,
  // Binary
  5: text2,
  // Utf8
  6: always("validity", { bits: 1 }),
  // Bool
  7: numbers((of) => of?.i32(2, 128)),
  // Decimal
  8: numbers((of) => of?.i16(0, 1) === 0 ? 32 : 64),
  // Date
  9: numbers((of) => of?.i32(1, 32)),
  // Time
  10: always("validity", { bits: 64 }),
  // Timestamp
  11: numbers((of) => [32, 64, 128][of?.i16(0) ?? 0]),
  // Interval
  12: list,
  // List
  13: nested,
  // Struct
  14: (of) => of?.i16(0) === 1 ? [{ bits: 8 }, { bits: 32 }] : [{ bits: 8 }],
  // Union, dense or sparse
  15: (of) => fixed(8 * Math.max(0, of?.i32(0) ?? 0)),
  // FixedSizeBinary
  16: nested,
  // FixedSizeList
  17: list,
  // Map
  18: always("validity", { bits: 64 }),
  // Duration
  19: largeText,
  // LargeBinary
  20: largeText,
  // LargeUtf8
  21: always("validity", "offsets64"),
  // LargeList
  22: always(),
  // RunEndEncoded
  23: always("validity", { bits: 128 }),
  // BinaryView
  24: always("validity", { bits: 128 }),
  // Utf8View
  25: always("validity", { bits: 32 }, { bits: 32 }),
  // ListView
  26: always("validity", { bits: 64 }, { bits: 64 })
  // LargeListView
};
var NUMBERS = [2, 3, 7, 9, 11];
var WIDTHS2 = [8, 16, 32, 64, 128, 256];
var UNION = 14;
var VIEWS = [23, 24];
function readSchema(schema, version, mostArrays, offset) {
  return new SchemaReader(version, mostArrays, offset).read(schema);
}
var SchemaReader = class {
  #version;
  #mostArrays;
  #offset;
  #dictionaries = /* @__PURE__ */ new Map();
  #fields = 0;
  constructor(version, mostArrays, offset) {
    this.#version = version;
    this.#mostArrays = Math.min(mostArrays, MOST_ARRAYS);
    this.#offset = offset;
  }
  read(schema) {
    if (schema.i16(0) !== 0)
      throw new Unsettled("L2", "arrow-big-endian", "holds big-endian numbers", { offset: this.#offset });
    const fields = schema.tables(1);
    const arrays = [];
    for (const field of fields) arrays.push(...this.#field(field, "", 0));
    return { columns: fields.map((field) => field.text(0)), arrays, dictionaries: this.#dictionaries };
  }
  #field(field, parent, depth) {
    if (depth > MOST_DEPTH2) throw this.#broken(`is nested more than ${MOST_DEPTH2} deep`);
    this.#fields += 1;
    if (this.#fields > this.#mostArrays)
      throw overBudget("objects", this.#mostArrays, this.#fields, this.#offset);
    const name = (parent === "" ? field.text(0) : `${parent}.${field.text(0)}`).slice(0, 256);
    const dictionary = field.table(4);
    const own = this.#values(field, name, depth);
    if (dictionary === void 0) return own;
    this.#dictionaries.set(
      dictionary.i64(0),
      own.map((array2) => ({ ...array2, isColumn: false }))
    );
    const bits = dictionary.table(1)?.i32(0) ?? 32;
    return [{ name, buffers: fixed(bits), variadic: false, isColumn: depth === 0 }];
  }
  #values(field, name, depth) {
    const type = field.u8(2);
    const children = field.tables(5).flatMap((child) => this.#field(child, name, depth + 1));
    const variadic = VIEWS.includes(type);
    return [
      { name, buffers: this.#buffers(type, field.table(3)), variadic, isColumn: depth === 0 },
      ...children
    ];
  }
  #buffers(type, of) {
    const kinds = BUFFERS[type]?.(of);
    if (kinds === void 0)
      throw new Unsettled("L2", "arrow-type", "has a column of a type that we do not know", {
        offset: this.#offset,
        found: String(type)
      });
    const isNumber = NUMBERS.includes(type);
    if (isNumber && !kinds.every((kind) => typeof kind === "string" || WIDTHS2.includes(kind.bits)))
      throw this.#broken("has numbers of a width that does not exist");
    return type === UNION && this.#version <= V4 ? ["validity", ...kinds] : kinds;
  }
  #broken(what) {
    return new Broken("L2", "arrow-schema", `the schema ${what}`, { offset: this.#offset });
  }
};
function leastBytes(kind, length, nulls) {
  if (kind === "validity") return nulls === 0 ? 0 : Math.ceil(length / 8);
  if (kind === "bytes" || length === 0) return 0;
  if (kind === "offsets32") return 4 * (length + 1);
  if (kind === "offsets64") return 8 * (length + 1);
  return Math.ceil(length * kind.bits / 8);
}

// src/verify/columnar/arrow-messages.ts
var CONTINUATION = 4294967295;
var [SCHEMA, DICTIONARY, BATCH] = [1, 2, 3];
var V42 = 3;
var V5 = 4;
var MOST_PADDING = 64;
var ArrowMessages = class {
  schema;
  dictionaries = [];
  batches = [];
  dictionariesSeen = /* @__PURE__ */ new Set();
  rows = 0;
  /** The mark that no more messages follow was met. */
  hasEnded = false;
  #findings;
  #budgets;
  #end;
  #second;
  #stage = "prefix";
  #kept = new Uint8Array(4);
  #keptBytes = 0;
  #start;
  #bodyLeft = 0;
  /** Messages lie between two offsets of the file. */
  constructor(findings, budgets, { from, to, second }) {
    this.#findings = findings;
    this.#budgets = budgets;
    this.#start = from;
    this.#end = to;
    this.#second = second;
  }
  feed(piece, fileOffset) {
    for (let at = 0; at < piece.length; ) {
      const offset = fileOffset + at;
      if (this.hasEnded) throw new Broken("L1", "trailing-bytes", "bytes follow the end mark", { offset });
      if (this.#stage === "body") {
        const taken2 = Math.min(this.#bodyLeft, piece.length - at);
        this.#bodyLeft -= taken2;
        at += taken2;
        if (this.#bodyLeft === 0) this.#next(offset + taken2);
        continue;
      }
      const wanted = this.#kept.length - this.#keptBytes;
      const taken = piece.subarray(at, at + wanted);
      this.#kept.set(taken, this.#keptBytes);
      this.#keptBytes += taken.length;
      at += taken.length;
      if (taken.length === wanted) this.#whole(fileOffset + at);
    }
  }
  /** @returns whether the end lies between two messages */
  get isBetween() {
    return this.#stage === "prefix" && this.#keptBytes === 0;
  }
  /** @param offset behind what was gathered */
  #whole(offset) {
    if (this.#stage === "metadata") {
      this.#message(this.#kept, offset);
      return;
    }
    const word = new DataView(this.#kept.buffer).getUint32(0, true);
    if (this.#stage === "prefix" && word === CONTINUATION) {
      this.#gather("length", 4);
      return;
    }
    const second = this.schema === void 0 ? this.#second : void 0;
    if (this.#stage === "prefix" && second !== void 0 && this.#start + 4 + word !== second) {
      const begun = this.#kept;
      this.#gather("metadata", second - this.#start);
      this.#kept.set(begun);
      this.#keptBytes = begun.length;
      return;
    }
    if (word === 0) this.hasEnded = true;
    else this.#beginMetadata(word, offset);
    if (this.hasEnded) this.#gather("prefix", 4);
  }
  #beginMetadata(length, offset) {
    if (offset + length > this.#end)
      throw new Broken("L1", "arrow-cut", "a message is longer than what is left of the file", {
        offset: this.#start,
        expected: `at most ${this.#end - offset} bytes`,
        found: `${length} bytes`
      });
    if (length > this.#budgets.structureBytes)
      throw overBudget("structureBytes", this.#budgets.structureBytes, length, this.#start);
    this.#mustAlign(offset + length - this.#start, "metadata");
    this.#gather("metadata", length);
  }
  #gather(stage, bytes2) {
    this.#stage = stage;
    this.#kept = new Uint8Array(bytes2);
    this.#keptBytes = 0;
  }
  #next(offset) {
    this.#start = offset;
    this.#gather("prefix", 4);
  }
  #message(bytes2, bodyOffset) {
    const message2 = FlatTable.root(bytes2, this.#start);
    const version = message2.i16(0);
    if (version !== V42 && version !== V5)
      throw new Unsettled("L2", "arrow-version", "is of a version of Arrow that we do not know", {
        offset: this.#start,
        found: `V${version + 1}`
      });
    const bodyBytes = message2.i64(3);
    if (!(bodyBytes >= 0) || bodyOffset + bodyBytes > this.#end)
      throw new Broken("L1", "arrow-cut", "a body is longer than what is left of the file", {
        offset: this.#start,
        expected: `at most ${this.#end - bodyOffset} bytes`,
        found: `${bodyBytes} bytes`
      });
    this.#mustAlign(bodyBytes, "body");
    const header = message2.table(2);
    if (header === void 0) throw this.#broken("has no content");
    this.#take(message2.u8(1), header, version, [this.#start, bodyOffset - this.#start, bodyBytes]);
    this.#stage = "body";
    this.#bodyLeft = bodyBytes;
    if (bodyBytes === 0) this.#next(bodyOffset);
  }
  #take(kind, header, version, block2) {
    const { schema } = this;
    if (this.batches.length + this.dictionaries.length >= this.#budgets.objects)
      throw overBudget("objects", this.#budgets.objects, this.#budgets.objects + 1, block2[0]);
    if (kind === SCHEMA) {
      if (schema !== void 0) throw this.#broken("is a second schema");
      this.schema = readSchema(header, version, this.#budgets.objects, this.#start);
    } else if (schema === void 0) throw this.#broken("comes before the schema");
    else if (kind === DICTIONARY) this.#dictionary(schema, header, block2);
    else if (kind === BATCH) {
      this.batches.push(block2);
      this.rows += this.#batch(header, schema.arrays, block2[2]);
    } else {
      throw new Unsettled("L2", "arrow-message", "holds a tensor, which this version cannot prove", {
        offset: this.#start
      });
    }
  }
  #dictionary({ dictionaries }, header, block2) {
    const id = header.i64(0);
    const layout2 = dictionaries.get(id);
    const data = header.table(1);
    if (layout2 === void 0 || data === void 0) throw this.#broken("is a dictionary that no column uses");
    this.dictionaries.push(block2);
    this.dictionariesSeen.add(id);
    this.#batch(data, layout2, block2[2]);
  }
  /** Every array has its node and its buffers, each as long as its elements need, inside the body and apart. */
  #batch(batch, arrays, bodyBytes) {
    const length = batch.i64(0);
    const nodes = batch.rows(1, 2);
    const buffers = batch.rows(2, 2);
    const variadic = batch.rows(4, 1).map(([count = 0]) => count);
    const isCompressed = batch.table(3) !== void 0;
    if (!(length >= 0)) throw this.#broken("has no proper number of rows");
    if (nodes.length !== arrays.length)
      throw this.#broken(`describes ${nodes.length} arrays where the schema has ${arrays.length}`);
    this.#mustTile(buffers, bodyBytes);
    let at = 0;
    arrays.forEach((array2, i) => {
      const [elements = Number.NaN, nulls = Number.NaN] = nodes[i] ?? [];
      const fits = elements >= 0 && nulls >= 0 && nulls <= elements;
      if (!fits || array2.isColumn && elements !== length)
        throw this.#broken(`has ${elements} elements in ${quoted(array2.name)} for ${length} rows`);
      for (const kind of array2.buffers) {
        const bytes2 = buffers[at]?.[1] ?? -1;
        const least = isCompressed ? 0 : leastBytes(kind, elements, nulls);
        at += 1;
        if (bytes2 >= least) continue;
        throw this.#broken(`has a buffer of ${quoted(array2.name)} that is too short`, {
          expected: `at least ${least} bytes`,
          found: `${bytes2} bytes`
        });
      }
      if (array2.variadic) at += variadic.shift() ?? Number.NaN;
    });
    if (at !== buffers.length) throw this.#broken("has another number of buffers than its schema needs");
    return length;
  }
  #mustTile(buffers, bodyBytes) {
    let end = 0;
    for (const [offset = Number.NaN, bytes2 = Number.NaN] of buffers) {
      if (bytes2 === 0) continue;
      const fits = offset >= end && bytes2 > 0 && offset + bytes2 <= bodyBytes && offset % 8 === 0;
      if (!fits)
        throw this.#broken("has a buffer outside its body, unaligned, or over another", {
          found: `${bytes2} bytes from ${offset}`,
          expected: `between ${end} and ${bodyBytes}`
        });
      this.#judgePadding(offset - end);
      end = offset + bytes2;
    }
    this.#judgePadding(bodyBytes - end);
  }
  #judgePadding(bytes2) {
    if (bytes2 < MOST_PADDING) return;
    const what = "a message has bytes in its body that belong to no buffer";
    this.#findings.degraded("L1", "arrow-gap", what, { offset: this.#start, found: `${bytes2} bytes` });
  }
  #mustAlign(bytes2, what) {
    if (bytes2 % 8 === 0) return;
    throw this.#broken(`has a ${what} that is not a multiple of 8 bytes`, { found: `${bytes2} bytes` });
  }
  #broken(what, extra = {}) {
    return new Broken("L2", "arrow-message", `a message ${what}`, { offset: this.#start, ...extra });
  }
};

// src/verify/columnar/row-count.ts
function judgeRowCount({ findings, expectation, role }, found) {
  const { rows, minRows } = expectation;
  if (found === 0 && role === "metrics")
    findings.fail("L2", "no-rows", "holds no row of metrics", { expected: "at least 1" });
  if (rows !== void 0 && found !== rows) {
    const extra = { expected: String(rows), found: String(found) };
    findings.fail("L2", "row-count", "another number of rows than expected", extra);
  }
  if (minRows !== void 0 && found < minRows) {
    const extra = { expected: `>= ${minRows}`, found: String(found) };
    findings.fail("L2", "row-count", "fewer rows than expected", extra);
  }
}
function valuesNotRead({ findings, role }) {
  if (role !== "metrics") return;
  const what = "holds metrics in a format whose values this version does not read";
  findings.inconclusive("L2", "values-not-read", what, { expected: "metrics as JSON, JSONL or CSV" });
}

// src/verify/columnar/format-arrow.ts
var MAGIC7 = new TextEncoder().encode("ARROW1");
var START = 8;
var TAIL_BYTES = 10;
var SCHEMA2 = 1;
var arrowFile = {
  name: "arrow-file",
  proves: "both magics; every message: lengths, alignment, arrays and buffers as the schema needs them, inside the body; the footer lists exactly the messages. Not the values",
  checksum: "none",
  recognises: ({ head }) => startsWith(head, MAGIC7),
  async open(subject) {
    const { sizeBytes, findings, budgets } = subject;
    const { footer, start } = await readFooter(subject);
    const blocks = [...footer.blocks(2), ...footer.blocks(3)].map(([offset = 0]) => offset);
    const second = Math.min(...blocks.slice(0, budgets.objects));
    const isInside = second > START + 8 && second <= start && second - START <= budgets.structureBytes;
    const messages = new ArrowMessages(findings, budgets, {
      from: START,
      to: start,
      ...isInside ? { second } : {}
    });
    return {
      checksummed: false,
      reaches: "L2",
      *regions() {
        yield { offset: START, length: start - START, feed: (...args) => messages.feed(...args), end() {
        } };
      },
      finish(complete) {
        if (!complete) return;
        if (!messages.isBetween) throw cutMessage(start);
        mustList(footer, messages, start, subject);
        settle2(subject, messages, sizeBytes);
      }
    };
  }
};
var arrowStream = {
  name: "arrow-stream",
  proves: "every message: lengths, alignment, arrays and buffers as the schema needs them, inside the body; without an end mark degraded. Not the values",
  checksum: "none",
  recognises: ({ head }) => beginsWithSchema(head),
  async open(subject) {
    const { sizeBytes, findings, budgets } = subject;
    const messages = new ArrowMessages(findings, budgets, { from: 0, to: sizeBytes });
    return {
      checksummed: false,
      reaches: "L2",
      *regions() {
        yield { offset: 0, length: sizeBytes, feed: (...args) => messages.feed(...args), end() {
        } };
      },
      finish(complete) {
        if (!complete) return;
        if (!messages.isBetween) throw cutMessage(sizeBytes);
        if (!messages.hasEnded) {
          const what = "has no end mark: its writer was killed, or more should have come";
          findings.degraded("L1", "no-end-mark", what, { offset: sizeBytes });
        }
        settle2(subject, messages, sizeBytes);
      }
    };
  }
};
var cutMessage = (offset) => new Broken("L1", "cut-short", "ends in the middle of a message", { offset });
function beginsWithSchema(head) {
  if (head.length < 16) return false;
  const view = new DataView(head.buffer, head.byteOffset, head.length);
  const from = view.getUint32(0, true) === 4294967295 ? 8 : 4;
  const length = view.getUint32(from - 4, true);
  if (length < 16 || (length + from) % 8 !== 0 || length > 2 ** 30) return false;
  try {
    const message2 = FlatTable.root(head.subarray(from, from + length), from);
    return message2.i16(0) <= 4 && message2.u8(1) === SCHEMA2 && message2.table(2) !== void 0;
  } catch {
    return false;
  }
}
async function readFooter({
  reader,
  sizeBytes,
  budgets
}) {
  const tail = sizeBytes < START + TAIL_BYTES ? void 0 : await reader.read(sizeBytes - TAIL_BYTES, TAIL_BYTES);
  if (tail === void 0 || !startsWith(tail, MAGIC7, 4))
    throw new Broken("L1", "cut-short", "does not end with the magic it begins with", {
      offset: Math.max(0, sizeBytes - MAGIC7.length),
      expected: "ARROW1"
    });
  const length = new DataView(tail.buffer, tail.byteOffset, TAIL_BYTES).getInt32(0, true);
  const most = sizeBytes - START - TAIL_BYTES;
  if (length <= 0 || length > most)
    throw new Broken("L1", "arrow-footer", "the footer is not inside the file", {
      offset: sizeBytes - TAIL_BYTES,
      expected: `1 to ${most} bytes`,
      found: `${length} bytes`
    });
  if (length > budgets.structureBytes)
    throw overBudget("structureBytes", budgets.structureBytes, length, sizeBytes - TAIL_BYTES);
  const start = sizeBytes - TAIL_BYTES - length;
  return { footer: FlatTable.root(await reader.read(start, length), start), start };
}
function mustList(footer, messages, offset, { budgets }) {
  const same = (blocks, walked) => {
    const plain3 = (block2) => block2.join();
    const expected = walked.map(plain3).sort();
    const listed3 = blocks.map(plain3).sort();
    return listed3.length === expected.length && listed3.every((block2, i) => block2 === expected[i]);
  };
  const schema = footer.table(1);
  const known = messages.schema;
  const sameSchema = schema !== void 0 && known !== void 0 && JSON.stringify(readSchema(schema, footer.i16(0), budgets.objects, offset).arrays) === JSON.stringify(known.arrays);
  if (!sameSchema)
    throw new Broken("L2", "arrow-footer", "the footer repeats another schema than the first message", {
      offset
    });
  if (same(footer.blocks(2), messages.dictionaries) && same(footer.blocks(3), messages.batches)) return;
  throw new Broken("L2", "arrow-footer", "the footer does not list the messages that are there", { offset });
}
function settle2(subject, messages, sizeBytes) {
  const { findings, facts, keys } = subject;
  const { schema, rows, batches, dictionariesSeen } = messages;
  if (schema === void 0) throw new Broken("L2", "arrow-message", "has no schema", { offset: sizeBytes });
  const absent = [...schema.dictionaries.keys()].filter((id) => !dictionariesSeen.has(id));
  if (absent.length > 0 && rows > 0)
    findings.degraded("L2", "dictionary-missing", "columns refer to dictionaries that are not there", {
      found: absent.slice(0, 8).join(", ")
    });
  facts.rows = rows;
  facts.scalars = { batches: batches.length, columns: schema.columns.length };
  for (const name of schema.columns) keys.addValue(name, name);
  judgeRowCount(subject, rows);
  valuesNotRead(subject);
}

// src/verify/columnar/thrift-compact.ts
var ThriftCut = class extends Broken {
  constructor(offset) {
    super("L1", "thrift-cut", "ends inside a Thrift structure", { offset });
  }
};
var [STOP, TRUE, FALSE, BYTE, I16, , I64, DOUBLE, BINARY, LIST, SET, MAP, STRUCT] = [
  0,
  1,
  2,
  3,
  4,
  5,
  6,
  7,
  8,
  9,
  10,
  11,
  12
];
var MOST_DEPTH3 = 32;
var MOST_NAME_BYTES = 1024 ** 2;
var ThriftCompact = class {
  /** Bytes consumed so far. */
  at = 0;
  #bytes;
  #offset;
  /** @param offset where `bytes` lie in the file */
  constructor(bytes2, offset) {
    this.#bytes = bytes2;
    this.#offset = offset;
  }
  struct(shape2, depth = 0) {
    if (depth > MOST_DEPTH3) throw this.#broken(`is nested more than ${MOST_DEPTH3} deep`);
    const result = {};
    const seen = /* @__PURE__ */ new Set();
    let id = 0;
    for (; ; ) {
      const head = this.#byte();
      const type = head & 15;
      if (type === STOP) {
        if (head !== STOP) throw this.#broken("ends with no proper end mark");
        return result;
      }
      id = head >> 4 === 0 ? this.#int() : id + (head >> 4);
      if (seen.has(id)) throw this.#broken(`has its field ${id} twice`);
      seen.add(id);
      const known = shape2[id];
      if (known === void 0) this.#skip(type, depth + 1, true);
      else result[known[0]] = this.#value(known[1], type, depth + 1, true);
    }
  }
  #value(kind, type, depth, isField) {
    if (kind === "skip") return this.#skip(type, depth, isField);
    if (kind === "bool") return this.#bool(type, isField);
    if (kind === "int") {
      if (type < BYTE || type > I64) throw this.#mismatch("an integer", type);
      return type === BYTE ? this.#byte() << 24 >> 24 : this.#int();
    }
    if (kind === "text") {
      if (type !== BINARY) throw this.#mismatch("a text", type);
      return this.#text();
    }
    if ("struct" in kind) {
      if (type !== STRUCT) throw this.#mismatch("a structure", type);
      return this.struct(kind.struct, depth);
    }
    if (type !== LIST && type !== SET) throw this.#mismatch("a list", type);
    const { count, element } = this.#listHead();
    const list2 = [];
    for (let i = 0; i < count; i += 1) list2.push(this.#value(kind.list, element, depth, false));
    return list2;
  }
  #skip(type, depth, isField) {
    if (depth > MOST_DEPTH3) throw this.#broken(`is nested more than ${MOST_DEPTH3} deep`);
    if (type === TRUE || type === FALSE) this.#bool(type, isField);
    else if (type === BYTE) this.#byte();
    else if (type >= I16 && type <= I64) this.#varint();
    else if (type === DOUBLE) this.#take(8);
    else if (type === BINARY) this.#take(this.#length());
    else if (type === STRUCT) this.struct({}, depth);
    else if (type === LIST || type === SET) {
      const { count, element } = this.#listHead();
      for (let i = 0; i < count; i += 1) this.#skip(element, depth + 1, false);
    } else if (type === MAP) this.#skipMap(depth);
    else throw this.#broken(`has a value of type ${type}, which does not exist`);
  }
  #skipMap(depth) {
    const count = this.#length();
    if (count === 0) return;
    const types = this.#byte();
    for (let i = 0; i < count; i += 1) {
      this.#skip(types >> 4, depth + 1, false);
      this.#skip(types & 15, depth + 1, false);
    }
  }
  /** Every element takes at least one byte, so a list cannot have more of them than bytes remain. */
  #listHead() {
    const head = this.#byte();
    const count = head >> 4 === 15 ? this.#length() : head >> 4;
    if (count > this.#bytes.length - this.at) throw new ThriftCut(this.#here);
    return { count, element: head & 15 };
  }
  /** In a field the type is the value; in a list each is a byte. */
  #bool(type, isField) {
    if (type !== TRUE && type !== FALSE) throw this.#mismatch("a truth value", type);
    if (isField) return type === TRUE;
    const byte = this.#byte();
    if (byte > FALSE) throw this.#broken("has a truth value that is neither");
    return byte === TRUE;
  }
  #text() {
    const bytes2 = this.#take(this.#length());
    const shown3 = bytes2.length > MOST_NAME_BYTES ? bytes2.subarray(0, MOST_NAME_BYTES) : bytes2;
    return Buffer.from(shown3.buffer, shown3.byteOffset, shown3.length).toString("utf8");
  }
  #length() {
    const length = this.#varint();
    if (length > 2147483647) throw this.#broken("has a length beyond the protocol");
    if (length > this.#bytes.length - this.at) throw new ThriftCut(this.#here);
    return length;
  }
  /** Zigzag; beyond 2^53 no size, offset or count of a file can be true. */
  #int() {
    const raw = this.#varint();
    if (!Number.isSafeInteger(raw)) return Number.NaN;
    return raw % 2 === 0 ? raw / 2 : -(raw + 1) / 2;
  }
  #varint() {
    const value = takeVarint(() => this.#byte());
    if (value === void 0) throw this.#broken("has a number that does not end");
    return value;
  }
  #byte() {
    const byte = this.#bytes[this.at];
    if (byte === void 0) throw new ThriftCut(this.#here);
    this.at += 1;
    return byte;
  }
  #take(length) {
    if (length > this.#bytes.length - this.at) throw new ThriftCut(this.#here);
    this.at += length;
    return this.#bytes.subarray(this.at - length, this.at);
  }
  get #here() {
    return this.#offset + this.at;
  }
  #mismatch(wanted, type) {
    return this.#broken(`has a value of type ${type} where ${wanted} belongs`);
  }
  #broken(what) {
    return new Broken("L2", "thrift-malformed", `a Thrift structure ${what}`, { offset: this.#here });
  }
};

// src/verify/columnar/parquet-footer.ts
var SCHEMA_ELEMENT = {
  1: ["type", "int"],
  3: ["repetition", "int"],
  4: ["name", "text"],
  5: ["children", "int"]
};
var COLUMN_METADATA = {
  1: ["type", "int"],
  2: ["encodings", { list: "int" }],
  3: ["path", { list: "text" }],
  4: ["codec", "int"],
  5: ["values", "int"],
  6: ["uncompressedBytes", "int"],
  7: ["bytes", "int"],
  9: ["dataPageOffset", "int"],
  11: ["dictionaryOffset", "int"],
  14: ["bloomOffset", "int"],
  15: ["bloomBytes", "int"]
};
var COLUMN_CHUNK = {
  1: ["file", "text"],
  2: ["fileOffset", "int"],
  3: ["meta", { struct: COLUMN_METADATA }],
  4: ["offsetIndexOffset", "int"],
  5: ["offsetIndexBytes", "int"],
  6: ["columnIndexOffset", "int"],
  7: ["columnIndexBytes", "int"],
  8: ["crypto", { struct: {} }]
};
var ROW_GROUP = {
  1: ["columns", { list: { struct: COLUMN_CHUNK } }],
  2: ["uncompressedBytes", "int"],
  3: ["rows", "int"],
  6: ["bytes", "int"]
};
var FILE_METADATA = {
  1: ["version", "int"],
  2: ["schema", { list: { struct: SCHEMA_ELEMENT } }],
  3: ["rows", "int"],
  4: ["rowGroups", { list: { struct: ROW_GROUP } }],
  5: ["metadata", { list: { struct: { 1: ["key", "text"] } } }],
  6: ["createdBy", "text"],
  8: ["encryption", { struct: {} }]
};
var CODECS = ["none", "snappy", "gzip", "lzo", "brotli", "lz4", "zstd", "lz4-raw"];
var LAST_TYPE = 7;
var REPEATED = 2;
function parseFooter(bytes2, offset, budgets) {
  const thrift = new ThriftCompact(bytes2, offset);
  const footer = thrift.struct(FILE_METADATA);
  if (footer["encryption"] !== void 0)
    throw new Unsettled("L1", "encrypted", "has encrypted columns", { offset });
  if (thrift.at !== bytes2.length) {
    throw new Broken("L1", "parquet-footer", "the footer is longer than its content", {
      offset: offset + thrift.at,
      expected: `${thrift.at} bytes`,
      found: `${bytes2.length} bytes`
    });
  }
  const reader = new FooterReader(offset, budgets);
  const leaves = reader.leavesOf(structs(footer, "schema"));
  const rows = reader.count(footer, "rows");
  const groups = structs(footer, "rowGroups");
  const chunks2 = groups.flatMap((group) => reader.chunksOf(group, leaves));
  const sum = groups.reduce((total, group) => total + reader.count(group, "rows"), 0);
  if (sum !== rows) {
    throw new Broken("L2", "row-count", "the row groups do not have as many rows as the file", {
      offset,
      expected: String(rows),
      found: String(sum)
    });
  }
  return {
    rows,
    rowGroups: groups.length,
    leaves,
    chunks: chunks2,
    elsewhere: reader.elsewhere,
    createdBy: footer["createdBy"],
    metadataKeys: structs(footer, "metadata").map(({ key }) => String(key))
  };
}
var structs = (from, name) => from[name] ?? [];
var FooterReader = class {
  #footer;
  #mostChunks;
  #chunks = 0;
  elsewhere = 0;
  constructor(footerOffset, budgets) {
    this.#footer = footerOffset;
    this.#mostChunks = budgets.objects;
  }
  count(from, name) {
    const value = from[name];
    if (typeof value === "number" && Number.isSafeInteger(value) && value >= 0) return value;
    throw this.#broken(`gives no proper ${name}`, value === void 0 ? "nothing" : String(value));
  }
  /** The tree is written depth first; a group says how many of the elements that follow are its own. */
  leavesOf(schema) {
    const [root, ...elements] = schema;
    if (root === void 0) throw this.#broken("has no schema");
    const open = [{ path: "", left: this.count(root, "children"), repeated: false }];
    const leaves = [];
    for (const element of elements) {
      while (open.at(-1)?.left === 0) open.pop();
      const parent = open.at(-1);
      if (parent === void 0) throw this.#broken("has schema elements that no group owns");
      parent.left -= 1;
      const name = typeof element["name"] === "string" ? element["name"] : "";
      const path = parent.path === "" ? name : `${parent.path}.${name}`;
      const repeated = parent.repeated || element["repetition"] === REPEATED;
      if (element["type"] === void 0) {
        if (open.length > 100) throw this.#broken("has a schema nested more than 100 deep");
        open.push({ path, left: this.count(element, "children"), repeated });
        continue;
      }
      const type = this.count(element, "type");
      if (type > LAST_TYPE) throw this.#broken("has a column of a type that does not exist", String(type));
      leaves.push({ path, type, repeated });
    }
    if (open.some(({ left }) => left > 0)) throw this.#broken("has a schema that ends before its groups do");
    if (new Set(leaves.map(({ path }) => path)).size < leaves.length)
      throw this.#broken("has two columns of one name");
    return leaves;
  }
  chunksOf(group, leaves) {
    const columns = structs(group, "columns");
    const rows = this.count(group, "rows");
    this.#chunks += columns.length;
    if (this.#chunks > this.#mostChunks)
      throw overBudget("objects", this.#mostChunks, this.#chunks, this.#footer);
    if (columns.length !== leaves.length) {
      throw this.#broken("has a row group without a chunk for each column", `${columns.length} chunks`);
    }
    return columns.flatMap((column, i) => this.#chunk(column, leaves[i], rows) ?? []);
  }
  #chunk(column, leaf, rows) {
    if (column["crypto"] !== void 0)
      throw new Unsettled("L1", "encrypted", `column ${quoted(leaf.path)} is encrypted`, {
        offset: this.#footer
      });
    if (column["file"] !== void 0 && column["file"] !== "") {
      this.elsewhere += 1;
      return void 0;
    }
    const meta = column["meta"];
    if (meta === void 0) throw this.#broken(`says nothing of column ${quoted(leaf.path)}`);
    const path = (meta["path"] ?? []).join(".");
    if (path !== leaf.path || meta["type"] !== leaf.type)
      throw this.#broken("has a chunk that is not of the column the schema names", JSON.stringify(path));
    const codec = this.count(meta, "codec");
    if (codec >= CODECS.length) throw this.#broken("names a codec that does not exist", String(codec));
    const dataPage = this.count(meta, "dataPageOffset") || void 0;
    const dictionary = this.#maybe(meta, "dictionaryOffset") || void 0;
    const from = Math.min(dataPage ?? Infinity, dictionary ?? Infinity);
    const bytes2 = this.count(meta, "bytes");
    if (from === Infinity && bytes2 > 0) throw this.#broken("does not say where a chunk begins");
    const copy = this.#maybe(column, "fileOffset");
    const values2 = this.count(meta, "values");
    if (!leaf.repeated && values2 !== rows) {
      throw this.#broken(`column ${quoted(leaf.path)} has another number of values than rows`);
    }
    return {
      leaf,
      from: from === Infinity ? 0 : from,
      bytes: bytes2,
      values: values2,
      rows,
      codec,
      dataPageOffset: dataPage,
      uncompressedBytes: this.count(meta, "uncompressedBytes"),
      dictionaryOffset: dictionary,
      // Polars counts from the data page also where a dictionary comes first (2.1.0, 2026-11-26).
      copyOffset: copy === from + bytes2 || copy === (dataPage ?? from) + bytes2 ? from + bytes2 : void 0,
      offsetIndex: this.#extent(column, "offsetIndexOffset", "offsetIndexBytes"),
      columnIndex: this.#extent(column, "columnIndexOffset", "columnIndexBytes"),
      bloomOffset: this.#maybe(meta, "bloomOffset"),
      bloomBytes: this.#maybe(meta, "bloomBytes")
    };
  }
  #maybe(from, name) {
    return from[name] === void 0 ? void 0 : this.count(from, name);
  }
  #extent(column, offset, bytes2) {
    if (column[offset] === void 0 && column[bytes2] === void 0) return void 0;
    return { from: this.count(column, offset), bytes: this.count(column, bytes2) };
  }
  #broken(what, found) {
    return new Broken("L2", "parquet-footer", `the footer ${what}`, {
      offset: this.#footer,
      ...found === void 0 ? {} : { found }
    });
  }
};

// src/verify/columnar/parquet-pages.ts
var PAGE_HEADER = {
  1: ["type", "int"],
  2: ["uncompressedBytes", "int"],
  3: ["bytes", "int"],
  4: ["crc", "int"],
  5: [
    "data",
    { struct: { 1: ["values", "int"], 2: ["encoding", "int"], 3: ["levels", "int"], 4: ["repeats", "int"] } }
  ],
  6: ["index", { struct: {} }],
  7: ["dictionary", { struct: { 1: ["values", "int"], 2: ["encoding", "int"] } }],
  8: [
    "data2",
    {
      struct: {
        1: ["values", "int"],
        2: ["nulls", "int"],
        3: ["rows", "int"],
        4: ["encoding", "int"],
        5: ["levelBytes", "int"],
        6: ["repeatBytes", "int"],
        7: ["isCompressed", "bool"]
      }
    }
  ]
};
var PARTS = ["data", "index", "dictionary", "data2"];
var [INDEX, DICTIONARY2, DATA2] = [1, 2, 3];
var LAST_ENCODING = 9;
var MOST_HEADER_BYTES3 = 16 * 1024 ** 2;
var PageWalk = class {
  offset;
  length;
  /** Offset and bytes (header and all) of each data page, for the chunk's offset index. */
  dataPages = [];
  dataPageCount = 0;
  /** Every page was walked; only then can an index be held against them. */
  isWhole = false;
  #chunk;
  #findings;
  #tally;
  #pending = new Uint8Array(0);
  #page;
  #crc = 0;
  #pages = 0;
  #values = 0;
  #rows = 0;
  #knowsRows = true;
  #uncompressed = 0;
  constructor(chunk, findings, tally2) {
    this.offset = chunk.from;
    this.length = chunk.bytes;
    this.#chunk = chunk;
    this.#findings = findings;
    this.#tally = tally2;
  }
  feed(piece, fileOffset) {
    for (let at = 0; at < piece.length; ) {
      const rest = piece.subarray(at);
      at += this.#page === void 0 ? this.#header(rest, fileOffset + at) : this.#body(this.#page, rest);
    }
  }
  end() {
    this.#judgeSums();
    this.isWhole = true;
  }
  #judgeSums() {
    const { values: values2, rows, leaf, uncompressedBytes, bytes: bytes2, from } = this.#chunk;
    const end = from + bytes2;
    if (this.#page !== void 0 || this.#pending.length > 0)
      throw this.#broken("L1", "ends in the middle of a page", end);
    if (this.#values !== values2)
      throw this.#broken("L2", "has another number of values than its metadata says", from, {
        expected: String(values2),
        found: String(this.#values)
      });
    if (this.#knowsRows && this.#pages > 0 && this.#rows !== rows && values2 > 0)
      throw this.#broken("L2", "has another number of rows than its row group", from, {
        expected: String(rows),
        found: String(this.#rows)
      });
    if (this.#uncompressed !== uncompressedBytes) {
      const what = `column ${quoted(leaf.path)} does not expand to what its metadata says`;
      this.#findings.degraded("L2", "parquet-sizes", what, {
        offset: from,
        expected: `${uncompressedBytes} bytes`,
        found: `${this.#uncompressed} bytes`
      });
    }
  }
  /** @returns bytes taken */
  #header(piece, fileOffset) {
    const before = this.#pending.length;
    const from = fileOffset - before;
    const bytes2 = before === 0 ? piece : Buffer.concat([this.#pending, piece]);
    const thrift = new ThriftCompact(bytes2, from);
    let header;
    try {
      header = thrift.struct(PAGE_HEADER);
    } catch (error) {
      if (!(error instanceof ThriftCut)) throw error;
      if (bytes2.length > MOST_HEADER_BYTES3)
        throw overBudget("pageHeaderBytes", MOST_HEADER_BYTES3, bytes2.length, from);
      this.#pending = bytes2.slice();
      return piece.length;
    }
    this.#pending = new Uint8Array(0);
    this.#start(header, from, thrift.at);
    return thrift.at - before;
  }
  #start(header, from, headerBytes) {
    const count = (of, name) => {
      const value = of[name];
      if (typeof value === "number" && Number.isSafeInteger(value) && value >= 0) return value;
      throw this.#broken("L2", `has a page header without a proper ${name}`, from);
    };
    const type = count(header, "type");
    const bytes2 = count(header, "bytes");
    const uncompressed = count(header, "uncompressedBytes");
    const part = header[PARTS[type] ?? ""];
    if (part === void 0) throw this.#broken("L2", `has a page of type ${type} without its header`, from);
    const { from: begin, bytes: length, codec, dictionaryOffset, dataPageOffset } = this.#chunk;
    if (from + headerBytes + bytes2 > begin + length)
      throw this.#broken("L1", "has a page that is longer than the chunk", from, {
        found: `${bytes2} bytes`
      });
    if (codec === 0 && bytes2 !== uncompressed)
      throw this.#broken("L2", "has an uncompressed page of two sizes", from);
    const isDictionary = type === DICTIONARY2;
    if (isDictionary && (this.#pages > 0 || (dictionaryOffset ?? from) !== from))
      throw this.#broken("L2", "has a dictionary where none belongs", from);
    const isFirst = !isDictionary && this.#pages === (dictionaryOffset === void 0 ? 0 : 1);
    if (isFirst && from !== dataPageOffset)
      throw this.#broken("L2", "does not begin its data where its metadata says", from, {
        expected: String(dataPageOffset),
        found: String(from)
      });
    if (type !== INDEX) this.#judgeEncoding(count(part, "encoding"), from);
    if (type === DATA2) {
      if (count(part, "levelBytes") + count(part, "repeatBytes") > bytes2)
        throw this.#broken("L2", "has levels that are longer than their page", from);
      this.#rows += count(part, "rows");
    } else if (type === 0) this.#knowsRows = false;
    const isData2 = type === 0 || type === DATA2;
    if (isData2) {
      this.dataPageCount += 1;
      this.#values += count(part, "values");
      if (this.#chunk.offsetIndex !== void 0) this.dataPages.push(from, headerBytes + bytes2);
    }
    const crc = header["crc"];
    if (crc !== void 0 && !Number.isSafeInteger(crc))
      throw this.#broken("L2", "has a checksum that is none", from);
    this.#uncompressed += headerBytes + uncompressed;
    this.#pages += 1;
    this.#tally.pages += 1;
    if (crc === void 0) this.#tally.unguarded += 1;
    this.#crc = 0;
    this.#page = { from, type, bytes: bytes2, left: bytes2, crc };
    if (bytes2 === 0) this.#endPage(this.#page);
  }
  #judgeEncoding(encoding, offset) {
    if (encoding <= LAST_ENCODING && encoding !== 1) return;
    throw new Unsettled("L2", "parquet-encoding", "has values in an encoding that we do not know", {
      offset,
      found: String(encoding)
    });
  }
  #body(page, rest) {
    const taken = rest.subarray(0, page.left);
    if (page.crc !== void 0) this.#crc = crc32(taken, this.#crc);
    page.left -= taken.length;
    if (page.left === 0) this.#endPage(page);
    return taken.length;
  }
  #endPage({ from, crc }) {
    this.#page = void 0;
    if (crc === void 0 || crc >>> 0 === this.#crc) return;
    const what = `a page of column ${quoted(this.#chunk.leaf.path)} is not what was written: its CRC-32 differs`;
    this.#findings.caught(sumDiffers(what, from, { stored: crc, found: this.#crc }));
  }
  #broken(level, what, offset, extra = {}) {
    const column = JSON.stringify(this.#chunk.leaf.path);
    return new Broken(level, "parquet-pages", `column ${column} ${what}`, { offset, ...extra });
  }
};

// src/verify/columnar/structure-region.ts
var StructureRegion = class {
  offset;
  length;
  #judge;
  #bytes;
  constructor(offset, length, judge2) {
    this.offset = offset;
    this.length = length;
    this.#judge = judge2;
  }
  feed(piece, fileOffset) {
    this.#bytes ??= new Uint8Array(this.length);
    this.#bytes.set(piece, fileOffset - this.offset);
  }
  end() {
    this.#judge(this.#bytes ?? new Uint8Array(0));
    this.#bytes = void 0;
  }
};
var zeros = (offset, length, odd) => {
  let found = false;
  return {
    offset,
    length,
    feed(piece, fileOffset) {
      const at = found ? -1 : piece.findIndex((byte) => byte !== 0);
      if (at < 0) return;
      found = true;
      odd(fileOffset + at);
    },
    end: () => {
    }
  };
};

// src/verify/columnar/parquet-layout.ts
var OFFSET_INDEX = {
  1: ["pages", { list: { struct: { 1: ["offset", "int"], 2: ["bytes", "int"], 3: ["row", "int"] } } }]
};
var COLUMN_INDEX = { 1: ["nullPages", { list: "bool" }] };
var BLOOM_HEADER = { 1: ["bytes", "int"] };
var MOST_BLOOM_HEADER = 64;
async function parquetRegions(subject, footer, span, tally2) {
  const regions = [];
  for (const chunk of footer.chunks) {
    const walk = new PageWalk(chunk, subject.findings, tally2);
    const { columnIndex, offsetIndex, bloomOffset } = chunk;
    regions.push(walk);
    if (columnIndex !== void 0)
      regions.push(structure3(subject, columnIndex, COLUMN_INDEX, (index) => matchCount(index, walk, chunk)));
    if (offsetIndex !== void 0)
      regions.push(structure3(subject, offsetIndex, OFFSET_INDEX, (index) => matchPages(index, walk, chunk)));
    if (bloomOffset !== void 0) regions.push(await bloomRegion(subject, chunk, bloomOffset));
  }
  const inOrder = regions.filter(({ length }) => length > 0).sort((a, b) => a.offset - b.offset);
  const copies = new Set(footer.chunks.flatMap(({ copyOffset }) => copyOffset ?? []));
  return [...filled(subject, inOrder, copies, span)];
}
function* filled(subject, regions, copies, { from, to }) {
  let at = from;
  for (const region of regions) {
    if (region.offset < at || region.offset + region.length > to) {
      throw new Broken("L2", "parquet-overlap", "what the footer points at overlaps or leaves the file", {
        offset: region.offset,
        expected: `between ${at} and ${to}`,
        found: `${region.length} bytes from ${region.offset}`
      });
    }
    if (region.offset > at) yield gap(subject, copies, at, region.offset);
    yield region;
    at = region.offset + region.length;
  }
  if (to > at) yield gap(subject, copies, at, to);
}
function gap(subject, copies, from, to) {
  const extent = { from, bytes: to - from };
  if (copies.has(from)) return structure3(subject, extent, {});
  const { findings } = subject;
  findings.degraded("L1", "parquet-gap", "has bytes between its columns that nothing points at", {
    offset: from,
    found: `${extent.bytes} bytes`
  });
  return zeros(from, extent.bytes, (offset) => {
    throw new Broken("L1", "parquet-gap", "has content between its columns that nothing points at", {
      offset
    });
  });
}
function structure3({ budgets, sizeBytes }, { from, bytes: bytes2 }, shape2, judge2 = () => {
}) {
  if (bytes2 > budgets.structureBytes && from + bytes2 <= sizeBytes)
    throw overBudget("structureBytes", budgets.structureBytes, bytes2, from);
  return new StructureRegion(from, bytes2, (content) => {
    const thrift = new ThriftCompact(content, from);
    const value = thrift.struct(shape2);
    if (thrift.at !== bytes2)
      throw new Broken("L2", "parquet-index", "an index is longer than its content", {
        offset: from + thrift.at
      });
    judge2(value);
  });
}
function matchPages(index, walk, chunk) {
  const listed3 = (index["pages"] ?? []).flatMap((page) => [
    page["offset"],
    page["bytes"]
  ]);
  const { dataPages } = walk;
  const same = listed3.length === dataPages.length && listed3.every((value, i) => value === dataPages[i]);
  if (same || !walk.isWhole) return;
  throw new Broken("L2", "parquet-index", "an offset index does not point at the pages of its column", {
    offset: chunk.offsetIndex?.from ?? 0,
    found: `${listed3.length / 2} pages`,
    expected: `${dataPages.length / 2} pages`
  });
}
function matchCount(index, walk, chunk) {
  const listed3 = (index["nullPages"] ?? []).length;
  if (!walk.isWhole || listed3 === walk.dataPageCount) return;
  throw new Broken("L2", "parquet-index", "a column index is not of the pages of its column", {
    offset: chunk.columnIndex?.from ?? 0,
    found: `${listed3} pages`,
    expected: `${walk.dataPageCount} pages`
  });
}
async function bloomRegion({ reader, sizeBytes }, chunk, from) {
  const declared = chunk.bloomBytes;
  const length = declared ?? await bloomLength(reader, from, sizeBytes);
  let head = new Uint8Array(0);
  return {
    offset: from,
    length,
    feed(piece) {
      if (head.length < MOST_BLOOM_HEADER)
        head = Buffer.concat([head, piece.subarray(0, MOST_BLOOM_HEADER - head.length)]);
    },
    end() {
      const found = lengthOf3(head, from);
      if (found === length) return;
      throw new Broken("L2", "parquet-bloom", "a bloom filter is not as long as the footer says", {
        offset: from,
        expected: `${length} bytes`,
        found: `${found} bytes`
      });
    }
  };
}
var bloomLength = async (reader, from, sizeBytes) => lengthOf3(await reader.read(from, Math.max(0, Math.min(MOST_BLOOM_HEADER, sizeBytes - from))), from);
function lengthOf3(head, from) {
  const thrift = new ThriftCompact(head, from);
  const bytes2 = thrift.struct(BLOOM_HEADER)["bytes"];
  if (typeof bytes2 === "number" && Number.isSafeInteger(bytes2) && bytes2 >= 0) return thrift.at + bytes2;
  throw new Broken("L2", "parquet-bloom", "a bloom filter gives no length", { offset: from });
}

// src/verify/columnar/format-parquet.ts
var PLAIN2 = new TextEncoder().encode("PAR1");
var ENCRYPTED = new TextEncoder().encode("PARE");
var MAGIC_BYTES = 4;
var TAIL_BYTES2 = 8;
var parquet = {
  name: "parquet",
  proves: "footer; schema; row counts; every column chunk page by page to its exact end; page checksums where present; indexes and bloom filters; no byte unaccounted for. Not the values",
  checksum: "CRC-32 of pages, optional; none of the footer",
  recognises: ({ head }) => startsWith(head, PLAIN2) || startsWith(head, ENCRYPTED),
  async open(subject) {
    const { start, footer } = await readFooter2(subject);
    enterFacts(subject, footer);
    const tally2 = { pages: 0, unguarded: 0 };
    const regions = await parquetRegions(subject, footer, { from: MAGIC_BYTES, to: start }, tally2);
    return {
      checksummed: false,
      reaches: "L2",
      regions: () => regions,
      finish(complete) {
        if (complete) settle3(subject, footer, tally2);
      }
    };
  }
};
async function readFooter2({
  reader,
  sizeBytes,
  head,
  budgets
}) {
  if (startsWith(head, ENCRYPTED)) throw new Unsettled("L1", "encrypted", "is encrypted", { offset: 0 });
  if (sizeBytes < MAGIC_BYTES + TAIL_BYTES2) throw cut(sizeBytes);
  const tail = await reader.read(sizeBytes - TAIL_BYTES2, TAIL_BYTES2);
  if (!startsWith(tail, PLAIN2, 4)) throw cut(sizeBytes);
  const length = new DataView(tail.buffer, tail.byteOffset, TAIL_BYTES2).getUint32(0, true);
  if (length > sizeBytes - MAGIC_BYTES - TAIL_BYTES2) {
    throw new Broken("L1", "parquet-footer", "the footer is longer than the file", {
      offset: sizeBytes - TAIL_BYTES2,
      expected: `at most ${sizeBytes - MAGIC_BYTES - TAIL_BYTES2} bytes`,
      found: `${length} bytes`
    });
  }
  if (length > budgets.structureBytes)
    throw overBudget("structureBytes", budgets.structureBytes, length, sizeBytes - TAIL_BYTES2);
  const start = sizeBytes - TAIL_BYTES2 - length;
  return { start, footer: parseFooter(await reader.read(start, length), start, budgets) };
}
var cut = (sizeBytes) => new Broken("L1", "cut-short", "does not end with the magic it begins with", {
  offset: Math.max(0, sizeBytes - MAGIC_BYTES),
  expected: "PAR1"
});
function enterFacts({ keys, facts }, footer) {
  const { rows, rowGroups, leaves, chunks: chunks2, createdBy, metadataKeys } = footer;
  facts.rows = rows;
  for (const { path } of leaves) keys.addValue(path, path.split(".", 1)[0] ?? path);
  for (const name of metadataKeys) keys.addValue(name, name);
  const codecs = [...new Set(chunks2.map(({ codec }) => CODECS[codec] ?? ""))].sort().join(", ");
  facts.scalars = { rowGroups, columns: leaves.length };
  if (codecs !== "") facts.scalars["codecs"] = codecs;
  if (createdBy !== void 0) facts.scalars["createdBy"] = createdBy.slice(0, 200);
}
function settle3(subject, footer, { pages, unguarded }) {
  const { findings } = subject;
  if (footer.elsewhere > 0) {
    const what = "lists columns that lie in other files, which were not held against it";
    findings.degraded("L2", "parquet-elsewhere", what, { found: `${footer.elsewhere} column chunks` });
  }
  if (pages > 0 && unguarded < pages) {
    const what = "pages are under a CRC-32; the footer and the page headers are not";
    findings.note("L1", "page-checksums", what, { found: `${pages - unguarded} of ${pages} pages` });
  }
  judgeRowCount(subject, footer.rows);
  valuesNotRead(subject);
}

// src/verify/gguf/block-scan.ts
var BlockScan = class {
  #type;
  #bytes;
  #tests;
  #magnitudes;
  /** The block that lies across two pieces. */
  #carry;
  #carried = 0;
  #blocks = 0;
  #bad = 0;
  #badAt = [];
  #anyMagnitude = false;
  constructor(type, mostBytes) {
    this.#type = type;
    this.#bytes = new ElementScan(DTYPES.u8, { littleEndian: true, countNegative: false, mostBytes });
    this.#carry = new Uint8Array(type.blockBytes);
    this.#tests = Int32Array.from(type.scales.flatMap(({ exponent }) => twoTests(exponent)));
    this.#magnitudes = Int32Array.from(type.scales.flatMap(({ magnitude }) => magnitude.flat()));
  }
  feed(piece) {
    this.#bytes.feed(piece);
    if (this.#tests.length === 0) return;
    const { blockBytes } = this.#type;
    let at = 0;
    if (this.#carried > 0) {
      at = Math.min(blockBytes - this.#carried, piece.length);
      this.#carry.set(piece.subarray(0, at), this.#carried);
      this.#carried += at;
      if (this.#carried < blockBytes) return;
      this.#carried = 0;
      this.#look(this.#carry, 0, blockBytes);
    }
    const whole = piece.length - at - (piece.length - at) % blockBytes;
    this.#look(piece, at, at + whole);
    this.#carry.set(piece.subarray(at + whole));
    this.#carried = piece.length - at - whole;
  }
  finish() {
    const result = this.#bytes.finish();
    const scaledToZero = this.#magnitudes.length > 0 && !this.#anyMagnitude && this.#bad === 0;
    const allZero = result.allZero || result.bytes > 0 && scaledToZero;
    return {
      ...result,
      allZero,
      constant: false,
      zeroRuns: allZero ? [] : result.zeroRuns,
      nonFinite: this.#bad,
      nan: this.#bad,
      nonFiniteAt: this.#badAt
    };
  }
  #look(bytes2, from, to) {
    const { blockBytes } = this.#type;
    const tests = this.#tests;
    for (let at = from; at < to; at += blockBytes) {
      for (let i = 0; i < tests.length; i += 4) {
        const mask = tests[i + 1];
        if ((bytes2[at + tests[i]] & mask) !== mask) continue;
        const second = tests[i + 3];
        if ((bytes2[at + tests[i + 2]] & second) !== second) continue;
        this.#note(this.#blocks + (at - from) / blockBytes);
        break;
      }
      if (!this.#anyMagnitude) this.#anyMagnitude = this.#hasMagnitude(bytes2, at);
    }
    this.#blocks += (to - from) / blockBytes;
  }
  #note(block2) {
    this.#bad += 1;
    if (this.#badAt.length < INDEXES_KEPT) this.#badAt.push(block2);
  }
  #hasMagnitude(bytes2, at) {
    const bits = this.#magnitudes;
    for (let i = 0; i < bits.length; i += 2)
      if ((bytes2[at + bits[i]] & bits[i + 1]) !== 0) return true;
    return false;
  }
};
function twoTests(exponent) {
  const [first = [0, 0], second = [0, 0]] = exponent;
  return [...first, ...second];
}
var blockDtype = ({ name, blockElements, blockBytes }) => ({
  ...DTYPES.u8,
  name,
  kind: "float",
  bits: 8 * blockBytes / blockElements,
  unitBytes: blockBytes
});

// src/verify/gguf/ggml-types.ts
var plain2 = (dtype2) => ({
  name: dtype2.name,
  blockElements: 1,
  blockBytes: dtype2.bits / 8,
  dtype: dtype2,
  scales: []
});
var block = (name, blockElements, blockBytes, ...scales) => ({
  name,
  blockElements,
  blockBytes,
  scales
});
var f16 = (at) => ({
  exponent: [[at + 1, 124]],
  magnitude: [
    [at, 255],
    [at + 1, 127]
  ]
});
var f32 = (at) => ({
  exponent: [
    [at + 3, 127],
    [at + 2, 128]
  ],
  magnitude: [
    [at, 255],
    [at + 1, 255],
    [at + 2, 255],
    [at + 3, 127]
  ]
});
var e8m0 = (at) => ({ exponent: [[at, 255]], magnitude: [] });
var scatteredF16 = (at) => ({
  exponent: [
    [at + 7, 112],
    [at + 5, 192]
  ],
  magnitude: [
    [at + 1, 240],
    [at + 3, 240],
    [at + 5, 240],
    [at + 7, 112]
  ]
});
var GGML_TYPES = /* @__PURE__ */ new Map([
  [0, plain2(DTYPES.f32)],
  [1, plain2(DTYPES.f16)],
  [2, block("q4_0", 32, 18, f16(0))],
  [3, block("q4_1", 32, 20, f16(0), f16(2))],
  [6, block("q5_0", 32, 22, f16(0))],
  [7, block("q5_1", 32, 24, f16(0), f16(2))],
  [8, block("q8_0", 32, 34, f16(0))],
  [9, block("q8_1", 32, 36, f16(0), f16(2))],
  [10, block("q2_k", 256, 84, f16(80), f16(82))],
  [11, block("q3_k", 256, 110, f16(108))],
  [12, block("q4_k", 256, 144, f16(0), f16(2))],
  [13, block("q5_k", 256, 176, f16(0), f16(2))],
  [14, block("q6_k", 256, 210, f16(208))],
  [15, block("q8_k", 256, 292, f32(0))],
  [16, block("iq2_xxs", 256, 66, f16(0))],
  [17, block("iq2_xs", 256, 74, f16(0))],
  [18, block("iq3_xxs", 256, 98, f16(0))],
  [19, block("iq1_s", 256, 50, f16(0))],
  [20, block("iq4_nl", 32, 18, f16(0))],
  [21, block("iq3_s", 256, 110, f16(0))],
  [22, block("iq2_s", 256, 82, f16(0))],
  [23, block("iq4_xs", 256, 136, f16(0))],
  [24, plain2(DTYPES.i8)],
  [25, plain2(DTYPES.i16)],
  [26, plain2(DTYPES.i32)],
  [27, plain2(DTYPES.i64)],
  [28, plain2(DTYPES.f64)],
  [29, block("iq1_m", 256, 56, scatteredF16(48))],
  [30, plain2(DTYPES.bf16)],
  [34, block("tq1_0", 256, 54, f16(52))],
  [35, block("tq2_0", 256, 66, f16(64))],
  [39, block("mxfp4", 32, 17, e8m0(0))],
  // Four unsigned 8-bit scales that have a NaN pattern, which the reference reads as zero: nothing to test.
  [40, block("nvfp4", 64, 36)],
  [41, block("q1_0", 128, 18, f16(0))],
  [42, block("q2_0", 64, 18, f16(0))]
]);

// src/verify/gguf/header.ts
import { createHash as createHash4 } from "node:crypto";

// src/verify/read/jinja.ts
var TAGS = [
  ["{%", "%}"],
  ["{{", "}}"],
  ["{#", "#}"]
];
function isTemplate(head) {
  const text5 = Buffer.from(head.buffer, head.byteOffset, head.length);
  return TAGS.some(
    ([open, close]) => text5.toString("latin1", 0, 2) === open && text5.includes(close, 2, "latin1")
  );
}
var INSIDE = /\.\s*(__\w|(mro|gi_frame|cr_frame|ag_frame|f_globals|f_builtins|func_globals)\b)/;
var INSIDE_BY_TEXT = /\[\s*['"](__|\\)|\|\s*attr\s*\(\s*(?!['"][A-Za-z])|attribute\s*=\s*['"](_|\\)|\\(x5f|u005f|137)/i;
var LITERAL = /'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"/gs;
function reachingInside(template) {
  for (let from = 0; ; ) {
    const at = /\{[{%]/g;
    at.lastIndex = from;
    const open = at.exec(template);
    const end = open === null ? -1 : template.indexOf(open[0] === "{{" ? "}}" : "%}", open.index);
    if (open === null || end < 0) return void 0;
    const tag = template.slice(open.index + 2, end);
    if (INSIDE_BY_TEXT.test(tag) || INSIDE.test(tag.replaceAll(LITERAL, "''"))) return tag.trim();
    from = end + 2;
  }
}
function judgeTemplate(template, findings, extra = {}) {
  const found = reachingInside(template);
  if (found === void 0) return;
  const what = "holds a template that reaches for the inside of Python: where it is rendered outside of a sandbox it runs anything";
  findings.fail("L2", "template-escape", what, { ...extra, found: quoted(found) });
}

// src/verify/gguf/forward-reader.ts
var FIRST_WINDOW_BYTES2 = HEAD_BYTES;
var MOST_WINDOW_BYTES = 1024 ** 2;
var ForwardReader = class {
  #reader;
  #littleEndian;
  #window = new DataView(new ArrayBuffer(0));
  #windowAt;
  #nextBytes = FIRST_WINDOW_BYTES2;
  /** Next byte, as an offset in the file. */
  offset;
  constructor(reader, offset, littleEndian = true) {
    this.#reader = reader;
    this.#littleEndian = littleEndian;
    this.#windowAt = offset;
    this.offset = offset;
  }
  get remaining() {
    return this.#reader.sizeBytes - this.offset;
  }
  /** Whether the next bytes can be taken without `need`. */
  holds(bytes2) {
    return this.offset + bytes2 <= this.#windowAt + this.#window.byteLength;
  }
  /** Makes the next bytes available; not more than a window's worth. */
  async need(bytes2) {
    if (this.holds(bytes2)) return;
    if (bytes2 > this.remaining) throw endsEarly(this.offset, bytes2, this.remaining);
    const inHead = this.offset + bytes2 <= HEAD_BYTES;
    const wanted = inHead ? HEAD_BYTES - this.offset : Math.max(bytes2, this.#nextBytes);
    if (!inHead) this.#nextBytes = Math.min(2 * this.#nextBytes, MOST_WINDOW_BYTES);
    const length = Math.min(wanted, this.remaining);
    const window = await this.#reader.read(this.offset, length);
    this.#window = new DataView(window.buffer, window.byteOffset, window.length);
    this.#windowAt = this.offset;
  }
  u8() {
    return this.#window.getUint8(this.#step(1));
  }
  u32() {
    return this.#window.getUint32(this.#step(4), this.#littleEndian);
  }
  u64() {
    return this.#window.getBigUint64(this.#step(8), this.#littleEndian);
  }
  /** A copy, so that the window may be let go. */
  bytes(count) {
    const at = this.#step(count);
    return new Uint8Array(this.#window.buffer, this.#window.byteOffset + at, count).slice();
  }
  skip(bytes2) {
    if (bytes2 > this.remaining) throw endsEarly(this.offset, bytes2, this.remaining);
    this.offset += bytes2;
    if (this.offset > this.#windowAt + this.#window.byteLength) {
      this.#window = new DataView(new ArrayBuffer(0));
      this.#windowAt = this.offset;
    }
  }
  #step(bytes2) {
    const at = this.offset - this.#windowAt;
    this.offset += bytes2;
    return at;
  }
};
var endsEarly = (offset, bytes2, remaining) => new Broken("L1", "cut-short", "the file ends inside its header", {
  offset,
  expected: `${bytes2} bytes more`,
  found: `${remaining} bytes`
});

// src/verify/gguf/header.ts
var { u8, i8, u16, i16, u32: u324, i32, f32: f322, bool, u64, i64, f64 } = DTYPES;
var VALUE_TYPES = [u8, i8, u16, i16, u324, i32, f322, bool, void 0, void 0, u64, i64, f64];
var VALUE_BYTES = VALUE_TYPES.map((type) => (type?.bits ?? 0) / 8);
var BOOL = 7;
var STRING = 8;
var ARRAY = 9;
var MOST_KEY_BYTES2 = 65535;
var MOST_NAME_BYTES2 = 64;
var MOST_DIMENSIONS = 4;
var MOST_TEMPLATE_LETTERS = 2 ** 20;
var MOST_ARRAY_DEPTH = 8;
var SCALARS_KEPT = 64;
var TEXT_KEPT = 200;
var LEAST_KEY_BYTES = 8 + 1 + 4 + 1;
var LEAST_TENSOR_BYTES = 8 + 4 + 4 + 8;
var DEFAULT_ALIGNMENT = 32;
var NEEDED = /^(general\.(architecture|alignment)|split\.(no|count|tensors\.count))$/;
async function readGgufHeader(subject) {
  const littleEndian = orderOf(subject);
  const parser = new HeaderParser(subject, littleEndian);
  return await parser.read();
}
function orderOf({ head, sizeBytes }) {
  if (head.length < 24) {
    throw new Broken("L1", "cut-short", "the file ends inside its header", {
      expected: "at least 24 bytes",
      found: `${sizeBytes} bytes`
    });
  }
  const version = new DataView(head.buffer, head.byteOffset).getUint32(4, true);
  const littleEndian = (version & 65535) !== 0;
  const own = littleEndian ? version : new DataView(head.buffer, head.byteOffset).getUint32(4, false);
  if (own === 1) {
    const what = "is of version 1, which was replaced within weeks and which no reader of today takes";
    throw new Unsettled("L2", "gguf-version", what, { offset: 4, found: "1" });
  }
  if (own === 3 || own === 2 && littleEndian) return littleEndian;
  throw new Unsettled("L2", "gguf-version", "is of a version that we do not know", {
    offset: 4,
    expected: "2 or 3",
    found: String(own)
  });
}
var HeaderParser = class {
  #subject;
  #findings;
  #in;
  #littleEndian;
  #scalars = /* @__PURE__ */ new Map();
  #alignment = DEFAULT_ALIGNMENT;
  constructor(subject, littleEndian) {
    this.#subject = subject;
    this.#findings = subject.findings;
    this.#littleEndian = littleEndian;
    this.#in = new ForwardReader(subject.reader, 8, littleEndian);
  }
  async read() {
    await this.#in.need(16);
    const tensorCount = this.#count("tensors", LEAST_TENSOR_BYTES);
    const keyCount = this.#count("keys", LEAST_KEY_BYTES);
    await this.#readKeys(keyCount);
    const tensors = await this.#readTensors(tensorCount);
    return {
      littleEndian: this.#littleEndian,
      alignment: this.#alignment,
      scalars: this.#scalars,
      keys: keyCount,
      tensors,
      end: this.#in.offset
    };
  }
  /** A u64 that can be no larger than what remains of the file allows. */
  #count(of, leastBytes2) {
    const at = this.#in.offset;
    const found = this.#in.u64();
    const most = BigInt(Math.floor(this.#in.remaining / leastBytes2));
    if (found > most)
      throw malformed3("count-lies", `lists more ${of} than the file can hold`, at, {
        expected: `<= ${most}`,
        found
      });
    const { objects } = this.#subject.budgets;
    if (found > BigInt(objects)) throw overBudget("objects", objects, found, at);
    return Number(found);
  }
  async #readKeys(count) {
    const seen = /* @__PURE__ */ new Set();
    for (let i = 0; i < count; i += 1) {
      const at = this.#in.offset;
      const key = await this.#text("a key", MOST_KEY_BYTES2);
      if (key === "") throw malformed3("key-empty", "a key has no name", at);
      if (seen.has(key)) throw malformed3("duplicate-key", `${quoted(key)} stands there twice`, at);
      seen.add(key);
      await this.#in.need(4);
      await this.#readValue(key, this.#in.u32());
    }
  }
  async #readValue(key, type) {
    const at = this.#in.offset;
    if (key === "general.alignment" && type !== 4)
      throw malformed3("alignment", "the alignment is no 32-bit count", at, {
        expected: "type 4",
        found: type
      });
    if (type === STRING) return await this.#readString(key);
    if (type === ARRAY) return await this.#skipArray(key, 1);
    const bytes2 = await this.#valueBytes(type);
    const value = scalarOf(type, bytes2, this.#littleEndian);
    if (value === void 0)
      throw malformed3("not-a-bool", `${quoted(key)} is a bool that is neither 0 nor 1`, at, {
        expected: "0 or 1",
        found: bytes2[0]
      });
    if (typeof value === "number" && !Number.isFinite(value) && (type === 6 || type === 12)) {
      this.#findings.fail("L3", "non-finite", `${quoted(key)} is not a finite number`, {
        offset: at,
        found: String(value)
      });
    }
    this.#keep(key, value);
    if (key === "general.alignment") this.#align(Number(value), at);
  }
  #align(value, at) {
    if (value < 1 || (value & value - 1) !== 0)
      throw malformed3("alignment", "the alignment is no power of two", at, {
        expected: "a power of two",
        found: value
      });
    if (value % 8 !== 0)
      this.#findings.note("L2", "alignment", "the alignment is no multiple of 8, as the format asks", {
        offset: at,
        found: String(value)
      });
    this.#alignment = value;
  }
  async #valueBytes(type) {
    const size = VALUE_BYTES[type];
    if (size === void 0 || size === 0)
      throw malformed3("value-type", "a value is of no type that the format has", this.#in.offset, {
        expected: "0..12",
        found: type
      });
    await this.#in.need(size);
    return new Uint8Array(this.#in.bytes(size));
  }
  async #readString(key) {
    const at = this.#in.offset;
    const length = await this.#length("a text");
    const isTemplate2 = key.startsWith("tokenizer.chat_template");
    if (!isTemplate2) {
      const kept = Math.min(length, TEXT_KEPT);
      await this.#in.need(kept);
      this.#keep(key, new TextDecoder().decode(this.#in.bytes(kept)));
      this.#in.skip(length - kept);
      return;
    }
    const hash = createHash4("sha256");
    const words = new TextDecoder();
    let template = "";
    for (let left = length; left > 0; ) {
      const part = Math.min(left, 65536);
      await this.#in.need(part);
      const bytes2 = this.#in.bytes(part);
      hash.update(bytes2);
      if (template.length < MOST_TEMPLATE_LETTERS) template += words.decode(bytes2, { stream: true });
      left -= part;
    }
    const digest = hash.digest("hex");
    const what = `${quoted(key)} is a template that loaders run; it was not rendered`;
    judgeTemplate(template, this.#findings, { offset: at });
    this.#findings.note("L2", "template", what, { offset: at, found: `${length} bytes, SHA-256 ${digest}` });
    this.#keep(key, `${length} bytes, SHA-256 ${digest}`);
  }
  /** Only lengths, and what a bool may be, are looked at: a vocabulary has a hundred thousand texts. */
  async #skipArray(key, depth) {
    if (depth > MOST_ARRAY_DEPTH) throw overBudget("nested arrays", MOST_ARRAY_DEPTH, depth, this.#in.offset);
    await this.#in.need(12);
    const at = this.#in.offset;
    const type = this.#in.u32();
    const size = VALUE_BYTES[type];
    if (size === void 0)
      throw malformed3("value-type", `${quoted(key)} holds values of no type that the format has`, at, {
        expected: "0..12",
        found: type
      });
    const least = size > 0 ? size : type === STRING ? 8 : 12;
    const count = this.#in.u64();
    const most = BigInt(Math.floor(this.#in.remaining / least));
    if (count > most)
      throw malformed3("count-lies", `${quoted(key)} is longer than the file`, at + 4, {
        expected: `<= ${most}`,
        found: count
      });
    if (type === BOOL) return await this.#readBools(key, Number(count));
    if (size > 0) return this.#in.skip(Number(count) * size);
    for (let i = 0; i < Number(count); i += 1) {
      if (type === ARRAY) await this.#skipArray(key, depth + 1);
      else {
        if (!this.#in.holds(8)) await this.#in.need(8);
        this.#skipText();
      }
    }
  }
  #skipText() {
    const at = this.#in.offset;
    const length = this.#in.u64();
    if (length > BigInt(this.#in.remaining)) throw longerThanFile("a text", at, length);
    this.#in.skip(Number(length));
  }
  async #readBools(key, count) {
    for (let left = count; left > 0; ) {
      const part = Math.min(left, 65536);
      await this.#in.need(part);
      const at = this.#in.offset;
      const bad2 = this.#in.bytes(part).findIndex((byte) => byte > 1);
      if (bad2 >= 0)
        throw malformed3("not-a-bool", `${quoted(key)} holds a bool that is neither 0 nor 1`, at + bad2);
      left -= part;
    }
  }
  async #readTensors(count) {
    const seen = /* @__PURE__ */ new Set();
    const tensors = [];
    for (let i = 0; i < count; i += 1) {
      const entryAt = this.#in.offset;
      const name = await this.#text("a tensor's name", MOST_NAME_BYTES2);
      if (seen.has(name))
        throw malformed3("duplicate-key", `tensor ${quoted(name)} stands there twice`, entryAt);
      seen.add(name);
      await this.#in.need(4);
      const dimensions = this.#in.u32();
      if (dimensions > MOST_DIMENSIONS)
        throw malformed3("dimensions", `tensor ${quoted(name)} has too many dimensions`, entryAt, {
          expected: "<= 4",
          found: dimensions
        });
      await this.#in.need(8 * dimensions + 12);
      const sizes = Array.from({ length: dimensions }, () => this.#size(name));
      tensors.push({ name, sizes, typeId: this.#in.u32(), offset: this.#in.u64(), entryAt });
    }
    return tensors;
  }
  #size(name) {
    const at = this.#in.offset;
    const size = this.#in.u64();
    if (size > BigInt(this.#subject.sizeBytes) * 64n)
      throw malformed3("size-lies", `tensor ${quoted(name)} is larger than the file`, at, { found: size });
    return Number(size);
  }
  async #length(what) {
    await this.#in.need(8);
    const at = this.#in.offset;
    const length = this.#in.u64();
    if (length > BigInt(this.#in.remaining)) throw longerThanFile(what, at, length);
    return Number(length);
  }
  async #text(what, mostBytes) {
    const at = this.#in.offset;
    const length = await this.#length(what);
    if (length > mostBytes)
      throw malformed3("name-too-long", `${what} is longer than the format allows`, at, {
        expected: `<= ${mostBytes}`,
        found: length
      });
    await this.#in.need(length);
    const text5 = utf8(this.#in.bytes(length));
    if (text5 === void 0) throw malformed3("not-utf8", `${what} is not UTF-8 text`, at);
    return text5;
  }
  #keep(key, value) {
    if (NEEDED.test(key) || this.#scalars.size < SCALARS_KEPT - 5) this.#scalars.set(key, value);
  }
};
function scalarOf(type, bytes2, littleEndian) {
  const dtype2 = VALUE_TYPES[type];
  const own = littleEndian ? bytes2 : Uint8Array.from(bytes2).reverse();
  const value = dtype2 === void 0 ? void 0 : decodeElements(dtype2, own)?.[0];
  if (type !== BOOL || value === void 0) return value;
  return value > 1 ? void 0 : value === 1;
}
var longerThanFile = (what, at, length) => malformed3("length-lies", `${what} is longer than the file`, at, { found: length });
var malformed3 = (code, what, offset, { found, ...told } = {}) => new Broken("L2", code, what, { offset, ...told, ...found === void 0 ? {} : { found: String(found) } });

// src/verify/gguf/format.ts
var MAGIC8 = [71, 71, 85, 70];
var gguf = {
  name: "gguf",
  proves: "versions 2 and 3 in either byte order; every key and its type, no duplicates; every tensor entry; offsets without hole, overlap or tail, zero padding; values, of packed blocks their scales; a chat template is named by its digest and never rendered",
  checksum: "none",
  recognises: ({ head }) => MAGIC8.every((byte, i) => head[i] === byte),
  async open(subject) {
    const header = await readGgufHeader(subject);
    const book = new TensorBook(subject);
    enterKeys(subject, header, book.steps);
    const layout2 = layOut(subject, header);
    const { littleEndian, tensors } = header;
    return {
      checksummed: false,
      reaches: "L3",
      *regions() {
        let end = header.end;
        for (const placed of layout2.tensors) {
          if (placed.at > end) yield zeroPadding(end, placed.at);
          yield regionOf(subject, placed, littleEndian, book);
          end = placed.at + placed.bytes;
        }
        if (end < subject.sizeBytes) yield zeroPadding(end, subject.sizeBytes);
      },
      finish() {
        const inAll = header.scalars.get("split.tensors.count");
        book.settle(typeof inAll === "number" ? Math.max(inAll, tensors.length) : tensors.length);
      },
      tensors: () => book.summary
    };
  }
};
function enterKeys({ findings, keys, facts }, header, steps) {
  for (const [key, value] of header.scalars) {
    keys.addValue(key, key);
    if (typeof value === "number") steps.offer(key, value);
  }
  for (const { name } of header.tensors) keys.addTensor(name, name);
  facts.scalars = Object.fromEntries(header.scalars);
  const [no, count] = ["split.no", "split.count"].map((key) => header.scalars.get(key));
  const isSplit = typeof count === "number" && count > 1;
  if (isSplit) findings.note("L2", "part-of-split", `is one of ${count} files of a split model`);
  const first = !isSplit || no === 0;
  if (first && typeof header.scalars.get("general.architecture") !== "string") {
    const what = "does not say of what architecture it is";
    findings.fail("L2", "architecture-missing", what, { expected: "general.architecture" });
  }
}
function layOut({ sizeBytes }, header) {
  const { alignment } = header;
  const dataStart = aligned(BigInt(header.end), alignment);
  let end = BigInt(header.end);
  let sum = 0n;
  const tensors = [];
  for (const tensor of header.tensors) {
    const { bytes: bytes2, type, elements } = measured(tensor, header);
    if (tensor.offset !== sum) {
      const what = `tensor ${quoted(tensor.name)} does not lie behind the one before it`;
      throw new Broken("L2", "offset-lies", what, {
        offset: tensor.entryAt,
        expected: String(sum),
        found: String(tensor.offset)
      });
    }
    end = dataStart + sum + bytes2;
    sum += aligned(bytes2, alignment);
    if (end > BigInt(sizeBytes)) throw cutShort(tensor.name, end, sizeBytes);
    const shape2 = [...tensor.sizes].reverse();
    const at = Number(dataStart + tensor.offset);
    tensors.push({ name: tensor.name, type, shape: shape2, elements, at, bytes: Number(bytes2) });
  }
  mustEnd(end, dataStart + sum, sizeBytes);
  return { tensors };
}
function measured({ name, sizes, typeId, entryAt }, { littleEndian }) {
  const type = GGML_TYPES.get(typeId);
  if (type === void 0) {
    const what = `tensor ${quoted(name)} is of a type that this version does not know`;
    throw new Unsettled("L2", "unknown-dtype", what, { offset: entryAt, found: String(typeId) });
  }
  if (!littleEndian && type.dtype === void 0) {
    const what = `tensor ${quoted(name)} has packed blocks in a big-endian file`;
    throw new Unsettled("L2", "big-endian-blocks", what, { offset: entryAt, found: type.name });
  }
  const row = sizes[0] ?? 1;
  if (row % type.blockElements !== 0) {
    throw new Broken("L2", "row-not-whole", `a row of tensor ${quoted(name)} is no whole number of blocks`, {
      offset: entryAt,
      expected: `a multiple of ${type.blockElements}`,
      found: String(row)
    });
  }
  const elements = sizes.reduce((product, size) => product * BigInt(size), 1n);
  const bytes2 = elements / BigInt(type.blockElements) * BigInt(type.blockBytes);
  return { type, bytes: bytes2, elements: Number(elements) };
}
var aligned = (bytes2, alignment) => {
  const step = BigInt(alignment);
  return (bytes2 + step - 1n) / step * step;
};
function mustEnd(end, padded, sizeBytes) {
  const size = BigInt(sizeBytes);
  if (size === end || size === padded) return;
  const surplus = size > padded;
  throw new Broken(
    "L1",
    surplus ? "trailing-bytes" : "cut-short",
    surplus ? "bytes follow the last tensor" : "the file ends inside the padding of its last tensor",
    { offset: Number(surplus ? padded : size), expected: `${padded} bytes`, found: `${size} bytes` }
  );
}
var cutShort = (name, end, sizeBytes) => new Broken("L1", "cut-short", `the file ends before tensor ${quoted(name)} does`, {
  offset: sizeBytes,
  expected: `at least ${end} bytes`,
  found: `${sizeBytes} bytes`
});
function regionOf(subject, { name, type, shape: shape2, elements, at, bytes: bytes2 }, littleEndian, book) {
  const { dtype: dtype2 } = type;
  if (dtype2 !== void 0) {
    const placed = {
      ...{ name, dtype: dtype2, shape: shape2, elements, fileOffset: at, bytes: bytes2, littleEndian },
      proven: false
    };
    return tensorRegion(subject, placed, book);
  }
  const scan = new BlockScan(type, bytes2);
  return {
    offset: at,
    length: bytes2,
    feed: (piece) => scan.feed(piece),
    end: () => book.judge.take({
      ...{ names: [name], dtype: blockDtype(type), shape: shape2, elements, fileOffset: at },
      scan: scan.finish(),
      proven: subject.digestGiven
    })
  };
}
var zeroPadding = (from, to) => ({
  offset: from,
  length: to - from,
  feed(piece, fileOffset) {
    const at = piece.findIndex((byte) => byte !== 0);
    if (at < 0) return;
    throw new Broken("L1", "padding-not-zero", "the padding between tensors is not zero", {
      offset: fileOffset + at
    });
  },
  end() {
  }
});

// src/verify/hdf5/cursor.ts
var hdf5Broken = (what, offset, extra = {}) => new Broken("L2", "hdf5-structure", what, { offset, ...extra });
var Cursor = class _Cursor {
  at = 0;
  bytes;
  /** Of the first byte, in the file; for messages. */
  fileOffset;
  #view;
  #widths;
  constructor(bytes2, fileOffset, widths) {
    this.bytes = bytes2;
    this.fileOffset = fileOffset;
    this.#view = new DataView(bytes2.buffer, bytes2.byteOffset, bytes2.length);
    this.#widths = widths;
  }
  get left() {
    return this.bytes.length - this.at;
  }
  get place() {
    return this.fileOffset + this.at;
  }
  get widths() {
    return this.#widths;
  }
  u8() {
    return this.#view.getUint8(this.#step(1));
  }
  u16() {
    return this.#view.getUint16(this.#step(2), true);
  }
  u32() {
    return this.#view.getUint32(this.#step(4), true);
  }
  /** An unsigned number of 1 to 8 bytes; one that a double cannot hold exactly is refused. */
  uint(width) {
    const from = this.#step(width);
    let value = 0n;
    for (let i = width - 1; i >= 0; i -= 1) value = value << 8n | BigInt(this.#view.getUint8(from + i));
    if (value > BigInt(Number.MAX_SAFE_INTEGER))
      throw hdf5Broken("a number is beyond reason", this.fileOffset + from, { found: String(value) });
    return Number(value);
  }
  /** An address relative to the file's base; `undefined` where the file says that there is none. */
  address() {
    const { offsets } = this.#widths;
    const field = this.bytes.subarray(this.at, this.at + offsets);
    if (field.length === offsets && field.every((byte) => byte === 255)) {
      this.at += offsets;
      return void 0;
    }
    return this.uint(offsets);
  }
  /** An address that must be there. */
  mustAddress(what) {
    const from = this.place;
    const address = this.address();
    if (address === void 0) throw hdf5Broken(`${what} has no address`, from);
    return address;
  }
  length() {
    return this.uint(this.#widths.lengths);
  }
  /** A length that may be undefined (all ones). */
  maybeLength() {
    const field = this.bytes.subarray(this.at, this.at + this.#widths.lengths);
    if (field.length === this.#widths.lengths && field.every((byte) => byte === 255)) {
      this.at += field.length;
      return void 0;
    }
    return this.length();
  }
  take(length) {
    const from = this.#step(length);
    return this.bytes.subarray(from, from + length);
  }
  skip(length) {
    this.#step(length);
  }
  /** The same place as a structure of its own. */
  part(length) {
    const place = this.place;
    return new _Cursor(this.take(length), place, this.#widths);
  }
  signature(expected) {
    const from = this.place;
    const found = Buffer.from(this.take(4)).toString("latin1");
    if (found === expected) return;
    throw hdf5Broken(`no ${expected} where the file points to one`, from, {
      expected,
      found: JSON.stringify(found)
    });
  }
  version(structure4, ...known) {
    const from = this.place;
    const version = this.u8();
    if (!known.includes(version))
      throw hdf5Broken(`${structure4} has a version that does not exist`, from, {
        expected: known.join(" or "),
        found: String(version)
      });
    return version;
  }
  /** Text up to a NUL, which is taken too. */
  text() {
    const end = this.bytes.indexOf(0, this.at);
    if (end < 0) throw hdf5Broken("a name does not end", this.place);
    const text5 = this.take(end - this.at);
    this.at += 1;
    return text5;
  }
  #step(length) {
    if (length < 0 || length > this.left)
      throw hdf5Broken("a structure is longer than its place", this.place, {
        expected: `at most ${this.left} bytes`,
        found: `${length} bytes`
      });
    const from = this.at;
    this.at += length;
    return from;
  }
};
var textOf = (bytes2) => new TextDecoder("utf-8").decode(bytes2);
function bytesFor(most) {
  let bits = 0;
  for (let rest = most; rest > 1; rest = Math.floor(rest / 2)) bits += 1;
  return Math.floor(bits / 8) + 1;
}

// src/verify/hdf5/dataspace.ts
var MOST_RANK = 32;
var HAS_MAXIMA = 1;
var NULL_SPACE = 2;
function readDataspace(cursor) {
  const from = cursor.place;
  const version = cursor.version("a dataspace", 1, 2);
  const rank2 = cursor.u8();
  const flags = cursor.u8();
  const kind = cursor.u8();
  if (version === 1) cursor.skip(4);
  if (rank2 > MOST_RANK)
    throw hdf5Broken("a dataspace has more dimensions than any", from, { found: String(rank2) });
  if (version === 2 && kind === NULL_SPACE) return { shape: void 0, mostShape: [], elements: 0 };
  const shape2 = Array.from({ length: rank2 }, () => cursor.length());
  const mostShape = (flags & HAS_MAXIMA) !== 0 ? shape2.map(() => cursor.maybeLength()) : shape2;
  shape2.forEach((size, i) => {
    const most = mostShape[i];
    if (most !== void 0 && most < size) throw hdf5Broken("a dimension is larger than its maximum", from);
  });
  const elements = shape2.reduce((product, size) => product * BigInt(size), 1n);
  if (elements > BigInt(Number.MAX_SAFE_INTEGER))
    throw hdf5Broken("a dataspace is beyond reason", from, { found: String(elements) });
  return { shape: shape2, mostShape, elements: Number(elements) };
}

// src/verify/hdf5/datatype.ts
var DEEPEST2 = 16;
var MOST_VARIABLE = 4096;
var CLASS2 = {
  integer: 0,
  float: 1,
  time: 2,
  text: 3,
  bits: 4,
  opaque: 5,
  compound: 6,
  reference: 7,
  enum: 8,
  variable: 9,
  array: 10,
  complex: 11
};
function readDatatype(cursor, depth = 0) {
  const from = cursor.place;
  if (depth > DEEPEST2)
    throw new Unsettled("L2", "over-budget", "a type is nested more deeply than we follow", { offset: from });
  const first = cursor.u8();
  const [kind, version] = [first & 15, first >> 4];
  const bits = cursor.uint(3);
  const bytes2 = cursor.u32();
  if (version < 1 || version > 5)
    throw hdf5Broken("a type has a version that does not exist", from, { found: String(version) });
  if (bytes2 === 0) throw hdf5Broken("a type without size", from);
  switch (kind) {
    case CLASS2.integer:
    case CLASS2.bits:
      return integer(cursor, bytes2, bits);
    case CLASS2.float:
      return float(cursor, bytes2, bits);
    case CLASS2.time:
      cursor.skip(2);
      return { bytes: bytes2 };
    case CLASS2.text:
      return { bytes: bytes2, text: "fixed" };
    case CLASS2.opaque:
      cursor.skip(Math.ceil((bits & 255) / 8) * 8);
      return { bytes: bytes2, isOpaque: true };
    case CLASS2.compound:
      return compound(cursor, { bytes: bytes2, version, members: bits & 65535, depth });
    case CLASS2.reference:
      return reference(bytes2, bits, from);
    case CLASS2.enum:
      return enumeration(cursor, { bytes: bytes2, version, members: bits & 65535, depth });
    case CLASS2.variable: {
      const item = readDatatype(cursor, depth + 1);
      return {
        bytes: bytes2,
        ...(bits & 15) === 1 ? { text: "variable" } : {},
        variable: [{ at: 0, itemBytes: item.bytes }]
      };
    }
    case CLASS2.array:
      return array(cursor, { bytes: bytes2, version, depth });
    case CLASS2.complex: {
      const half = readDatatype(cursor, depth + 1);
      return complex(bytes2, half);
    }
    default:
      throw hdf5Broken("a type of a class that does not exist", from, { found: String(kind) });
  }
}
function bitsWithin(cursor, bytes2) {
  const from = cursor.place;
  const bitOffset = cursor.u16();
  const precision = cursor.u16();
  if (precision === 0 || bitOffset + precision > bytes2 * 8)
    throw hdf5Broken("the bits of a type do not fit into its size", from, {
      expected: `1 to ${bytes2 * 8} bits`,
      found: `${precision} from ${bitOffset} on`
    });
  return { isWhole: bitOffset === 0 && precision === bytes2 * 8, precision };
}
function integer(cursor, bytes2, bits) {
  const { isWhole } = bitsWithin(cursor, bytes2);
  const dtype2 = DTYPES[`${(bits & 8) !== 0 ? "i" : "u"}${bytes2 * 8}`];
  if (dtype2 === void 0 || bytes2 > 8 || !isWhole) return { bytes: bytes2 };
  return { bytes: bytes2, number: { dtype: dtype2, littleEndian: (bits & 1) === 0 } };
}
var FLOATS = {
  "8 11 52 1023": DTYPES.f64,
  "4 8 23 127": DTYPES.f32,
  "2 5 10 15": DTYPES.f16,
  "2 8 7 127": DTYPES.bf16,
  "1 4 3 7": DTYPES.f8_e4m3,
  "1 5 2 15": DTYPES.f8_e5m2
};
function float(cursor, bytes2, bits) {
  const from = cursor.place;
  const { isWhole, precision } = bitsWithin(cursor, bytes2);
  const [exponentAt, exponent, mantissaAt, mantissa] = [cursor.u8(), cursor.u8(), cursor.u8(), cursor.u8()];
  const bias = cursor.u32();
  const signAt = bits >> 8 & 255;
  if (exponent === 0 || mantissa === 0 || Math.max(exponentAt + exponent, mantissaAt + mantissa, signAt + 1) > precision)
    throw hdf5Broken("the parts of a floating-point type do not fit into it", from, {
      expected: `at most ${precision} bits`,
      found: `exponent ${exponent} from ${exponentAt}, mantissa ${mantissa} from ${mantissaAt}, sign ${signAt}`
    });
  const isPlain2 = isWhole && mantissaAt === 0 && exponentAt === mantissa && signAt === bytes2 * 8 - 1 && (bits & 64) === 0;
  const dtype2 = FLOATS[`${bytes2} ${exponent} ${mantissa} ${bias}`];
  if (dtype2 === void 0 || !isPlain2) return { bytes: bytes2 };
  return { bytes: bytes2, number: { dtype: dtype2, littleEndian: (bits & 1) === 0 } };
}
function compound(cursor, { bytes: bytes2, version, members, depth }) {
  const from = cursor.place;
  const found = [];
  for (let i2 = 0; i2 < members; i2 += 1) {
    const name = textOf(memberName(cursor, version));
    const at = version >= 3 ? cursor.uint(widthOf(bytes2)) : cursor.u32();
    let elements = 1;
    if (version === 1) {
      const rank2 = cursor.u8();
      cursor.skip(11);
      const sizes = [cursor.u32(), cursor.u32(), cursor.u32(), cursor.u32()];
      for (const size of sizes.slice(0, Math.min(rank2, 4))) elements *= size;
    }
    const type = readDatatype(cursor, depth + 1);
    if (at + type.bytes * elements > bytes2)
      throw hdf5Broken("a member lies outside its type", from, { found: JSON.stringify(name.slice(0, 80)) });
    found.push({ name, at, type });
  }
  const [r, i] = found;
  if (found.length === 2 && r?.name === "r" && i?.name === "i" && r.at === 0 && i.at === r.type.bytes) {
    const halves = complex(bytes2, r.type);
    if (halves.number !== void 0 && r.type.number?.dtype === i.type.number?.dtype) return halves;
  }
  const variable = found.flatMap(
    ({ at, type }) => (type.variable ?? []).map((each) => ({ ...each, at: each.at + at }))
  );
  return { bytes: bytes2, ...limited(variable, from) };
}
function complex(bytes2, half) {
  const dtype2 = half.number?.dtype === DTYPES.f32 ? DTYPES.c64 : half.number?.dtype === DTYPES.f64 ? DTYPES.c128 : void 0;
  if (dtype2 === void 0 || half.number === void 0 || bytes2 !== 2 * half.bytes) return { bytes: bytes2 };
  return { bytes: bytes2, number: { dtype: dtype2, littleEndian: half.number.littleEndian } };
}
function enumeration(cursor, { bytes: bytes2, version, members, depth }) {
  const base = readDatatype(cursor, depth + 1);
  const names = Array.from({ length: members }, () => textOf(memberName(cursor, version)));
  const values2 = cursor.take(members * base.bytes);
  const isBool = bytes2 === 1 && names.join() === "FALSE,TRUE" && values2[0] === 0 && values2[1] === 1;
  if (base.bytes !== bytes2 || base.number === void 0) return { bytes: bytes2 };
  return { bytes: bytes2, number: isBool ? { dtype: DTYPES.bool, littleEndian: true } : base.number };
}
function array(cursor, { bytes: bytes2, version, depth }) {
  const from = cursor.place;
  const rank2 = cursor.u8();
  if (version < 3) cursor.skip(3);
  let elements = 1;
  for (let i = 0; i < rank2; i += 1) elements *= cursor.u32();
  if (version < 3) cursor.skip(4 * rank2);
  const item = readDatatype(cursor, depth + 1);
  if (elements * item.bytes !== bytes2)
    throw hdf5Broken("an array type has another size than its items", from);
  if (item.variable === void 0) return { bytes: bytes2 };
  const variable = [];
  for (let i = 0; i < elements && variable.length <= MOST_VARIABLE; i += 1)
    variable.push(...item.variable.map((each) => ({ ...each, at: each.at + i * item.bytes })));
  return { bytes: bytes2, ...limited(variable, from) };
}
function reference(bytes2, bits, place) {
  if ((bits & 15) > 4) throw hdf5Broken("a reference of a kind that does not exist", place);
  return { bytes: bytes2 };
}
function limited(variable, offset) {
  if (variable.length > MOST_VARIABLE)
    throw new Unsettled("L2", "over-budget", "a type has more parts of variable length than we follow", {
      offset
    });
  return variable.length === 0 ? {} : { variable };
}
function memberName(cursor, version) {
  const name = cursor.text();
  if (version < 3) cursor.skip((8 - (name.length + 1) % 8) % 8);
  return name;
}
var widthOf = (bytes2) => bytes2 < 256 ? 1 : bytes2 < 65536 ? 2 : bytes2 < 16777216 ? 3 : 4;

// src/verify/hdf5/btree2.ts
var NODE_BYTES = 10;
var DEEPEST3 = 32;
async function* walkTree2(file, address, types) {
  const header = await readHeader(file, address);
  if (!types.includes(header.type))
    throw hdf5Broken("a B-tree holds records of another kind", file.base + address, {
      expected: types.join(" or "),
      found: String(header.type)
    });
  if (header.root === void 0) {
    if (header.total !== 0) throw hdf5Broken("a B-tree of records has no root", file.base + address);
    return;
  }
  let seen = 0;
  for await (const record of walkNode(file, header, {
    address: header.root,
    records: header.rootRecords,
    height: header.depth
  })) {
    seen += 1;
    yield record;
  }
  if (seen !== header.total)
    throw hdf5Broken("a B-tree holds another number of records than it declares", file.base + address, {
      expected: String(header.total),
      found: String(seen)
    });
}
async function readHeader(file, address) {
  const { offsets, lengths } = file.widths;
  const whole = 16 + offsets + 2 + lengths + 4;
  const cursor = await file.structure(address, whole, "a B-tree");
  cursor.signature("BTHD");
  cursor.version("a B-tree", 0);
  const type = cursor.u8();
  const nodeBytes = cursor.u32();
  const recordBytes = cursor.u16();
  const depth = cursor.u16();
  cursor.skip(2);
  const root = cursor.address();
  const rootRecords = cursor.u16();
  const total = cursor.length();
  if (depth > DEEPEST3 || recordBytes === 0 || nodeBytes < NODE_BYTES + recordBytes)
    throw hdf5Broken("a B-tree has a shape that cannot be", file.base + address);
  const tree = { type, recordBytes, total, address, nodeBytes, depth, root, rootRecords };
  return { ...tree, ...shape(tree, offsets) };
}
function shape({ nodeBytes, recordBytes, depth }, offsets) {
  const leaf = Math.floor((nodeBytes - NODE_BYTES) / recordBytes);
  const countBytes = bytesFor(leaf);
  const heights = [{ most: leaf, totalBytes: 0 }];
  let under = leaf;
  for (let height = 1; height <= depth; height += 1) {
    const pointer = offsets + countBytes + (heights[height - 1]?.totalBytes ?? 0);
    const most = Math.floor((nodeBytes - NODE_BYTES - pointer) / (recordBytes + pointer));
    under = Math.min((most + 1) * under + most, Number.MAX_SAFE_INTEGER);
    heights.push({ most, totalBytes: bytesFor(under) });
  }
  return { heights, countBytes };
}
async function* walkNode(file, header, place) {
  const { height, records } = place;
  const { most } = header.heights[height];
  if (records > most)
    throw hdf5Broken("a B-tree node has more records than room", file.base + place.address, {
      found: String(records)
    });
  file.count(1, file.base + place.address);
  file.claim(place.address, header.nodeBytes, "a B-tree node");
  const pointerBytes = height === 0 ? 0 : file.widths.offsets + header.countBytes + (header.heights[height - 1]?.totalBytes ?? 0);
  const used = NODE_BYTES + records * header.recordBytes + (height === 0 ? 0 : (records + 1) * pointerBytes);
  const cursor = await file.checked(place.address, used, "a B-tree node");
  cursor.signature(height === 0 ? "BTLF" : "BTIN");
  cursor.version("a B-tree node", 0);
  if (cursor.u8() !== header.type) throw hdf5Broken("a B-tree node is of another kind", cursor.fileOffset);
  const list2 = Array.from({ length: records }, () => cursor.part(header.recordBytes));
  if (height === 0) {
    yield* list2;
    return;
  }
  for (let i = 0; i <= records; i += 1) {
    const pointer = cursor.part(pointerBytes);
    const address = pointer.mustAddress("a B-tree node");
    yield* walkNode(file, header, { address, records: pointer.uint(header.countBytes), height: height - 1 });
    const own = list2[i];
    if (own !== void 0) yield own;
  }
}

// src/verify/hdf5/lookup3.ts
function lookup3(bytes2, initial = 0) {
  const view = new DataView(bytes2.buffer, bytes2.byteOffset, bytes2.length);
  let left = bytes2.length;
  const start = 3735928559 + left + initial | 0;
  const state = [start, start, start];
  let at = 0;
  for (; left > 12; left -= 12, at += 12) {
    state[0] = state[0] + view.getInt32(at, true) | 0;
    state[1] = state[1] + view.getInt32(at + 4, true) | 0;
    state[2] = state[2] + view.getInt32(at + 8, true) | 0;
    mix(state);
  }
  if (left === 0) return state[2] >>> 0;
  for (let i = 0; i < left; i += 1) {
    const word = i >> 2;
    state[word] = state[word] + (bytes2[at + i] << 8 * (i % 4)) | 0;
  }
  finalMix(state);
  return state[2] >>> 0;
}
var turn = (word, by) => word << by | word >>> 32 - by;
function mix(state) {
  let [a, b, c] = state;
  a = a - c ^ turn(c, 4) | 0;
  c = c + b | 0;
  b = b - a ^ turn(a, 6) | 0;
  a = a + c | 0;
  c = c - b ^ turn(b, 8) | 0;
  b = b + a | 0;
  a = a - c ^ turn(c, 16) | 0;
  c = c + b | 0;
  b = b - a ^ turn(a, 19) | 0;
  a = a + c | 0;
  c = c - b ^ turn(b, 4) | 0;
  b = b + a | 0;
  state[0] = a;
  state[1] = b;
  state[2] = c;
}
function finalMix(state) {
  let [a, b, c] = state;
  c = (c ^ b) - turn(b, 14) | 0;
  a = (a ^ c) - turn(c, 11) | 0;
  b = (b ^ a) - turn(a, 25) | 0;
  c = (c ^ b) - turn(b, 16) | 0;
  a = (a ^ c) - turn(c, 4) | 0;
  b = (b ^ a) - turn(a, 14) | 0;
  c = (c ^ b) - turn(b, 24) | 0;
  state[0] = a;
  state[1] = b;
  state[2] = c;
}

// src/verify/hdf5/file.ts
var PAGE_BYTES = 16384;
var PAGES_KEPT = 256;
var Hdf5File = class {
  reader;
  budgets;
  /** Where address 0 lies: behind the user block. */
  base;
  widths = { offsets: 8, lengths: 8 };
  /** Of the superblock or its extension: how many entries the nodes of the classic B-trees have room for. */
  ranks = { groupLeaf: 4, groupInternal: 16, chunkInternal: 32 };
  /** Some structure that was read has no checksum. */
  hasUnguarded = false;
  #pages = /* @__PURE__ */ new Map();
  #owned = /* @__PURE__ */ new Set();
  #starts = [];
  #lengths = [];
  #objects = 0;
  #muted = 0;
  #expanded = 0;
  constructor(reader, budgets, base) {
    this.reader = reader;
    this.budgets = budgets;
    this.base = base;
  }
  /** Bytes after the base. */
  get size() {
    return this.reader.sizeBytes - this.base;
  }
  /** Counts what a file may make us look at. */
  count(objects = 1, offset) {
    this.#objects += objects;
    if (this.#objects % 1024 === 0) this.reader.throwIfStopped();
    if (this.#objects > this.budgets.objects)
      throw overBudget("objects", this.budgets.objects, this.#objects, offset);
  }
  /** Counts what filters unpack to. */
  expand(bytes2, offset) {
    this.#expanded += bytes2;
    if (this.#expanded > this.budgets.expandedBytes)
      throw overBudget("expandedBytes", this.budgets.expandedBytes, this.#expanded, offset);
    this.reader.throwIfStopped();
  }
  async read(address, length) {
    const from = this.base + address;
    if (length > this.budgets.structureBytes)
      throw overBudget("structureBytes", this.budgets.structureBytes, length, from);
    const page = Math.floor(from / PAGE_BYTES);
    if (from + length > (page + 1) * PAGE_BYTES || !Number.isSafeInteger(from + length))
      return await this.reader.read(from, length);
    const bytes2 = await this.#page(page);
    const at = from - page * PAGE_BYTES;
    return at + length > bytes2.length ? await this.reader.read(from, length) : bytes2.subarray(at, at + length);
  }
  async cursor(address, length) {
    return new Cursor(await this.read(address, length), this.base + address, this.widths);
  }
  /** A structure that ends in a lookup3 checksum of all before it. */
  async checked(address, length, what) {
    const bytes2 = await this.read(address, length);
    this.mustSum(bytes2, this.base + address, what);
    return new Cursor(bytes2.subarray(0, length - 4), this.base + address, this.widths);
  }
  /** A structure of its own: counted, claimed, and with its checksum compared. */
  async structure(address, length, what) {
    this.count(1, this.base + address);
    this.claim(address, length, what);
    return await this.checked(address, length, what);
  }
  /** The same of one that has no checksum. */
  async unguarded(address, length, what) {
    this.hasUnguarded = true;
    this.count(1, this.base + address);
    this.claim(address, length, what);
    return await this.cursor(address, length);
  }
  mustSum(bytes2, fileOffset, what) {
    const view = new DataView(bytes2.buffer, bytes2.byteOffset, bytes2.length);
    const stored = view.getUint32(bytes2.length - 4, true);
    const found = lookup3(bytes2.subarray(0, bytes2.length - 4));
    if (stored !== found) throw checksumBroken(what, fileOffset, stored, found);
  }
  /** These bytes belong to a structure. Nothing may own them twice (`settle`). */
  claim(address, length, what) {
    if (this.#muted > 0) return;
    if (!Number.isSafeInteger(address + length) || address < 0 || length < 0 || address + length > this.size)
      throw new Broken("L1", "outside-file", `${what} lies outside the file`, {
        offset: this.base + address,
        expected: `at most ${this.size} bytes`,
        found: `${length} bytes from ${address}`
      });
    if (length === 0) return;
    if (this.#owned.has(address)) throw overlap(this.base + address);
    this.#owned.add(address);
    this.#starts.push(address);
    this.#lengths.push(length);
  }
  /** For a look at a structure that is walked elsewhere, and owned there. */
  async withoutClaims(look2) {
    this.#muted += 1;
    try {
      return await look2();
    } finally {
      this.#muted -= 1;
    }
  }
  /**
   * Holds all claims against each other.
   * @returns how many bytes nothing owns
   */
  settle() {
    const starts = Float64Array.from(this.#starts);
    const lengths = this.#lengths;
    const order = new Uint32Array(starts.length).map((_none, i) => i).sort(
      (a, b) => starts[a] - starts[b] || lengths[a] - lengths[b]
    );
    let end = 0;
    let owned = 0;
    for (const i of order) {
      const [start, length] = [starts[i], lengths[i]];
      if (start < end) throw overlap(this.base + start, { expected: `nothing before ${this.base + end}` });
      end = start + length;
      owned += length;
    }
    return this.size - owned;
  }
  #page(page) {
    const known = this.#pages.get(page);
    if (known !== void 0) return known;
    const [oldest] = this.#pages.keys();
    if (this.#pages.size >= PAGES_KEPT && oldest !== void 0) this.#pages.delete(oldest);
    const from = page * PAGE_BYTES;
    const bytes2 = this.reader.read(from, Math.max(0, Math.min(PAGE_BYTES, this.reader.sizeBytes - from)));
    this.#pages.set(page, bytes2);
    bytes2.catch(() => {
    });
    return bytes2;
  }
};
var checksumBroken = (what, offset, stored, found) => new Broken("L1", "checksum-mismatch", `${what} is not what was written: its checksum differs`, {
  offset,
  expected: hex8(stored),
  found: hex8(found)
});
var overlap = (place, extra = {}) => new Broken("L2", "hdf5-overlap", "two structures lie on the same bytes", { offset: place, ...extra });

// src/verify/hdf5/free-space.ts
async function mustHoldFreeSpace(file, address) {
  const { offsets, lengths } = file.widths;
  const header = await file.structure(
    address,
    6 + 4 * lengths + 8 + lengths + offsets + 2 * lengths + 4,
    SPACE
  );
  header.signature("FSHD");
  header.version(SPACE, 0);
  header.skip(1 + 4 * lengths + 8 + lengths);
  const listAt = header.address();
  const usedBytes2 = header.length();
  const allocatedBytes = header.length();
  if (listAt === void 0) return;
  const least = 5 + offsets + 4;
  if (usedBytes2 < least || allocatedBytes < usedBytes2)
    throw hdf5Broken("a list of free space is longer than its place", file.base + address, {
      expected: `${least} to ${allocatedBytes} bytes`,
      found: `${usedBytes2} bytes`
    });
  file.count(1, file.base + listAt);
  file.claim(listAt, allocatedBytes, LIST2);
  const list2 = await file.checked(listAt, usedBytes2, LIST2);
  list2.signature("FSSE");
  list2.version(LIST2, 0);
  if (list2.mustAddress(LIST2) !== address)
    throw hdf5Broken("a list of free space belongs to another", file.base + listAt);
}
var [SPACE, LIST2] = ["a record of free space", "a list of free space"];

// src/verify/hdf5/fractal-heap.ts
var HUGE_INDIRECT = 1;
var FractalHeap = class _FractalHeap {
  #file;
  #address;
  #shape;
  /** Direct blocks in the order of their offsets. */
  #blocks = [];
  #huge = /* @__PURE__ */ new Map();
  /** How many objects the heap says it holds. */
  declared = 0;
  constructor(file, address, shape2) {
    this.#file = file;
    this.#address = address;
    this.#shape = shape2;
  }
  static async open(file, address) {
    const { offsets, lengths } = file.widths;
    const whole = 22 + 12 * lengths + 3 * offsets + 4;
    file.count(1, file.base + address);
    file.claim(address, whole, "a heap");
    const fixed2 = await file.cursor(address, 9);
    fixed2.signature("FRHP");
    fixed2.version("a heap", 0);
    const idBytes = fixed2.u16();
    const filterBytes = fixed2.u16();
    if (filterBytes !== 0)
      throw new Unsettled("L2", "hdf5-heap-filter", "compresses its heaps, which we cannot read", {
        offset: fixed2.fileOffset
      });
    const cursor = await file.checked(address, whole, "a heap");
    cursor.skip(9);
    const flags = cursor.u8();
    const mostManaged = cursor.u32();
    cursor.skip(lengths);
    const hugeTree = cursor.address();
    cursor.skip(lengths);
    const freeSpace = cursor.address();
    cursor.skip(3 * lengths);
    const managed = cursor.length();
    cursor.skip(lengths);
    const huge = cursor.length();
    cursor.skip(lengths);
    const tiny = cursor.length();
    const width = cursor.u16();
    const startBytes = cursor.length();
    const mostDirect = cursor.length();
    const heapBits = cursor.u16();
    cursor.skip(2);
    const root = cursor.address();
    const rows = cursor.u16();
    const isPower = (value) => value > 0 && Math.log2(value) % 1 === 0;
    if (!isPower(width) || !isPower(startBytes) || !isPower(mostDirect) || heapBits > 64 || heapBits === 0 || mostDirect < startBytes)
      throw hdf5Broken("a heap has a shape that cannot be", file.base + address);
    const heap = new _FractalHeap(file, address, {
      idBytes,
      hasBlockSums: (flags & 2) !== 0,
      mostManaged,
      width,
      startBytes,
      mostDirect,
      offsetBytes: Math.ceil(heapBits / 8),
      lengthBytes: Math.min(Math.ceil(Math.log2(mostDirect) / 8), bytesFor(mostManaged))
    });
    heap.declared = managed + huge + tiny;
    if (root !== void 0) {
      if (rows === 0) await heap.#direct({ address: root, bytes: startBytes, heapOffset: 0 });
      else await heap.#indirect(root, rows, 0);
    }
    if (hugeTree !== void 0) await heap.#listHuge(hugeTree);
    if (freeSpace !== void 0) await mustHoldFreeSpace(file, freeSpace);
    return heap;
  }
  /** The object that an ID stands for. */
  async object(id) {
    const place = id.place;
    const first = id.u8();
    const kind = first >> 4 & 3;
    if (first >> 6 !== 0 || kind === 3) throw hdf5Broken("an object of a heap has an unknown kind", place);
    if (kind === 0) {
      const offset = id.uint(this.#shape.offsetBytes);
      return await this.#managed(offset, id.uint(this.#shape.lengthBytes), place);
    }
    if (kind === 2) return this.#tiny(id, first);
    const huge = this.#huge.get(id.uint(Math.min(this.#shape.idBytes - 1, this.#file.widths.lengths)));
    if (huge === void 0) throw hdf5Broken("an object of a heap is not there", place);
    return await this.#file.cursor(huge.address, huge.length);
  }
  async #managed(offset, length, place) {
    const block2 = this.#blockAt(offset);
    const within = offset - (block2?.heapOffset ?? 0);
    if (block2 === void 0 || within < this.#overhead || within + length > block2.bytes)
      throw hdf5Broken("an object of a heap lies outside it", place, {
        found: `${length} bytes from ${offset}`
      });
    return await this.#file.cursor(block2.address + within, length);
  }
  /** The last block that begins at or before the offset. */
  #blockAt(offset) {
    let [low, high] = [0, this.#blocks.length];
    while (low < high) {
      const middle = low + high >> 1;
      if (this.#blocks[middle].heapOffset <= offset) low = middle + 1;
      else high = middle;
    }
    return this.#blocks[low - 1];
  }
  #tiny(id, first) {
    const isLong = this.#shape.idBytes - 1 > 16;
    const length = (isLong ? (first & 15) * 256 + id.u8() : first & 15) + 1;
    return id.part(length);
  }
  get #overhead() {
    const { hasBlockSums, offsetBytes } = this.#shape;
    return 5 + this.#file.widths.offsets + offsetBytes + (hasBlockSums ? 4 : 0);
  }
  async #direct(block2) {
    const file = this.#file;
    file.count(1, file.base + block2.address);
    file.claim(block2.address, block2.bytes, "a block of a heap");
    const bytes2 = await file.read(block2.address, block2.bytes);
    this.#mustBelong(new Cursor(bytes2, file.base + block2.address, file.widths), "FHDB", block2.heapOffset);
    if (this.#shape.hasBlockSums) this.#mustSum(bytes2, block2.address);
    else file.hasUnguarded = true;
    this.#blocks.push(block2);
  }
  /** The checksum lies within the block and counts as zero. */
  #mustSum(bytes2, address) {
    const at = this.#overhead - 4;
    const copy = bytes2.slice();
    const stored = new DataView(copy.buffer).getUint32(at, true);
    copy.fill(0, at, at + 4);
    const found = lookup3(copy);
    if (found !== stored) throw checksumBroken("a block of a heap", this.#file.base + address, stored, found);
  }
  #mustBelong(cursor, signature, heapOffset) {
    cursor.signature(signature);
    cursor.version("a block of a heap", 0);
    const owner = cursor.address();
    const offset = cursor.uint(this.#shape.offsetBytes);
    if (owner !== this.#address || offset !== heapOffset)
      throw hdf5Broken("a block belongs to another heap or place", cursor.fileOffset);
  }
  /** Rows of blocks, each twice as large as those of the row before; first direct ones, then blocks of blocks. */
  async #indirect(address, rows, heapOffset) {
    const file = this.#file;
    const { width, startBytes, mostDirect, offsetBytes } = this.#shape;
    if (rows > 64)
      throw hdf5Broken("a heap has more rows than any", file.base + address, { found: String(rows) });
    const whole = 5 + file.widths.offsets + offsetBytes + rows * width * file.widths.offsets + 4;
    const cursor = await file.structure(address, whole, "a block of a heap");
    this.#mustBelong(cursor, "FHIB", heapOffset);
    let offset = heapOffset;
    for (let row = 0; row < rows; row += 1) {
      const bytes2 = startBytes * 2 ** Math.max(0, row - 1);
      for (let column = 0; column < width; column += 1) {
        const child = cursor.address();
        if (child !== void 0) {
          if (bytes2 <= mostDirect) await this.#direct({ address: child, bytes: bytes2, heapOffset: offset });
          else await this.#indirect(child, Math.log2(bytes2 / (startBytes * width)) + 1, offset);
        }
        offset += bytes2;
      }
    }
  }
  async #listHuge(tree) {
    const file = this.#file;
    for await (const record of walkTree2(file, tree, [HUGE_INDIRECT])) {
      const address = record.mustAddress("a large object of a heap");
      const length = record.length();
      file.claim(address, length, "a large object of a heap");
      file.hasUnguarded = true;
      this.#huge.set(record.length(), { address, length });
    }
  }
};

// src/verify/hdf5/dense-index.ts
async function* denseObjects(file, info, kind) {
  const flags = info.u8();
  if ((flags & 1) !== 0) info.skip(kind.orderBytes);
  const heapAddress = info.address();
  const index = info.address();
  const order = (flags & 2) !== 0 ? info.address() : void 0;
  if (heapAddress === void 0) return;
  if (index === void 0)
    throw hdf5Broken(`${kind.owner} has ${kind.things} and no index of them`, info.fileOffset);
  const heap = await FractalHeap.open(file, heapAddress);
  let seen = 0;
  for await (const record of walkTree2(file, index, [kind.byName])) {
    const { hash, id } = kind.read(record);
    yield { object: await heap.object(id), hash };
    seen += 1;
  }
  if (order !== void 0) for await (const _record of walkTree2(file, order, [kind.byOrder])) seen -= 1;
  if (seen === (order === void 0 ? heap.declared : 0)) return;
  throw hdf5Broken(`${kind.owner} has another number of ${kind.things} than its indexes`, info.fileOffset);
}

// src/verify/hdf5/object.ts
var MESSAGE = {
  nil: 0,
  dataspace: 1,
  linkInfo: 2,
  datatype: 3,
  link: 6,
  externalFiles: 7,
  layout: 8,
  filters: 11,
  attribute: 12,
  sharedTable: 15,
  continuation: 16,
  symbolTable: 17,
  treeRanks: 19,
  driver: 20,
  attributeInfo: 21,
  references: 22
};
var SKIPPED = /* @__PURE__ */ new Set([4, 5, 10, 13, 14, 18, 23, 24]);
var KNOWN = new Set(Object.values(MESSAGE));
var CHUNKS = 1e4;
async function readObject(file, address) {
  file.count(1, file.base + address);
  const start = await file.read(address, 4);
  const newer = Buffer.from(start).toString("latin1") === "OHDR";
  const header = {
    address,
    fileOffset: file.base + address,
    version: newer ? 2 : 1,
    references: 1,
    messages: []
  };
  const first = newer ? await firstOfNewer(file, address) : await firstOfClassic(file, header);
  const known = await readChunks(file, header, first);
  if (!newer && known.messages !== first.declared)
    throw hdf5Broken("an object has another number of messages than it declares", header.fileOffset, {
      expected: String(first.declared),
      found: String(known.messages)
    });
  return header;
}
async function firstOfClassic(file, header) {
  const cursor = await file.cursor(header.address, 16);
  cursor.version("an object header", 1);
  cursor.skip(1);
  const declared = cursor.u16();
  header.references = cursor.u32();
  const length = cursor.u32();
  file.hasUnguarded = true;
  file.claim(header.address, 16 + length, "an object header");
  return { cursor: await file.cursor(header.address + 16, length), prefix: 8, declared };
}
async function firstOfNewer(file, address) {
  const fixed2 = await file.cursor(address, 6);
  fixed2.skip(4);
  fixed2.version("an object header", 2);
  const flags = fixed2.u8();
  if ((flags & 192) !== 0)
    throw hdf5Broken("an object header has flags that do not exist", fixed2.fileOffset);
  const width = 1 << (flags & 3);
  const before = 6 + (flags & 32 ? 16 : 0) + (flags & 16 ? 4 : 0);
  const size = await file.cursor(address + before, width);
  const length = size.uint(width);
  const whole = before + width + length + 4;
  file.claim(address, whole, "an object header");
  const cursor = await file.checked(address, whole, "an object header");
  cursor.skip(before + width);
  return { cursor, prefix: flags & 4 ? 6 : 4, declared: 0 };
}
async function readChunks(file, header, first) {
  const chunks2 = [first];
  let messages = 0;
  for (let i = 0; i < chunks2.length; i += 1) {
    const { cursor, prefix } = chunks2[i];
    while (cursor.left >= prefix) {
      const message2 = readMessage(cursor, prefix, header.version);
      messages += 1;
      if (message2.type === MESSAGE.continuation) chunks2.push(await continued(file, message2, header, prefix));
      else if (message2.type !== MESSAGE.nil) header.messages.push(message2);
    }
    if (chunks2.length > CHUNKS) throw hdf5Broken("an object header never ends", header.fileOffset);
  }
  return { messages };
}
function readMessage(cursor, prefix, version) {
  const from = cursor.place;
  const type = version === 1 ? cursor.u16() : cursor.u8();
  const length = cursor.u16();
  const flags = cursor.u8();
  cursor.skip(prefix - (version === 1 ? 5 : 4));
  const fileOffset = cursor.place;
  const bytes2 = cursor.take(length);
  if (!KNOWN.has(type) && !SKIPPED.has(type))
    throw new Unsettled("L2", "hdf5-message", "an object says something that we cannot read", {
      offset: from,
      found: `message type ${type}`
    });
  return { type, flags, bytes: bytes2, fileOffset };
}
async function continued(file, message2, header, prefix) {
  const where = new Cursor(message2.bytes, message2.fileOffset, file.widths);
  const address = where.mustAddress("the rest of an object header");
  const length = where.length();
  file.count(1, message2.fileOffset);
  file.claim(address, length, "an object header");
  if (header.version === 1) return { cursor: await file.cursor(address, length), prefix };
  if (length < 8) throw hdf5Broken("the rest of an object header is too short", message2.fileOffset);
  const cursor = await file.checked(address, length, "an object header");
  cursor.signature("OCHK");
  return { cursor, prefix };
}
function only(header, type) {
  const found = header.messages.filter((message2) => message2.type === type);
  if (found.length > 1)
    throw hdf5Broken("an object says one thing twice", found[1].fileOffset, {
      found: `message type ${type}`
    });
  return found[0];
}
var IS_SHARED = 2;
async function resolved(file, message2) {
  if ((message2.flags & IS_SHARED) === 0) return message2;
  const cursor = new Cursor(message2.bytes, message2.fileOffset, file.widths);
  const version = cursor.version("a shared message", 1, 2, 3);
  const kind = cursor.u8();
  if (version === 3 && kind === 1)
    throw new Unsettled("L2", "hdf5-shared", "keeps messages in a table of the file, which we cannot read", {
      offset: message2.fileOffset
    });
  if (version === 1) cursor.skip(6);
  const address = cursor.mustAddress("a shared message");
  const owner = await file.withoutClaims(() => readObject(file, address));
  const found = owner.messages.find(({ type, flags }) => type === message2.type && (flags & IS_SHARED) === 0);
  if (found === void 0) throw hdf5Broken("a shared message is not where it should be", message2.fileOffset);
  return found;
}

// src/verify/hdf5/attribute.ts
var DENSE = {
  owner: "an object",
  things: "attributes",
  orderBytes: 2,
  byName: 8,
  byOrder: 9,
  read(record) {
    const id = record.part(8);
    record.skip(5);
    return { id, hash: record.u32() };
  }
};
var SHARED_TYPE = 1;
var SHARED_SPACE = 2;
async function* attributesOf(file, header) {
  for (const message2 of header.messages) {
    if (message2.type !== MESSAGE.attribute) continue;
    const { bytes: bytes2, fileOffset } = await resolved(file, message2);
    yield await parseAttribute(file, new Cursor(bytes2, fileOffset, file.widths));
  }
  const info = only(header, MESSAGE.attributeInfo);
  if (info === void 0) return;
  const cursor = new Cursor(info.bytes, info.fileOffset, file.widths);
  cursor.version("attribute info", 0);
  for await (const { object, hash } of denseObjects(file, cursor, DENSE))
    yield await parseAttribute(file, object, hash);
}
async function parseAttribute(file, cursor, hash) {
  const place = cursor.place;
  const version = cursor.version("an attribute", 1, 2, 3);
  const flags = cursor.u8();
  const [nameBytes, typeBytes, spaceBytes] = [cursor.u16(), cursor.u16(), cursor.u16()];
  if (version === 3) cursor.skip(1);
  const part = (length) => {
    const own = cursor.part(length);
    if (version === 1) cursor.skip((8 - length % 8) % 8);
    return own;
  };
  const name = part(nameBytes).text();
  if (hash !== void 0 && lookup3(name) !== hash)
    throw hdf5Broken("the index of attributes has another name for one", place);
  const shared2 = async (own, flag, message2) => version > 1 && (flags & flag) !== 0 ? await sharedPart(file, own, message2) : own;
  const type = readDatatype(await shared2(part(typeBytes), SHARED_TYPE, MESSAGE.datatype));
  const space = readDataspace(await shared2(part(spaceBytes), SHARED_SPACE, MESSAGE.dataspace));
  const needed = type.bytes * space.elements;
  if (needed > cursor.left)
    throw hdf5Broken("an attribute is shorter than its type and shape say", place, {
      expected: `${needed} bytes`,
      found: `${cursor.left} bytes`
    });
  return { name: textOf(name), type, space, data: cursor.take(needed), place };
}
async function sharedPart(file, part, type) {
  const { bytes: bytes2, fileOffset } = await resolved(file, {
    type,
    flags: 2,
    bytes: part.bytes,
    fileOffset: part.fileOffset
  });
  return new Cursor(bytes2, fileOffset, file.widths);
}
async function textsOf(attribute, heap, file) {
  const { type, data, place } = attribute;
  if (type.text === void 0) return void 0;
  const texts2 = [];
  for (let at = 0; at < data.length; at += type.bytes) {
    const element = data.subarray(at, at + type.bytes);
    const bytes2 = type.text === "fixed" ? element : await variableBytes(file, heap, { element, itemBytes: 1, place });
    const end = bytes2.indexOf(0);
    texts2.push(textOf(end < 0 ? bytes2 : bytes2.subarray(0, end)));
  }
  return texts2;
}
async function variableBytes(file, heap, { element, itemBytes, place }) {
  const cursor = new Cursor(element, place, file.widths);
  const items = cursor.u32();
  const address = cursor.address();
  const index = cursor.u32();
  if (address === void 0 || address === 0) {
    if (items === 0) return new Uint8Array(0);
    throw hdf5Broken("a value of variable length leads nowhere", place);
  }
  return await heap.object(address, index, items * itemBytes, place);
}
async function followVariable(file, heap, { type, data, place }) {
  const size = 8 + file.widths.offsets;
  for (let from = 0; from + type.bytes <= data.length; from += type.bytes) {
    for (const { at, itemBytes } of type.variable ?? []) {
      const element = data.subarray(from + at, from + at + size);
      await variableBytes(file, heap, { element, itemBytes, place: place + from + at });
    }
  }
}

// src/verify/read/json-scanner.ts
var QUOTE = 34;
var BACKSLASH = 92;
var [SLASH, STAR, NEWLINE] = [47, 42, 10];
var NUMBER = /^-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?$/;
var JsonScanner = class {
  #events;
  #limits;
  #utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  #expecting = "value";
  #levels = [];
  #path = [];
  #keys = 0;
  #token = "none";
  #tokenOffset = 0;
  #pieces = [];
  #pieceBytes = 0;
  #escaped = false;
  #skipNext = false;
  /** Where in a comment the reader is: `slash` may begin one, `star` may end one. */
  #comment;
  #hasComments = false;
  constructor(events, limits) {
    this.#events = events;
    this.#limits = limits;
  }
  /** The one value has ended; only white space may follow. */
  get isDone() {
    return this.#expecting === "nothing" && this.#token === "none";
  }
  get hasComments() {
    return this.#hasComments;
  }
  get isUntouched() {
    return this.#expecting === "value" && this.#levels.length === 0 && this.#token === "none";
  }
  /** Starts over with a new document. */
  reset() {
    this.#expecting = "value";
    this.#levels = [];
    this.#path = [];
    this.#keys = 0;
    this.#token = "none";
    this.#pieces = [];
    this.#pieceBytes = 0;
    this.#escaped = false;
    this.#skipNext = false;
    this.#comment = void 0;
    this.#hasComments = false;
  }
  feed(bytes2, fileOffset) {
    let at = 0;
    while (at < bytes2.length) {
      if (this.#comment !== void 0) at = this.#inComment(bytes2, at, fileOffset);
      else if (this.#token === "string") at = this.#inString(bytes2, at, fileOffset);
      else if (this.#token === "word") at = this.#inWord(bytes2, at);
      else {
        this.#structure(bytes2[at], fileOffset + at);
        at += 1;
        if (this.#token === "word") at -= 1;
      }
    }
  }
  end(fileOffset) {
    if (this.#token === "word") this.#endWord();
    const isOpen = this.#comment !== void 0 && this.#comment !== "line";
    if (this.#expecting === "nothing" && this.#token === "none" && !isOpen) return;
    const open = this.#levels.length > 0 ? `, ${this.#levels.length} brackets still open` : "";
    throw new Broken("L1", "json-cut", `ends in the middle of its JSON${open}`, {
      offset: fileOffset,
      expected: this.#token === "string" ? "the end of a string" : this.#expecting,
      found: "the end"
    });
  }
  #structure(byte, offset) {
    if (byte === 32 || byte === 10 || byte === 13 || byte === 9) return;
    if (byte === SLASH && this.#limits.comments === true) {
      this.#comment = "slash";
      return;
    }
    const expecting = this.#expecting;
    const wantsValue = expecting === "value" || expecting === "value-or-end";
    const wantsKey = expecting === "key" || expecting === "key-or-end";
    const mayClose = expecting === "comma-or-end";
    if (byte === QUOTE && (wantsValue || wantsKey)) this.#startToken("string", offset);
    else if (byte === 123 && wantsValue) this.#open(true, offset);
    else if (byte === 91 && wantsValue) this.#open(false, offset);
    else if (byte === 125 && (expecting === "key-or-end" || mayClose && this.#inObject())) this.#close();
    else if (byte === 93 && (expecting === "value-or-end" || mayClose && !this.#inObject()))
      this.#close();
    else if (byte === 58 && expecting === "colon") this.#expecting = "value";
    else if (byte === 44 && mayClose) this.#comma();
    else if (wantsValue && startsWord(byte)) this.#startToken("word", offset);
    else
      throw new Broken("L1", "json-syntax", "is not JSON", {
        offset,
        expected: expecting,
        found: showByte(byte)
      });
  }
  #inComment(bytes2, from, fileOffset) {
    const byte = bytes2[from];
    if (this.#comment === "slash") {
      if (byte !== SLASH && byte !== STAR)
        throw new Broken("L1", "json-syntax", "is not JSON", {
          offset: fileOffset + from,
          expected: "a comment",
          found: showByte(byte)
        });
      this.#comment = byte === SLASH ? "line" : "block";
      this.#hasComments = true;
    } else if (this.#comment === "star" && byte === SLASH) this.#comment = void 0;
    else if (this.#comment === "line") {
      const end = bytes2.indexOf(NEWLINE, from);
      if (end < 0) return bytes2.length;
      this.#comment = void 0;
      return end + 1;
    } else this.#comment = byte === STAR ? "star" : "block";
    return from + 1;
  }
  #inObject() {
    return this.#levels.at(-1)?.isObject === true;
  }
  #comma() {
    const index = this.#path.length - 1;
    if (!this.#inObject()) this.#path[index] = this.#path[index] + 1;
    const [key, value] = this.#hasComments ? ["key-or-end", "value-or-end"] : ["key", "value"];
    this.#expecting = this.#inObject() ? key : value;
  }
  #open(isObject2, offset) {
    if (this.#levels.length >= this.#limits.depth) {
      throw overBudget("jsonDepth", this.#limits.depth, this.#levels.length + 1, offset);
    }
    this.#events.opened?.(isObject2 ? "object" : "array", this.#path);
    this.#levels.push({ isObject: isObject2, keys: void 0 });
    this.#path.push(isObject2 ? "" : 0);
    this.#expecting = isObject2 ? "key-or-end" : "value-or-end";
  }
  #close() {
    const level = this.#levels.pop();
    this.#keys -= level?.keys?.size ?? 0;
    this.#path.pop();
    this.#events.closed?.(this.#path);
    this.#afterValue();
  }
  #afterValue() {
    this.#expecting = this.#levels.length === 0 ? "nothing" : "comma-or-end";
  }
  #startToken(token, offset) {
    this.#token = token;
    this.#tokenOffset = offset;
  }
  #inString(bytes2, from, fileOffset) {
    let at = from;
    for (; at < bytes2.length; at += 1) {
      const byte = bytes2[at];
      if (this.#skipNext) this.#skipNext = false;
      else if (byte === QUOTE) {
        this.#keepPiece(bytes2.subarray(from, at));
        this.#endString();
        return at + 1;
      } else if (byte === BACKSLASH) {
        this.#escaped = true;
        this.#skipNext = true;
      }
      if (byte < 32) {
        const where = {
          offset: fileOffset + at,
          expected: "no control character in a string",
          found: showByte(byte)
        };
        throw new Broken("L1", "json-syntax", "is not JSON", where);
      }
    }
    this.#keepPiece(bytes2.slice(from));
    return at;
  }
  #inWord(bytes2, from) {
    let at = from;
    while (at < bytes2.length && isWordByte(bytes2[at])) at += 1;
    this.#keepPiece(bytes2.slice(from, at));
    if (this.#pieceBytes > 4096) {
      throw new Broken("L1", "json-syntax", "has a number of more than 4096 digits", {
        offset: this.#tokenOffset
      });
    }
    if (at < bytes2.length) this.#endWord();
    return at;
  }
  #keepPiece(piece) {
    this.#pieces.push(piece);
    this.#pieceBytes += piece.length;
    if (this.#pieceBytes > this.#limits.constantBytes) {
      throw overBudget("constantBytes", this.#limits.constantBytes, this.#pieceBytes, this.#tokenOffset);
    }
  }
  #takeText() {
    const only2 = this.#pieces.length === 1 ? this.#pieces[0] : void 0;
    const bytes2 = only2 ?? Buffer.concat(this.#pieces);
    this.#pieces = [];
    this.#pieceBytes = 0;
    this.#token = "none";
    try {
      return this.#utf8.decode(bytes2);
    } catch {
      throw new Broken("L1", "not-utf8", "is not UTF-8", { offset: this.#tokenOffset });
    }
  }
  #endString() {
    const raw = this.#takeText();
    const text5 = this.#escaped ? this.#unescape(raw) : raw;
    this.#escaped = false;
    if (this.#expecting === "key" || this.#expecting === "key-or-end") this.#enterKey(text5);
    else {
      this.#events.scalar({ kind: "string", text: text5 }, this.#path, this.#tokenOffset);
      this.#afterValue();
    }
  }
  #unescape(raw) {
    try {
      return JSON.parse(`"${raw}"`);
    } catch {
      throw new Broken("L1", "json-syntax", "has an escape that JSON does not know", {
        offset: this.#tokenOffset
      });
    }
  }
  #enterKey(name) {
    const level = this.#levels.at(-1);
    if (level === void 0) return;
    level.keys ??= /* @__PURE__ */ new Set();
    if (level.keys.has(name)) {
      const found = JSON.stringify(name.slice(0, 80));
      throw new Broken("L2", "duplicate-key", "has one key twice in one object", {
        offset: this.#tokenOffset,
        found
      });
    }
    level.keys.add(name);
    this.#keys += 1;
    if (this.#keys > this.#limits.keys)
      throw overBudget("keys", this.#limits.keys, this.#keys, this.#tokenOffset);
    this.#path[this.#path.length - 1] = name;
    this.#events.key?.(name, this.#path, this.#tokenOffset);
    this.#expecting = "colon";
  }
  #endWord() {
    const text5 = this.#takeText();
    this.#events.scalar(this.#wordValue(text5), this.#path, this.#tokenOffset);
    this.#afterValue();
  }
  #wordValue(text5) {
    if (text5 === "true" || text5 === "false") return { kind: "literal", value: text5 === "true" };
    if (text5 === "null") return { kind: "literal", value: null };
    if (text5 === "NaN" || text5 === "Infinity" || text5 === "-Infinity") return { kind: "nonFinite", text: text5 };
    if (NUMBER.test(text5)) return { kind: "number", value: Number(text5), text: text5 };
    const found = JSON.stringify(text5.slice(0, 40));
    throw new Broken("L1", "json-syntax", "is not JSON", {
      offset: this.#tokenOffset,
      expected: "value",
      found
    });
  }
};
var isWordByte = (byte) => byte >= 48 && byte <= 57 || byte >= 65 && byte <= 90 || byte >= 97 && byte <= 122 || byte === 43 || byte === 45 || byte === 46;
var startsWord = (byte) => isWordByte(byte) && byte !== 43 && byte !== 46;
var showByte = (byte) => byte > 32 && byte < 127 ? JSON.stringify(String.fromCharCode(byte)) : `byte 0x${byte.toString(16).padStart(2, "0")}`;

// src/verify/hdf5/keras-classes.ts
var KERAS_CLASSES = new Set(
  `
AUC AWQConfig AWQDTypePolicy AbsMaxQuantizer Accuracy Activation ActivityRegularization Adadelta Adafactor Adagrad
Adam AdamW Adamax AdaptiveAveragePooling1D AdaptiveAveragePooling2D AdaptiveAveragePooling3D AdaptiveMaxPooling1D
AdaptiveMaxPooling2D AdaptiveMaxPooling3D Add AdditiveAttention AlphaDropout Attention AugMix AutoContrast Average
AveragePooling1D AveragePooling2D AveragePooling3D AvgPool1D AvgPool2D AvgPool3D BatchNormalization Bidirectional
BinaryAccuracy BinaryCrossentropy BinaryFocalCrossentropy BinaryIoU CTC CategoricalAccuracy CategoricalCrossentropy
CategoricalFocalCrossentropy CategoricalGeneralizedCrossEntropy CategoricalHinge CategoryEncoding CenterCrop Circle
Concatenate ConcordanceCorrelation Constant Constraint ContrastLimitedAdaptiveHistogramEqualization Conv1D
Conv1DTranspose Conv2D Conv2DTranspose Conv3D Conv3DTranspose ConvLSTM1D ConvLSTM2D ConvLSTM3D Convolution1D
Convolution1DTranspose Convolution2D Convolution2DTranspose Convolution3D Convolution3DTranspose CosineDecay
CosineDecayRestarts CosineSimilarity Cropping1D Cropping2D Cropping3D CuDNNGRU CuDNNLSTM CutMix DTypePolicy
DTypePolicyMap Dense DepthwiseConv1D DepthwiseConv2D Dice Discretization Dot Dropout ELU EinsumDense Embedding
Equalization ExponentialDecay F1Score FBetaScore FalseNegatives FalsePositives Flatten Float8QuantizationConfig
FloatDTypePolicy Ftrl Functional GPTQConfig GPTQDTypePolicy GRU GRUCell GaussianDropout GaussianNoise
GlobalAveragePooling1D GlobalAveragePooling2D GlobalAveragePooling3D GlobalAvgPool1D GlobalAvgPool2D GlobalAvgPool3D
GlobalMaxPool1D GlobalMaxPool2D GlobalMaxPool3D GlobalMaxPooling1D GlobalMaxPooling2D GlobalMaxPooling3D GlorotNormal
GlorotUniform GroupNormalization GroupQueryAttention HashedCrossing Hashing HeNormal HeUniform Hinge Huber Identity
IdentityInitializer InputLayer InputSpec Int4DTypePolicy Int4QuantizationConfig Int8QuantizationConfig IntegerLookup
InverseTimeDecay IoU KLDivergence L1 L1L2 L2 LSTM LSTMCell Lamb LayerNormalization LeakyReLU LecunNormal LecunUniform
Lion LocallyConnected1D LocallyConnected2D LogCosh LogCoshError LossScaleOptimizer Masking MaxNorm MaxNumBoundingBoxes
MaxPool1D MaxPool2D MaxPool3D MaxPooling1D MaxPooling2D MaxPooling3D Maximum Mean MeanAbsoluteError
MeanAbsolutePercentageError MeanIoU MeanMetricWrapper MeanSquaredError MeanSquaredLogarithmicError MelSpectrogram
MinMaxNorm Minimum MixUp Model MultiHeadAttention Multiply Muon Nadam NonNeg Normalization OneHotIoU OneHotMeanIoU
Ones Orthogonal OrthogonalInitializer OrthogonalRegularizer PReLU PearsonCorrelation Permute PiecewiseConstantDecay
Pipeline Poisson Policy PolynomialDecay Precision PrecisionAtRecall QuantizedDTypePolicy QuantizedFloat8DTypePolicy
R2Score RMSNormalization RMSprop RNN RandAugment RandomBrightness RandomColorDegeneration RandomColorJitter
RandomContrast RandomCrop RandomElasticTransform RandomErasing RandomFlip RandomGaussianBlur RandomGrayscale RandomHue
RandomInvert RandomNormal RandomPerspective RandomPosterization RandomRotation RandomSaturation RandomSharpness
RandomShear RandomTranslation RandomUniform RandomZoom ReLU Recall RecallAtPrecision RepeatVector Rescaling Reshape
Resizing ReversibleEmbedding RootMeanSquaredError SGD STFTInitializer STFTSpectrogram ScheduleFreeAdamW SeedGenerator
SensitivityAtSpecificity SeparableConv1D SeparableConv2D SeparableConvolution1D SeparableConvolution2D Sequential
SimpleRNN SimpleRNNCell Softmax Solarization SparseCategoricalAccuracy SparseCategoricalCrossentropy
SparseTopKCategoricalAccuracy SpatialDropout1D SpatialDropout2D SpatialDropout3D SpecificityAtSensitivity
SpectralNormalization SquaredHinge StackedRNNCells StringLookup Subtract Sum SyncBatchNormalization TextVectorization
ThresholdedReLU TimeDistributed TopKCategoricalAccuracy TrueNegatives TruePositives TruncatedNormal Tversky UnitNorm
UnitNormalization UpSampling1D UpSampling2D UpSampling3D VarianceScaling ZeroPadding1D ZeroPadding2D ZeroPadding3D
Zeros
`.trim().split(/\s+/)
);

// src/verify/hdf5/keras-config.ts
var KERAS_MODULES = /^(tf_keras|keras|tensorflow\.keras|tensorflow\.python\.keras|keras_hub|keras_nlp|keras_cv)(\.(src|api|engine|_tf_keras|keras))*(\.(layers|models|initializers|regularizers|constraints|optimizers|losses|metrics|activations|dtype_policies|quantizers|random|ops|engine|mixed_precision)(\.\w+)*)?$/;
var BACKEND_OPTIMIZERS = /^keras\.src\.backend\.(torch|jax|tensorflow|openvino|numpy)\.optimizers\.\w+$/;
var RUNS_CODE = /* @__PURE__ */ new Set([
  "Lambda",
  "__lambda__",
  "TFSMLayer",
  "TorchModuleWrapper",
  "JaxLayer",
  "FlaxLayer"
]);
var CLASS3 = /^_?[A-Z]\w*$/;
var MOST_LISTED = 8;
var KerasConfig = class {
  #subject;
  #scanner;
  #levels = [];
  #found = /* @__PURE__ */ new Map();
  #refused = [];
  constructor(subject) {
    const { budgets } = subject;
    this.#subject = subject;
    this.#scanner = new JsonScanner(this, {
      depth: budgets.jsonDepth,
      constantBytes: budgets.constantBytes,
      keys: 4e6
    });
  }
  feed(piece, fileOffset) {
    this.#scanner.feed(piece, fileOffset);
  }
  end(fileOffset) {
    this.#scanner.end(fileOffset);
  }
  opened() {
    this.#levels.push({});
  }
  closed() {
    const level = this.#levels.pop();
    if (level?.className !== void 0) this.#judge(level, level.className);
  }
  scalar(scalar2, path) {
    const level = this.#levels.at(-1);
    const key = path.at(-1);
    if (level === void 0 || typeof key !== "string") return;
    if (key === "safe_mode" && scalar2.kind === "literal" && scalar2.value === false)
      this.#enter("code", "safe_mode: false");
    if (scalar2.kind !== "string") return;
    const { text: text5 } = scalar2;
    if (key === "class_name") level.className = text5;
    else if (key === "module") level.module = text5;
    else if (key === "registered_name") level.registeredName = text5;
    else if (key === "config") level.name = text5;
    else if (/(^|_)function_type$|^output_shape_type$|^mask_type$/.test(key) && text5 === "lambda")
      this.#enter("code", "a lambda");
    else if (/(^|_)function_type$/.test(key) && text5 === "function") this.#enter("custom", "a function");
    else if (key === "vocabulary" && text5 !== "") this.#enter("code", `reads the file ${text5.slice(0, 80)}`);
  }
  /** Call once, after all configs of the file. */
  settle() {
    const { findings, allowDegraded } = this.#subject;
    if (this.#refused.length > 0)
      findings.fail("L2", "import-refused", "its config asks for what no model needs; never load it", {
        expected: "only parts of Keras",
        found: this.#refused.slice(0, MOST_LISTED).join(", ").slice(0, 300)
      });
    const code = this.#list("code");
    if (code !== "") {
      const what = "building the model from its config runs code that comes with it";
      if (allowDegraded) findings.degraded("L2", "keras-code", what, { found: code });
      else findings.fail("L2", "keras-code", `${what}, and the roster does not allow that`, { found: code });
    }
    const foreign = this.#list("foreign");
    if (foreign !== "")
      findings.degraded("L2", "keras-foreign", "its config imports from outside Keras", { found: foreign });
    const custom = this.#list("custom");
    if (custom !== "") {
      const what = "its config needs classes or functions that are not part of Keras";
      findings.degraded("L2", "keras-custom", what, { found: custom });
    }
  }
  #judge({ module, registeredName, name }, className) {
    if (RUNS_CODE.has(className)) {
      this.#enter("code", className);
      return;
    }
    const symbol2 = className === "function" || className === "builtin_function" ? name ?? className : className;
    const isKeras = module === void 0 || KERAS_MODULES.test(module) || BACKEND_OPTIMIZERS.test(module);
    if (!isKeras && !(module === "builtins" && className === "function")) this.#foreign(module ?? "", symbol2);
    else if (symbol2 !== className) this.#enter("custom", `function ${symbol2}`);
    else if (module !== void 0 && !CLASS3.test(className)) this.#foreign(module, className);
    else if (registeredName !== void 0 && registeredName !== className)
      this.#enter("custom", registeredName);
    else if (module === void 0 && !className.startsWith("__") && !KERAS_CLASSES.has(className))
      this.#enter("custom", className);
  }
  #foreign(module, symbol2) {
    const full = `${module}.${symbol2}`.slice(0, 200);
    if (this.#subject.imports.size < 1e4) this.#subject.imports.add(full);
    const vouched = vouchesFor(this.#subject.allowImports, full);
    const root = module.split(".")[0] ?? "";
    const isRefused2 = PYTHON_ROOTS.has(root) || KERAS_ROOTS.test(module);
    if (isRefused2 && !vouched) this.#refused.push(full);
    else this.#enter("foreign", full);
  }
  #enter(kind, what) {
    const list2 = this.#found.get(kind) ?? /* @__PURE__ */ new Map();
    this.#found.set(kind, list2);
    if (list2.size < 1e3 || list2.has(what)) list2.set(what.slice(0, 200), (list2.get(what) ?? 0) + 1);
  }
  #list(kind) {
    const list2 = [...this.#found.get(kind) ?? []].map(
      ([what, times2]) => times2 > 1 ? `${what} (${times2} times)` : what
    );
    return list2.slice(0, MOST_LISTED).join(", ").slice(0, 300);
  }
};
var KERAS_ROOTS = /^(tf_keras|keras|tensorflow\.keras|tensorflow\.python\.keras)(\.|$)/;

// src/verify/hdf5/keras-tree.ts
var WEIGHTS = "model_weights";
var OPTIMIZER = "optimizer_weights";
async function judgeKerasTree(subject, tree) {
  const root = tree.texts.get("");
  const configs = ["model_config", "training_config"].flatMap((name) => root?.get(name)?.slice(0, 1) ?? []);
  await judgeConfigs(subject, configs);
  const base = tree.groups.has(WEIGHTS) ? WEIGHTS : "";
  const layers = listOf(tree, base, "layer_names");
  if (tree.complete) {
    if (root?.has("model_config") === true && layers === void 0 && holdsTensors(subject.role))
      subject.findings.fail("L3", "keras-no-weights", "has a model and no list of its layers", {
        expected: `"${WEIGHTS}" with layer_names`
      });
    new Names(subject, tree).judge(base, layers ?? []);
  }
  return layers !== void 0 || root?.has("model_config") === true;
}
async function judgeConfigs(subject, texts2) {
  for (const text5 of texts2) {
    const config = new KerasConfig(subject);
    const bytes2 = new TextEncoder().encode(text5);
    await subject.findings.guard(() => {
      config.feed(bytes2, 0);
      config.end(bytes2.length);
    });
    config.settle();
  }
}
var Names = class {
  #subject;
  #tree;
  #datasets;
  constructor(subject, tree) {
    this.#subject = subject;
    this.#tree = tree;
    this.#datasets = new Set(tree.datasets.flatMap(({ names }) => names));
  }
  judge(base, layers) {
    for (const layer of layers) {
      const path = base === "" ? layer : `${base}/${layer}`;
      const weights = this.#tree.groups.has(path) ? listOf(this.#tree, path, "weight_names") : void 0;
      if (weights === void 0) this.#missing(`the layer ${quoted(layer)}`, path);
      else this.#weights(path, weights);
    }
    const more = base === "" ? [] : [`${base}/top_level_model_weights`, OPTIMIZER];
    for (const path of more) this.#weights(path, listOf(this.#tree, path, "weight_names") ?? []);
  }
  #weights(path, names) {
    for (const name of names)
      if (!this.#datasets.has(`${path}/${name}`))
        this.#missing(`the weight ${quoted(name)}`, `${path}/${name}`);
  }
  #missing(what, path) {
    this.#subject.findings.fail("L3", "keras-name-missing", `${what} is listed and not there`, {
      expected: path.slice(0, 300)
    });
  }
};
function listOf(tree, path, name) {
  const own = tree.texts.get(path);
  const whole = own?.get(name);
  if (whole !== void 0) return whole;
  const parts = [];
  for (let i = 0; own?.has(`${name}${i}`) === true; i += 1) parts.push(...own.get(`${name}${i}`) ?? []);
  return own?.has(`${name}0`) === true ? parts : void 0;
}

// src/verify/hdf5/filters.ts
import { constants as constants2, inflateSync as inflateSync2 } from "node:zlib";

// src/verify/codec/lzf.ts
function lzfDecompress(data, bytes2) {
  const out = new Uint8Array(bytes2);
  let at = 0;
  let to = 0;
  while (at < data.length) {
    const control = data[at];
    at += 1;
    if (control < 32) {
      const length2 = control + 1;
      if (at + length2 > data.length || to + length2 > bytes2) return void 0;
      out.set(data.subarray(at, at + length2), to);
      at += length2;
      to += length2;
      continue;
    }
    let length = control >> 5;
    if (length === 7) length += data[at++] ?? Number.NaN;
    const from = to - ((control & 31) << 8) - (data[at++] ?? Number.NaN) - 1;
    length += 2;
    if (!(from >= 0 && to + length <= bytes2)) return void 0;
    for (let i = 0; i < length; i += 1) out[to + i] = out[from + i];
    to += length;
  }
  return to === bytes2 ? out : void 0;
}

// src/verify/codec/shuffle.ts
function unshuffled(block2, typeBytes) {
  const count = Math.floor(block2.length / Math.max(1, typeBytes));
  if (typeBytes < 2 || count < 2) return block2;
  const out = new Uint8Array(block2);
  for (let place = 0; place < typeBytes; place += 1)
    for (let i = 0, from = place * count, to = place; i < count; i += 1, to += typeBytes)
      out[to] = block2[from + i];
  return out;
}
function bitUnshuffled(block2, typeBytes) {
  const count = Math.floor(block2.length / typeBytes);
  const out = new Uint8Array(block2);
  out.fill(0, 0, count * typeBytes);
  const planeBytes = count / 8;
  for (let plane = 0; plane < 8 * typeBytes; plane += 1) {
    const [place, bit] = [plane >> 3, plane & 7];
    for (let i = 0; i < planeBytes; i += 1) {
      const eight = block2[plane * planeBytes + i];
      for (let k = 0, to = 8 * i * typeBytes + place; k < 8; k += 1, to += typeBytes)
        out[to] = out[to] | (eight >> k & 1) << bit;
    }
  }
  return out;
}

// src/verify/hdf5/filters.ts
var DEFLATE = 1;
var SHUFFLE = 2;
var FLETCHER32 = 3;
var LZF = 32e3;
var NAMES3 = {
  4: "szip",
  5: "nbit",
  6: "scaleoffset",
  32001: "blosc",
  32004: "lz4",
  32008: "bitshuffle",
  32015: "zstd"
};
var MOST_FILTERS = 32;
function readFilters(cursor) {
  const place = cursor.place;
  const version = cursor.version("filters", 1, 2);
  const count = cursor.u8();
  if (version === 1) cursor.skip(6);
  if (count === 0 || count > MOST_FILTERS)
    throw hdf5Broken("a number of filters that cannot be", place, { found: String(count) });
  return Array.from({ length: count }, () => {
    const id = cursor.u16();
    const nameBytes = version === 1 || id >= 256 ? cursor.u16() : 0;
    cursor.skip(2);
    const values2 = cursor.u16();
    cursor.skip(version === 1 ? Math.ceil(nameBytes / 8) * 8 : nameBytes);
    const filter = { id, values: Array.from({ length: values2 }, () => cursor.u32()) };
    if (version === 1 && values2 % 2 === 1) cursor.skip(4);
    return filter;
  });
}
var unreadable = (filters) => filters.filter(({ id }) => id !== DEFLATE && id !== SHUFFLE && id !== FLETCHER32 && id !== LZF).map(({ id }) => NAMES3[id] ?? `filter ${id}`);
var guards = (filters, mask) => filters.some(({ id }, i) => (id === DEFLATE || id === FLETCHER32) && (mask & 1 << i) === 0);
var isHollow2 = (stored, filters, mask) => !filters.some(({ id }, i) => id === DEFLATE && (mask & 1 << i) === 0) && stored.every((byte) => byte === 0);
function undoFilters(stored, filters, { mask, bytes: bytes2, place }) {
  let data = stored;
  for (let i = filters.length - 1; i >= 0; i -= 1) {
    if ((mask & 1 << i) !== 0) continue;
    const { id, values: values2 } = filters[i];
    if (id === DEFLATE) data = inflate(data, bytes2 + 4 * filters.length, place);
    else if (id === SHUFFLE) data = unshuffled(data, values2[0] ?? 1);
    else if (id === FLETCHER32) data = withoutFletcher(data, place);
    else if (id === LZF) data = unLzf(data, bytes2, place);
    else
      throw new Unsettled("L1", "hdf5-filter", "data are compressed in a way that we cannot read", {
        offset: place,
        found: NAMES3[id] ?? `filter ${id}`
      });
  }
  if (data.length !== bytes2)
    throw new Broken("L1", "chunk-length", "a chunk does not hold as many bytes as its shape says", {
      offset: place,
      expected: `${bytes2} bytes`,
      found: `${data.length} bytes`
    });
  return data;
}
function unLzf(data, bytes2, place) {
  const out = lzfDecompress(data, bytes2);
  if (out !== void 0) return out;
  throw new Broken("L1", "lzf-broken", "a chunk cannot be decompressed (lzf)", { offset: place });
}
function inflate(data, most, place) {
  try {
    const { buffer, engine } = inflateSync2(data, {
      maxOutputLength: most,
      finishFlush: constants2.Z_FINISH,
      info: true
    });
    if (engine.bytesWritten !== data.length)
      throw new Error(`${data.length - engine.bytesWritten} bytes follow its end`);
    return buffer;
  } catch (error) {
    const what = `a chunk cannot be inflated: ${error instanceof Error ? error.message : ""}`;
    throw new Broken("L1", "deflate-broken", what, { offset: place });
  }
}
function withoutFletcher(data, place) {
  if (data.length < 4)
    throw new Broken("L1", "chunk-length", "a chunk is shorter than its checksum", { offset: place });
  const body = data.subarray(0, data.length - 4);
  const view = new DataView(data.buffer, data.byteOffset, data.length);
  const stored = view.getUint32(data.length - 4, true);
  const found = fletcher32(body);
  if (stored === found) return body;
  throw checksumBroken("a chunk", place, stored, found);
}
function fletcher32(data) {
  let sum = 0;
  let sumOfSums = 0;
  const words = data.length >> 1;
  for (let i = 0; i < words; ) {
    const end = Math.min(words, i + 360);
    for (; i < end; i += 1) {
      sum += data[2 * i] << 8 | data[2 * i + 1];
      sumOfSums += sum;
    }
    sum = (sum & 65535) + (sum >>> 16);
    sumOfSums = (sumOfSums & 65535) + (sumOfSums >>> 16);
  }
  if (data.length % 2 === 1) {
    sum += data[data.length - 1] << 8;
    sumOfSums += sum;
    sum = (sum & 65535) + (sum >>> 16);
    sumOfSums = (sumOfSums & 65535) + (sumOfSums >>> 16);
  }
  sum = (sum & 65535) + (sum >>> 16);
  sumOfSums = (sumOfSums & 65535) + (sumOfSums >>> 16);
  return (sumOfSums << 16 | sum) >>> 0;
}

// src/verify/hdf5/rows.ts
var MOST_READS = 16;
async function readChunk(file, dataset, index) {
  const { layout: layout2, chunks: chunks2, filters, shape: shape2 } = dataset;
  const address = chunks2.addresses[index];
  const mask = chunks2.masks[index];
  const place = file.base + address;
  if (chunks2.chunkBytes > file.budgets.structureBytes)
    throw overBudget("structureBytes", file.budgets.structureBytes, chunks2.chunkBytes, place);
  const isEdge = originOf(chunks2, layout2.chunk, index).some(
    (at, i) => at + layout2.chunk[i] > shape2[i]
  );
  const used = layout2.edgesUnfiltered && isEdge ? [] : filters;
  file.expand(chunks2.chunkBytes, place);
  const stored = await file.read(address, chunks2.sizes[index]);
  if (dataset.guarded && isHollow2(stored, used, mask)) dataset.guarded = false;
  return undoFilters(stored, used, { mask, bytes: chunks2.chunkBytes, place });
}
async function checkChunks(file, dataset) {
  for (let i = 0; i < dataset.chunks.addresses.length; i += 1)
    if (dataset.chunks.addresses[i] >= 0) await readChunk(file, dataset, i);
}
async function readRows(file, dataset, take2) {
  const { shape: shape2, layout: layout2, chunks: chunks2 } = dataset;
  const [rows = 0, ...inner] = shape2;
  const [chunkRows = 1] = layout2.chunk;
  const rowBytes = inner.reduce((product, size) => product * size, layout2.elementBytes);
  const most = Math.min(chunkRows, Math.floor(file.budgets.structureBytes / Math.max(1, rowBytes)), rows);
  if (rows > 0 && (most === 0 || Math.min(chunkRows, rows) / most > MOST_READS))
    throw overBudget(
      "structureBytes",
      file.budgets.structureBytes,
      rowBytes * Math.min(chunkRows, rows),
      dataset.fileOffset
    );
  const buffer = new Uint8Array(most * rowBytes);
  const perBand = chunks2.grid.slice(1).reduce((product, size) => product * size, 1);
  for (let band = 0; band * chunkRows < rows; band += 1) {
    const bandEnd = Math.min(rows, (band + 1) * chunkRows);
    for (let from = band * chunkRows; from < bandEnd; from += most) {
      const to = Math.min(bandEnd, from + most);
      for (let i = 0; i < perBand; i += 1) {
        const index = band * perBand + i;
        const chunk = await readChunk(file, dataset, index);
        copyRows({ chunk, origin: originOf(chunks2, layout2.chunk, index), from, to }, dataset, buffer);
      }
      await take2(buffer.subarray(0, (to - from) * rowBytes));
    }
  }
}
function originOf({ grid }, chunk, index) {
  const origin = Array(grid.length).fill(0);
  let rest = index;
  for (let i = grid.length - 1; i >= 0; i -= 1) {
    origin[i] = rest % grid[i] * chunk[i];
    rest = Math.floor(rest / grid[i]);
  }
  return origin;
}
function copyRows({ chunk, origin, from, to }, { shape: shape2, layout: layout2 }, buffer) {
  const rank2 = shape2.length;
  const extents = shape2.map((size, i) => Math.min(layout2.chunk[i], size - origin[i]));
  const first = Math.max(from, origin[0]);
  const last = Math.min(to, origin[0] + extents[0]);
  const at = Array(rank2).fill(0);
  at[0] = first - origin[0];
  const ends = extents.map((extent, i) => i === 0 ? last - origin[0] : extent);
  if (rank2 === 1) {
    const { elementBytes } = layout2;
    const begin = at[0] * elementBytes;
    buffer.set(chunk.subarray(begin, ends[0] * elementBytes), (first - from) * elementBytes);
    return;
  }
  const runBytes = extents[rank2 - 1] * layout2.elementBytes;
  while (at[0] < ends[0]) {
    let source = 0;
    let target = 0;
    for (let i = 0; i < rank2; i += 1) {
      source = source * layout2.chunk[i] + at[i];
      const row = origin[i] + at[i] - (i === 0 ? from : 0);
      target = i === 0 ? row : target * shape2[i] + row;
    }
    source *= layout2.elementBytes;
    buffer.set(chunk.subarray(source, source + runBytes), target * layout2.elementBytes);
    advance(at, ends, rank2);
  }
}
function advance(at, ends, rank2) {
  for (let i = rank2 - 2; i >= 0; i -= 1) {
    at[i] = at[i] + 1;
    if (i === 0 || at[i] < ends[i]) return;
    at[i] = 0;
  }
}

// src/verify/hdf5/superblock.ts
var LONGEST = 112;
async function openHdf5(subject) {
  const { head, reader, budgets } = subject;
  const at = findHdf5Signature(head);
  if (at === void 0)
    throw new Broken("L1", "signature-changed", "begins like HDF5, but its signature was changed as text", {
      offset: 0,
      expected: Buffer.from(HDF5_SIGNATURE).toString("hex"),
      found: Buffer.from(head.subarray(0, 8)).toString("hex")
    });
  const file = new Hdf5File(reader, budgets, at);
  const version = head[at + 8] ?? 0;
  if (version > 3)
    throw new Unsettled("L1", "hdf5-version", "has a superblock that we cannot read", {
      offset: at + 8,
      expected: "0 to 3",
      found: String(version)
    });
  if (file.size < (version < 2 ? 96 : 48)) throw cut2(file.size, at);
  const newer = version >= 2;
  const [offsets, lengths] = newer ? [head[at + 9], head[at + 10]] : [head[at + 13], head[at + 14]];
  if (!isWidth(offsets) || !isWidth(lengths))
    throw hdf5Broken("addresses have a width that does not exist", at, {
      found: `${offsets} and ${lengths}`
    });
  file.widths = { offsets, lengths };
  const superblock = newer ? await readNewer(file, version) : await readClassic(file, version);
  return { file, superblock };
}
var isWidth = (width) => width === 2 || width === 4 || width === 8;
async function readClassic(file, version) {
  const { offsets } = file.widths;
  const length = 24 + (version === 1 ? 4 : 0) + 4 * offsets + 2 * offsets + 24;
  const cursor = await file.cursor(0, Math.min(length, LONGEST));
  file.hasUnguarded = true;
  cursor.skip(9);
  const versions = [cursor.u8(), cursor.u8(), cursor.u8(), cursor.u8()];
  if (versions.some((part) => part !== 0))
    throw hdf5Broken("the superblock has a part of an unknown version", cursor.fileOffset);
  cursor.skip(2);
  if (cursor.u8() !== 0) throw hdf5Broken("a reserved byte of the superblock is not zero", cursor.fileOffset);
  file.ranks.groupLeaf = rank(cursor);
  file.ranks.groupInternal = rank(cursor);
  cursor.skip(4);
  if (version === 1) {
    file.ranks.chunkInternal = rank(cursor);
    cursor.skip(2);
  }
  mustBeBase(file, cursor);
  cursor.address();
  mustEnd2(file, cursor);
  const driver = cursor.address();
  if (driver !== void 0) throw otherDriver(cursor);
  const nameOffset = cursor.length();
  const root = cursor.mustAddress("the root group");
  if (nameOffset !== 0) throw hdf5Broken("the root group has a name", cursor.fileOffset);
  file.claim(0, length, "the superblock");
  return { version, root, extension: void 0 };
}
async function readNewer(file, version) {
  const length = 12 + 4 * file.widths.offsets + 4;
  const cursor = await file.checked(0, length, "the superblock");
  cursor.skip(11);
  judgeFlags(cursor.u8(), cursor);
  mustBeBase(file, cursor);
  const extension = cursor.address();
  mustEnd2(file, cursor);
  const root = cursor.mustAddress("the root group");
  file.claim(0, length, "the superblock");
  return { version, root, extension };
}
function rank(cursor) {
  const from = cursor.place;
  const value = cursor.u16();
  if (value === 0) throw hdf5Broken("B-tree nodes have room for nothing", from);
  return value;
}
function judgeFlags(flags, cursor) {
  if ((flags & 5) !== 0)
    throw new Broken("L1", "not-closed", "was never closed by the program that wrote it", {
      offset: cursor.place,
      expected: "no flags",
      found: String(flags)
    });
}
function mustBeBase(file, cursor) {
  const from = cursor.place;
  const base = cursor.address();
  if (base !== file.base)
    throw hdf5Broken("the base address is not where the file begins", from, {
      expected: String(file.base),
      found: String(base)
    });
}
function mustEnd2(file, cursor) {
  const from = cursor.place;
  const end = cursor.address();
  const size = file.reader.sizeBytes;
  if (end === size) return;
  if (end !== void 0 && end < size)
    throw new Broken("L1", "trailing-bytes", "bytes follow the end that the file gives itself", {
      offset: end,
      expected: `${end} bytes`,
      found: `${size} bytes`
    });
  throw new Broken("L1", "cut-short", "the file ends before the end that it gives itself", {
    offset: from,
    expected: `${end} bytes`,
    found: `${size} bytes`
  });
}
var cut2 = (found, offset) => new Broken("L1", "cut-short", "ends within its superblock", { offset, found: `${found} bytes` });
var otherDriver = (cursor) => new Unsettled("L1", "hdf5-driver", "is one of several files that only together are one", {
  offset: cursor.place
});

// src/verify/hdf5/btree1.ts
var KIND2 = { group: 0, chunk: 1 };
var DEEPEST4 = 32;
async function* walkTree1(file, root, tree) {
  let level = -1;
  let addresses = [root];
  while (addresses.length > 0) {
    const below2 = [];
    let left;
    let expected;
    for (let i = 0; i < addresses.length; i += 1) {
      const address = addresses[i];
      const node = await readNode(file, address, tree);
      if (level < 0) level = node.level;
      mustAgree(node, { level, left, right: addresses[i + 1], place: file.base + address });
      if (expected !== void 0 && expected !== address) throw outOfLine(file.base + address);
      left = address;
      expected = node.right;
      for (const entry of node.entries) {
        if (level === 0) yield entry;
        else below2.push(entry.child);
      }
    }
    addresses = below2;
    level -= 1;
  }
}
async function readNode(file, address, { kind, keyBytes, rank: rank2 }) {
  const { offsets } = file.widths;
  const whole = 8 + 2 * offsets + 2 * rank2 * offsets + (2 * rank2 + 1) * keyBytes;
  const cursor = await file.unguarded(address, whole, "a B-tree node");
  cursor.signature("TREE");
  const found = cursor.u8();
  if (found !== KIND2[kind])
    throw hdf5Broken("a B-tree node is of another kind", cursor.fileOffset, { found: String(found) });
  const level = cursor.u8();
  if (level > DEEPEST4)
    throw hdf5Broken("a B-tree is deeper than any", cursor.fileOffset, { found: String(level) });
  const used = cursor.u16();
  if (used > 2 * rank2)
    throw hdf5Broken("a B-tree node has more entries than room", cursor.fileOffset, { found: String(used) });
  const [left, right] = [cursor.address(), cursor.address()];
  const entries = [];
  for (let i = 0; i < used; i += 1) {
    const key = cursor.part(keyBytes);
    entries.push({ key, child: cursor.mustAddress("a B-tree entry") });
  }
  cursor.skip(keyBytes);
  return { level, left, right, entries };
}
function mustAgree(node, expected) {
  const sound = node.level === expected.level && node.left === expected.left && node.right === expected.right;
  if (!sound) throw outOfLine(expected.place);
}
var outOfLine = (place) => hdf5Broken("a B-tree node does not fit those beside and above it", place);

// src/verify/hdf5/chunk-arrays.ts
var WHAT = "an array of chunks";
function enterElement(element, position, { chunkBytes, isFiltered, enter }) {
  const address = element.address();
  if (address === void 0) return;
  const bytes2 = isFiltered ? element.uint(element.left - 4) : chunkBytes;
  enter(position, { address, bytes: bytes2, mask: isFiltered ? element.u32() : 0 });
}
function enterElements(cursor, { elementBytes, first, count }, walk) {
  for (let i = 0; i < count; i += 1) enterElement(cursor.part(elementBytes), first + i, walk);
}
function mustBeWhole(elementBytes, file, { isFiltered }, place) {
  const least = file.widths.offsets + (isFiltered ? 5 : 0);
  const most = file.widths.offsets + (isFiltered ? 12 : 0);
  if (elementBytes < least || elementBytes > most)
    throw hdf5Broken("the elements of an array of chunks have a size that cannot be", place, {
      found: String(elementBytes)
    });
}
var isSet = (bits, i) => ((bits[i >> 3] ?? 0) >> 7 - i % 8 & 1) === 1;
async function walkPages(file, { address, pages, pageElements, elements }, walk) {
  const { elementBytes, first, count } = elements;
  let at = address;
  for (let page = 0; page * pageElements < count; page += 1) {
    const inPage = Math.min(pageElements, count - page * pageElements);
    const bytes2 = inPage * elementBytes + 4;
    if (isSet(pages.bits, pages.first + page)) {
      const cursor = await file.checked(at, bytes2, "a page of an array of chunks");
      enterElements(cursor, { elementBytes, first: first + page * pageElements, count: inPage }, walk);
    }
    at += bytes2;
  }
}
async function fixedArray(file, address, walk) {
  const { offsets, lengths } = file.widths;
  const whole = 8 + lengths + offsets + 4;
  const header = await file.structure(address, whole, WHAT);
  header.signature("FAHD");
  header.version(WHAT, 0);
  const kind = header.u8();
  const elementBytes = header.u8();
  const pageElements = 2 ** header.u8();
  const count = header.length();
  const block2 = header.address();
  mustBeOfKind(kind, walk, header.fileOffset);
  mustBeWhole(elementBytes, file, walk, header.fileOffset);
  if (count !== walk.most)
    throw hdf5Broken("an array of chunks has another length than the data need", header.fileOffset);
  if (block2 === void 0) return;
  const prefix = 6 + offsets;
  const pages = count > pageElements ? Math.ceil(count / pageElements) : 0;
  const bitBytes = Math.ceil(pages / 8);
  const own = prefix + bitBytes + (pages === 0 ? count * elementBytes : 0) + 4;
  file.claim(block2, own + (pages === 0 ? 0 : count * elementBytes + 4 * pages), WHAT);
  const cursor = await file.checked(block2, own, WHAT);
  mustBelong(cursor, "FADB", address, kind);
  const elements = { elementBytes, first: 0, count };
  if (pages === 0) enterElements(cursor, elements, walk);
  else
    await walkPages(
      file,
      { address: block2 + own, pages: { bits: cursor.take(bitBytes), first: 0 }, pageElements, elements },
      walk
    );
}
function mustBeOfKind(kind, { isFiltered }, place) {
  if (kind !== (isFiltered ? 1 : 0))
    throw hdf5Broken("an array of chunks is of another kind than the data", place);
}
function mustBelong(cursor, signature, owner, kind) {
  cursor.signature(signature);
  cursor.version(WHAT, 0);
  if (cursor.u8() !== kind || cursor.address() !== owner)
    throw hdf5Broken("a block belongs to another array of chunks", cursor.fileOffset);
}
async function extensibleArray(file, address, walk) {
  const { offsets, lengths } = file.widths;
  const whole = 12 + 6 * lengths + offsets + 4;
  const header = await file.structure(address, whole, WHAT);
  header.signature("EAHD");
  header.version(WHAT, 0);
  const [kind, elementBytes, bits, inIndex, least, leastPointers, pageBits] = Array.from(
    { length: 7 },
    () => header.u8()
  );
  header.skip(6 * lengths);
  const index = header.address();
  mustBeOfKind(kind, walk, header.fileOffset);
  mustBeWhole(elementBytes, file, walk, header.fileOffset);
  const isPower = (value) => value > 0 && (value & value - 1) === 0;
  const secondaries = 1 + bits - Math.log2(least);
  const firstSecondary = 2 * Math.log2(leastPointers);
  if (!isPower(least) || !isPower(leastPointers) || bits > 64 || secondaries < firstSecondary)
    throw hdf5Broken("an array of chunks has a shape that cannot be", header.fileOffset);
  const numberBytes = Math.ceil(bits / 8);
  const array2 = {
    address,
    kind,
    elementBytes,
    inIndex,
    least,
    leastPointers,
    pageElements: 2 ** pageBits,
    numberBytes,
    secondaries
  };
  if (index !== void 0) await walkIndexBlock(file, { array: array2, index, firstSecondary }, walk);
}
async function walkIndexBlock(file, { array: array2, index, firstSecondary }, walk) {
  const { offsets } = file.widths;
  const { inIndex, elementBytes, leastPointers, secondaries } = array2;
  const blocks = 2 * (leastPointers - 1);
  const whole = 6 + offsets + inIndex * elementBytes + (blocks + secondaries - firstSecondary) * offsets + 4;
  const cursor = await file.structure(index, whole, WHAT);
  mustBelong(cursor, "EAIB", array2.address, array2.kind);
  enterElements(cursor, { elementBytes, first: 0, count: inIndex }, walk);
  let first = inIndex;
  let before = 0;
  for (let level = 0; level < secondaries; level += 1) {
    const pointers = 2 ** Math.floor(level / 2);
    const perBlock = 2 ** Math.floor((level + 1) / 2) * array2.least;
    if (level < firstSecondary) {
      for (let i = 0; i < pointers; i += 1) {
        const place = { first: first + i * perBlock, count: perBlock };
        const stored = first - inIndex + (before + i) * perBlock;
        await walkDataBlock(file, array2, { ...place, address: cursor.address(), stored }, walk);
      }
    } else {
      const secondary = cursor.address();
      if (secondary !== void 0)
        await walkSecondary(file, array2, { address: secondary, first, pointers, perBlock }, walk);
    }
    first += pointers * perBlock;
    before += pointers;
  }
}
async function walkSecondary(file, array2, { address, first, pointers, perBlock }, walk) {
  const { offsets } = file.widths;
  const bitBytes = perBlock > array2.pageElements ? Math.ceil(perBlock / array2.pageElements / 8) : 0;
  const whole = 6 + offsets + array2.numberBytes + pointers * (bitBytes + offsets) + 4;
  const cursor = await file.structure(address, whole, WHAT);
  mustBelong(cursor, "EASB", array2.address, array2.kind);
  mustBeAt(cursor, array2, first - array2.inIndex);
  const bits = cursor.take(pointers * bitBytes);
  const pagesEach = perBlock / array2.pageElements;
  for (let i = 0; i < pointers; i += 1) {
    const start = first + i * perBlock;
    const place = { first: start, count: perBlock, stored: start - array2.inIndex };
    const pages = { bits, first: i * pagesEach };
    await walkDataBlock(file, array2, { ...place, address: cursor.address(), pages }, walk);
  }
}
function mustBeAt(cursor, array2, stored) {
  if (cursor.uint(array2.numberBytes) !== stored)
    throw hdf5Broken("a block of an array of chunks is of another place", cursor.fileOffset);
}
async function walkDataBlock(file, array2, { address, first, count, stored, pages }, walk) {
  if (address === void 0) return;
  const { elementBytes, pageElements, numberBytes } = array2;
  const isPaged = count > pageElements;
  const prefix = 6 + file.widths.offsets + numberBytes;
  const own = prefix + (isPaged ? 0 : count * elementBytes) + 4;
  file.count(1, file.base + address);
  file.claim(address, own + (isPaged ? count * elementBytes + 4 * count / pageElements : 0), WHAT);
  const cursor = await file.checked(address, own, WHAT);
  mustBelong(cursor, "EADB", array2.address, array2.kind);
  mustBeAt(cursor, array2, stored);
  const elements = { elementBytes, first, count };
  if (!isPaged) enterElements(cursor, elements, walk);
  else if (pages !== void 0)
    await walkPages(file, { address: address + own, pages, pageElements, elements }, walk);
}

// src/verify/hdf5/chunks.ts
async function readChunkTable(file, dataset, place) {
  const { layout: layout2, shape: shape2 } = dataset;
  if (layout2.chunk.length !== shape2.length)
    throw hdf5Broken("chunks have another number of dimensions than the data", place);
  const chunkBytes = layout2.chunk.reduce((product, size) => product * size, layout2.elementBytes);
  const grid = shape2.map((size, i) => Math.ceil(size / layout2.chunk[i]));
  const count = grid.reduce((product, size) => product * size, 1);
  file.count(count, place);
  const table = {
    grid,
    chunkBytes,
    addresses: new Float64Array(count).fill(-1),
    sizes: new Float64Array(count),
    masks: new Uint32Array(count),
    written: 0
  };
  const enter = (scaled, chunk) => {
    const at = indexIn(grid, scaled);
    if (at === void 0 || table.addresses[at] !== -1)
      throw hdf5Broken(at === void 0 ? "a chunk lies outside the data" : "a chunk is there twice", place, {
        found: `chunk ${scaled.join(", ")}`
      });
    if (dataset.filters.length === 0 && chunk.bytes !== chunkBytes)
      throw hdf5Broken("a chunk has another size than its shape", place, {
        expected: `${chunkBytes} bytes`,
        found: `${chunk.bytes} bytes`
      });
    file.claim(chunk.address, chunk.bytes, "a chunk");
    table.addresses[at] = chunk.address;
    table.sizes[at] = chunk.bytes;
    table.masks[at] = chunk.mask;
    table.written += 1;
  };
  if (count > 0 || layout2.index.kind === "tree1") await walkIndex(file, dataset, chunkBytes, enter);
  return table;
}
async function walkIndex(file, dataset, chunkBytes, enter) {
  const { layout: layout2, shape: shape2, space, filters } = dataset;
  const { index } = layout2;
  const { address } = index;
  if (address === void 0) return;
  const rank2 = shape2.length;
  if (index.kind === "single") {
    enter(
      shape2.map(() => 0),
      { address, bytes: index.bytes ?? chunkBytes, mask: index.mask }
    );
  } else if (index.kind === "tree1") {
    const keyBytes = 8 + 8 * (rank2 + 1);
    for await (const { key, child } of walkTree1(file, address, {
      kind: "chunk",
      keyBytes,
      rank: file.ranks.chunkInternal
    })) {
      const [bytes2, mask] = [key.u32(), key.u32()];
      enter(scaledBy(key, layout2.chunk), { address: child, bytes: bytes2, mask });
    }
  } else if (index.kind === "tree2") {
    await walkChunkTree2(file, address, { rank: rank2, chunkBytes, isFiltered: filters.length > 0 }, enter);
  } else {
    const order = new ChunkOrder(layout2.chunk, space, index.kind === "extensible-array");
    const enterAt = (position, chunk) => enter(order.scaled(position), chunk);
    if (index.kind === "implicit") {
      for (let i = 0; i < order.count; i += 1)
        enterAt(i, { address: address + i * chunkBytes, bytes: chunkBytes, mask: 0 });
    } else {
      const walk = index.kind === "fixed-array" ? fixedArray : extensibleArray;
      await walk(file, address, {
        chunkBytes,
        isFiltered: filters.length > 0,
        most: order.count,
        enter: enterAt
      });
    }
  }
}
var CHUNKS2 = 10;
var FILTERED_CHUNKS = 11;
async function walkChunkTree2(file, root, { rank: rank2, chunkBytes, isFiltered }, enter) {
  for await (const record of walkTree2(file, root, [isFiltered ? FILTERED_CHUNKS : CHUNKS2])) {
    const address = record.mustAddress("a chunk");
    const bytes2 = isFiltered ? record.uint(record.left - 4 - 8 * rank2) : chunkBytes;
    const mask = isFiltered ? record.u32() : 0;
    enter(
      Array.from({ length: rank2 }, () => record.uint(8)),
      { address, bytes: bytes2, mask }
    );
  }
}
function scaledBy(key, chunk) {
  const place = key.place;
  const scaled = chunk.map((size) => key.uint(8) / size);
  if (key.uint(8) !== 0 || scaled.some((each) => !Number.isInteger(each)))
    throw hdf5Broken("a chunk does not begin at a multiple of its shape", place);
  return scaled;
}
function indexIn(grid, scaled) {
  let index = 0;
  for (let i = 0; i < grid.length; i += 1) {
    const [size, at] = [grid[i], scaled[i]];
    if (at >= size) return void 0;
    index = index * size + at;
  }
  return index;
}
var ChunkOrder = class {
  /** How many chunks there can be; infinite where a dimension has no end. */
  count;
  #sizes;
  /** Which dimension each position of the numbering is. */
  #dimensions;
  constructor(chunk, { mostShape }, endlessFirst) {
    const sizes = mostShape.map(
      (most, i) => most === void 0 ? Number.POSITIVE_INFINITY : Math.ceil(most / chunk[i])
    );
    const endless = endlessFirst ? sizes.indexOf(Number.POSITIVE_INFINITY) : -1;
    const rest = sizes.map((_size, i) => i).filter((i) => i !== endless);
    this.#dimensions = endless < 0 ? rest : [endless, ...rest];
    this.#sizes = this.#dimensions.map((i) => sizes[i]);
    this.count = sizes.reduce((product, size) => product * size, 1);
  }
  scaled(position) {
    const scaled = Array(this.#sizes.length).fill(0);
    let rest = position;
    for (let i = this.#sizes.length - 1; i >= 0; i -= 1) {
      const size = this.#sizes[i];
      const at = Number.isFinite(size) ? rest % size : rest;
      scaled[this.#dimensions[i]] = at;
      rest = Number.isFinite(size) ? Math.floor(rest / size) : 0;
    }
    return scaled;
  }
};

// src/verify/hdf5/layout.ts
var COMPACT = 0;
var CONTIGUOUS = 1;
var CHUNKED = 2;
var INDEXES = ["", "single", "implicit", "fixed-array", "extensible-array", "tree2"];
var SINGLE_FILTERED = 2;
function readLayout(cursor) {
  const place = cursor.place;
  const version = cursor.u8();
  if (version < 3 || version > 5)
    throw new Unsettled("L2", "hdf5-layout", "lays out data in a way that we cannot read", {
      offset: place,
      found: `layout version ${version}`
    });
  const kind = cursor.u8();
  if (kind === COMPACT) {
    const bytes2 = cursor.u16();
    const fileOffset = cursor.place;
    cursor.skip(bytes2);
    return { kind: "compact", fileOffset, bytes: bytes2 };
  }
  if (kind === CONTIGUOUS) return { kind: "contiguous", address: cursor.address(), bytes: cursor.length() };
  if (kind !== CHUNKED)
    throw new Unsettled("L2", "hdf5-layout", "lays out data in a way that we cannot read", {
      offset: place,
      found: `layout class ${kind}`
    });
  return version === 3 ? chunkedClassic(cursor) : chunkedNewer(cursor);
}
function chunkedClassic(cursor) {
  const place = cursor.place;
  const rank2 = cursor.u8() - 1;
  const address = cursor.address();
  const chunk = Array.from({ length: Math.max(0, rank2) }, () => cursor.u32());
  const elementBytes = cursor.u32();
  mustBeChunk(chunk, elementBytes, place);
  return { kind: "chunked", chunk, elementBytes, index: { kind: "tree1", address }, edgesUnfiltered: false };
}
function chunkedNewer(cursor) {
  const place = cursor.place;
  const flags = cursor.u8();
  const rank2 = cursor.u8() - 1;
  const width = cursor.u8();
  const chunk = Array.from({ length: Math.max(0, rank2) }, () => cursor.uint(width));
  const elementBytes = cursor.uint(width);
  mustBeChunk(chunk, elementBytes, place);
  return {
    kind: "chunked",
    chunk,
    elementBytes,
    index: readIndex(cursor, flags),
    edgesUnfiltered: (flags & 1) !== 0
  };
}
function readIndex(cursor, flags) {
  const place = cursor.place;
  const kind = INDEXES[cursor.u8()];
  if (kind === void 0 || kind === "") throw hdf5Broken("chunks have an index of an unknown kind", place);
  if (kind === "single") {
    const isFiltered = (flags & SINGLE_FILTERED) !== 0;
    const bytes2 = isFiltered ? cursor.length() : void 0;
    const mask = isFiltered ? cursor.u32() : 0;
    return { kind, ...bytes2 === void 0 ? {} : { bytes: bytes2 }, mask, address: cursor.address() };
  }
  cursor.skip({ implicit: 0, "fixed-array": 1, "extensible-array": 5, tree2: 6 }[kind]);
  return { kind, address: cursor.address() };
}
function mustBeChunk(chunk, elementBytes, place) {
  if (chunk.length === 0 || elementBytes === 0 || chunk.includes(0))
    throw hdf5Broken("chunks without size", place, {
      found: `${chunk.join(" x ")} of ${elementBytes} bytes`
    });
}

// src/verify/hdf5/dataset.ts
var isDataset = ({ messages }) => messages.some(({ type }) => type === MESSAGE.layout);
async function readDataset(file, header) {
  const message2 = async (type2) => {
    const found = only(header, type2);
    if (found === void 0) return void 0;
    const { bytes: bytes2, fileOffset } = await resolved(file, found);
    return new Cursor(bytes2, fileOffset, file.widths);
  };
  const [typePart, spacePart, layoutPart] = [
    await message2(MESSAGE.datatype),
    await message2(MESSAGE.dataspace),
    await message2(MESSAGE.layout)
  ];
  if (typePart === void 0 || spacePart === void 0 || layoutPart === void 0)
    throw hdf5Broken("a dataset without type, shape or layout", header.fileOffset);
  if (only(header, MESSAGE.externalFiles) !== void 0)
    throw new Unsettled("L2", "hdf5-external", "keeps data in another file", { offset: header.fileOffset });
  const type = readDatatype(typePart);
  const space = readDataspace(spacePart);
  const filterPart = await message2(MESSAGE.filters);
  const dataset = {
    names: [],
    fileOffset: header.fileOffset,
    type,
    shape: space.shape ?? [],
    elements: space.elements,
    layout: readLayout(layoutPart),
    filters: filterPart === void 0 ? [] : readFilters(filterPart),
    guarded: false,
    isUnwritten: false
  };
  if (space.shape === void 0) delete dataset.type.number;
  await claimData(file, dataset, space);
  return dataset;
}
async function claimData(file, dataset, space) {
  const { layout: layout2, type, elements, filters, fileOffset } = dataset;
  const needed = type.bytes * elements;
  if (layout2.kind === "chunked") {
    if (layout2.elementBytes !== type.bytes) throw sizeLies(fileOffset, type.bytes, layout2.elementBytes);
    const other = unreadable(filters);
    const chunks2 = await readChunkTable(file, { layout: layout2, shape: dataset.shape, space, filters }, fileOffset);
    if (other.length > 0)
      throw new Unsettled("L1", "hdf5-filter", "data are compressed in a way that we cannot read", {
        offset: fileOffset,
        found: other.join(", ")
      });
    dataset.chunks = chunks2;
    dataset.isUnwritten = chunks2.written < chunks2.addresses.length;
    dataset.guarded = !layout2.edgesUnfiltered && chunks2.masks.every((mask) => guards(filters, mask));
    return;
  }
  if (filters.length > 0) throw hdf5Broken("data without chunks have filters", fileOffset);
  if (layout2.kind === "contiguous" && layout2.address === void 0) {
    dataset.isUnwritten = elements > 0;
    return;
  }
  if (layout2.bytes !== needed && !(elements === 0 && layout2.kind === "compact"))
    throw sizeLies(fileOffset, needed, layout2.bytes);
  if (layout2.kind === "contiguous") file.claim(layout2.address, layout2.bytes, "data");
  else dataset.guarded = true;
}
var sizeLies = (offset, expected, found) => new Broken("L2", "size-lies", "data have another size than their type and shape say", {
  offset,
  expected: `${expected} bytes`,
  found: `${found} bytes`
});

// src/verify/hdf5/heap.ts
var LocalHeap = class _LocalHeap {
  #segment;
  #fileOffset;
  constructor(segment, fileOffset) {
    this.#segment = segment;
    this.#fileOffset = fileOffset;
  }
  static async read(file, address) {
    const whole = 8 + 2 * file.widths.lengths + file.widths.offsets;
    file.count(1, file.base + address);
    file.claim(address, whole, "a heap of names");
    const cursor = await file.cursor(address, whole);
    cursor.signature("HEAP");
    cursor.version("a heap of names", 0);
    cursor.skip(3);
    const length = cursor.length();
    const firstFree = cursor.length();
    const segment = cursor.mustAddress("a heap of names");
    file.claim(segment, length, "names");
    const names = await file.cursor(segment, length);
    mustHoldFree(names, firstFree);
    return new _LocalHeap(names.bytes, file.base + segment);
  }
  name(offset) {
    const end = offset < this.#segment.length ? this.#segment.indexOf(0, offset) : -1;
    if (end < 0)
      throw hdf5Broken("a name lies outside the heap of names", this.#fileOffset, { found: String(offset) });
    return this.#segment.subarray(offset, end);
  }
  text(offset) {
    return textOf(this.name(offset));
  }
};
var NO_MORE = 1;
function mustHoldFree(names, first) {
  const whole = names.bytes.length;
  let freeBytes = 0;
  for (let at = first; at !== NO_MORE; ) {
    if (at % 8 !== 0 || at + 2 * names.widths.lengths > whole)
      throw hdf5Broken("the free places of a heap of names lead out of it", names.fileOffset, {
        found: String(at)
      });
    names.at = at;
    const next = names.length();
    const bytes2 = names.length();
    freeBytes += bytes2;
    if (bytes2 < 2 * names.widths.lengths || at + bytes2 > whole || freeBytes > whole)
      throw hdf5Broken("a free place of a heap of names is larger than it", names.fileOffset + at, {
        found: `${bytes2} bytes`
      });
    at = next;
  }
}
var COLLECTIONS_KEPT = 64;
var GlobalHeap = class {
  #file;
  #claimed = /* @__PURE__ */ new Set();
  #kept = /* @__PURE__ */ new Map();
  constructor(file) {
    this.#file = file;
  }
  /** @returns the bytes of one object, which must be exactly as many as the reference to it says */
  async object(address, index, bytes2, place) {
    const collection = this.#kept.get(address) ?? await this.#load(address);
    const object = collection.get(index);
    if (object?.length !== bytes2)
      throw hdf5Broken("a value of variable length is not where the file points", place, {
        expected: `${bytes2} bytes`,
        found: object === void 0 ? `no object ${index}` : `${object.length} bytes`
      });
    return object.subarray(0, bytes2);
  }
  async #load(address) {
    const file = this.#file;
    file.hasUnguarded = true;
    const fixed2 = await file.cursor(address, 8 + file.widths.lengths);
    fixed2.signature("GCOL");
    fixed2.version("a collection of values", 1);
    fixed2.skip(3);
    const whole = fixed2.length();
    if (!this.#claimed.has(address)) {
      file.count(1, file.base + address);
      file.claim(address, whole, "a collection of values");
      this.#claimed.add(address);
    }
    const objects = await readObjects(file, address, whole);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size >= COLLECTIONS_KEPT && oldest !== void 0) this.#kept.delete(oldest);
    this.#kept.set(address, objects);
    return objects;
  }
};
async function readObjects(file, address, whole) {
  const cursor = await file.cursor(address, whole);
  cursor.skip(8 + file.widths.lengths);
  const objects = /* @__PURE__ */ new Map();
  while (cursor.left >= 8 + file.widths.lengths) {
    const from = cursor.place;
    const index = cursor.u16();
    cursor.skip(6);
    const length = cursor.length();
    if (index === 0) {
      const rest = file.base + address + whole - from;
      if (length === rest) break;
      throw hdf5Broken("the free rest of a collection of values does not end with it", from, {
        expected: `${rest} bytes`,
        found: `${length} bytes`
      });
    }
    if (objects.has(index)) throw hdf5Broken("a collection has two values of one number", from);
    objects.set(index, cursor.take(length));
    cursor.skip(Math.min(cursor.left, (8 - length % 8) % 8));
  }
  return objects;
}

// src/verify/hdf5/group.ts
var isGroup = ({ messages }) => messages.some(
  ({ type }) => type === MESSAGE.symbolTable || type === MESSAGE.linkInfo || type === MESSAGE.link
);
async function* linksOf(file, header) {
  const table = only(header, MESSAGE.symbolTable);
  if (table !== void 0) yield* classicLinks(file, new Cursor(table.bytes, table.fileOffset, file.widths));
  for (const { type, bytes: bytes2, fileOffset } of header.messages)
    if (type === MESSAGE.link) yield parseLink(new Cursor(bytes2, fileOffset, file.widths));
  const info = only(header, MESSAGE.linkInfo);
  if (info === void 0) return;
  const cursor = new Cursor(info.bytes, info.fileOffset, file.widths);
  cursor.version("link info", 0);
  for await (const { object, hash } of denseObjects(file, cursor, DENSE2)) yield parseLink(object, hash);
}
async function* classicLinks(file, cursor) {
  const tree = cursor.mustAddress("a group");
  const names = await LocalHeap.read(file, cursor.mustAddress("a group"));
  let before;
  const shape2 = { kind: "group", keyBytes: file.widths.lengths, rank: file.ranks.groupInternal };
  for await (const { child } of walkTree1(file, tree, shape2)) {
    for (const { name, link } of await readLeaf(file, child, names)) {
      if (before !== void 0 && Buffer.compare(before, name) >= 0)
        throw hdf5Broken("the names of a group are out of order", link.place, {
          found: JSON.stringify(link.name.slice(0, 80))
        });
      before = name;
      yield link;
    }
  }
}
async function readLeaf(file, address, names) {
  const { offsets } = file.widths;
  const entryBytes = 2 * offsets + 24;
  const whole = 8 + 2 * file.ranks.groupLeaf * entryBytes;
  file.count(1, file.base + address);
  file.claim(address, whole, "names of a group");
  const cursor = await file.cursor(address, whole);
  cursor.signature("SNOD");
  cursor.version("names of a group", 1);
  cursor.skip(1);
  const used = cursor.u16();
  if (used > 2 * file.ranks.groupLeaf)
    throw hdf5Broken("a group has more names than room", cursor.fileOffset, { found: String(used) });
  return Array.from({ length: used }, () => readEntry(cursor, names, offsets));
}
var SOFT = 2;
function readEntry(cursor, names, offsets) {
  const place = cursor.place;
  const name = names.name(cursor.uint(offsets));
  const address = cursor.address();
  const cached = cursor.u32();
  cursor.skip(4);
  const scratch = cursor.part(16);
  const link = { name: textOf(name), place };
  if (cached === SOFT)
    return { name, link: { ...link, kind: "soft", address: 0, target: names.text(scratch.u32()) } };
  if (cached > SOFT)
    throw hdf5Broken("a name leads to something of an unknown kind", place, { found: String(cached) });
  if (address === void 0) throw hdf5Broken("a name leads nowhere", place);
  return { name, link: { ...link, kind: "hard", address, target: "" } };
}
var EXTERNAL = 64;
var DENSE2 = {
  owner: "a group",
  things: "links",
  orderBytes: 8,
  byName: 5,
  byOrder: 6,
  read: (record) => ({ hash: record.u32(), id: record.part(record.left) })
};
function parseLink(cursor, hash) {
  const place = cursor.place;
  cursor.version("a link", 1);
  const flags = cursor.u8();
  const kind = (flags & 8) !== 0 ? cursor.u8() : 0;
  if ((flags & 4) !== 0) cursor.skip(8);
  if ((flags & 16) !== 0) cursor.skip(1);
  const name = cursor.take(cursor.uint(1 << (flags & 3)));
  if (name.length === 0) throw hdf5Broken("a link without a name", place);
  if (hash !== void 0 && lookup3(name) !== hash)
    throw hdf5Broken("the index of links has another name for a link", place);
  const link = { name: textOf(name), address: 0, target: "", place };
  if (kind === 0) return { ...link, kind: "hard", address: cursor.mustAddress("a link") };
  const target = textOf(cursor.take(cursor.u16()));
  if (kind === 1) return { ...link, kind: "soft", target };
  if (kind === EXTERNAL) return { ...link, kind: "external", target: target.replaceAll("\0", " ") };
  throw hdf5Broken("a link of an unknown kind", place, { found: String(kind) });
}

// src/verify/hdf5/walk.ts
var DEEPEST5 = 1e3;
var KEPT2 = /^(model_config|training_config|keras_version|backend|(layer|weight)_names\d*)$/;
var Hdf5Tree = class {
  datasets = [];
  /** Paths of all groups; the root is ''. */
  groups = /* @__PURE__ */ new Set();
  texts = /* @__PURE__ */ new Map();
  rootAttributes = [];
  heap;
  /** Nothing had to be left out. */
  complete = true;
  #file;
  #subject;
  #seen = /* @__PURE__ */ new Map();
  #queue = [];
  #pathChars = 0;
  constructor(file, subject) {
    this.#file = file;
    this.#subject = subject;
    this.heap = new GlobalHeap(file);
  }
  async walk({ root, extension }) {
    if (extension !== void 0) await this.#readExtension(extension);
    this.#queue.push({ path: "", address: root, depth: 0 });
    for (let i = 0; i < this.#queue.length; i += 1) {
      const { path, address, depth } = this.#queue[i];
      if (this.#meetAgain(path, address)) continue;
      const isRead = await this.#subject.findings.guard(() => this.#visit(path, address, depth));
      this.complete &&= isRead;
    }
    this.#queue.length = 0;
    if (this.complete) this.#judgeLinks();
  }
  async #readExtension(address) {
    const header = await readObject(this.#file, address);
    for (const { type, bytes: bytes2, fileOffset } of header.messages) {
      if (type === MESSAGE.driver)
        throw new Unsettled("L1", "hdf5-driver", "is one of several files that only together are one", {
          offset: fileOffset
        });
      if (type !== MESSAGE.treeRanks) continue;
      const cursor = new Cursor(bytes2, fileOffset, this.#file.widths);
      cursor.version("sizes of B-trees", 0);
      const [chunkInternal, groupInternal, groupLeaf] = [cursor.u16(), cursor.u16(), cursor.u16()];
      this.#file.ranks = { chunkInternal, groupInternal, groupLeaf };
    }
  }
  /** Hard links may meet at one object, and may even lead back to a group that they came through. */
  #meetAgain(path, address) {
    const seen = this.#seen.get(address);
    if (seen === void 0) return false;
    seen.links += 1;
    if (seen.kind === "dataset") seen.dataset?.names.push(path);
    else if (seen.kind === "group") {
      const what = `${quoted(path)} is the group ${quoted(seen.path)} under another name`;
      this.#subject.findings.note("L2", "group-again", what);
    }
    return true;
  }
  async #visit(path, address, depth) {
    const file = this.#file;
    const seen = { path, links: 1, declared: 0, fileOffset: file.base + address, kind: "unread" };
    this.#seen.set(address, seen);
    const header = await readObject(file, address);
    seen.declared = referencesOf(file, header);
    if (isDataset(header)) {
      seen.kind = "dataset";
      await this.#visitDataset(header, seen);
    } else if (isGroup(header)) {
      seen.kind = "group";
      this.groups.add(path);
      await this.#readAttributes(header, path);
      for await (const link of linksOf(file, header)) this.#follow(link, path, depth);
    } else if (header.messages.some(({ type }) => type === MESSAGE.datatype)) {
      seen.kind = "type";
      await this.#readAttributes(header, path);
    } else {
      throw hdf5Broken("an object is neither group, dataset nor type", header.fileOffset, {
        found: quoted(path)
      });
    }
  }
  async #visitDataset(header, seen) {
    const attributes = [];
    await this.#readAttributes(header, seen.path, attributes);
    const dataset = await readDataset(this.#file, header);
    dataset.names.push(seen.path);
    const dtype2 = attributes.find(({ name }) => name === "dtype");
    if (dtype2 !== void 0 && dataset.type.isOpaque === true && dataset.type.bytes === 2) {
      const [text5] = await textsOf(dtype2, this.heap, this.#file) ?? [];
      if (text5 === "bfloat16") dataset.type.number = { dtype: DTYPES.bf16, littleEndian: true };
    }
    seen.dataset = dataset;
    this.datasets.push(dataset);
  }
  #follow(link, parent, depth) {
    const { findings, budgets } = this.#subject;
    const path = parent === "" ? link.name : `${parent}/${link.name}`;
    if (link.kind === "external")
      findings.inconclusive("L2", "hdf5-external", `${quoted(path)} lies in another file`, {
        offset: link.place,
        found: quoted(link.target)
      });
    else if (link.kind === "soft")
      findings.note("L2", "soft-link", `${quoted(path)} stands for ${quoted(link.target)}`, {
        offset: link.place
      });
    else {
      this.#pathChars += path.length;
      if (depth >= DEEPEST5) throw overBudget("depth", DEEPEST5, depth + 1, link.place);
      if (this.#pathChars > budgets.structureBytes)
        throw overBudget("structureBytes", budgets.structureBytes, this.#pathChars, link.place);
      this.#file.count(1, link.place);
      this.#queue.push({ path, address: link.address, depth: depth + 1 });
    }
  }
  async #readAttributes(header, path, kept) {
    const names = /* @__PURE__ */ new Set();
    for await (const attribute of attributesOf(this.#file, header)) {
      const { name, type, data, place } = attribute;
      if (names.has(name))
        throw hdf5Broken("an object has one attribute twice", place, { found: quoted(name) });
      names.add(name);
      await followVariable(this.#file, this.heap, { type, data, place });
      if (path === "") this.rootAttributes.push(attribute);
      if (name === "dtype") kept?.push(attribute);
      if (!KEPT2.test(name)) continue;
      const texts2 = attribute.space.elements === 0 ? [] : await textsOf(attribute, this.heap, this.#file);
      if (texts2 === void 0) continue;
      const own = this.texts.get(path) ?? /* @__PURE__ */ new Map();
      this.texts.set(path, own.set(name, texts2));
    }
  }
  /** Every object counts the links that lead to it: a name that was lost leaves one too many. */
  #judgeLinks() {
    for (const { kind, links, declared, path, fileOffset } of this.#seen.values()) {
      if (links === declared || kind === "type") continue;
      const what = `${quoted(path)} counts other links to itself than there are`;
      const counts3 = { expected: String(declared), found: String(links) };
      this.#subject.findings.fail("L2", "link-count", what, { offset: fileOffset, ...counts3 });
    }
  }
};
function referencesOf(file, { references, version, messages }) {
  const message2 = messages.find(({ type }) => type === MESSAGE.references);
  if (version === 1 || message2 === void 0) return references;
  const cursor = new Cursor(message2.bytes, message2.fileOffset, file.widths);
  cursor.version("a count of links", 0);
  return cursor.u32();
}

// src/verify/hdf5/format-hdf5.ts
var WINDOW_BYTES2 = 1024 ** 2;
var hdf5 = {
  name: "hdf5",
  proves: "end of file, every object header, group, heap and chunk index; metadata checksums; no two structures on the same bytes; size = shape x type; link counts; values",
  checksum: "lookup3 of newer metadata; Fletcher-32 or zlib of chunks that have such a filter",
  recognises({ head }) {
    if (findHdf5Signature(head) !== void 0) return true;
    return head.length > 8 && head[0] === 137 && Buffer.from(head.subarray(1, 4)).toString("latin1") === "HDF";
  },
  async open(subject) {
    const { file, superblock } = await openHdf5(subject);
    const tree = new Hdf5Tree(file, subject);
    await tree.walk(superblock);
    file.settle();
    const values2 = new Values(subject, file, tree);
    await enterNames(subject, file, tree, values2.book.steps);
    const isKeras = await judgeKerasTree(subject, tree);
    const { datasets } = tree;
    return {
      format: isKeras ? "keras-h5" : "hdf5",
      // Asked when all has been read: a chunk may turn out to be guarded by nothing.
      get checksummed() {
        const guarded = datasets.every((each) => each.guarded || each.elements === 0);
        return !file.hasUnguarded && tree.complete && guarded;
      },
      reaches: "L3",
      regions: () => values2.regions(),
      inside: () => values2.inside(),
      finish(complete) {
        const declared = datasets.filter(({ type }) => type.number !== void 0).length;
        values2.book.settle(tree.complete ? declared : Math.max(1, declared));
        if (complete && tree.complete) noteUnowned(subject, file);
      },
      tensors: () => values2.book.summary
    };
  }
};
async function enterNames(subject, file, tree, steps) {
  const { keys, facts } = subject;
  for (const { names, type } of tree.datasets) {
    for (const name of names) {
      const [top = name] = name.split("/", 1);
      if (type.number === void 0) keys.addValue(name, top);
      else keys.addTensor(name, top);
    }
  }
  const shown3 = [];
  for (const attribute of tree.rootAttributes) {
    const { name, type, space, data } = attribute;
    keys.addValue(name, name);
    if (space.elements !== 1 || shown3.length >= 64) continue;
    const value = type.number === void 0 ? (await textsOf(attribute, tree.heap, file))?.[0]?.slice(0, 200) : readScalar(type.number.dtype, data, type.number.littleEndian);
    if (typeof value === "number") steps.offer(name, value);
    if (value !== void 0) shown3.push([name.slice(0, 120), value]);
  }
  facts.scalars = Object.fromEntries(shown3);
}
function noteUnowned(subject, file) {
  const unowned = file.settle();
  if (unowned > 0)
    subject.findings.note("L1", "unowned-bytes", "some bytes belong to no object", {
      found: `${unowned} bytes`
    });
  if (file.base > 0)
    subject.findings.note("L1", "user-block", "a block that is not HDF5 lies before the file", {
      offset: 0,
      found: `${file.base} bytes`
    });
}
var Values = class {
  book;
  #subject;
  #file;
  #tree;
  constructor(subject, file, tree) {
    this.book = new TensorBook(subject);
    this.#subject = subject;
    this.#file = file;
    this.#tree = tree;
  }
  *regions() {
    const placed = this.#tree.datasets.filter(
      (dataset) => dataset.type.number !== void 0 && dataset.layout.kind !== "chunked" && !dataset.isUnwritten
    ).map((dataset) => ({ dataset, offset: this.#offsetOf(dataset) })).sort((a, b) => a.offset - b.offset);
    for (const { dataset, offset } of placed) {
      const scan = this.#scan(dataset, offset);
      yield { offset, length: dataset.elements * dataset.type.bytes, ...scan };
    }
  }
  async inside() {
    for (const dataset of this.#tree.datasets) {
      if (dataset.isUnwritten) this.#judgeUnwritten(dataset);
      await this.#subject.findings.guard(() => this.#look(dataset));
    }
  }
  async #look(dataset) {
    const { layout: layout2, chunks: chunks2, type, isUnwritten, fileOffset } = dataset;
    if (layout2.kind === "chunked" && chunks2 !== void 0) {
      const chunked = dataset;
      if (isUnwritten) return await checkChunks(this.#file, chunked);
      if (type.number === void 0) {
        await readRows(
          this.#file,
          chunked,
          (data) => followVariable(this.#file, this.#tree.heap, { type, data, place: fileOffset })
        );
        return;
      }
      const scan = this.#scan(dataset, fileOffset);
      await readRows(this.#file, chunked, async (piece) => scan.feed(piece));
      await scan.end();
    } else if (type.variable !== void 0 && !isUnwritten) await this.#followFlat(dataset);
  }
  async #followFlat(dataset) {
    const { type, elements } = dataset;
    const from = this.#offsetOf(dataset);
    const step = Math.max(1, Math.floor(WINDOW_BYTES2 / type.bytes));
    for (let i = 0; i < elements; i += step) {
      const at = from + i * type.bytes;
      const data = await this.#file.read(at - this.#file.base, Math.min(step, elements - i) * type.bytes);
      await followVariable(this.#file, this.#tree.heap, { type, data, place: at });
    }
  }
  #offsetOf({ layout: layout2, elements }) {
    if (elements === 0) return 0;
    if (layout2.kind === "compact") return layout2.fileOffset;
    return layout2.kind === "contiguous" ? this.#file.base + (layout2.address ?? 0) : 0;
  }
  /** What was never written reads as a fill value, and no program trains weights of that. */
  #judgeUnwritten({ names, type, shape: shape2, fileOffset, chunks: chunks2 }) {
    const { findings, role, table } = this.#subject;
    const what = `${quoted(names[0] ?? "")} was never written, or not as a whole`;
    const found = chunks2 === void 0 ? "no data" : `${chunks2.written} of ${chunks2.addresses.length} chunks`;
    if (holdsTensors(role)) findings.fail("L3", "unwritten", what, { offset: fileOffset, found });
    else findings.note("L3", "unwritten", what, { offset: fileOffset, found });
    if (type.number === void 0) return;
    for (const name of names) table.add({ name, dtype: type.number.dtype.name, shape: shape2, nonFinite: 0 });
  }
  #scan(dataset, fileOffset) {
    const { names, shape: shape2, elements, type } = dataset;
    const { dtype: dtype2, littleEndian } = type.number;
    const step = elements === 1 ? stepNameOf(names, this.book.steps) : void 0;
    const scan = new ElementScan(dtype2, {
      ...this.#subject.scanning,
      littleEndian,
      countNegative: mayNotBeNegative(names),
      mostBytes: elements * type.bytes,
      firstBytes: step !== void 0
    });
    return {
      bulk: { crc: false, scan: scan.spec, took: (slice) => slice.scan && scan.join(slice.scan) },
      feed: (piece) => scan.feed(piece),
      end: () => {
        const result = scan.finish();
        const value = step === void 0 ? void 0 : readScalar(dtype2, result.firstBytes, littleEndian);
        if (step !== void 0 && value !== void 0) this.book.steps.offer(step, value);
        const proven = dataset.guarded || this.#subject.digestGiven;
        this.book.judge.take({ names, dtype: dtype2, shape: shape2, elements, fileOffset, scan: result, proven });
      }
    };
  }
};
var ITERATIONS = /^optimizer\/vars\/0$|^optimizer_weights\/.*(^|\/)iterations?(:0)?$/;
function stepNameOf(names, steps) {
  return names.find((name) => steps.wants(name)) ?? (names.some((name) => ITERATIONS.test(name)) ? "iteration" : void 0);
}

// src/verify/jax/msgpack-stream.ts
var MOST_KEY_BYTES3 = 65536;
var TEXT_KEPT2 = 200;
var MsgpackStream = class {
  #events;
  #limits;
  #stack = [];
  #keys = 0;
  /** Bytes read: the offset of the next one. */
  #at = 0;
  constructor(events, limits) {
    this.#events = events;
    this.#limits = limits;
  }
  *read() {
    do {
      const path = yield* this.#nextPath();
      yield* this.#value(path);
      this.#closeFinished();
    } while (this.#stack.length > 0);
  }
  *#nextPath() {
    const frame = this.#stack.at(-1);
    if (frame === void 0) return "";
    frame.left -= 1;
    const name = frame.kind === "array" ? String(frame.index++) : yield* this.#key(frame);
    return frame.path === "" ? name : `${frame.path}/${name}`;
  }
  *#key(frame) {
    const at = this.#at;
    const head = yield* this.#head();
    if (head.kind !== "text") this.#events.oddKey?.(at);
    if (head.kind === "scalar") return this.#only(frame, String(head.value), at);
    if (head.kind !== "text" && head.kind !== "binary")
      throw new Unsettled("L2", "key-not-text", "a map has a key that is no text", { offset: at });
    if (head.bytes > MOST_KEY_BYTES3) throw overBudget("key bytes", MOST_KEY_BYTES3, head.bytes, at);
    const key = utf8(yield* this.#take(head.bytes));
    if (key === void 0) throw broken5("not-utf8", "a key is not UTF-8 text", at);
    return this.#only(frame, key, at);
  }
  #only(frame, key, at) {
    this.#keys += 1;
    if (this.#keys > this.#limits.keys) throw overBudget("objects", this.#limits.keys, this.#keys, at);
    frame.seen ??= /* @__PURE__ */ new Set();
    if (frame.seen.has(key)) throw broken5("duplicate-key", `${quoted(key)} stands there twice`, at);
    frame.seen.add(key);
    return key;
  }
  *#value(path) {
    const at = this.#at;
    const head = yield* this.#head();
    switch (head.kind) {
      case "scalar":
        this.#events.scalar(head.value, path, at);
        return;
      case "map":
      case "array":
        this.#open(head.kind, head.size, path, at);
        return;
      case "text":
        yield* this.#text(head.bytes, path, at);
        return;
      case "binary":
        yield* this.#skip(head.bytes);
        return;
      case "ext": {
        this.#mustFit(head.bytes, at);
        const end = this.#at + head.bytes;
        yield* this.#events.ext(head.code, head.bytes, path, this.#at);
        this.#at = end;
      }
    }
  }
  #open(kind, size, path, at) {
    this.#mustFit(size * (kind === "map" ? 2 : 1), at);
    if (this.#stack.length >= this.#limits.depth)
      throw overBudget("msgpack depth", this.#limits.depth, this.#stack.length + 1, at);
    this.#events.opened(kind, path);
    this.#stack.push({ kind, path, left: size, index: 0, seen: void 0 });
  }
  #closeFinished() {
    for (let top = this.#stack.at(-1); top !== void 0 && top.left === 0; top = this.#stack.at(-1)) {
      this.#stack.pop();
      this.#events.closed(top.path);
    }
  }
  /** A long text is not held; it must be UTF-8 all the same. */
  *#text(bytes2, path, at) {
    this.#mustFit(bytes2, at);
    const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
    let shown3 = "";
    const decode = (piece, more) => {
      try {
        const text5 = decoder.decode(piece, { stream: more });
        if (shown3.length < TEXT_KEPT2) shown3 = (shown3 + text5).slice(0, TEXT_KEPT2);
      } catch {
        throw broken5("not-utf8", "a text is not UTF-8", at);
      }
    };
    yield { bytes: bytes2, sink: (piece) => decode(piece, true) };
    decode(new Uint8Array(0), false);
    this.#at += bytes2;
    this.#events.scalar(shown3, path, at);
  }
  *#skip(bytes2) {
    this.#mustFit(bytes2, this.#at);
    yield { bytes: bytes2, sink: () => {
    } };
    this.#at += bytes2;
  }
  *#head() {
    const at = this.#at;
    const [first = 0] = yield* this.#take(1);
    if (first < 128) return { kind: "scalar", value: first };
    if (first < 144) return { kind: "map", size: first & 15 };
    if (first < 160) return { kind: "array", size: first & 15 };
    if (first < 192) return { kind: "text", bytes: first & 31 };
    if (first >= 224) return { kind: "scalar", value: first - 256 };
    if (first === 192) return { kind: "scalar", value: null };
    if (first === 193) throw broken5("msgpack-type", "a byte that begins no msgpack value", at);
    if (first <= 195) return { kind: "scalar", value: first === 195 };
    if (first <= 198) return { kind: "binary", bytes: yield* this.#count(1 << first - 196) };
    if (first <= 201) return yield* this.#extHead(yield* this.#count(1 << first - 199));
    if (first <= 211) return { kind: "scalar", value: yield* this.#number(first) };
    if (first <= 216) return yield* this.#extHead(1 << first - 212);
    if (first <= 219) return { kind: "text", bytes: yield* this.#count(1 << first - 217) };
    const size = yield* this.#count(first % 2 === 0 ? 2 : 4);
    return { kind: first <= 221 ? "array" : "map", size };
  }
  *#extHead(bytes2) {
    const [code = 0] = yield* this.#take(1);
    return { kind: "ext", bytes: bytes2, code: code > 127 ? code - 256 : code };
  }
  /** Counts and numbers are big-endian. */
  *#count(width) {
    return (yield* this.#take(width)).reduce((value, byte) => value * 256 + byte, 0);
  }
  *#number(type) {
    const width = type === 202 ? 4 : type === 203 ? 8 : 1 << (type - 204 & 3);
    const bytes2 = yield* this.#take(width);
    const view = new DataView(bytes2.buffer, bytes2.byteOffset, width);
    if (type === 202) return view.getFloat32(0);
    if (type === 203) return view.getFloat64(0);
    const signed = type >= 208;
    if (width === 8) return Number(signed ? view.getBigInt64(0) : view.getBigUint64(0));
    if (width === 4) return signed ? view.getInt32(0) : view.getUint32(0);
    if (width === 2) return signed ? view.getInt16(0) : view.getUint16(0);
    return signed ? view.getInt8(0) : view.getUint8(0);
  }
  /** The bytes are only valid until the next ones are asked for. */
  *#take(bytes2) {
    this.#mustFit(bytes2, this.#at);
    this.#at += bytes2;
    return bytes2 === 0 ? new Uint8Array(0) : yield bytes2;
  }
  #mustFit(bytes2, at) {
    const left = this.#limits.sizeBytes - this.#at;
    if (bytes2 <= left) return;
    throw new Broken("L1", "cut-short", "a value is longer than the file", {
      offset: at,
      expected: `at most ${left} bytes`,
      found: `${bytes2} bytes`
    });
  }
};
var broken5 = (code, what, offset) => new Broken("L2", code, what, { offset });

// src/verify/jax/flax-arrays.ts
var NDARRAY = 1;
var COMPLEX = 2;
var SCALAR = 3;
var CHUNKED2 = "__msgpack_chunked_array__";
var SCALARS_SHOWN = 64;
var MOST_ARRAY_HEAD_BYTES = 512;
var FlaxArrays = class {
  #oddKeyAt;
  #subject;
  #book;
  #shown = [];
  #chunked;
  declared = 0;
  constructor(subject, book) {
    this.#subject = subject;
    this.#book = book;
  }
  opened(kind, path) {
    const chunked = this.#chunked;
    if (chunked === void 0) return;
    const known = path === `${chunked.path}/shape` || path === `${chunked.path}/chunks`;
    if (!known || kind !== "map") throw chunksLie(chunked, "holds what does not belong there");
  }
  closed(path) {
    if (this.#chunked?.path === path) this.#finishChunked(this.#chunked);
  }
  scalar(value, path, offset) {
    const chunked = this.#chunked;
    const [parent, name] = splitLast(path);
    if (name === CHUNKED2) {
      if (value !== true || chunked !== void 0)
        throw new Broken("L2", "chunks-lie", "marks a chunked array in a way that Flax does not", { offset });
      this.#chunked = { path: parent, shape: /* @__PURE__ */ new Map(), pieces: 0, elements: 0, offset };
      return;
    }
    if (chunked !== void 0) {
      const isSize = parent === `${chunked.path}/shape` && Number.isSafeInteger(value) && Number(value) >= 0;
      if (!isSize || name !== String(chunked.shape.size)) throw chunksLie(chunked, "has no proper shape");
      chunked.shape.set(name, Number(value));
      return;
    }
    this.#subject.keys.addValue(path, topOf(path), value === null);
    if (typeof value === "number") this.#book.steps.offer(path, value);
    this.#quoted(path, value);
  }
  *ext(code, bytes2, path, offset) {
    if (code === COMPLEX) return yield* this.#complex(bytes2, path, offset);
    if (code !== NDARRAY && code !== SCALAR) {
      throw new Unsettled("L2", "unknown-extension", "holds a type that Flax does not write", {
        offset,
        expected: "1, 2 or 3",
        found: String(code)
      });
    }
    const head = yield* this.#arrayHead(bytes2, path, offset);
    mustMeasure(head, path);
    const chunked = this.#chunked;
    if (chunked !== void 0) return yield* this.#piece(chunked, head, path);
    this.declared += 1;
    this.#subject.keys.addTensor(path, topOf(path));
    const scan = this.#scanOf(head.dtype, path, head.bytes);
    yield { bytes: head.bytes, sink: (piece) => scan.feed(piece) };
    this.#take(scan, head, path);
  }
  /** Call once. */
  settle() {
    const { facts, findings } = this.#subject;
    facts.scalars = Object.fromEntries(this.#shown);
    if (this.#oddKeyAt === void 0 || this.declared === 0) return;
    const what = "a map has a key that is no text";
    findings.inconclusive("L2", "key-not-text", what, { offset: this.#oddKeyAt });
  }
  oddKey(offset) {
    this.#oddKeyAt ??= offset;
  }
  /** A msgpack triple: shape, name of the type, bytes. */
  *#arrayHead(bytes2, path, offset) {
    let used = 0;
    const take2 = function* (count2) {
      used += count2;
      if (used > Math.min(bytes2, MOST_ARRAY_HEAD_BYTES)) throw notAnArray(path, offset);
      return count2 === 0 ? new Uint8Array(0) : (yield count2).slice();
    };
    const count = function* (width) {
      return (yield* take2(width)).reduce((value, byte) => value * 256 + byte, 0);
    };
    const [triple] = yield* take2(1);
    const [rank2 = 0] = yield* take2(1);
    if (triple !== 147 || (rank2 & 240) !== 144 && rank2 !== 220) throw notAnArray(path, offset);
    const dimensions = rank2 === 220 ? yield* count(2) : rank2 & 15;
    const shape2 = [];
    for (let i = 0; i < dimensions; i += 1) {
      const [first = 0] = yield* take2(1);
      if (first >= 128 && (first < 204 || first > 207)) throw notAnArray(path, offset);
      shape2.push(first < 128 ? first : yield* count(1 << first - 204));
    }
    const [word = 0] = yield* take2(1);
    if ((word & 224) !== 160 && word !== 217) throw notAnArray(path, offset);
    const name = Buffer.from(yield* take2(word === 217 ? yield* count(1) : word & 31)).toString("latin1");
    const [binary = 0] = yield* take2(1);
    if (binary < 196 || binary > 198) throw notAnArray(path, offset);
    const data = yield* count(1 << binary - 196);
    if (used + data !== bytes2) throw notAnArray(path, offset);
    const dtype2 = dtypeNamed(name);
    if (dtype2 === void 0) {
      throw new Unsettled("L2", "unknown-dtype", `${quoted(path)} has an element type that we do not know`, {
        offset,
        found: name.slice(0, 40)
      });
    }
    const elements = shape2.reduce((product, size) => product * BigInt(size), 1n);
    return { dtype: dtype2, shape: shape2, elements: Number(elements), bytes: data, dataAt: offset + used };
  }
  *#complex(bytes2, path, offset) {
    const given = bytes2 === 19 ? (yield bytes2).slice() : void 0;
    if (given?.[0] !== 146 || given[1] !== 203 || given[10] !== 203) throw notAnArray(path, offset);
    const view = new DataView(given.buffer);
    this.scalar(`${view.getFloat64(2)}+${view.getFloat64(11)}i`, path, offset);
  }
  *#piece(chunked, head, path) {
    const [parent, name] = splitLast(path);
    const inPlace = parent === `${chunked.path}/chunks` && name === String(chunked.pieces);
    if (!inPlace || head.shape.length !== 1) throw chunksLie(chunked, "has pieces out of order");
    if (chunked.dtype !== void 0 && chunked.dtype !== head.dtype)
      throw chunksLie(chunked, "has pieces of different types");
    if (chunked.scan === void 0) {
      chunked.offset = head.dataAt;
      chunked.dtype = head.dtype;
      chunked.scan = this.#scanOf(head.dtype, chunked.path, Number.MAX_SAFE_INTEGER);
    }
    const { scan } = chunked;
    chunked.pieces += 1;
    chunked.elements += head.elements;
    yield { bytes: head.bytes, sink: (piece) => scan.feed(piece) };
  }
  #finishChunked(chunked) {
    const { path, scan, dtype: dtype2, elements, offset } = chunked;
    this.#chunked = void 0;
    const shape2 = [...chunked.shape.values()];
    const wanted = shape2.reduce((product, size) => product * BigInt(size), 1n);
    if (scan === void 0 || dtype2 === void 0 || wanted !== BigInt(elements)) {
      throw new Broken("L2", "chunks-lie", `the pieces of ${quoted(path)} are not its shape`, {
        offset,
        expected: `${wanted} elements`,
        found: `${elements}`
      });
    }
    this.declared += 1;
    this.#subject.keys.addTensor(path, topOf(path));
    this.#take(scan, { dtype: dtype2, shape: shape2, elements, dataAt: offset }, path);
  }
  #scanOf(dtype2, name, mostBytes) {
    const countNegative = mayNotBeNegative([name.replaceAll("/", ".")]);
    return new ElementScan(dtype2, {
      ...this.#subject.scanning,
      littleEndian: true,
      countNegative,
      mostBytes,
      firstBytes: this.#book.steps.wants(name)
    });
  }
  #take(scan, head, name) {
    const { dtype: dtype2, shape: shape2, elements, dataAt: fileOffset } = head;
    const names = [name];
    const proven = this.#subject.digestGiven;
    this.#book.take({ names, dtype: dtype2, shape: shape2, elements, fileOffset, scan: scan.finish(), proven });
  }
  #quoted(path, value) {
    if (this.#shown.length >= SCALARS_SHOWN) return;
    const odd = typeof value === "number" && !Number.isFinite(value);
    this.#shown.push([path.slice(0, 200), odd ? String(value) : value]);
  }
};
function* flaxProgram(events, { budgets, sizeBytes }, depth) {
  yield* new MsgpackStream(events, { depth, keys: budgets.objects, sizeBytes }).read();
}
function mustMeasure({ dtype: dtype2, shape: shape2, bytes: bytes2, dataAt }, path) {
  const wanted = shape2.reduce((product, size) => product * BigInt(size), BigInt(dtype2.bits / 8));
  if (wanted === BigInt(bytes2)) return;
  throw new Broken("L2", "size-lies", `${quoted(path)} is not as long as its type and shape say`, {
    offset: dataAt,
    expected: `${wanted} bytes (${dtype2.name}[${shape2.slice(0, 8).join(", ")}])`,
    found: `${bytes2} bytes`
  });
}
var splitLast = (path) => {
  const at = path.lastIndexOf("/");
  return [path.slice(0, Math.max(0, at)), path.slice(at + 1)];
};
var topOf = (path) => path.split("/", 1)[0] ?? path;
var notAnArray = (path, offset) => new Broken("L2", "array-malformed", `${quoted(path)} is no shape, type and bytes`, { offset });
var chunksLie = ({ path, offset }, what) => new Broken("L2", "chunks-lie", `the chunked array ${quoted(path)} ${what}`, { offset });

// src/verify/jax/format-flax.ts
var MOST_DEPTH4 = 100;
var flax = {
  name: "flax-msgpack",
  proves: "one msgpack value covers the file; no key twice; every array and every piece of a chunked one has the bytes of its shape and type; values",
  checksum: "none",
  recognises: ({ head, sizeBytes, role }) => beginsMapOfTexts(head) || beginsArray(head) || isMap(head, sizeBytes, role),
  async open(subject) {
    const book = new TensorBook(subject);
    const arrays = new FlaxArrays(subject, book);
    const parser = new PushParser(flaxProgram(arrays, subject, MOST_DEPTH4));
    return {
      checksummed: false,
      reaches: "L3",
      regions: () => [
        wholeFile(subject, {
          feed: (...piece) => parser.feed(...piece),
          end: () => parser.end(subject.sizeBytes)
        })
      ],
      finish(complete) {
        arrays.settle();
        if (complete) book.settle(arrays.declared);
      },
      tensors: () => book.summary
    };
  }
};
function beginsMapOfTexts(head) {
  const [first = 0] = head;
  const keyAt = first >= 129 && first <= 143 ? 1 : first === 222 ? 3 : first === 223 ? 5 : -1;
  const word = keyAt < 0 ? 0 : head[keyAt] ?? 0;
  const isShort = word > 160 && word < 192;
  if (!isShort && word !== 217) return false;
  const textAt = keyAt + (isShort ? 1 : 2);
  const length = isShort ? word & 31 : head[keyAt + 1] ?? 0;
  const key = head.subarray(textAt, textAt + length);
  if (key.length === 0) return false;
  const text5 = utf8(key);
  return text5 !== void 0 && !/[\u0000-\u001f\u007f]/.test(text5);
}
function beginsArray(head) {
  const [first = 0] = head;
  if (first < 199 || first > 201) return false;
  const typeAt = 1 + (1 << first - 199);
  return head[typeAt] === 1 && head[typeAt + 1] === 147;
}
function isMap(head, sizeBytes, role) {
  const [first = 0] = head;
  if (role === "log" || !(first >= 128 && first <= 143 || first === 222 || first === 223)) return false;
  const events = { opened() {
  }, closed() {
  }, scalar() {
  }, *ext() {
  } };
  const limits = { depth: MOST_DEPTH4, keys: head.length, sizeBytes };
  const parser = new PushParser(new MsgpackStream(events, limits).read());
  try {
    parser.feed(head, 0);
    if (head.length === sizeBytes) parser.end(sizeBytes);
    return true;
  } catch {
    return false;
  }
}

// src/verify/media/format-jpeg.ts
var MAGIC9 = Uint8Array.of(255, 216, 255);
var [START2, END, SCAN, RESTART_INTERVAL] = [216, 217, 218, 221];
var jpeg = {
  name: "jpeg",
  proves: "segments that tile the file: a frame of some size, its scans with their restart marks in order, the end mark last; what follows that is another picture or degraded; pixels are not decoded",
  checksum: "none",
  recognises: ({ head }) => startsWith(head, MAGIC9),
  async open(subject) {
    const markers = new JpegMarkers(subject);
    return {
      checksummed: false,
      reaches: "L2",
      regions: () => [
        wholeFile(subject, {
          feed: (...piece) => markers.feed(...piece),
          end: () => markers.end()
        })
      ],
      finish: () => {
      }
    };
  }
};
var isFrame = (code) => code >= 192 && code <= 207 && ![196, 200, 204].includes(code);
var isRestart = (code) => code >= 208 && code <= 215;
var JpegMarkers = class {
  #subject;
  #state = "marker";
  #code = 0;
  /** The first bytes of a segment, length and all. */
  #start = [];
  #left = 0;
  #hasFrame = false;
  #hasScan = false;
  #restarts = false;
  #nextRestart = 0;
  #pictures = 0;
  constructor(subject) {
    this.#subject = subject;
  }
  feed(piece, offset) {
    for (let i = 0; i < piece.length; ) {
      if (this.#state === "segment") {
        const taken = Math.min(this.#left, piece.length - i);
        for (let k = 0; k < taken && this.#start.length < 8; k += 1) this.#start.push(piece[i + k]);
        this.#left -= taken;
        i += taken;
        if (this.#left === 0) this.#endSegment(offset + i);
      } else if (this.#state === "scan") {
        const next = piece.indexOf(255, i);
        if (next < 0) return;
        this.#state = "scan-code";
        i = next + 1;
      } else {
        this.#byte(piece[i], offset + i);
        i += 1;
      }
    }
  }
  end() {
    if (this.#state === "behind") return;
    throw new Broken("L1", "cut-short", "ends before the end mark of its picture", {
      offset: this.#subject.sizeBytes
    });
  }
  #byte(byte, at) {
    if (this.#state === "marker" || this.#state === "behind") this.#beginMarker(byte, at);
    else if (this.#state === "code") {
      if (byte !== 255) this.#marker(byte, at);
    } else if (this.#state === "scan-code") this.#inScan(byte, at);
    else {
      this.#start.push(byte);
      if (this.#start.length < 2) return;
      this.#left = 256 * (this.#start[0] ?? 0) + (this.#start[1] ?? 0) - 2;
      if (this.#left < 0) throw this.#wrong("a segment is shorter than its own length", at);
      this.#state = "segment";
      if (this.#left === 0) this.#endSegment(at + 1);
    }
  }
  #beginMarker(byte, at) {
    if (byte === 255) this.#state = "code";
    else if (this.#state === "marker") throw this.#wrong("there is no marker where one should be", at);
    else this.#trailing(at);
  }
  #trailing(at) {
    const what = "something follows the end mark of its picture: readers leave it alone";
    this.#subject.findings.degraded("L1", "trailing-bytes", what, {
      offset: at,
      found: `${this.#subject.sizeBytes - at} bytes`
    });
    this.#state = "segment";
    this.#left = Number.POSITIVE_INFINITY;
  }
  #marker(code, at) {
    if (code === START2 && (this.#pictures === 0 ? !this.#isBegun : this.#isBetween)) this.#begin();
    else if (this.#isBetween) this.#trailing(at - 1);
    else if (!this.#isBegun || code === 0 || isRestart(code) || code === START2)
      throw this.#wrong("a marker stands where it may not", at);
    else if (code === END) this.#endPicture(at);
    else {
      this.#code = code;
      this.#start = [];
      this.#state = "length";
    }
  }
  #isBegun = false;
  /** One picture has ended, and no other begun. */
  get #isBetween() {
    return this.#pictures > 0 && !this.#isBegun;
  }
  #begin() {
    this.#isBegun = true;
    this.#hasFrame = false;
    this.#hasScan = false;
    this.#restarts = false;
    this.#state = "marker";
  }
  #endPicture(at) {
    if (!this.#hasFrame || !this.#hasScan) throw this.#wrong("holds no pixels", at);
    this.#pictures += 1;
    this.#isBegun = false;
    this.#state = "behind";
  }
  #endSegment(at) {
    this.#state = "marker";
    const [, , , high = 0, low = 0, wide2 = 0, narrow = 0] = this.#start;
    if (isFrame(this.#code)) {
      if (wide2 === 0 && narrow === 0) throw this.#wrong("its frame has no width", at);
      this.#hasFrame = true;
      Object.assign(this.#subject.facts.scalars, { width: 256 * wide2 + narrow, height: 256 * high + low });
    } else if (this.#code === RESTART_INTERVAL) {
      this.#restarts = (this.#start[2] ?? 0) + (this.#start[3] ?? 0) > 0;
    } else if (this.#code === SCAN) {
      if (!this.#hasFrame) throw this.#wrong("has a scan before its frame", at);
      this.#hasScan = true;
      this.#nextRestart = 0;
      this.#state = "scan";
    }
  }
  /** Behind 0xff within coded pixels: a byte of theirs, a restart, or what ends the scan. */
  #inScan(byte, at) {
    if (byte === 255) return;
    this.#state = "scan";
    if (byte === 0) return;
    if (!isRestart(byte)) {
      this.#marker(byte, at);
      return;
    }
    if (!this.#restarts || byte - 208 !== this.#nextRestart)
      throw this.#wrong("a restart mark is not the next one", at);
    this.#nextRestart = (this.#nextRestart + 1) % 8;
  }
  #wrong(what, offset) {
    return new Broken("L1", "jpeg-structure", what, { offset });
  }
};

// src/verify/media/format-png.ts
var MAGIC10 = Uint8Array.of(137, 80, 78, 71, 13, 10, 26, 10);
var png = {
  name: "png",
  proves: "chunks that tile the file, each by its CRC-32: IHDR first, pixels there, IEND last and nothing after it",
  checksum: "CRC-32 of each chunk",
  recognises: ({ head }) => startsWith(head, MAGIC10),
  async open(subject) {
    const { sizeBytes, facts } = subject;
    const parser = new PushParser(chunks(sizeBytes, (size) => Object.assign(facts.scalars, size)));
    return {
      checksummed: true,
      reaches: "L2",
      regions: () => [
        wholeFile(subject, {
          feed: (...piece) => parser.feed(...piece),
          end: () => parser.end(sizeBytes)
        })
      ],
      finish: () => {
      }
    };
  }
};
function* chunks(sizeBytes, onSize) {
  yield MAGIC10.length;
  let at = MAGIC10.length;
  let hasPixels = false;
  for (let index = 0; ; index += 1) {
    const header = (yield 8).slice();
    const view = new DataView(header.buffer);
    const length = view.getUint32(0);
    const type = String.fromCharCode(...header.subarray(4));
    judgeChunk({ type, length, offset: at }, index === 0, sizeBytes);
    let crc = crc32(header.subarray(4), 0);
    if (type === "IHDR") {
      const fields = (yield length).slice();
      crc = crc32(fields, crc);
      onSize({
        width: new DataView(fields.buffer).getUint32(0),
        height: new DataView(fields.buffer).getUint32(4)
      });
    } else {
      const sink = (piece) => {
        crc = crc32(piece, crc);
      };
      yield { bytes: length, sink };
    }
    const claimed = yield 4;
    const expected = new DataView(claimed.buffer, claimed.byteOffset, 4).getUint32(0);
    if (expected !== crc)
      throw sumDiffers(`a ${type} chunk is not of its CRC-32`, at, { stored: expected, found: crc });
    at += length + 12;
    hasPixels ||= type === "IDAT" && length > 0;
    if (type !== "IEND") continue;
    if (!hasPixels) throw new Broken("L2", "png-structure", "holds no pixels", { offset: at });
    return;
  }
}
function judgeChunk({ type, length, offset }, isFirst, sizeBytes) {
  const wrong = (what, found) => new Broken("L1", "png-structure", what, { offset, found });
  if (!/^[A-Za-z]{4}$/.test(type)) throw wrong("what should be a chunk has no type", JSON.stringify(type));
  if (length + 12 > sizeBytes - offset)
    throw new Broken("L1", "cut-short", "a chunk is longer than what is left of the file", {
      offset,
      expected: `${length + 12} bytes`,
      found: `${sizeBytes - offset} bytes`
    });
  if (isFirst !== (type === "IHDR") || type === "IHDR" && length !== 13)
    throw wrong("IHDR is not its first chunk, or not of 13 bytes", type);
  if (type === "IEND" && length > 0) throw wrong("its IEND chunk has content", `${length} bytes`);
}

// src/verify/numpy/npy-stream.ts
var LONGEST_START = 12;
var NpyStream = class {
  #books;
  #place;
  #header;
  #start = new Uint8Array(0);
  #headerBytes;
  #scan;
  #objects;
  constructor(books, place) {
    this.#books = books;
    this.#place = place;
  }
  feed(piece) {
    const rest = this.#header === void 0 ? this.#collect(piece) : piece;
    if (rest.length === 0) return;
    this.#scan?.feed(rest);
    this.#objects?.feed(rest);
  }
  /** @param proven a checksum of the container vouches for the bytes */
  end(proven) {
    const header = this.#header;
    if (header === void 0) {
      throw new Broken("L1", "cut-short", "the file ends inside the header of its array", {
        offset: this.#place.fileOffset + this.#start.length
      });
    }
    const { book, subject } = this.#books;
    const { name } = this.#place;
    const fileOffset = this.#place.fileOffset + header.bytes;
    if (this.#objects === void 0) {
      subject.keys.addTensor(name, name);
      this.#scan?.judge(book, { names: [name], fileOffset, proven });
      return;
    }
    const root = this.#objects.end();
    if (arrayIn(root) === void 0)
      throw new Broken("L2", "npy-object", "an array of objects is followed by a pickle of something else");
    this.#objects.enter(root, { name, fileOffset, proven, book });
  }
  /** @returns what follows the header */
  #collect(piece) {
    const before = this.#start.length;
    const wanted = this.#headerBytes ?? Math.min(LONGEST_START, this.#place.bytes);
    const taken = Math.min(wanted - before, piece.length);
    const start = new Uint8Array(before + taken);
    start.set(this.#start);
    start.set(piece.subarray(0, taken), before);
    this.#start = start;
    if (start.length < wanted) return piece.subarray(taken);
    if (this.#headerBytes === void 0) {
      this.#headerBytes = npyHeaderBytes(start);
      return this.#collect(piece.subarray(taken));
    }
    this.#open(parseNpyHeader(start));
    return piece.subarray(taken);
  }
  #open(header) {
    const { subject, imports } = this.#books;
    this.#header = header;
    if (header.isLong) {
      const what = "numpy.load refuses a header of more than 10,000 characters unless it is told otherwise";
      subject.findings.degraded("L2", "unsafe-loader", what, { offset: this.#place.fileOffset });
    }
    if (header.type.object) {
      const programBytes = this.#place.bytes - header.bytes;
      this.#objects = new PickledObject(subject, imports, programBytes, false);
      return;
    }
    this.#mustFill(header);
    this.#scan = new ArrayScan(subject, header, [this.#place.name]);
  }
  /** Header and elements are the whole file. */
  #mustFill({ type, shape: shape2, bytes: bytes2 }) {
    const expected = BigInt(bytes2) + BigInt(type.bytes) * countOf(shape2);
    const found = BigInt(this.#place.bytes);
    if (expected === found) return;
    const cut3 = expected > found;
    const what = cut3 ? "the array ends before its elements do" : "bytes follow the last element of the array";
    throw new Broken("L1", cut3 ? "cut-short" : "trailing-bytes", what, {
      offset: this.#place.fileOffset + (cut3 ? this.#place.bytes : Number(expected)),
      expected: `${expected} bytes`,
      found: `${found} bytes`
    });
  }
};

// src/verify/numpy/format-npy.ts
var NAME3 = "(root)";
var npy = {
  name: "npy",
  proves: "header 1.0 to 3.0 by a literal grammar; type x shape = bytes, nothing behind; fields of structures; objects as a pickle walked opcode by opcode; values",
  checksum: "none",
  recognises: ({ head }) => startsWith(head, NPY_MAGIC),
  async open(subject) {
    const book = new TensorBook(subject);
    const imports = new PickleImports(subject);
    const place = { name: NAME3, bytes: subject.sizeBytes, fileOffset: 0 };
    const stream = new NpyStream({ subject, book, imports }, place);
    return {
      checksummed: false,
      reaches: "L3",
      regions: () => [
        wholeFile(subject, { feed: (piece) => stream.feed(piece), end: () => stream.end(false) })
      ],
      finish() {
        imports.settle(NEEDS_ALLOW_PICKLE);
        book.settle(1);
      },
      tensors: () => book.summary
    };
  }
};
var NEEDS_ALLOW_PICKLE = "holds Python objects: it loads only with allow_pickle=True";

// src/verify/codec/protobuf-schema.ts
var one = (wire) => ({ wire, many: false });
var many = (wire) => ({ wire, many: true });
var oneOf = (message2) => ({
  wire: "delimited",
  many: false,
  message: message2
});
var manyOf = (message2) => ({
  wire: "delimited",
  many: true,
  message: message2
});
var SchemaWatch = class {
  #findings;
  #told = /* @__PURE__ */ new Set();
  constructor(findings) {
    this.#findings = findings;
  }
  /** What a newer schema may have put there we cannot know, so nothing is said for the whole. */
  unknown(message2, field, at) {
    const key = `${message2}.${field}`;
    if (this.#told.has(key) || this.#told.size >= 100) return;
    this.#told.add(key);
    const what = `${message2} has a field that we do not know`;
    this.#findings.inconclusive("L2", "protobuf-unknown-field", what, {
      offset: at,
      found: `field ${field}`
    });
  }
  /** Of a field that can only stand once, readers take the last and writers write none twice: two files were joined. */
  twice(message2, field, at) {
    const what = `${message2} has a field twice that can stand there once`;
    this.#findings.fail("L1", "protobuf-field-twice", what, { offset: at, found: `field ${field}` });
  }
};
var KnownMessage = class _KnownMessage {
  #shape;
  #seen = /* @__PURE__ */ new Set();
  watch;
  constructor(shape2, watch) {
    this.#shape = shape2;
    this.watch = watch;
  }
  varint(field, value, at) {
    if (this.#admits(field, "varint", at) !== void 0) this.onVarint(field, value, at);
  }
  fixed(field, bytes2, at) {
    const wire = bytes2.length === 4 ? "fixed32" : "fixed64";
    if (this.#admits(field, wire, at) !== void 0) this.onFixed(field, bytes2, at);
  }
  delimited(field, length, at) {
    const shape2 = this.#admits(field, "delimited", at);
    if (shape2 === void 0) return void 0;
    if (shape2.wire !== "delimited")
      return this.onPacked(field, length, at) ?? this.#packed(field, shape2, length, at);
    const target = this.onDelimited(field, length, at);
    if (target !== void 0 || shape2.message === void 0) return target;
    return new _KnownMessage(shape2.message(), this.watch);
  }
  onVarint(_field, _value, _at) {
  }
  onFixed(_field, _bytes, _at) {
  }
  onPacked(_field, _length, _at) {
    return void 0;
  }
  onDelimited(_field, _length, _at) {
    return void 0;
  }
  end(_at) {
  }
  #packed(field, shape2, length, at) {
    if (shape2.wire === "varint") return packedVarints((value) => this.onVarint(field, value, at));
    const size = shape2.wire === "fixed32" ? 4 : 8;
    if (length % size !== 0)
      throw new Broken("L2", "protobuf-length", "a packed field ends inside a number", { offset: at });
    return void 0;
  }
  #admits(field, wire, at) {
    const shape2 = this.#shape.fields[field];
    if (shape2 === void 0) {
      this.watch.unknown(this.#shape.name, field, at);
      return void 0;
    }
    const packed2 = shape2.many && wire === "delimited";
    if (shape2.wire !== wire && !packed2) {
      const what = `${this.#shape.name} has a field of another type than its schema`;
      throw new Broken("L2", "protobuf-wire-type", what, {
        offset: at,
        expected: shape2.wire,
        found: `${wire} (field ${field})`
      });
    }
    if (!shape2.many) {
      if (this.#seen.has(field)) this.watch.twice(this.#shape.name, field, at);
      this.#seen.add(field);
    }
    return shape2;
  }
};

// src/verify/onnx/schema.ts
var message = (name, fields) => ({ name, fields });
var text3 = one("delimited");
var texts = many("delimited");
var int = one("varint");
var ints = many("varint");
var PAIR = message("StringStringEntryProto", { 1: text3, 2: text3 });
var pairs = manyOf(() => PAIR);
var TENSOR = message("TensorProto", {
  1: ints,
  2: int,
  3: oneOf(() => SEGMENT),
  4: many("fixed32"),
  5: ints,
  6: texts,
  7: ints,
  8: text3,
  9: one("delimited"),
  10: many("fixed64"),
  11: ints,
  12: text3,
  13: pairs,
  14: int,
  16: pairs
});
var SEGMENT = message("TensorProto.Segment", { 1: int, 2: int });
var SPARSE_TENSOR = message("SparseTensorProto", {
  1: oneOf(() => TENSOR),
  2: oneOf(() => TENSOR),
  3: ints
});
var DIMENSION = message("TensorShapeProto.Dimension", { 1: int, 2: text3, 3: text3 });
var SHAPE = message("TensorShapeProto", { 1: manyOf(() => DIMENSION) });
var TENSOR_TYPE = message("TypeProto.Tensor", { 1: int, 2: oneOf(() => SHAPE) });
var ELEMENT_TYPE = message("TypeProto.Sequence", { 1: oneOf(() => TYPE) });
var MAP_TYPE = message("TypeProto.Map", { 1: int, 2: oneOf(() => TYPE) });
var OPAQUE_TYPE = message("TypeProto.Opaque", { 1: text3, 2: text3 });
var TYPE = message("TypeProto", {
  1: oneOf(() => TENSOR_TYPE),
  4: oneOf(() => ELEMENT_TYPE),
  5: oneOf(() => MAP_TYPE),
  6: text3,
  7: oneOf(() => OPAQUE_TYPE),
  8: oneOf(() => TENSOR_TYPE),
  9: oneOf(() => ELEMENT_TYPE)
});
var VALUE_INFO = message("ValueInfoProto", { 1: text3, 2: oneOf(() => TYPE), 3: text3, 4: pairs });
var values = manyOf(() => VALUE_INFO);
var ATTRIBUTE = message("AttributeProto", {
  1: text3,
  2: one("fixed32"),
  3: int,
  4: text3,
  5: oneOf(() => TENSOR),
  6: oneOf(() => GRAPH),
  7: many("fixed32"),
  8: ints,
  9: texts,
  10: manyOf(() => TENSOR),
  11: manyOf(() => GRAPH),
  13: text3,
  14: oneOf(() => TYPE),
  15: manyOf(() => TYPE),
  20: int,
  21: text3,
  22: oneOf(() => SPARSE_TENSOR),
  23: manyOf(() => SPARSE_TENSOR)
});
var INT_INTS = message("IntIntListEntryProto", { 1: int, 2: ints });
var SIMPLE_SHARD = message("SimpleShardedDimProto", { 1: int, 2: text3, 3: int });
var SHARDED_DIM = message("ShardedDimProto", { 1: int, 2: manyOf(() => SIMPLE_SHARD) });
var SHARDING2 = message("ShardingSpecProto", {
  1: text3,
  2: ints,
  3: manyOf(() => INT_INTS),
  4: manyOf(() => SHARDED_DIM)
});
var NODE_DEVICES = message("NodeDeviceConfigurationProto", { 1: text3, 2: manyOf(() => SHARDING2), 3: int });
var NODE = message("NodeProto", {
  1: texts,
  2: texts,
  3: text3,
  4: text3,
  5: manyOf(() => ATTRIBUTE),
  6: text3,
  7: text3,
  8: text3,
  9: pairs,
  10: manyOf(() => NODE_DEVICES)
});
var ANNOTATION = message("TensorAnnotation", { 1: text3, 2: pairs });
var GRAPH = message("GraphProto", {
  1: manyOf(() => NODE),
  2: text3,
  5: manyOf(() => TENSOR),
  10: text3,
  11: values,
  12: values,
  13: values,
  14: manyOf(() => ANNOTATION),
  15: manyOf(() => SPARSE_TENSOR),
  16: pairs
});
var OPERATOR_SET = message("OperatorSetIdProto", { 1: text3, 2: int });
var operatorSets = manyOf(() => OPERATOR_SET);
var FUNCTION = message("FunctionProto", {
  1: text3,
  4: texts,
  5: texts,
  6: texts,
  7: manyOf(() => NODE),
  8: text3,
  9: operatorSets,
  10: text3,
  11: manyOf(() => ATTRIBUTE),
  12: values,
  13: text3,
  14: pairs
});
var TRAINING = message("TrainingInfoProto", {
  1: oneOf(() => GRAPH),
  2: oneOf(() => GRAPH),
  3: pairs,
  4: pairs
});
var DEVICES = message("DeviceConfigurationProto", { 1: text3, 2: int, 3: texts });
var MODEL = message("ModelProto", {
  1: int,
  2: text3,
  3: text3,
  4: text3,
  5: int,
  6: text3,
  7: oneOf(() => GRAPH),
  8: operatorSets,
  14: pairs,
  20: manyOf(() => TRAINING),
  25: manyOf(() => FUNCTION),
  26: manyOf(() => DEVICES)
});

// src/verify/onnx/pair.ts
var MOST_NAME_BYTES3 = 65536;
var PairReader = class extends KnownMessage {
  #take;
  #key = "";
  #value = "";
  constructor(watch, take2) {
    super(PAIR, watch);
    this.#take = take2;
  }
  onDelimited(field, length) {
    return startOfText(MOST_NAME_BYTES3, length, (text5) => {
      if (field === 1) this.#key = text5;
      else this.#value = text5;
    });
  }
  end() {
    this.#take(this.#key, this.#value);
  }
};

// src/verify/onnx/dtype.ts
var numbers2 = (dtype2, typed) => ({ name: dtype2.name, dtype: dtype2, typed });
var packedInteger = (name, bits) => numbers2({ ...DTYPES.u8, name, bits }, "int32_data");
var TYPES2 = {
  1: numbers2(DTYPES.f32, "float_data"),
  2: numbers2(DTYPES.u8, "int32_data"),
  3: numbers2(DTYPES.i8, "int32_data"),
  4: numbers2(DTYPES.u16, "int32_data"),
  5: numbers2(DTYPES.i16, "int32_data"),
  6: numbers2(DTYPES.i32, "int32_data"),
  7: numbers2(DTYPES.i64, "int64_data"),
  8: { name: "string", typed: "string_data" },
  9: numbers2(DTYPES.bool, "int32_data"),
  10: numbers2(DTYPES.f16, "int32_data"),
  11: numbers2(DTYPES.f64, "double_data"),
  12: numbers2(DTYPES.u32, "uint64_data"),
  13: numbers2(DTYPES.u64, "uint64_data"),
  14: numbers2(DTYPES.c64, "float_data"),
  15: numbers2(DTYPES.c128, "double_data"),
  16: numbers2(DTYPES.bf16, "int32_data"),
  17: numbers2(DTYPES.f8_e4m3, "int32_data"),
  18: numbers2(DTYPES.f8_e4m3fnuz, "int32_data"),
  19: numbers2(DTYPES.f8_e5m2, "int32_data"),
  20: numbers2(DTYPES.f8_e5m2fnuz, "int32_data"),
  21: packedInteger("u4", 4),
  22: packedInteger("i4", 4),
  23: numbers2(DTYPES.f4, "int32_data"),
  24: numbers2(DTYPES.e8m0, "int32_data"),
  25: packedInteger("u2", 2),
  26: packedInteger("i2", 2),
  27: numbers2(DTYPES.f6_e2m3, "int32_data"),
  28: numbers2(DTYPES.f6_e3m2, "int32_data")
};
var onnxDtype = (id) => TYPES2[id];
var storedBytes = ({ bits }, elements) => bits >= 8 ? elements * (bits / 8) : Math.ceil(elements * bits / 8);
var containerBytes = ({ bits }) => Math.max(1, bits / 8);
var unpackedBytes = (dtype2, elements) => dtype2.bits === 6 ? elements : storedBytes(dtype2, elements);
function fitsInto(value, bytes2, mayBeSigned) {
  const number2 = value.toSafeInteger();
  if (number2 === void 0) return false;
  const span = 2 ** (8 * bytes2);
  return number2 < (mayBeSigned && bytes2 > 1 ? span / 2 : span) && number2 >= (mayBeSigned ? -span / 2 : 0);
}

// src/verify/onnx/tensor.ts
var MOST_DIMS = 64;
var BUFFER_BYTES = 4096;
var FIELD_OF = {
  4: "float_data",
  5: "int32_data",
  6: "string_data",
  7: "int64_data",
  9: "raw_data",
  10: "double_data",
  11: "uint64_data"
};
var TensorReader = class extends KnownMessage {
  #all;
  #place;
  #at;
  #dims = [];
  #entries = /* @__PURE__ */ new Map();
  #typeId = 0;
  #name = "";
  #external = false;
  #segmented = false;
  #carrier;
  #scan;
  #dataAt = 0;
  #fedBytes = 0;
  #mostBytes = 0;
  #strings = 0;
  #buffer = new Uint8Array(8);
  #pending;
  #pendingBytes = 0;
  constructor(all, place, at) {
    super(TENSOR, all.watch);
    this.#all = all;
    this.#place = place;
    this.#at = at;
  }
  onVarint(field, value, at) {
    if (field === 1) this.#addDim(value, at);
    else if (field === 2) this.#typeId = value.low32;
    else if (field === 14) this.#external = value.low32 === 1;
    else this.#number(field, value, at);
  }
  onFixed(field, bytes2, at) {
    this.#begin(field, at);
    this.#feed(bytes2);
  }
  onPacked(field, length, at) {
    if (field !== 4 && field !== 10) return void 0;
    const size = field === 4 ? 4 : 8;
    if (length % size !== 0)
      throw new Broken("L2", "protobuf-length", "a packed field ends inside a number", { offset: at });
    return this.#stretch(field, length, at);
  }
  onDelimited(field, length, at) {
    if (field === 3) this.#segmented = true;
    if (field === 6) return this.#string(length, at);
    if (field === 8) return collectedText(MOST_NAME_BYTES3, length, at, (name) => this.#rename(name));
    if (field === 9) return this.#stretch(field, length, at);
    if (field === 13) return new PairReader(this.watch, (key, value) => this.#entry(key, value, at));
    return void 0;
  }
  end() {
    this.#flush();
    const { findings } = this.#all.subject;
    const type = onnxDtype(this.#typeId);
    const name = this.#fullName();
    const shown3 = quoted(name);
    this.#place.whenNamed?.(name);
    this.#all.count += 1;
    this.#all.subject.keys.addTensor(name, name);
    if (type === void 0) {
      const what = `${shown3} is of an element type that we do not know`;
      const where = { offset: this.#at, found: String(this.#typeId) };
      if (this.#typeId === 0) findings.fail("L2", "dtype-missing", `${shown3} has no element type`, where);
      else findings.inconclusive("L2", "dtype-unknown", what, where);
      return;
    }
    if (this.#segmented) {
      findings.inconclusive("L2", "tensor-segment", `${shown3} is a segment of a tensor`, {
        offset: this.#at
      });
      return;
    }
    if (this.#external) this.#endExternal(name, type);
    else if (this.#holdsItsElements(shown3, type)) this.#judge(name, type);
    this.#place.whenRead?.({ name, shape: this.#dims, dtype: type.name });
  }
  #addDim(value, at) {
    const size = value.toSafeInteger();
    if (size === void 0 || size < 0) {
      throw new Broken("L2", "shape-not-a-size", "a tensor has a size that cannot be", {
        offset: at,
        found: String(value.toSigned())
      });
    }
    if (this.#carrier !== void 0) throw this.#outOfOrder(at);
    if (this.#dims.length >= MOST_DIMS)
      throw new Broken("L2", "shape-rank", `a tensor has more than ${MOST_DIMS} dimensions`, { offset: at });
    this.#dims.push(size);
  }
  #rename(name) {
    this.#name = name;
  }
  #entry(key, value, at) {
    if (this.#entries.has(key) || this.#entries.size >= 64) {
      const what = `external_data has ${JSON.stringify(key.slice(0, 40))} twice`;
      throw new Broken("L2", "external-entry", what, { offset: at });
    }
    this.#entries.set(key, value);
  }
  get #elements() {
    const elements = this.#dims.reduce((product, size) => product * size, 1);
    if (Number.isSafeInteger(elements * 16)) return elements;
    throw new Broken("L2", "shape-overflow", "a tensor is larger than can be", {
      offset: this.#at,
      found: this.#dims.join(" x ").slice(0, 120)
    });
  }
  #begin(field, at) {
    const carrier = FIELD_OF[field];
    if (this.#carrier === carrier) return;
    if (this.#carrier !== void 0) {
      throw new Broken("L2", "tensor-carriers", "a tensor has its elements in two fields", {
        offset: at,
        expected: this.#carrier,
        found: `${carrier} too`
      });
    }
    const type = onnxDtype(this.#typeId);
    if (this.#typeId === 0) throw this.#outOfOrder(at);
    this.#carrier = carrier;
    this.#dataAt = at;
    const fits = type === void 0 || carrier === type.typed || carrier === "raw_data" && type.dtype !== void 0;
    if (!fits) {
      const what = `a tensor of ${type.name} has its elements in a field for other types`;
      throw new Broken("L2", "tensor-carrier", what, {
        offset: at,
        expected: type.dtype === void 0 ? type.typed : `raw_data or ${type.typed}`,
        found: String(carrier)
      });
    }
    if (type === void 0) return;
    this.#mostBytes = type.dtype === void 0 ? Number.MAX_SAFE_INTEGER : unpackedBytes(type.dtype, this.#elements);
    this.#scan = new ElementScan(type.dtype ?? BYTES, {
      ...this.#all.subject.scanning,
      littleEndian: true,
      // The name may come after the numbers; what was counted in vain is thrown away.
      countNegative: true,
      mostBytes: this.#mostBytes,
      firstBytes: this.#dims.every((size) => size === 1)
    });
  }
  #outOfOrder(at) {
    const what = "a tensor has its elements before its type or shape, which protobuf allows and no writer does";
    return new Unsettled("L2", "tensor-field-order", what, { offset: at });
  }
  #stretch(field, length, at) {
    if (length === 0) return void 0;
    if (field === 9 && this.#carrier === "raw_data") return void 0;
    this.#begin(field, at);
    return { bytes: (piece) => this.#feed(piece) };
  }
  #string(length, at) {
    this.#begin(6, at);
    this.#strings += 1;
    const prefix = [];
    for (let rest = length; ; rest >>>= 7) {
      prefix.push(rest > 127 ? rest & 127 | 128 : rest);
      if (rest <= 127) break;
    }
    this.#feed(Uint8Array.from(prefix));
    return { bytes: (piece) => this.#feed(piece) };
  }
  /** One number of `int32_data`, `int64_data` or `uint64_data`. */
  #number(field, value, at) {
    this.#begin(field, at);
    const dtype2 = onnxDtype(this.#typeId)?.dtype;
    if (dtype2 === void 0) return;
    const size = containerBytes(dtype2);
    const mayBeSigned = dtype2.name.startsWith("i");
    if (size < 8 && !fitsInto(value, size, mayBeSigned)) {
      throw new Broken("L2", "number-too-large", `a number does not fit into ${dtype2.name}`, {
        offset: at,
        found: String(value.toSigned())
      });
    }
    const view = new DataView(this.#buffer.buffer);
    view.setUint32(0, value.low32, true);
    view.setUint32(4, value.high32, true);
    this.#collect(this.#buffer.subarray(0, size));
  }
  /** A scan wants more than a byte at a time. */
  #collect(bytes2) {
    this.#pending ??= new Uint8Array(BUFFER_BYTES);
    if (this.#pendingBytes + bytes2.length > BUFFER_BYTES) this.#flush();
    this.#pending.set(bytes2, this.#pendingBytes);
    this.#pendingBytes += bytes2.length;
  }
  #flush() {
    if (this.#pending === void 0 || this.#pendingBytes === 0) return;
    this.#feed(this.#pending.subarray(0, this.#pendingBytes));
    this.#pendingBytes = 0;
  }
  #feed(bytes2) {
    this.#scan?.feed(bytes2.subarray(0, Math.max(0, this.#mostBytes - this.#fedBytes)));
    this.#fedBytes += bytes2.length;
  }
  #fullName() {
    return this.#place.prefix + (this.#place.name ?? this.#name);
  }
  #holdsItsElements(shown3, { dtype: dtype2 }) {
    const { findings } = this.#all.subject;
    const elements = this.#elements;
    if (this.#carrier === void 0 && elements > 0) {
      findings.fail("L2", "tensor-without-data", `${shown3} has a shape and no elements`, {
        offset: this.#at,
        expected: `${elements} elements`
      });
      return false;
    }
    const isTyped = this.#carrier !== "raw_data";
    const expected = dtype2 === void 0 ? elements : isTyped ? unpackedBytes(dtype2, elements) : storedBytes(dtype2, elements);
    const found = dtype2 === void 0 ? this.#strings : this.#fedBytes;
    if (expected === found) return true;
    const unit = dtype2 === void 0 ? "strings" : "bytes";
    findings.fail("L2", "tensor-size", `${shown3} does not have the size of its shape and type`, {
      offset: this.#dataAt,
      expected: `${expected} ${unit}`,
      found: `${found} ${unit}`
    });
    return false;
  }
  #judge(name, type) {
    const { subject, book } = this.#all;
    const scan = (this.#scan ?? emptyScan(type.dtype ?? BYTES, subject)).finish();
    const shape2 = this.#dims;
    const { dtype: dtype2 } = type;
    if (dtype2 === void 0) {
      subject.table.add({ name, dtype: type.name, shape: shape2, fingerprint: scan.fingerprint, nonFinite: 0 });
      return;
    }
    book.take({
      names: [name],
      dtype: dtype2,
      shape: shape2,
      elements: this.#elements,
      fileOffset: this.#dataAt,
      scan: mayNotBeNegative([name]) ? scan : { ...scan, negative: 0 },
      proven: subject.digestGiven,
      literal: this.#place.literal || shape2.length === 0
    });
  }
  #endExternal(name, { dtype: dtype2, name: word }) {
    const { findings } = this.#all.subject;
    const shown3 = quoted(name);
    if (this.#carrier !== void 0) {
      findings.fail("L2", "tensor-carriers", `${shown3} has its elements here and in another file`, {
        offset: this.#at
      });
    } else if (dtype2 === void 0) {
      findings.fail("L2", "external-type", `${shown3} holds ${word}s, which cannot lie in another file`, {
        offset: this.#at
      });
    } else {
      const elements = this.#elements;
      this.#all.externals.push({
        name,
        dtype: dtype2,
        shape: this.#dims,
        elements,
        bytes: storedBytes(dtype2, elements),
        entries: this.#entries,
        at: this.#at,
        literal: this.#place.literal || this.#dims.length === 0
      });
    }
  }
};
var BYTES = DTYPES.u8;
var emptyScan = (dtype2, { scanning }) => new ElementScan(dtype2, { ...scanning, littleEndian: true, countNegative: false, mostBytes: 0 });

// src/verify/onnx/value-names.ts
var MOST_LETTERS = 128 * 1024 ** 2;
var NAME_LETTERS = 64;
var ValueNames = class {
  /** Inputs and initializers, which may have the same names. */
  #given = /* @__PURE__ */ new Set();
  #made = /* @__PURE__ */ new Map();
  #used = /* @__PURE__ */ new Map();
  #letters = 0;
  give(name) {
    this.#hold(name);
    this.#given.add(name);
  }
  /** @param at where the name stands in the file; a name of no letters is an output that nobody wants */
  make(name, at) {
    if (name === "") return void 0;
    this.#hold(name);
    const isTwice = this.#made.has(name);
    this.#made.set(name, at);
    return isTwice ? twice2(name, at) : void 0;
  }
  /** A name of no letters is an input that is left out. */
  use(name, at) {
    if (name === "" || this.#used.has(name)) return;
    this.#hold(name);
    this.#used.set(name, at);
  }
  /** The names of a graph within, which sees these. */
  useFree(inner) {
    for (const [name, at] of inner.#free()) this.use(name, at);
  }
  /** Call once, when all are told. @returns the first of each kind */
  faults({ isOutermost }) {
    const faults = [];
    for (const [name, at] of this.#made)
      if (this.#given.has(name)) {
        faults.push(twice2(name, at));
        break;
      }
    if (!isOutermost) return faults;
    for (const [name, at] of this.#free()) {
      const what = `${quoted(name)} is used, and nothing in the graph makes it`;
      faults.push({ code: "onnx-dangling", what, extra: { offset: at } });
      break;
    }
    return faults;
  }
  *#free() {
    for (const [name, at] of this.#used)
      if (!this.#made.has(name) && !this.#given.has(name)) yield [name, at];
  }
  #hold({ length }) {
    this.#letters += length + NAME_LETTERS;
    if (this.#letters > MOST_LETTERS)
      throw new Unsettled("L2", "over-budget", "a graph has longer names together than we hold");
  }
};
var twice2 = (name, at) => ({
  code: "onnx-made-twice",
  what: `${quoted(name)} is made by two nodes, or is given and made`,
  extra: { offset: at }
});

// src/verify/onnx/graph.ts
function tellFaults(all, names, where) {
  for (const { code, what, extra } of names.faults(where)) all.subject.findings.fail("L2", code, what, extra);
}
var GraphReader = class extends KnownMessage {
  #all;
  #prefix;
  #names = new ValueNames();
  #whenRead;
  /** @param whenRead is told what the graph's nodes hand to each other */
  constructor(all, prefix, whenRead) {
    if (prefix.length > MOST_NAME_BYTES3) {
      const what = "graphs within graphs have longer names together than we hold";
      throw new Unsettled("L2", "over-budget", what);
    }
    super(GRAPH, all.watch);
    this.#all = all;
    this.#prefix = prefix;
    this.#whenRead = whenRead;
  }
  onDelimited(field, _length, at) {
    const names = this.#names;
    const give = (name) => names.give(name.slice(this.#prefix.length));
    switch (field) {
      case 1:
        return new NodeReader(this.#all, this.#prefix, names);
      case 5:
        return new InitializerReader(this.#all, this.#prefix, at, give);
      case 11:
        return new ValueReader(this.watch, (name) => names.give(name));
      case 12:
        return new ValueReader(this.watch, (name) => names.use(name, at));
      case 15:
        return new SparseReader(this.#all, { prefix: this.#prefix, literal: false, whenNamed: give });
      default:
        return void 0;
    }
  }
  end() {
    this.#whenRead(this.#names);
  }
};
var ValueReader = class extends KnownMessage {
  #take;
  constructor(watch, take2) {
    super(VALUE_INFO, watch);
    this.#take = take2;
  }
  onDelimited(field, length, at) {
    return field === 1 ? collectedText(MOST_NAME_BYTES3, length, at, this.#take) : void 0;
  }
};
var InitializerReader = class extends TensorReader {
  constructor(all, prefix, at, give) {
    const before = all.subject.keys.tensorCount;
    super(
      all,
      {
        prefix,
        literal: false,
        whenNamed: give,
        whenRead: ({ name }) => {
          const { findings, keys } = all.subject;
          const shown3 = quoted(name);
          if (name === prefix)
            findings.fail("L2", "tensor-unnamed", "an initializer has no name", { offset: at });
          else if (keys.tensorCount === before)
            findings.fail("L2", "tensor-twice", `${shown3} stands in the model twice`, { offset: at });
        }
      },
      at
    );
  }
};
var NodeReader = class extends KnownMessage {
  #all;
  #prefix;
  #names;
  #name = "";
  #output = "";
  #attributes = 0;
  constructor(all, prefix, names) {
    super(NODE, all.watch);
    this.#all = all;
    this.#prefix = prefix;
    this.#names = names;
  }
  onDelimited(field, length, at) {
    if (field === 1) return this.#text(length, at, (text5) => this.#names.use(text5, at));
    if (field === 2)
      return this.#text(length, at, (text5) => {
        this.#output ||= text5;
        const fault = this.#names.make(text5, at);
        if (fault) this.#all.subject.findings.fail("L2", fault.code, fault.what, fault.extra);
      });
    if (field === 3)
      return this.#text(length, at, (text5) => {
        this.#name = text5;
      });
    if (field !== 5) return void 0;
    this.#attributes += 1;
    const node = this.#name || this.#output || "?";
    return new AttributeReader(this.#all, `${this.#prefix}${node}.`, this.#attributes, this.#names);
  }
  #text(length, at, take2) {
    return collectedText(MOST_NAME_BYTES3, length, at, take2);
  }
};
var AttributeReader = class extends KnownMessage {
  #all;
  #prefix;
  #number;
  #names;
  #name = "";
  #items = 0;
  constructor(all, prefix, number2, names) {
    super(ATTRIBUTE, all.watch);
    this.#names = names;
    this.#all = all;
    this.#prefix = prefix;
    this.#number = number2;
  }
  onDelimited(field, length, at) {
    if (field === 1)
      return collectedText(MOST_NAME_BYTES3, length, at, (text5) => {
        this.#name = text5;
      });
    const own = this.#prefix + (this.#name || String(this.#number));
    if (field === 5) return new TensorReader(this.#all, { prefix: "", name: own, literal: true }, at);
    if (field === 6) return this.#graph(`${own}/`);
    if (field === 22) return new SparseReader(this.#all, { prefix: "", name: own, literal: true });
    this.#items += 1;
    const item = `${own}.${this.#items - 1}`;
    if (field === 10) return new TensorReader(this.#all, { prefix: "", name: item, literal: true }, at);
    if (field === 11) return this.#graph(`${item}/`);
    if (field === 23) return new SparseReader(this.#all, { prefix: "", name: item, literal: true });
    this.#items -= 1;
    return void 0;
  }
  #graph(prefix) {
    return new GraphReader(this.#all, prefix, (inner) => {
      tellFaults(this.#all, inner, { isOutermost: false });
      this.#names.useFree(inner);
    });
  }
};
var SparseReader = class extends KnownMessage {
  #all;
  #place;
  #values;
  #indices;
  constructor(all, place) {
    super(SPARSE_TENSOR, all.watch);
    this.#all = all;
    this.#place = place;
  }
  onDelimited(field, _length, at) {
    if (field === 1)
      return new TensorReader(
        this.#all,
        {
          ...this.#place,
          whenRead: (tensor) => {
            this.#values = tensor;
          }
        },
        at
      );
    const name = `${this.#values?.name ?? this.#place.prefix}.indices`;
    const place = {
      prefix: "",
      name,
      literal: true,
      whenRead: (tensor) => {
        this.#indices = tensor;
      }
    };
    return field === 2 ? new TensorReader(this.#all, place, at) : void 0;
  }
  end(at) {
    const { findings } = this.#all.subject;
    const count = this.#values?.shape[0];
    const fits = this.#indices?.dtype === "i64" && this.#indices.shape[0] === count;
    if (count === void 0 || !fits) {
      findings.fail("L2", "sparse-indices", "a sparse tensor does not have one index for each value", {
        offset: at,
        expected: `${count ?? "some"} indices of i64`,
        found: this.#indices === void 0 ? "none" : `${this.#indices.shape.join(" x ")} of ${this.#indices.dtype}`
      });
    }
  }
};
var FunctionReader = class extends KnownMessage {
  #all;
  #names = new ValueNames();
  #name = "";
  constructor(all) {
    super(FUNCTION, all.watch);
    this.#all = all;
  }
  onDelimited(field, length, at) {
    if (field === 1)
      return collectedText(MOST_NAME_BYTES3, length, at, (text5) => {
        this.#name = text5;
      });
    if (field === 4) return collectedText(MOST_NAME_BYTES3, length, at, (text5) => this.#names.give(text5));
    if (field === 5) return collectedText(MOST_NAME_BYTES3, length, at, (text5) => this.#names.use(text5, at));
    if (field === 7) return new NodeReader(this.#all, `${this.#name}/`, this.#names);
    if (field === 11) return new AttributeReader(this.#all, `${this.#name}/`, 0, this.#names);
    return void 0;
  }
  end() {
    tellFaults(this.#all, this.#names, { isOutermost: true });
  }
};

// src/verify/onnx/model.ts
var NEWEST_IR = 14;
var MOST_SCALARS2 = 64;
var ModelReader = class extends KnownMessage {
  #all;
  #irVersion = 0;
  #graphs = 0;
  #opsets = 0;
  constructor(all) {
    super(MODEL, all.watch);
    this.#all = all;
  }
  onVarint(field, value) {
    if (field === 1) this.#irVersion = value.toNumber();
  }
  onDelimited(field, length, at) {
    const { facts, subject } = { facts: this.#all.subject.facts, subject: this.#all.subject };
    switch (field) {
      case 2:
      case 3:
        return startOfText(200, length, (text5) => {
          facts.scalars[field === 2 ? "producer" : "producer_version"] = text5;
        });
      case 7:
        this.#graphs += 1;
        return new GraphReader(this.#all, "", (names) => tellFaults(this.#all, names, { isOutermost: true }));
      case 8:
        this.#opsets += 1;
        return void 0;
      case 14:
        return new PairReader(this.watch, (key, value) => enterMetadata(subject, this.#all, key, value));
      case 20:
        return new TrainingReader(this.#all);
      case 25:
        return new FunctionReader(this.#all);
      default:
        void at;
        return void 0;
    }
  }
  /** A file that was cut exactly after a field still parses; writers put the operator sets after the graph. */
  end(at) {
    const { findings, facts } = this.#all.subject;
    facts.scalars["ir_version"] = this.#irVersion;
    const absent = [
      ...this.#irVersion === 0 ? ["ir_version"] : [],
      ...this.#graphs === 0 ? ["graph"] : [],
      ...this.#opsets === 0 ? ["opset_import"] : []
    ];
    if (absent.length > 0) {
      findings.fail("L1", "onnx-incomplete", `ends before its ${absent.join(" and ")}`, {
        offset: at,
        expected: "ir_version, graph and opset_import"
      });
    }
    if (this.#irVersion > NEWEST_IR) {
      findings.inconclusive("L2", "onnx-newer", "is of a newer version than we know", {
        expected: `<= ${NEWEST_IR}`,
        found: String(this.#irVersion)
      });
    }
  }
};
function enterMetadata({ keys, facts }, { book }, key, value) {
  keys.addValue(key, key);
  const isNumber = /^-?[0-9]+(\.[0-9]+)?$/.test(value);
  if (isNumber) book.steps.offer(key, Number(value));
  if (Object.keys(facts.scalars).length < MOST_SCALARS2)
    facts.scalars[key.slice(0, 200)] = isNumber ? Number(value) : value.slice(0, 200);
}
var TrainingReader = class extends KnownMessage {
  #all;
  constructor(all) {
    super(TRAINING, all.watch);
    this.#all = all;
  }
  onDelimited(field) {
    const whenRead = (names) => tellFaults(this.#all, names, { isOutermost: false });
    if (field === 1) return new GraphReader(this.#all, "initialization/", whenRead);
    return field === 2 ? new GraphReader(this.#all, "algorithm/", whenRead) : void 0;
  }
};

// src/verify/onnx/format.ts
var MOST_BYTES = 2 ** 31;
var GRAPH_FIELD = 7;
var GRAPH_TAGS = [10, 18, 42, 82, 90, 98];
var MODEL_FIELDS = {
  1: 0,
  2: 2,
  3: 2,
  4: 2,
  5: 0,
  6: 2,
  7: 2,
  8: 2,
  14: 2,
  20: 2,
  25: 2,
  26: 2
};
var onnx = {
  name: "onnx",
  proves: "every message by its schema; IR version, graph and operator sets present; each tensor has one carrier of the size of its shape and type, in sub-graphs and functions too; what a node uses is made, and made once; values",
  checksum: "none",
  recognises(probe) {
    const fields = topFields(probe.head, probe.sizeBytes);
    const first = fields[0];
    if (first === void 0 || first.field !== 1 || first.wire !== 0) return false;
    for (const { field, wire, at, length } of fields) {
      if (MODEL_FIELDS[field] !== wire) return false;
      if (field === GRAPH_FIELD) return length > 0 && GRAPH_TAGS.includes(probe.head[at] ?? 0);
    }
    return false;
  },
  async open(subject) {
    const { walk, externals } = openModel(subject);
    return {
      ...walk,
      finish(complete) {
        walk.finish(complete);
        const [first] = externals;
        if (first === void 0) return;
        const what = "keeps tensors in other files, which only their folder can prove: verify the directory, not this file";
        subject.findings.inconclusive("L2", "external-data", what, {
          found: `${externals.length} of them, the first in ${JSON.stringify((first.entries.get("location") ?? "").slice(0, 80))}`
        });
      }
    };
  }
};
function openModel(subject) {
  const { sizeBytes, budgets, findings } = subject;
  if (sizeBytes >= MOST_BYTES) {
    const what = "is larger than a protobuf message can be: no reader takes it";
    throw new Broken("L1", "protobuf-too-large", what, {
      expected: `< ${MOST_BYTES} bytes`,
      found: `${sizeBytes} bytes`
    });
  }
  const tensors = {
    subject,
    watch: new SchemaWatch(findings),
    book: new TensorBook(subject),
    externals: [],
    count: 0
  };
  const walk = new ProtobufWalk(new ModelReader(tensors), 0, sizeBytes, budgets);
  return {
    externals: tensors.externals,
    tensors,
    walk: {
      checksummed: false,
      reaches: "L3",
      regions: () => [wholeFile(subject, { feed: (piece) => walk.feed(piece), end: () => walk.end() })],
      finish(complete) {
        if (complete) tensors.book.settle(tensors.count);
      },
      tensors: () => tensors.book.summary
    }
  };
}

// src/verify/pickle/format-joblib.ts
import { constants as constants3, inflateRawSync } from "node:zlib";
var TASTED_BYTES2 = 1024;
var GZIP = Uint8Array.of(31, 139);
var OLD = /^ZF(0x[0-9a-f]{1,16})L? +(?=[^ ])/;
var OLD_HEADER_BYTES = [21, 22];
function oldHeader(head) {
  const [header = "", length = ""] = OLD.exec(Buffer.from(head.subarray(0, 40)).toString("latin1")) ?? [];
  const isHeader = OLD_HEADER_BYTES.includes(header.length) && isZlib2(head.subarray(header.length));
  return isHeader ? { bytes: header.length, unpackedBytes: Number(length) } : void 0;
}
var isZlib2 = ([first = 0, second = 0]) => (first & 15) === 8 && first >> 4 <= 7 && (second & 32) === 0 && (first << 8 | second) % 31 === 0;
function wrappingOf(head) {
  const wrapping2 = startsWith(head, GZIP) ? "gzip" : isZlib2(head) ? "zlib" : void 0;
  return wrapping2 !== void 0 && holdsPickle(wrapping2, head) ? wrapping2 : void 0;
}
function holdsPickle(wrapping2, head) {
  const from = wrapping2 === "gzip" ? gzipHeaderBytes(head) : 2;
  try {
    const start = inflateRawSync(head.subarray(from, from + TASTED_BYTES2), {
      finishFlush: constants3.Z_SYNC_FLUSH
    });
    return beginsAsPickle(new Uint8Array(start), Number.POSITIVE_INFINITY);
  } catch {
    return false;
  }
}
function gzipHeaderBytes(head) {
  const flags = head[3] ?? 0;
  let at = 10;
  if ((flags & 4) !== 0) at += 2 + (head[at] ?? 0) + 256 * (head[at + 1] ?? 0);
  for (const bit of [8, 16]) if ((flags & bit) !== 0) at = Math.max(head.indexOf(0, at), at) + 1;
  return (flags & 2) !== 0 ? at + 2 : at;
}
var joblib = {
  name: "joblib",
  proves: "the zlib or gzip stream to its trailer, nothing behind it, before 0.10 also its length; what is inside as of pickle",
  checksum: "Adler-32 (zlib) or CRC-32 (gzip) of the whole",
  recognises: ({ head }) => oldHeader(head) !== void 0 || wrappingOf(head) !== void 0,
  async open(subject) {
    const old = oldHeader(subject.head);
    const wrapping2 = old === void 0 ? wrappingOf(subject.head) : "zlib";
    const holds = old === void 0 || holdsPickle("zlib", subject.head.subarray(old.bytes));
    const reading = holds ? new PickleReading(subject, Number.POSITIVE_INFINITY) : void 0;
    const stream = new Unpacking(subject, wrapping2 ?? "zlib", { reading, old });
    return {
      checksummed: true,
      reaches: reading === void 0 ? "L2" : "L3",
      regions: () => [wholeFile(subject, stream)],
      finish: (complete) => reading?.settle(complete),
      tensors: () => reading?.summary ?? NO_TENSORS
    };
  }
};
var Unpacking = class {
  #subject;
  #reading;
  #old;
  #inflater;
  #out = 0;
  constructor(subject, wrapping2, { reading, old }) {
    this.#subject = subject;
    this.#reading = reading;
    this.#old = old;
    const declared = Number.MAX_SAFE_INTEGER;
    this.#inflater = new Inflater(declared, 0, (piece) => this.#take(piece), wrapping2);
  }
  feed(piece, offset) {
    return this.#inflater.feed(piece.subarray(Math.max(0, (this.#old?.bytes ?? 0) - offset)));
  }
  async end() {
    const used = (this.#old?.bytes ?? 0) + await this.#inflater.end();
    const { sizeBytes } = this.#subject;
    if (used !== sizeBytes) {
      throw new Broken("L1", "trailing-bytes", "bytes follow the compressed stream", {
        offset: used,
        found: `${sizeBytes - used} bytes`
      });
    }
    const expected = this.#old?.unpackedBytes ?? this.#out;
    if (expected !== this.#out)
      throw new Broken("L2", "size-lies", "does not unpack to the length that it says", {
        expected: `${expected} bytes`,
        found: `${this.#out} bytes`
      });
    this.#reading?.end(void 0, true);
  }
  #take(piece) {
    const { expandedBytes } = this.#subject.budgets;
    this.#out += piece.length;
    if (this.#out > expandedBytes) throw overBudget("expandedBytes", expandedBytes, this.#out);
    this.#reading?.feed(piece);
  }
};

// src/verify/tensor/tiling.ts
function tensorsMustTile(tensors, from, sizeBytes) {
  let at = from;
  for (const { name, offset, bytes: bytes2 } of tensors) {
    if (offset !== at) {
      const code = offset < at ? "tensors-overlap" : "hole-between-tensors";
      throw new Broken("L2", code, `${quoted(name)} does not begin where the tensor before it ended`, {
        offset,
        expected: String(at),
        found: String(offset)
      });
    }
    at += bytes2;
  }
  mustEndAt(at, sizeBytes, {
    cut: "the file ends before its tensors do",
    more: "bytes follow the last tensor"
  });
}
function mustEndAt(end, sizeBytes, words) {
  if (end === sizeBytes) return;
  const isCut = end > sizeBytes;
  throw new Broken("L1", isCut ? "cut-short" : "trailing-bytes", isCut ? words.cut : words.more, {
    offset: Math.min(end, sizeBytes),
    expected: `${end} bytes`,
    found: `${sizeBytes} bytes`
  });
}

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
var SafetensorsHeader = class {
  tensors = [];
  metadata = /* @__PURE__ */ new Map();
  #draft;
  opened(kind, path) {
    if (path.length === 0 && kind !== "object") throw malformed4("the header is not an object", 8);
    if (path.length === 1 && kind !== "object") throw malformed4("an entry is not an object", 8);
    if (path.length < 2) return;
    const field = path[1];
    const isList = path.length === 2 && kind === "array" && (field === "shape" || field === "data_offsets");
    if (!isList || this.#draft === void 0)
      throw malformed4(`${show(path)} is nested`, this.#draft?.offset ?? 8);
    this.#draft[field === "shape" ? "shape" : "offsets"] = [];
  }
  closed(path) {
    if (path.length !== 1 || this.#draft === void 0) return;
    this.tensors.push(finished(this.#draft));
    this.#draft = void 0;
  }
  key(name, path, offset) {
    if (path.length === 1 && name !== METADATA) this.#draft = { name, offset };
    const known = name === "dtype" || name === "shape" || name === "data_offsets";
    if (path.length === 2 && path[0] !== METADATA && !known)
      throw malformed4(`${show(path)} is no field`, offset);
  }
  scalar(scalar2, path, offset) {
    const [first, field] = path;
    if (path.length === 2 && first === METADATA) {
      if (scalar2.kind !== "string") throw malformed4(`${show(path)} is not text`, offset);
      this.metadata.set(String(field), scalar2.text);
      return;
    }
    const draft = this.#draft;
    if (draft !== void 0 && path.length === 2 && field === "dtype" && scalar2.kind === "string") {
      draft.dtype = scalar2.text;
      return;
    }
    const list2 = field === "shape" ? draft?.shape : field === "data_offsets" ? draft?.offsets : void 0;
    if (list2 === void 0 || path.length !== 3)
      throw malformed4(`${show(path)} does not belong there`, offset);
    const isCount = scalar2.kind === "number" && /^[0-9]+$/.test(scalar2.text) && Number.isSafeInteger(scalar2.value);
    if (!isCount) throw malformed4(`${show(path)} is not a count below 2^53`, offset);
    list2.push(scalar2.value);
  }
};
function finished({ name, dtype: dtype2, shape: shape2, offsets, offset }) {
  const [begin, end] = offsets ?? [];
  if (dtype2 === void 0 || shape2 === void 0 || begin === void 0 || end === void 0 || offsets?.length !== 2) {
    throw malformed4(`${quoted(name)} lacks dtype, shape or two data_offsets`, offset);
  }
  const known = Object.hasOwn(BY_NAME, dtype2) ? BY_NAME[dtype2] : void 0;
  if (known === void 0) {
    throw new Unsettled("L2", "unknown-dtype", "has an element type that this version does not know", {
      offset,
      found: dtype2.slice(0, 40)
    });
  }
  const elements = shape2.reduce((product, size) => product * BigInt(size), 1n);
  const bits = elements * BigInt(known.bits);
  if (bits % 8n !== 0n || bits / 8n !== BigInt(end) - BigInt(begin)) {
    throw new Broken("L2", "size-lies", `${quoted(name)} is not as long as its dtype and shape say`, {
      offset,
      expected: `${bits} bits (${dtype2}[${shape2.join(", ")}])`,
      found: `${BigInt(end) - BigInt(begin)} bytes`
    });
  }
  return { name, dtype: known, shape: shape2, begin, end, elements: Number(elements) };
}
var show = (path) => quoted(path.join("."));
var malformed4 = (what, offset) => new Broken("L2", "header-malformed", what, { offset });

// src/verify/safetensors/format.ts
var WINDOW_BYTES3 = 1024 ** 2;
var isPrintable = (byte) => byte >= 32 && byte < 127;
var safetensors = {
  name: "safetensors",
  proves: "header length and JSON without duplicate keys; dtype x shape = bytes; tensors cover the data without hole, overlap or tail; values",
  checksum: "none",
  recognises({ head, sizeBytes }) {
    if (head.length < 10 || head[8] !== 123 || head.subarray(0, 8).every(isPrintable)) return false;
    const claimed = headerLength2(head);
    return claimed <= BigInt(sizeBytes) || head[9] === 34;
  },
  async open(subject) {
    const { header, dataStart } = await readHeader2(subject);
    const tensors = inFileOrder(header.tensors);
    tensorsMustTile(extentsOf(tensors, dataStart), dataStart, subject.sizeBytes);
    const book = new TensorBook(subject);
    enterNames2(subject, header, book.steps);
    return {
      checksummed: false,
      reaches: "L3",
      *regions() {
        for (const { name, dtype: dtype2, shape: shape2, elements, begin, end } of tensors) {
          const place = {
            fileOffset: dataStart + begin,
            bytes: end - begin,
            littleEndian: true,
            proven: false
          };
          yield tensorRegion(subject, { name, dtype: dtype2, shape: shape2, elements, ...place }, book);
        }
      },
      finish: () => book.settle(tensors.length),
      tensors: () => book.summary
    };
  }
};
var headerLength2 = (head) => new DataView(head.buffer, head.byteOffset, head.length).getBigUint64(0, true);
async function readHeader2(subject) {
  const { reader, budgets, sizeBytes, head } = subject;
  const claimed = headerLength2(head);
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
  for (let at = 8; at < 8 + length; at += WINDOW_BYTES3) {
    scanner.feed(await reader.read(at, Math.min(WINDOW_BYTES3, 8 + length - at)), at);
  }
  scanner.end(8 + length);
  return { header, dataStart: 8 + length };
}
var inFileOrder = (tensors) => [...tensors].sort((a, b) => a.begin - b.begin || a.end - b.end);
var extentsOf = (tensors, dataStart) => tensors.map(({ name, begin, end }) => ({ name, offset: dataStart + begin, bytes: end - begin }));
function enterNames2({ keys, facts }, header, steps) {
  for (const { name } of header.tensors) keys.addTensor(name, name);
  const shown3 = [];
  for (const [name, text5] of header.metadata) {
    keys.addValue(name, name);
    const isNumber = /^-?[0-9]+(\.[0-9]+)?$/.test(text5);
    if (isNumber) steps.offer(name, Number(text5));
    if (shown3.length < 64) shown3.push([name, isNumber ? Number(text5) : text5.slice(0, 200)]);
  }
  facts.scalars = Object.fromEntries(shown3);
}

// src/verify/tensorflow/graph.ts
var both = (op) => [op, `${op}V2`];
var REACHING_OUT = /* @__PURE__ */ new Set([
  ...["ReadFile", "WriteFile", "MatchingFiles", "ImmutableConst", "LoadLibrary"],
  ...["PyFunc", "PyFuncStateless", "EagerPyFunc", "PrintV2"],
  ...["WholeFileReader", "TextLineReader", "FixedLengthRecordReader", "TFRecordReader"].flatMap(both),
  ...["LMDBReader", "BigQueryReader", "LoadAndRemapMatrix", "GenerateVocabRemapping"],
  ...["TextLineDataset", "TFRecordDataset", "FixedLengthRecordDataset", "CSVDataset", "SqlDataset"].flatMap(
    both
  ),
  ...["MatchingFilesDataset", "LMDBDataset", "SaveDataset", "LoadDataset", "SnapshotDataset"].flatMap(both),
  ...["DatasetToTFRecord", "ExperimentalDatasetToTFRecord", "DataServiceDataset", "GeneratorDataset"].flatMap(
    both
  ),
  ...["CreateSummaryFileWriter", "CreateSummaryDbWriter", "WriteGraphSummary", "FileSystemSetConfiguration"],
  ...["DebugIdentity", "DebugNanCount", "DebugNumericSummary", "DebugIdentityV2", "DebugIdentityV3"]
]);
var VARIABLES = /* @__PURE__ */ new Set(["VarHandleOp", "VariableV2", "Variable", "RestoreV2"]);
var MOST_NAME_BYTES4 = 65536;
var MOST_OPS = 1e4;
var GraphWalk = class {
  facts = {
    nodes: 0,
    functions: 0,
    metaGraphs: 0,
    schemaVersion: 0,
    tags: [],
    reachingOut: /* @__PURE__ */ new Set(),
    assets: [],
    hasVariables: false
  };
  walk;
  constructor(kind, sizeBytes, budgets) {
    const top = kind === "graph" ? this.#graph() : this.#savedModel();
    this.walk = new ProtobufWalk(top, 0, sizeBytes, budgets);
  }
  #savedModel() {
    return {
      varint: (field, value) => {
        if (field === 1) this.facts.schemaVersion = value.toNumber();
      },
      delimited: (field) => {
        if (field !== 2) return void 0;
        this.facts.metaGraphs += 1;
        return { delimited: (inner) => this.#inMetaGraph(inner) };
      }
    };
  }
  #inMetaGraph(field) {
    if (field === 1) {
      return {
        delimited: (inner, length, at) => inner === 4 ? this.#text(length, at, (tag) => this.facts.tags.push(tag)) : void 0
      };
    }
    if (field === 2) return this.#graph();
    if (field !== 6) return void 0;
    return {
      delimited: (inner, length, at) => inner === 2 ? this.#text(length, at, (name) => this.facts.assets.push(name)) : void 0
    };
  }
  #graph() {
    return {
      delimited: (field) => {
        if (field === 1) return this.#node();
        if (field !== 2) return void 0;
        return { delimited: (inner) => inner === 1 ? this.#function() : void 0 };
      }
    };
  }
  #function() {
    this.facts.functions += 1;
    return { delimited: (field) => field === 3 ? this.#node() : void 0 };
  }
  #node() {
    this.facts.nodes += 1;
    return {
      delimited: (field, length, at) => field === 2 ? this.#text(length, at, (op) => {
        if (REACHING_OUT.has(op)) this.facts.reachingOut.add(op);
        if (VARIABLES.has(op)) this.facts.hasVariables = true;
      }) : void 0
    };
  }
  #text(length, at, take2) {
    return collectedText(MOST_NAME_BYTES4, length, at, (text5) => {
      if (this.facts.assets.length < MOST_OPS && this.facts.tags.length < MOST_OPS) take2(text5);
    });
  }
};

// src/verify/tensorflow/format-graph.ts
var tfGraph = {
  name: "tf-graph",
  proves: "messages hold together, graphs are there; operations that touch files or foreign code are listed (degraded); the weights only with the folder (SavedModel) or not at all (frozen graph)",
  checksum: "none",
  recognises: (probe) => kindOf2(probe) !== void 0,
  async open(subject) {
    const kind = kindOf2(subject) ?? "graph";
    const { walk, facts } = openGraph(subject, kind);
    return {
      ...walk,
      finish(complete) {
        walk.finish(complete);
        const { findings } = subject;
        if (!complete) return;
        if (kind === "saved-model") {
          const what = "is the program of a SavedModel, whose weights lie beside it: verify the directory, not this file";
          findings.inconclusive("L3", "external-data", what);
        } else if (facts.nodes > 0) {
          const what = "is a frozen graph, whose weights this version does not read";
          findings.inconclusive("L3", "weights-unread", what);
        }
      }
    };
  }
};
function openGraph(subject, kind) {
  const { sizeBytes, budgets, findings } = subject;
  const graph = new GraphWalk(kind, sizeBytes, budgets);
  const { facts } = graph;
  const walk = {
    format: kind === "graph" ? "tf-frozen-graph" : "tf-saved-model",
    checksummed: false,
    reaches: "L2",
    regions: () => [
      wholeFile(subject, { feed: (piece) => graph.walk.feed(piece), end: () => graph.walk.end() })
    ],
    finish(complete) {
      if (!complete) return;
      if (facts.nodes === 0) findings.fail("L2", "graph-empty", "holds no graph");
      if (kind === "saved-model" && (facts.metaGraphs === 0 || facts.schemaVersion !== 1)) {
        findings.fail("L2", "saved-model-header", "is no SavedModel of version 1 with a graph", {
          found: `version ${facts.schemaVersion}, ${facts.metaGraphs} graphs`
        });
      }
      if (facts.reachingOut.size > 0) {
        const what = "uses operations that touch files or run code from outside the graph";
        findings.degraded("L2", "reaching-out", what, { found: [...facts.reachingOut].sort().join(", ") });
      }
    }
  };
  return { walk, facts };
}
function kindOf2({ head, sizeBytes }) {
  const fields = topFields(head, sizeBytes);
  const [first, second] = fields;
  if (first === void 0) return void 0;
  const isSaved = first.field === 1 && first.wire === 0 && head[1] === 1 && second?.field === 2 && second.wire === 2 && holdsMetaGraph(head, second);
  if (isSaved) return "saved-model";
  return first.field === 1 && first.wire === 2 && holdsNode(head, first) ? "graph" : void 0;
}
var holdsMetaGraph = (head, { at }) => head[at] === 10 || head[at] === 18;
function holdsNode(head, { at, length }) {
  const node = topFields(head.subarray(at, Math.min(head.length, at + length)), length);
  const [name, op] = node;
  if (name?.field !== 1 || name.wire !== 2 || op?.field !== 2 || op.wire !== 2) return false;
  const text5 = (field) => Buffer.from(head.subarray(at + field.at, at + field.at + field.length)).toString("latin1");
  return /^[A-Za-z0-9.][A-Za-z0-9_.\\/>-]*$/.test(text5(name)) && /^[A-Z_][A-Za-z0-9_>]*$/.test(text5(op));
}

// src/verify/tensorflow/event-watch.ts
var MOST_TAGS = 1e4;
var CONSTANT_FROM_POINTS = 11;
var LOSS2 = /(^|[._/])loss$/i;
var VERSION2 = /^brain\.Event:[0-9]+$/;
var NAMES_SHOWN = 5;
var EventWatch = class {
  #subject;
  #series = /* @__PURE__ */ new Map();
  #events = 0;
  #starts = 0;
  #lastStep;
  #lastWallTime = 0;
  #timesBack = 0;
  #best;
  constructor(subject) {
    this.#subject = subject;
  }
  take(event, record, offset) {
    const { findings } = this.#subject;
    if (record === 0) {
      if (event.fileVersion === void 0 || !VERSION2.test(event.fileVersion)) {
        findings.fail("L2", "event-version", "does not begin with the version of its events", {
          offset,
          expected: "brain.Event:2",
          found: event.fileVersion ?? "none"
        });
      }
      return;
    }
    this.#events += 1;
    if (event.restarted) this.#starts += 1;
    if (event.wallTime < this.#lastWallTime) this.#timesBack += 1;
    this.#lastWallTime = Math.max(this.#lastWallTime, event.wallTime);
    if (Number.isNaN(event.step) || event.step < 0) {
      findings.fail("L2", "step-not-a-count", "an event has a step that is no count", { offset });
      return;
    }
    for (const { tag, value } of event.values) this.#point(tag, value, event.step, offset);
  }
  settle() {
    const { findings, facts } = this.#subject;
    facts.rows = this.#events;
    if (this.#lastStep !== void 0) facts.step = this.#lastStep;
    if (this.#timesBack > 0) {
      const what = "the clock of the writer was set back, or two logs were joined";
      findings.note("L2", "time-falls-back", what, { found: `${this.#timesBack} times` });
    }
    this.#judgeFallbacks();
    this.#judgeExpectation();
    if (this.#subject.role === "metrics") this.#judgeSeries();
  }
  #point(tag, value, step, offset) {
    const { findings, keys, expectation } = this.#subject;
    let series = this.#series.get(tag);
    if (series === void 0) {
      if (this.#series.size >= MOST_TAGS) throw overBudget("tags", MOST_TAGS, this.#series.size + 1, offset);
      series = { points: 0, first: Number.NaN, constant: true, allZero: true, lastStep: step, fallbacks: 0 };
      this.#series.set(tag, series);
      keys.addValue(tag, tag);
    }
    if (step < series.lastStep) series.fallbacks += 1;
    series.lastStep = step;
    if (this.#lastStep === void 0 || step > this.#lastStep) this.#lastStep = step;
    if (value === void 0) return;
    if (!Number.isFinite(value)) {
      findings.fail("L2", "metric-not-finite", `${quoted(tag)} is not a finite number`, {
        offset,
        expected: "a finite number",
        found: `${value} at step ${step}`
      });
      return;
    }
    if (series.points === 0) series.first = value;
    series.points += 1;
    series.constant &&= value === series.first;
    series.allZero &&= value === 0;
    if (tag === expectation.best?.key) this.#followBest(value, step, expectation.best.direction);
  }
  #followBest(value, step, direction) {
    const better = this.#best === void 0 || (direction === "min" ? value < this.#best.value : value > this.#best.value);
    if (better) this.#best = { value, step };
  }
  /** Where a run was resumed every tag falls back once; a log that was shuffled or joined to another does so more often. */
  #judgeFallbacks() {
    const { findings, expectation } = this.#subject;
    const allowed = (expectation.restarts ?? 0) + this.#starts;
    const back = [...this.#series].filter(([, { fallbacks }]) => fallbacks > allowed);
    if (back.length === 0) return;
    const what = "the step falls back more often than the run was started again";
    const names = back.slice(0, NAMES_SHOWN).map(([tag]) => JSON.stringify(tag.slice(0, 80)));
    const where = { expected: `at most ${allowed} times`, found: names.join(", ") };
    if (this.#subject.role === "metrics") findings.fail("L2", "step-falls-back", what, where);
    else findings.degraded("L2", "step-falls-back", what, where);
  }
  #judgeExpectation() {
    const { findings, expectation, facts } = this.#subject;
    const { step, minStep, rows, minRows, lossKey, best } = expectation;
    const last = this.#lastStep;
    const fail = (code, what, expected, found) => findings.fail("L2", code, what, { expected, found });
    if (last === void 0 && (step !== void 0 || minStep !== void 0))
      fail("step-missing", "no event carries a value at a step", String(step ?? `>= ${minStep}`), "none");
    if (last !== void 0 && step !== void 0 && last !== step)
      fail("step-unexpected", "ends at another step than the run recorded", String(step), String(last));
    if (last !== void 0 && minStep !== void 0 && last < minStep)
      fail("step-behind", "ends before the step that was verified", `>= ${minStep}`, String(last));
    if (rows !== void 0 && rows !== this.#events)
      fail("row-count", "another number of events than expected", String(rows), String(this.#events));
    if (minRows !== void 0 && this.#events < minRows)
      fail("row-count", "fewer events than expected", `>= ${minRows}`, String(this.#events));
    if (lossKey !== void 0 && (this.#series.get(lossKey)?.points ?? 0) === 0)
      fail("metric-missing", `no event carries "${lossKey}" as a number`, lossKey, "none");
    if (best === void 0) return;
    if (this.#best === void 0) {
      fail("metric-missing", `no event carries "${best.key}", by which the best is chosen`, best.key, "none");
      return;
    }
    facts.best = { key: best.key, ...this.#best };
    if (best.value !== void 0 && Math.fround(best.value) !== Math.fround(this.#best.value)) {
      const what = `the recorded best "${best.key}" is not the ${best.direction} of the file`;
      fail("best-disagrees", what, String(best.value), String(this.#best.value));
    }
  }
  #judgeSeries() {
    const { findings, expectation } = this.#subject;
    const scalars = [...this.#series].filter(([, { points }]) => points > 0);
    const isDeclared = this.#subject.roleFrom === "declared";
    if (!isDeclared && scalars.length === 0) {
      const what = "holds no scalar: its trainer wrote none yet, or ended before it did";
      findings.note("L2", this.#events === 0 ? "no-rows" : "no-numbers", what);
    } else if (this.#events === 0)
      findings.fail("L2", "no-rows", "holds no event", { expected: "at least 1" });
    else if (scalars.length === 0) findings.fail("L2", "no-numbers", "holds no scalar at all");
    if (scalars.length > 0 && scalars.every(([, { allZero }]) => allZero)) {
      const names = scalars.slice(0, NAMES_SHOWN).map(([tag]) => tag.slice(0, 80));
      findings.fail("L2", "metrics-all-zero", "every metric is zero at every step", {
        found: names.join(", ")
      });
    }
    for (const [tag, { constant, points }] of scalars) {
      const isLoss = expectation.lossKey === void 0 ? LOSS2.test(tag) : tag === expectation.lossKey;
      if (constant && points >= CONSTANT_FROM_POINTS && isLoss)
        findings.fail("L2", "metric-constant", `${quoted(tag)} is the same in all ${points} events`);
    }
  }
};

// src/verify/tensorflow/tfrecord.ts
var HEADER_BYTES2 = 12;
var TRAILER_BYTES2 = 4;
var TfRecords = class {
  #taker;
  #frame = new Uint8Array(HEADER_BYTES2);
  #frameBytes = 0;
  #part = "header";
  #left = 0;
  #crc = 0;
  #sink;
  #recordAt = 0;
  #records = 0;
  #middle;
  /** CRC over the frames of the present half of the file, and of the half before it. */
  #half = 0;
  #halfBefore;
  #alike = true;
  #firstCrc = 0;
  constructor(taker, sizeBytes) {
    this.#taker = taker;
    this.#middle = sizeBytes / 2;
  }
  /** The second half of the file holds the records of the first once more, and not all records are the same anyway. */
  get repeatsItself() {
    return this.#halfBefore === this.#half && !this.#alike;
  }
  /** Whole records so far. */
  get records() {
    return this.#records;
  }
  feed(piece, offset) {
    let i = 0;
    while (i < piece.length) {
      if (this.#part === "data") i += this.#takeData(piece, i, offset);
      else i += this.#takeFrame(piece, i, offset);
    }
  }
  /** @returns where the record begins that the end of the file cuts, if one is */
  end() {
    return this.#part === "header" && this.#frameBytes === 0 ? void 0 : { cutAt: this.#recordAt };
  }
  #takeFrame(piece, from, offset) {
    if (this.#part === "header" && this.#frameBytes === 0) this.#recordAt = offset + from;
    const wanted = this.#part === "header" ? HEADER_BYTES2 : TRAILER_BYTES2;
    const count = Math.min(wanted - this.#frameBytes, piece.length - from);
    this.#frame.set(piece.subarray(from, from + count), this.#frameBytes);
    this.#frameBytes += count;
    if (this.#frameBytes < wanted) return count;
    this.#frameBytes = 0;
    if (this.#part === "header") this.#begin(offset + from + count);
    else this.#endRecord(offset + from + count);
    return count;
  }
  #begin(dataAt) {
    const view = new DataView(this.#frame.buffer);
    const stored = view.getUint32(8, true);
    const found = masked(crc32c(this.#frame.subarray(0, 8), 0));
    if (stored !== found) throw this.#mismatch("the length", { stored, found });
    const length = view.getBigUint64(0, true);
    if (length > BigInt(Number.MAX_SAFE_INTEGER)) {
      throw new Broken("L1", "record-length", "has a record that is longer than any file", {
        offset: this.#recordAt,
        found: `${length} bytes`
      });
    }
    this.#left = Number(length);
    this.#crc = 0;
    this.#sink = this.#taker.begin(this.#left, dataAt, this.#records);
    this.#part = this.#left === 0 ? "trailer" : "data";
  }
  #takeData(piece, from, offset) {
    const count = Math.min(this.#left, piece.length - from);
    const bytes2 = piece.subarray(from, from + count);
    this.#crc = crc32c(bytes2, this.#crc);
    this.#sink?.bytes(bytes2, offset + from);
    this.#left -= count;
    if (this.#left === 0) this.#part = "trailer";
    return count;
  }
  #endRecord(end) {
    const trailer = this.#frame.subarray(0, TRAILER_BYTES2);
    const stored = new DataView(this.#frame.buffer).getUint32(0, true);
    const found = masked(this.#crc);
    if (stored !== found) throw this.#mismatch("the data", { stored, found });
    this.#taker.end(this.#records);
    this.#half = crc32c(trailer, this.#half);
    this.#alike &&= this.#records === 0 || this.#firstCrc === stored;
    if (this.#records === 0) this.#firstCrc = stored;
    if (end === this.#middle) {
      this.#halfBefore = this.#half;
      this.#half = 0;
    }
    this.#records += 1;
    this.#part = "header";
    this.#sink = void 0;
  }
  #mismatch(what, sums) {
    const record = `record ${this.#records}: ${what} does not have the CRC it carries`;
    return sumDiffers(record, this.#recordAt, sums);
  }
};
function beginsWithRecord(head) {
  if (head.length < HEADER_BYTES2) return false;
  const view = new DataView(head.buffer, head.byteOffset, head.length);
  return view.getUint32(8, true) === masked(crc32c(head.subarray(0, 8), 0));
}

// src/verify/tensorflow/format-tfrecord.ts
var VERSION_MARK = Buffer.from("brain.Event:");
var VERSION_BEFORE = 64;
var tfrecord = {
  name: "tfrecord",
  proves: "CRC of every length and every record, the last ends with the file; event files also: version first, finite scalars, steps go on within each tag, a cut last record is degraded",
  checksum: "CRC-32C of every record",
  recognises: ({ head }) => beginsWithRecord(head) || marksEvents(head),
  async open(subject) {
    return marksEvents(subject.head) ? openEvents(subject) : openRecords(subject);
  }
};
function marksEvents(head) {
  const at = Buffer.from(head.buffer, head.byteOffset, Math.min(head.length, VERSION_BEFORE)).indexOf(
    VERSION_MARK
  );
  return at > 12 && topFields(head.subarray(12, at), at).some(({ field, wire }) => field === 1 && wire === 1);
}
function openRecords(subject) {
  const records = new TfRecords({ begin: () => void 0, end: () => {
  } }, subject.sizeBytes);
  return walkOf2(subject, records, {
    end(cut3) {
      if (cut3 === void 0) return;
      throw new Broken("L1", "cut-short", `ends inside record ${records.records}`, { offset: cut3.cutAt });
    },
    settle() {
      const { facts, findings, expectation } = subject;
      const { rows, minRows } = expectation;
      facts.rows = records.records;
      if (rows !== void 0 && rows !== records.records || minRows !== void 0 && records.records < minRows) {
        findings.fail("L2", "row-count", "another number of records than expected", {
          expected: rows === void 0 ? `>= ${minRows}` : String(rows),
          found: String(records.records)
        });
      }
    }
  });
}
function openEvents(subject) {
  const watch = new EventWatch(subject);
  const records = new TfRecords(new EventTaker(subject, watch), subject.sizeBytes);
  const walk = walkOf2(subject, records, {
    end(cut3) {
      if (cut3 === void 0) return;
      const what = `ends inside event ${records.records}, as where its writer was killed or still runs`;
      if (records.records === 0)
        throw new Broken("L1", "cut-short", "ends inside its first event", { offset: cut3.cutAt });
      subject.findings.degraded("L1", "last-record-cut", what, { offset: cut3.cutAt });
    },
    settle: () => watch.settle()
  });
  return { ...walk, format: "tf-events" };
}
function walkOf2(subject, records, { end, settle: settle5 }) {
  const { findings, digestGiven, expectation } = subject;
  return {
    checksummed: true,
    reaches: "L2",
    regions: () => [
      wholeFile(subject, { feed: (...piece) => records.feed(...piece), end: () => end(records.end()) })
    ],
    finish(complete) {
      if (!complete) return;
      settle5();
      if (records.repeatsItself)
        findings.fail("L1", "appended-to-itself", "holds all its records twice, one copy after the other");
      if (digestGiven || expectation.rows !== void 0) return;
      const what = "carries no count of its records: whole ones may be missing at its end, and no manifest digest was given";
      findings.degraded("L1", "no-end-mark", what);
    }
  };
}
var EventTaker = class {
  #subject;
  #watch;
  #scalarTags = /* @__PURE__ */ new Set();
  #reader;
  #fault;
  #at = 0;
  constructor(subject, watch) {
    this.#subject = subject;
    this.#watch = watch;
  }
  begin(length, at) {
    this.#fault = void 0;
    this.#at = at;
    const reader = new EventReader(length, at, this.#subject.budgets, this.#scalarTags);
    this.#reader = reader;
    return { bytes: (piece) => this.#guard(() => reader.bytes(piece)) };
  }
  end(record) {
    const reader = this.#reader;
    if (reader === void 0) return;
    this.#guard(() => reader.end());
    if (this.#fault !== void 0) throw this.#fault;
    this.#watch.take(reader.event, record, this.#at);
  }
  #guard(work) {
    if (this.#fault !== void 0) return;
    try {
      work();
    } catch (error) {
      if (!(error instanceof Broken || error instanceof Unsettled)) throw error;
      this.#fault = error;
    }
  }
};

// src/verify/text/csv-rows.ts
var SEPARATORS = [",", "	", ";"];
var QUOTE2 = '"';
var MOST_CELLS = 1e6;
var MOST_PARTS = 1e6;
var CsvRows = class {
  #separator;
  #rowBytes;
  #onRow;
  #isQuoted;
  #lineEnd;
  #utf8 = new TextDecoder("utf-8", { fatal: true });
  #cells = [];
  /** Of the cell: what earlier pieces held, and the stretch of this one that is being taken. Character by character it took 36 times its length. */
  #parts = [];
  #text = "";
  #from = 0;
  #to = 0;
  #cellOffset = 0;
  #state = "start";
  #row = 1;
  #rowOffset = 0;
  #size = 0;
  /** The last byte seen ended a row. */
  endsWithNewline = false;
  constructor(separator, rowBytes, onRow, { isQuoted = true, lineEnd = "\n" } = {}) {
    this.#separator = separator;
    this.#rowBytes = rowBytes;
    this.#onRow = onRow;
    this.#isQuoted = isQuoted;
    this.#lineEnd = lineEnd;
  }
  feed(piece, offset) {
    try {
      this.#utf8.decode(piece, { stream: true });
    } catch {
      throw new Broken("L1", "not-utf8", "is not UTF-8", { offset });
    }
    const text5 = Buffer.from(piece.buffer, piece.byteOffset, piece.length).toString("latin1");
    this.#text = text5;
    this.#from = 0;
    this.#to = 0;
    for (let i = 0; i < text5.length; i += 1) this.#take(text5[i], offset + i, i);
    this.#keepStretch();
    this.#text = "";
    this.#size = offset + piece.length;
    this.#mustFit(this.#size);
  }
  end() {
    if (this.#state === "quoted") throw this.#broken("csv-cut", "ends inside a quoted cell", this.#size);
    this.endsWithNewline = this.#state === "start" && this.#cells.length === 0;
    if (!this.endsWithNewline) this.#endRow(this.#size);
  }
  #take(char, offset, at) {
    if (this.#state === "quoted") {
      if (char === QUOTE2) this.#state = "closed";
      else this.#add(at);
    } else if (char === this.#separator) this.#endCell(offset);
    else if (char === this.#lineEnd) this.#endRow(offset + 1);
    else if (char === QUOTE2 && this.#isQuoted) this.#quote(offset, at);
    else if (this.#state === "closed" && char !== "\r") {
      throw this.#broken("csv-quoting", "has text after a closing quote", offset);
    } else if (char < " " && char !== "\r" && char !== "	") {
      throw this.#broken("csv-control", "has a control character", offset);
    } else {
      if (this.#state === "start") this.#state = "plain";
      if (this.#state === "plain") this.#add(at);
    }
  }
  #quote(offset, at) {
    if (this.#state === "plain")
      throw this.#broken("csv-quoting", "has a quote inside an unquoted cell", offset);
    if (this.#state === "closed") this.#add(at);
    this.#state = "quoted";
  }
  /** The character at `at` belongs to the cell. */
  #add(at) {
    if (at !== this.#to) {
      this.#keepStretch();
      this.#from = at;
    }
    this.#to = at + 1;
  }
  #keepStretch() {
    if (this.#to > this.#from) this.#parts.push(this.#text.slice(this.#from, this.#to));
    this.#from = this.#to;
    if (this.#parts.length >= MOST_PARTS) this.#parts = [this.#parts.join("")];
  }
  #takeCell() {
    this.#keepStretch();
    const { length } = this.#parts;
    const raw = length === 1 ? this.#parts[0] : this.#parts.join("");
    if (length > 0) this.#parts = [];
    return raw;
  }
  #endCell(offset) {
    if (this.#cells.length >= MOST_CELLS)
      throw overBudget("objects", MOST_CELLS, this.#cells.length + 1, this.#rowOffset);
    this.#cells.push({ raw: this.#takeCell(), offset: this.#cellOffset });
    this.#cellOffset = offset + 1;
    this.#state = "start";
  }
  #endRow(nextOffset) {
    this.#mustFit(nextOffset);
    this.#endCell(nextOffset - 1);
    const cells = this.#cells;
    const last = cells.at(-1);
    if (last?.raw.endsWith("\r")) last.raw = last.raw.slice(0, -1);
    this.#cells = [];
    this.#onRow(cells, this.#row, this.#rowOffset);
    this.#row += 1;
    this.#rowOffset = nextOffset;
  }
  #mustFit(end) {
    const rowBytes = end - this.#rowOffset;
    if (rowBytes > this.#rowBytes) throw overBudget("lineBytes", this.#rowBytes, rowBytes, this.#rowOffset);
  }
  #broken(code, what, offset) {
    return new Broken("L1", code, `row ${this.#row} ${what}`, { offset });
  }
};
var textOf2 = ({ raw }) => Buffer.from(raw, "latin1").toString("utf8");

// src/verify/text/metrics-watch.ts
var NOT_A_NUMBER = /^\s*[+-]?(nan|inf(inity)?)\s*$/i;
var STEP_NAMES2 = /^(global_?|train_?|trainer\/global_)?(step|steps|iter|iteration)$/i;
var NO_METRIC = /(^|[._/])(_?(global_?)?step|steps|iter|iteration|epoch|_?time(stamp)?|_?runtime|wall_?time|seconds|elapsed|lr|learning_rate|seed|rank)([._/]|$)/i;
var LOSS3 = /(^|[._/])loss$/i;
var TELLING = /(^|[._/ ])((global_?|train_?)?(step|steps|iter|iteration)|epochs?|\w*loss|lr|learning_rate|acc|accuracy|ppl|perplexity|grad_norm)$/i;
var CONSTANT_FROM_ROWS = 11;
var MOST_COLUMNS = 1e4;
var MetricsWatch = class {
  #subject;
  #expectation;
  /** Of what was only taken for metrics by its name nothing is said before that is settled. */
  #findings;
  #isTelling = false;
  #columns = /* @__PURE__ */ new Map();
  #rows = 0;
  #restarts = 0;
  #lastStep;
  #rowStep;
  #rowBest;
  #best;
  constructor(subject) {
    this.#subject = subject;
    this.#expectation = subject.expectation;
    this.#findings = subject.roleFrom === "guessed" ? new Findings() : subject.findings;
  }
  /** A column of this name is there, whether or not a row has a value in it. */
  header(name) {
    this.#isTelling ||= TELLING.test(name);
  }
  value(name, value, offset) {
    const column = this.#column(name);
    if (typeof value === "number" && Number.isFinite(value)) this.#number(name, column, value);
    else if (typeof value === "number") this.#notFinite(name, String(value), offset);
    else this.#notNumber(name, value, offset);
  }
  /** A value that the syntax itself marks as no finite number, such as Python's bare `NaN`. */
  notFinite(name, text5, offset) {
    this.#column(name);
    this.#notFinite(name, text5, offset);
  }
  endRow(line2, offset) {
    this.#rows += 1;
    if (this.#rowStep !== void 0) this.#followStep(this.#rowStep, line2, offset);
    if (this.#rowBest !== void 0) this.#followBest(this.#rowBest);
    this.#rowStep = void 0;
    this.#rowBest = void 0;
  }
  settle() {
    const { facts } = this.#subject;
    const findings = this.#findings;
    facts.rows = this.#rows;
    if (this.#lastStep !== void 0) facts.step = this.#lastStep;
    this.#judgeRows();
    this.#judgeSteps();
    this.#judgeColumns();
    const { best, lossKey } = this.#expectation;
    if (lossKey !== void 0 && (this.#columns.get(lossKey)?.rows ?? 0) === 0) {
      findings.fail("L2", "metric-missing", `no row carries "${lossKey}" as a number`);
    }
    if (best !== void 0) this.#judgeBest(best);
    if (this.#findings !== this.#subject.findings) this.#settleGuess();
  }
  /** Prompts and answers, predictions, labels: rows of data are read for being whole and no more. */
  #settleGuess() {
    const { findings } = this.#subject;
    if (this.#isTelling) findings.absorb(this.#findings.reasons, (reason) => reason);
    else
      findings.note(
        "L2",
        "no-metrics",
        "has no column of steps, epochs or losses: it was read as a table of data"
      );
  }
  #column(name) {
    const known = this.#columns.get(name);
    if (known !== void 0) return known;
    if (this.#columns.size >= MOST_COLUMNS) throw overBudget("columns", MOST_COLUMNS, this.#columns.size + 1);
    this.header(name);
    const column = { rows: 0, first: 0, constant: true, allZero: true };
    this.#columns.set(name, column);
    return column;
  }
  #isStep(name) {
    const { stepKey } = this.#expectation;
    return stepKey === void 0 ? STEP_NAMES2.test(name) : name === stepKey;
  }
  #number(name, column, value) {
    if (column.rows === 0) column.first = value;
    column.rows += 1;
    column.constant &&= value === column.first;
    column.allZero &&= value === 0;
    if (this.#isStep(name)) this.#rowStep = value;
    if (name === this.#expectation.best?.key) this.#rowBest = value;
  }
  #notNumber(name, value, offset) {
    const text5 = typeof value === "object" && value !== null ? value.text : void 0;
    const found = text5 === void 0 ? String(value) : JSON.stringify(text5.slice(0, 40));
    const mustBeNumber = name === this.#expectation.lossKey || name === this.#expectation.stepKey;
    if (text5 !== void 0 && NOT_A_NUMBER.test(text5)) this.#notFinite(name, found, offset);
    else if (mustBeNumber) {
      const where = { offset, expected: "a finite number", found };
      this.#findings.fail("L2", "metric-not-a-number", `"${name}" is not a number`, where);
    }
  }
  #notFinite(name, found, offset) {
    this.#findings.fail("L2", "metric-not-finite", `"${name}" is not a finite number`, {
      offset,
      expected: "a finite number",
      found
    });
  }
  #followStep(step, line2, offset) {
    const before = this.#lastStep;
    this.#lastStep = step;
    if (before === void 0 || step >= before) return;
    this.#restarts += 1;
    if (this.#restarts <= (this.#expectation.restarts ?? 0)) return;
    this.#findings.fail("L2", "step-falls-back", `the step falls back in row ${line2}`, {
      offset,
      expected: `>= ${before}`,
      found: String(step)
    });
  }
  #followBest(value) {
    const isMin = this.#expectation.best?.direction === "min";
    const better = this.#best === void 0 || (isMin ? value < this.#best.value : value > this.#best.value);
    if (better) this.#best = { value, ...this.#rowStep === void 0 ? {} : { step: this.#rowStep } };
  }
  #judgeRows() {
    const findings = this.#findings;
    const { rows, minRows } = this.#expectation;
    if (this.#rows === 0)
      findings.fail("L2", "no-rows", "holds no row of metrics", { expected: "at least 1" });
    if (rows !== void 0 && this.#rows !== rows) {
      findings.fail("L2", "row-count", "another number of rows than expected", {
        expected: String(rows),
        found: String(this.#rows)
      });
    }
    if (minRows !== void 0 && this.#rows < minRows) {
      findings.fail("L2", "row-count", "fewer rows than expected", {
        expected: `>= ${minRows}`,
        found: String(this.#rows)
      });
    }
  }
  #judgeSteps() {
    const findings = this.#findings;
    const { step, minStep, stepKey } = this.#expectation;
    const last = this.#lastStep;
    const wanted = step ?? minStep ?? (stepKey === void 0 ? void 0 : 0);
    if (wanted !== void 0 && last === void 0) {
      const what = `no row carries a step${stepKey === void 0 ? "" : ` at "${stepKey}"`}`;
      findings.fail("L2", "step-missing", what);
    } else if (last !== void 0 && step !== void 0 && last !== step) {
      findings.fail("L2", "step-unexpected", "ends at another step than the run recorded", {
        expected: String(step),
        found: String(last)
      });
    } else if (last !== void 0 && minStep !== void 0 && last < minStep) {
      findings.fail("L2", "step-behind", "ends before the step that was verified", {
        expected: `>= ${minStep}`,
        found: String(last)
      });
    }
  }
  #judgeColumns() {
    const findings = this.#findings;
    const metrics = [...this.#columns].filter(
      ([name, { rows }]) => rows > 0 && !NO_METRIC.test(name) && !this.#isStep(name)
    );
    const numbers3 = [...this.#columns.values()].some(({ rows }) => rows > 0);
    if (this.#rows > 0 && !numbers3) findings.fail("L2", "no-numbers", "holds no number at all");
    if (metrics.length > 0 && metrics.every(([, { allZero }]) => allZero)) {
      findings.fail("L2", "metrics-all-zero", "every metric is zero in every row", {
        found: metrics.map(([name]) => name).slice(0, 5).join(", ")
      });
    }
    const { lossKey } = this.#expectation;
    const isLoss = (name) => lossKey === void 0 ? LOSS3.test(name) : name === lossKey;
    const learns = metrics.some(([name, { constant }]) => isLoss(name) && !constant);
    for (const [name, { constant, rows }] of metrics) {
      if (!constant || rows < CONSTANT_FROM_ROWS) continue;
      const what = `"${name}" is the same in all ${rows} rows`;
      if (isLoss(name) && !learns) findings.fail("L2", "metric-constant", what);
      else findings.note("L2", "metric-constant", what);
    }
  }
  #judgeBest({ key, direction, value }) {
    const { facts } = this.#subject;
    const findings = this.#findings;
    if (this.#best === void 0) {
      findings.fail("L2", "metric-missing", `no row carries "${key}", by which the best is chosen`);
      return;
    }
    facts.best = { key, ...this.#best };
    if (value === void 0 || value === this.#best.value) return;
    findings.fail("L2", "best-disagrees", `the recorded best "${key}" is not the ${direction} of the file`, {
      expected: String(value),
      found: String(this.#best.value)
    });
  }
};

// src/verify/text/table-shape.ts
var FEWEST_ODD = 3;
var ODD_PART = 0.05;
var lineEndOf = (head) => !head.includes(10) && head.includes(13) ? "\r" : "\n";
var wholeRows = ({ head, sizeBytes }) => head.length === sizeBytes ? head : head.subarray(0, head.lastIndexOf(lineEndOf(head).charCodeAt(0)) + 1);
var isBesideRows = (cells) => {
  const raw = cells[0]?.raw ?? "";
  return raw.startsWith("#") || cells.length === 1 && raw.trim() === "";
};
function shapeOf2(subject, separator) {
  const { head, budgets } = subject;
  const lineEnd = lineEndOf(head);
  const counts3 = [];
  const count = (cells) => {
    if (!isBesideRows(cells)) counts3.push(cells.length);
  };
  try {
    const rows = new CsvRows(separator, budgets.lineBytes, count, { lineEnd });
    rows.feed(wholeRows(subject), 0);
    rows.end();
  } catch (error) {
    if (error instanceof Broken) return void 0;
    throw error;
  }
  const [, ...below2] = counts3;
  const often = /* @__PURE__ */ new Map();
  for (const cells of below2) often.set(cells, (often.get(cells) ?? 0) + 1);
  const [[usual, times2] = [0, 0]] = [...often].sort(([, a], [, b]) => b - a);
  const odd = below2.length - times2;
  const [line2 = ""] = Buffer.from(head.buffer, head.byteOffset, head.length).toString("latin1").split(/[\r\n]/, 1);
  return {
    usual,
    isRagged: odd >= FEWEST_ODD && odd > ODD_PART * below2.length,
    isQuotedHeader: line2.split(separator).every((cell) => /^"[^"]*"$/.test(cell))
  };
}

// src/verify/text/format-csv.ts
var MOST_LONE_HEADER = 1e3;
var MOSTLY = 0.8;
var NUMBER2 = /^\s*[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?\s*$/;
var NO_NUMBER = /^\s*([+-]?(nan|inf(inity)?)|n\/?a|null|none)?\s*$/i;
var MOST_WATCHED = 1e4;
var csv = {
  name: "csv",
  proves: "quoting of RFC 4180, equal columns, unique header; as metrics: finite numbers, moving loss, rows, last step, best",
  checksum: "none",
  memberNames: /\.(csv|tsv)$/i,
  recognises: (probe) => separatorOf(probe) !== void 0,
  async open(subject) {
    const separator = separatorOf(subject) ?? ",";
    const table = new Table(subject, isData(subject) ? shapeOf2(subject, separator) : void 0);
    const onRow = (cells, row, offset) => table.row(cells, row, offset);
    const rows = new CsvRows(separator, subject.budgets.lineBytes, onRow, {
      isQuoted: !isUnquoted(subject, separator),
      lineEnd: lineEndOf(subject.head)
    });
    const end = () => {
      rows.end();
      if (rows.endsWithNewline) return;
      const what = "does not end with a newline: its last cell may have been cut";
      subject.findings.degraded("L1", "last-line-cut", what, { offset: subject.sizeBytes });
    };
    return {
      checksummed: false,
      reaches: "L2",
      regions: () => [wholeFile(subject, { feed: (...piece) => rows.feed(...piece), end })],
      finish(complete) {
        if (complete) table.settle();
      }
    };
  }
};
function separatorOf({ head, role, sizeBytes }) {
  if (role === "log" || role === "config") return void 0;
  const text5 = Buffer.from(head.buffer, head.byteOffset, head.length).toString("latin1");
  const lines = withoutComments(text5).replace(/"[^"]*"/g, "").split(lineEndOf(head));
  const [header = "", second, more] = lines;
  if (role !== "metrics" && second === void 0 && header.length > MOST_LONE_HEADER) return void 0;
  if (!/^[\x20-\x7e\t\r\x80-\xff]+$/.test(header)) return void 0;
  const isWhole = more !== void 0 || head.length === sizeBytes;
  const cells = (line2, separator) => line2.split(separator).length;
  return SEPARATORS.find((separator) => {
    const columns = cells(header, separator);
    const fits = role === "metrics" || second === void 0 || !isWhole || cells(second, separator) === columns;
    return columns > 1 && fits && (role === "metrics" || areMostly(columns, lines, (line2) => cells(line2, separator)));
  });
}
function areMostly(columns, lines, cellsOf) {
  const whole = lines.slice(0, -1).filter((line2) => line2.trim() !== "");
  return whole.filter((line2) => cellsOf(line2) === columns).length >= MOSTLY * whole.length;
}
var withoutComments = (text5) => text5.replace(/^(#[^\n]*\n)+/, "");
var isData = ({ role, roleFrom }) => role !== "metrics" || roleFrom === "guessed";
function isUnquoted(subject, separator) {
  if (separator !== "	" || !isData(subject)) return false;
  const rows = new CsvRows(separator, subject.budgets.lineBytes, () => {
  }, {
    lineEnd: lineEndOf(subject.head)
  });
  try {
    rows.feed(wholeRows(subject), 0);
    rows.end();
    return false;
  } catch (error) {
    return error instanceof Broken && /^csv-(quoting|cut)$/.test(error.code);
  }
}
var Table = class {
  #subject;
  #shape;
  #metrics;
  #isData;
  #columns;
  /** The last line before the table that begins with "#": its header, or a comment. */
  #comment;
  #rows = 0;
  #isOdd = false;
  constructor(subject, shape2) {
    this.#subject = subject;
    this.#shape = shape2;
    this.#isData = isData(subject);
    this.#metrics = subject.role === "metrics" ? new MetricsWatch(subject) : void 0;
  }
  row(cells, row, offset) {
    if (this.#columns === void 0) {
      if (this.#isData && cells[0]?.raw.startsWith("#")) this.#comment = cells;
      else this.#begin(cells, row, offset);
    } else if (cells.length === 1 && cells[0]?.raw === "") {
      this.#subject.findings.note("L1", "blank-line", `row ${row} is empty`, { offset });
    } else this.#data(cells, this.#columns, row, offset);
  }
  /** `numpy.savetxt` puts "# " before the names of columns; other comments have another number of cells, or stand before a header. */
  #begin(cells, row, offset) {
    const comment = this.#comment;
    const isHeader = comment?.length === cells.length && cells.every((cell) => NUMBER2.test(textOf2(cell)));
    if (!comment || !isHeader) {
      this.#columns = this.#header(cells);
      return;
    }
    this.#columns = this.#header(comment);
    this.#data(cells, this.#columns, row, offset);
  }
  /** `numpy.loadtxt` leaves out what begins with "#"; a single flipped bit makes one of a "3", but of no blank. */
  #isComment(cells, { length }) {
    const first = cells[0]?.raw ?? "";
    return this.#isData && (cells.length === length ? /^#[# ]/ : /^#/).test(first);
  }
  settle() {
    this.#subject.facts.rows = this.#rows;
    this.#metrics?.settle();
  }
  #header(cells) {
    const names = cells.map((cell) => textOf2(cell).trim());
    if (this.#isData && names.every((name) => NUMBER2.test(name) || NO_NUMBER.test(name))) {
      this.#subject.findings.note("L2", "csv-headless", "begins with numbers, not with names of columns");
      this.#rows += 1;
      return names.map((_name, i) => String(i + 1));
    }
    const isTwice = new Set(names).size < names.length;
    if (isTwice && this.#isData) return this.#namesTwice(names);
    if (isTwice) {
      throw new Broken("L2", "csv-header", "has one column name twice", {
        offset: 0,
        found: names.join(",").slice(0, 120)
      });
    }
    return this.#named(this.#withRowNames(names));
  }
  #named(names) {
    if (this.#isData && names.length > MOST_WATCHED) this.#metrics = void 0;
    for (const name of names) {
      this.#subject.keys.addValue(name, name);
      this.#metrics?.header(name);
    }
    return names;
  }
  /** A table without a header, or one whose reader counts its columns: `a`, then `a.1`. */
  #namesTwice(names) {
    this.#subject.findings.note("L2", "csv-names-twice", "has one column name twice", {
      found: names.join(",").slice(0, 120)
    });
    const seen = /* @__PURE__ */ new Map();
    const apart = names.map((name) => {
      const times2 = seen.get(name) ?? 0;
      seen.set(name, times2 + 1);
      return times2 === 0 ? name : `${name}.${times2}`;
    });
    return this.#named(this.#withRowNames(apart));
  }
  /** R names no column for the names of its rows; other tables begin with their size. One name less may be a lost separator. */
  #withRowNames(names) {
    const { usual = 0, isRagged = false, isQuotedHeader = false } = this.#shape ?? {};
    const missing = usual - names.length;
    if (isRagged || !(missing >= 2 || missing === 1 && isQuotedHeader)) return [...names];
    const what = `names ${names.length} columns and has ${usual}`;
    this.#subject.findings.note("L2", "csv-short-header", what, { offset: 0 });
    return [...Array.from({ length: missing }, (_none, i) => `row name ${i + 1}`), ...names];
  }
  #data(cells, columns, row, offset) {
    if (this.#isComment(cells, columns)) {
      this.#subject.findings.note("L1", "comment", `row ${row} is a comment`, { offset });
      return;
    }
    this.#rows += 1;
    if (cells.length !== columns.length && this.#shape?.isRagged === true) {
      this.#metrics = void 0;
      const what = `has rows of other lengths than its first: was read as lines of cells`;
      if (!this.#isOdd) this.#subject.findings.note("L1", "csv-ragged", what, { offset });
      this.#isOdd = true;
      return;
    }
    if (cells.length !== columns.length) {
      const what = `row ${row} has another number of cells than the header`;
      this.#subject.findings.fail("L1", "csv-columns", what, {
        offset,
        expected: String(columns.length),
        found: String(cells.length)
      });
      return;
    }
    if (this.#metrics === void 0) return;
    cells.forEach((cell, i) => {
      const name = columns[i] ?? "";
      const text5 = textOf2(cell);
      if (text5.trim() === "") return;
      this.#metrics?.value(name, NUMBER2.test(text5) ? Number(text5) : { text: text5 }, cell.offset);
    });
    this.#metrics.endRow(row, offset);
  }
};

// src/verify/text/metric-name.ts
function nameOf4(path) {
  const only2 = path[0];
  if (path.length === 1 && typeof only2 === "string") return only2;
  return path.filter((part) => typeof part === "string").join(".");
}
function offerMetric(metrics, scalar2, path, offset) {
  const name = nameOf4(path);
  if (scalar2.kind === "number") metrics.value(name, scalar2.value, offset);
  else if (scalar2.kind === "nonFinite") metrics.notFinite(name, scalar2.text, offset);
  else if (scalar2.kind === "string") metrics.value(name, { text: scalar2.text }, offset);
  else metrics.value(name, scalar2.value, offset);
}

// src/verify/text/format-json.ts
var SECTION = /^\[[^[\]{}",\r\n]*\][ \t]*[\r\n]\s*([#;[]|[\w.-]+[ \t]*[=:])/;
var BLANKS = /* @__PURE__ */ new Set([32, 9, 10, 13]);
var PREFIX = /^(\[[^[\]{}"\r\n]{1,200}\]):?[ \t]+\S/;
function isLogLine(start) {
  const [, list2] = PREFIX.exec(start) ?? [];
  return list2 !== void 0 && !isJson(list2);
}
function isJson(text5) {
  try {
    JSON.parse(text5);
    return true;
  } catch {
    return false;
  }
}
var json = {
  name: "json",
  proves: "strict UTF-8, one document, no duplicate keys, bounded depth; as metrics: finite numbers",
  checksum: "none",
  memberNames: /\.(json|geojson|ipynb)$/i,
  recognises({ head, role }) {
    const first = head.findIndex((byte) => !BLANKS.has(byte));
    if (role === "log" || first < 0 || head[first] !== 123 && head[first] !== 91) return false;
    const start = Buffer.from(head.subarray(first, first + 1024)).toString("latin1");
    return !SECTION.test(start) && !isLogLine(start) && !isTemplate(head.subarray(first));
  },
  async open(subject) {
    const { budgets, sizeBytes } = subject;
    if (sizeBytes > budgets.jsonBytes) throw overBudget("jsonBytes", budgets.jsonBytes, sizeBytes, 0);
    const document = new Document(subject);
    const limits = {
      ...{ depth: budgets.jsonDepth, constantBytes: budgets.constantBytes, keys: 1e6 },
      // As of editors, compilers and benchmarks; what somebody said to be read as JSON has none.
      comments: subject.role === "config" && subject.roleFrom !== "declared"
    };
    const scanner = new JsonScanner(document, limits);
    return {
      checksummed: false,
      reaches: "L2",
      regions: () => [
        wholeFile(subject, {
          feed: (...piece) => scanner.feed(...piece),
          end: () => scanner.end(sizeBytes)
        })
      ],
      finish(complete) {
        if (!complete) return;
        if (scanner.hasComments)
          subject.findings.note("L2", "json-comments", "is JSON with comments, which strict readers refuse");
        document.settle();
      }
    };
  }
};
var Document = class {
  #subject;
  #metrics;
  #steps;
  #shown = [];
  #isList = false;
  #rows = 0;
  constructor(subject) {
    this.#subject = subject;
    this.#metrics = subject.role === "metrics" ? new MetricsWatch(subject) : void 0;
    this.#steps = new StepRecord(subject);
  }
  opened(kind, path) {
    if (path.length === 0) this.#isList = kind === "array";
  }
  /** Metrics are one row, or a list of rows. */
  closed(path) {
    if (path.length !== (this.#isList ? 1 : 0)) return;
    this.#rows += 1;
    this.#metrics?.endRow(this.#rows, 0);
  }
  scalar(scalar2, path, offset) {
    const name = nameOf4(path);
    const top = path.find((part) => typeof part === "string") ?? "";
    const plain3 = scalar2.kind === "number" || scalar2.kind === "literal" ? scalar2.value : scalar2.text;
    if (name.startsWith("chat_template") && scalar2.kind === "string")
      judgeTemplate(scalar2.text, this.#subject.findings, { offset });
    if (name !== "") this.#subject.keys.addValue(name, String(top), plain3 === null);
    if (path.length === 1 && this.#shown.length < 64) {
      this.#shown.push([name.slice(0, 120), typeof plain3 === "string" ? plain3.slice(0, 200) : plain3]);
    }
    if (this.#metrics !== void 0) offerMetric(this.#metrics, scalar2, path, offset);
    else if (scalar2.kind === "number") this.#steps.offer(name, scalar2.value);
  }
  settle() {
    this.#subject.facts.scalars = Object.fromEntries(this.#shown);
    if (this.#metrics === void 0) this.#steps.settle();
    else this.#metrics.settle();
  }
};

// src/verify/text/format-jsonl.ts
var NEWLINE2 = 10;
var jsonl = {
  name: "jsonl",
  proves: "each line as JSON; a cut last line is degraded; steps do not fall back unless the run was resumed",
  checksum: "none",
  memberNames: /\.(jsonl|ndjson)$/i,
  recognises: (probe) => firstLineStandsAlone(probe),
  async open(subject) {
    const lines = new Lines(subject);
    return {
      checksummed: false,
      reaches: "L2",
      regions: () => [wholeFile(subject, lines)],
      finish(complete) {
        if (complete) lines.settle();
      }
    };
  }
};
function firstLineStandsAlone({ head, sizeBytes, role }) {
  const lineEnd = head.indexOf(NEWLINE2);
  const line2 = lineEnd < 0 ? head : head.subarray(0, lineEnd);
  if (role === "log" || line2[0] !== 123 && line2[0] !== 91) return false;
  const scanner = new JsonScanner({ scalar: () => {
  } }, { depth: 64, constantBytes: 65536, keys: 65536 });
  try {
    scanner.feed(line2, 0);
    scanner.end(line2.length);
  } catch {
    return line2[0] === 123 && lineEnd > 0 && head[lineEnd + 1] === 123 && !isTemplate(head);
  }
  const more = lineEnd >= 0 && lineEnd + 1 < sizeBytes;
  return more || role === "metrics" && line2[0] === 123;
}
var Lines = class {
  #subject;
  #metrics;
  #scanner;
  #line = 1;
  #lineStart = 0;
  #lineBytes = 0;
  #rows = 0;
  /** What is wrong with the present line; the next line starts clean. */
  #fault;
  constructor(subject) {
    this.#subject = subject;
    this.#metrics = subject.role === "metrics" ? new MetricsWatch(subject) : void 0;
    const { jsonDepth, constantBytes } = subject.budgets;
    this.#scanner = new JsonScanner(
      { scalar: (scalar2, path, offset) => this.#scalar(scalar2, path, offset) },
      { depth: jsonDepth, constantBytes, keys: 1e6 }
    );
  }
  feed(piece, offset) {
    let from = 0;
    for (; ; ) {
      const end = piece.indexOf(NEWLINE2, from);
      this.#part(piece.subarray(from, end < 0 ? piece.length : end), offset + from);
      if (end < 0) return;
      this.#endLine(offset + end, false);
      from = end + 1;
      this.#line += 1;
      this.#lineStart = offset + from;
      this.#lineBytes = 0;
    }
  }
  end() {
    if (this.#lineBytes > 0) this.#endLine(this.#subject.sizeBytes, true);
  }
  settle() {
    const { facts, findings } = this.#subject;
    facts.rows = this.#rows;
    if (this.#rows === 0) findings.fail("L2", "no-rows", "holds no line of JSON");
    this.#metrics?.settle();
  }
  #part(bytes2, offset) {
    this.#lineBytes += bytes2.length;
    const { lineBytes } = this.#subject.budgets;
    if (this.#lineBytes > lineBytes)
      throw overBudget("lineBytes", lineBytes, this.#lineBytes, this.#lineStart);
    if (this.#fault === void 0) this.#guard(() => this.#scanner.feed(bytes2, offset));
  }
  #endLine(offset, last) {
    const blank = this.#fault === void 0 && this.#scanner.isUntouched;
    if (!blank && this.#fault === void 0) this.#guard(() => this.#scanner.end(offset));
    if (blank)
      this.#subject.findings.note("L1", "blank-line", `line ${this.#line} is empty`, {
        offset: this.#lineStart
      });
    else if (this.#fault !== void 0) this.#report(this.#fault, last);
    else {
      this.#rows += 1;
      this.#metrics?.endRow(this.#line, this.#lineStart);
    }
    this.#fault = void 0;
    this.#scanner.reset();
  }
  #report(fault, last) {
    const { findings } = this.#subject;
    const what = `line ${this.#line} ${fault.message}`;
    if (last && fault.code === "json-cut") findings.degraded("L1", "last-line-cut", what, fault.extra);
    else findings.fail(fault.level, fault.code, what, fault.extra);
  }
  #guard(work) {
    try {
      work();
    } catch (error) {
      if (!(error instanceof Broken)) throw error;
      this.#fault = error;
    }
  }
  #scalar(scalar2, path, offset) {
    const top = path[0];
    const isNull = scalar2.kind === "literal" && scalar2.value === null;
    if (typeof top === "string") this.#subject.keys.addValue(nameOf4(path), top, isNull);
    if (this.#metrics === void 0) return;
    offerMetric(this.#metrics, scalar2, path, offset);
  }
};

// src/verify/text/format-text.ts
var HOLE_BYTES = 64;
var text4 = {
  name: "text",
  proves: "UTF-8, no hole of zeros; a config read as text is degraded",
  checksum: "none",
  memberNames: /^$/,
  recognises({ head, role }) {
    if (role !== "log" && role !== "config" && role !== "metrics") return false;
    if (role === "metrics" && head.includes(0)) return false;
    const odd = head.reduce((count, byte) => byte < 9 || byte > 13 && byte < 27 ? count + 1 : count, 0);
    return odd * 50 < head.length || role === "log";
  },
  async open(subject) {
    const { findings, role } = subject;
    const watch = new TextWatch(subject);
    if (isTemplate(subject.head)) judgeTemplate(new TextDecoder().decode(subject.head), findings);
    return {
      checksummed: false,
      reaches: "L2",
      regions: () => [wholeFile(subject, watch)],
      finish() {
        if (role === "metrics" && subject.roleFrom !== "guessed")
          findings.fail("L2", "no-table", "is text and no table: no metrics can be read from it");
        if (role === "log") return;
        findings.degraded("L2", "text-only", "was read as text: that its structure is whole was not proven");
      }
    };
  }
};
var TextWatch = class {
  #subject;
  #utf8 = new TextDecoder("utf-8", { fatal: true });
  #lines = 0;
  #zeros = 0;
  constructor(subject) {
    this.#subject = subject;
  }
  feed(piece, offset) {
    this.#decode(piece, offset);
    for (let at = piece.indexOf(10); at >= 0; at = piece.indexOf(10, at + 1)) this.#lines += 1;
    if (this.#zeros > 0 || piece.includes(0)) this.#followZeros(piece, offset);
  }
  end() {
    this.#endZeros(this.#subject.sizeBytes);
    this.#subject.facts.rows = this.#lines;
  }
  #decode(piece, offset) {
    try {
      this.#utf8?.decode(piece, { stream: true });
    } catch {
      this.#utf8 = void 0;
      this.#subject.findings.note("L1", "not-utf8", "is not all UTF-8", { offset });
    }
  }
  #followZeros(piece, offset) {
    for (let i = 0; i < piece.length; i += 1) {
      if (piece[i] === 0) this.#zeros += 1;
      else if (this.#zeros > 0) this.#endZeros(offset + i);
    }
  }
  #endZeros(at) {
    if (this.#zeros >= HOLE_BYTES) {
      this.#subject.findings.fail("L1", "zero-hole", "has a hole of zeros in its text", {
        offset: at - this.#zeros,
        found: `${this.#zeros} zero bytes`
      });
    }
    this.#zeros = 0;
  }
};

// src/verify/text/format-yaml.ts
var FIRST_LINE = /^(---( *| +#.*)|[A-Za-z_][\w./-]*:( .*)?|"[^"]+":( .*)?|'[^']+':( .*)?|- .+|!!?[\w/:.-]+|\{[A-Za-z_][\w./-]*: .*)$/;
var RUNS_CODE2 = /^!!?(python|js|ruby|java|perl|php)\b/;
var PLAIN_PYTHON = /^!!?python\/(tuple|list|dict|str|unicode|bytes|int|long|float|complex|bool|none)$/;
var yaml = {
  name: "yaml",
  proves: "UTF-8, syntax, no duplicate keys, bounded depth and aliases, which are never expanded; tags are listed; up to 256 KiB, above that inconclusive",
  checksum: "none",
  memberNames: /\.ya?ml$/i,
  recognises({ head, role }) {
    if (role !== "config" && role !== "metrics") return false;
    const start = Buffer.from(head.buffer, head.byteOffset, Math.min(head.length, 8192)).toString("utf8");
    const line2 = start.split(/\r?\n/).find((each) => each.trim() !== "" && !/^ *#/.test(each));
    if (line2 === void 0 || role === "metrics" && line2.includes(",")) return false;
    return FIRST_LINE.test(line2.trimEnd());
  },
  async open(subject) {
    const { budgets, sizeBytes } = subject;
    if (sizeBytes > budgets.yamlBytes) throw overBudget("yamlBytes", budgets.yamlBytes, sizeBytes, 0);
    const { YamlDocuments } = await import("./verify-text-yaml-documents.mjs");
    const document = new Document(subject);
    const documents = new YamlDocuments(document, { depth: budgets.jsonDepth, nodes: budgets.objects });
    const watch = new TextWatch(subject);
    const pieces = [];
    return {
      checksummed: false,
      reaches: "L2",
      regions: () => [
        wholeFile(subject, {
          feed(piece, offset) {
            watch.feed(piece, offset);
            pieces.push(piece.slice());
          },
          end() {
            watch.end();
            const text5 = utf8(Buffer.concat(pieces));
            if (text5 === void 0) throw new Broken("L1", "not-utf8", "is not UTF-8");
            documents.read(text5);
          }
        })
      ],
      finish(complete) {
        if (complete) settle4(subject, document, documents.tags);
      }
    };
  }
};
function settle4({ findings, facts }, document, all) {
  delete facts.rows;
  document.settle();
  const tags = [...all].sort();
  const plain3 = tags.filter((tag) => PLAIN_PYTHON.test(tag));
  const unsafe = tags.filter((tag) => RUNS_CODE2.test(tag) && !plain3.includes(tag));
  if (plain3.length > 0) {
    const what = "has tags of plain data that only loaders of Python know";
    findings.note("L2", "python-tags", what, { found: plain3.slice(0, 8).join(", ") });
  }
  if (unsafe.length > 0) {
    const what = "has tags that make a loader run code unless it is told to be safe";
    findings.degraded("L2", "unsafe-tags", what, { found: unsafe.slice(0, 8).join(", ") });
  }
  const others = tags.filter((tag) => !unsafe.includes(tag) && !plain3.includes(tag)).slice(0, 8);
  if (others.length > 0) {
    findings.degraded("L2", "other-tags", "has tags that not every loader knows", {
      found: others.join(", ")
    });
  }
}

// src/verify/archive/zip-examine.ts
async function openMember(subject, entry, mostBytes = unpackedInMemory(subject)) {
  const { reader } = subject;
  const { name, bytes: bytes2, compressedBytes, method } = entry;
  if (method === "stored") {
    const fileOffset = await dataOffsetOf(reader, entry);
    return { source: windowSource(reader, fileOffset, bytes2, name), options: { fileOffset } };
  }
  if (bytes2 > mostBytes) return void 0;
  const content = Buffer.alloc(bytes2);
  let at = 0;
  await readMember(reader, entry, (piece) => {
    content.set(piece, at);
    at += piece.length;
  });
  const expansion = Math.max(1, bytes2 / Math.max(1, compressedBytes));
  return { source: bytesSource(content.subarray(0, at), name), options: { expansion } };
}

// src/verify/archive/zip-span.ts
var LOCAL_BYTES = 30;
var LONGEST_TRAILER = 24;
var NOTHING2 = new Uint8Array(0);
var HAS_DESCRIPTOR = 8;
var ZipSpan = class {
  offset;
  length;
  #entry;
  #rules;
  #sink;
  #inflater;
  #stage = "header";
  /** A header or trailer that is not all here yet, or one that lies in the piece at hand. */
  #kept = NOTHING2;
  #wanted = LOCAL_BYTES;
  #keptBytes = 0;
  #dataLeft = 0;
  #headerBytes = 0;
  #out = 0;
  #crc = 0;
  constructor(entry, rules, sink) {
    this.offset = entry.offset;
    this.length = entry.spanEnd - entry.offset;
    this.#entry = entry;
    this.#rules = rules;
    this.#sink = sink;
  }
  /**
   * The span cut at its data, where the directory's reader found out where that is (`locateLarge`): header, data that workers
   * may take, and what follows.
   */
  regions() {
    const { dataOffset, bytes: bytes2, spanEnd } = this.#entry;
    const scan = this.#sink?.scan;
    if (dataOffset === void 0 || this.#sink !== void 0 && scan === void 0) return [this];
    const dataEnd = dataOffset + bytes2;
    const feed = (piece, offset) => this.feed(piece, offset);
    return [
      { offset: this.offset, length: dataOffset - this.offset, feed, end: () => this.#mustBeAtData() },
      {
        offset: dataOffset,
        length: bytes2,
        feed,
        end: () => {
        },
        bulk: {
          crc: !this.#rules.crcOff,
          ...scan === void 0 ? {} : { scan: scan.spec },
          took: (slice) => this.#tookSlice(slice)
        }
      },
      { offset: dataEnd, length: spanEnd - dataEnd, feed, end: () => this.end() }
    ];
  }
  feed(piece, fileOffset) {
    let at = 0;
    while (at < piece.length) {
      if (this.#stage === "data") {
        const length = Math.min(this.#dataLeft, piece.length - at);
        const pending = this.#data(piece.subarray(at, at + length), fileOffset + at);
        at += length;
        if (pending !== void 0) return pending.then(() => this.feed(piece.subarray(at), fileOffset + at));
      } else {
        at += this.#collect(piece.subarray(at), fileOffset + at);
      }
    }
  }
  async end() {
    const entry = this.#entry;
    if (this.#stage === "header" || this.#stage === "names")
      throw structure("a local header is cut", this.offset);
    if (this.#inflater !== void 0) await this.#endInflating(this.#inflater);
    const lengthRight = this.#out === entry.bytes;
    const crcRight = this.#rules.crcOff || this.#crc === entry.crc;
    if (!lengthRight) {
      const what = `${quoted(entry.name)} has another length than declared`;
      this.#rules.findings.fail("L1", "member-length", what, {
        offset: this.offset,
        expected: `${entry.bytes} bytes`,
        found: `${this.#out} bytes`
      });
    } else if (!crcRight) {
      const what = `${quoted(entry.name)} is not what was written: its CRC-32 differs`;
      this.#rules.findings.caught(sumDiffers(what, this.offset, { stored: entry.crc, found: this.#crc }));
    }
    this.#sink?.end(lengthRight && crcRight);
    this.#judgeTrailer(this.#kept.subarray(0, this.#keptBytes));
  }
  #mustBeAtData() {
    const right = this.#stage === "data" || this.#stage === "trailer" && this.#entry.bytes === 0;
    if (!right || this.offset + this.#headerBytes !== this.#entry.dataOffset)
      throw structure("a local header is not as long as it was a moment ago", this.offset);
  }
  #tookSlice({ bytes: bytes2, crc = 0, scan }) {
    this.#out += bytes2;
    this.#dataLeft -= bytes2;
    if (!this.#rules.crcOff) this.#crc = combineCrc32(this.#crc, crc, bytes2);
    if (scan !== void 0) this.#sink?.scan?.join(scan);
    if (this.#dataLeft === 0) this.#startTrailer();
  }
  /** Gathers a header or trailer; where all of it lies in the piece, nothing is copied. Returns the bytes taken. */
  #collect(piece, fileOffset) {
    if (this.#stage === "trailer") return this.#collectTrailer(piece, fileOffset);
    const kept = this.#keptBytes;
    const length = Math.min(this.#wanted - kept, piece.length);
    this.#kept = kept === 0 ? piece.subarray(0, length) : Buffer.concat([this.#kept, piece.subarray(0, length)]);
    this.#keptBytes = kept + length;
    if (this.#keptBytes < this.#wanted) this.#kept = this.#kept.slice();
    else if (this.#stage === "names") this.#endNames();
    else return length + this.#endHeader(piece, length);
    return length;
  }
  /** Returns how much more of the piece was taken. */
  #endHeader(piece, taken) {
    const header = viewOf(this.#kept);
    if (header.getUint32(0, true) !== 67324752)
      throw structure("a local header has no signature", this.offset);
    this.#wanted = LOCAL_BYTES + header.getUint16(26, true) + header.getUint16(28, true);
    this.#stage = "names";
    const more = this.#wanted - LOCAL_BYTES;
    if (taken === LOCAL_BYTES && piece.length >= this.#wanted) {
      this.#kept = piece.subarray(0, this.#wanted);
      this.#keptBytes = this.#wanted;
      this.#endNames();
      return more;
    }
    this.#kept = this.#kept.slice();
    if (more === 0) this.#endNames();
    return 0;
  }
  #collectTrailer(piece, fileOffset) {
    if (this.#keptBytes + piece.length > LONGEST_TRAILER) {
      throw structure(`bytes that belong to no member follow ${quoted(this.#entry.name)}`, fileOffset);
    }
    this.#kept = Buffer.concat([this.#kept, piece]);
    this.#keptBytes += piece.length;
    return piece.length;
  }
  #endNames() {
    const entry = this.#entry;
    const dataOffset = this.offset + this.#kept.length;
    this.#headerBytes = this.#kept.length;
    this.#judgeLocal(viewOf(this.#kept), dataOffset);
    if (dataOffset + entry.compressedBytes > entry.spanEnd) {
      throw structure(`${quoted(entry.name)} overlaps what follows it`, this.offset);
    }
    this.#dataLeft = entry.compressedBytes;
    if (entry.method === "deflated") {
      this.#inflater = new Inflater(entry.bytes, dataOffset, (piece) => this.#content(piece, -1));
    }
    this.#stage = "data";
    if (this.#dataLeft === 0) this.#startTrailer();
  }
  #judgeLocal(header, dataOffset) {
    const entry = this.#entry;
    const flags = header.getUint16(6, true);
    if ((flags & REFUSED_FLAGS) !== 0) throw refusedFlags(entry.name, flags, this.offset);
    const nameLength = header.getUint16(26, true);
    const name = this.#kept.subarray(LOCAL_BYTES, LOCAL_BYTES + nameLength);
    const extra = this.#kept.subarray(LOCAL_BYTES + nameLength);
    const sameName = Buffer.from(entry.name).equals(name);
    const sameMethod = header.getUint16(8, true) === (entry.method === "stored" ? 0 : 8);
    const sameRest = header.getUint16(4, true) === entry.version && header.getUint32(10, true) === entry.timeAndDate;
    const sameFlags = flags === entry.flags;
    if (!sameName || !sameMethod || !sameFlags || !sameRest || !this.#sameSizes(header, extra, flags)) {
      const what = `the header before ${quoted(entry.name)} does not repeat the directory`;
      throw new Broken("L1", "local-differs", what, { offset: this.offset });
    }
    this.#judgeExtra(extraFields(extra, this.offset));
    const { alignment } = this.#rules;
    if (alignment !== void 0 && entry.bytes > 0 && dataOffset % alignment !== 0) {
      const what = `${quoted(entry.name)} is not aligned to ${alignment} bytes`;
      this.#rules.findings.note("L1", "misaligned", what, { offset: dataOffset });
    }
  }
  #judgeExtra(fields) {
    const { name, unknownExtra: inDirectory } = this.#entry;
    if (fields.some(({ id, bytes: bytes2 }) => id === PADDING_ID && bytes2.some((byte) => byte !== 90)))
      throw structure("padding is not what it should be", this.offset);
    for (const id of /* @__PURE__ */ new Set([...inDirectory, ...unknownExtra(fields, name, this.offset)])) {
      const found = `0x${id.toString(16).padStart(4, "0")}`;
      const what = `${quoted(name)} has an extra field that nothing explains`;
      this.#rules.findings.degraded("L1", "unknown-extra", what, { offset: this.offset, found });
    }
  }
  #sameSizes(header, extra, flags) {
    const { crc, compressedBytes, bytes: bytes2 } = this.#entry;
    const local = [14, 18, 22].map((field) => header.getUint32(field, true));
    const [size = -1, compressed = -1] = wide(extra, [local[2], local[1]], this.offset);
    const mayBeOpen = (flags & HAS_DESCRIPTOR) !== 0;
    const fits = (field, value) => field === value || mayBeOpen && field === 0;
    return fits(local[0], crc) && fits(size, bytes2) && fits(compressed, compressedBytes);
  }
  #data(piece, fileOffset) {
    this.#dataLeft -= piece.length;
    const done = this.#inflater === void 0 ? this.#content(piece, fileOffset) : this.#inflater.feed(piece);
    if (this.#dataLeft === 0) this.#startTrailer();
    return done;
  }
  #content(piece, fileOffset) {
    const { expansion, crcOff } = this.#rules;
    this.#out += piece.length;
    if (fileOffset < 0) expansion.bytes += piece.length;
    if (expansion.bytes > expansion.limit)
      throw overBudget("expandedBytes", expansion.limit, expansion.bytes, this.offset);
    if (!crcOff) this.#crc = crc32(piece, this.#crc);
    this.#sink?.feed(piece, fileOffset);
  }
  async #endInflating(inflater) {
    const used = await inflater.end();
    if (used !== this.#entry.compressedBytes) {
      throw structure(`bytes follow the compressed data of ${quoted(this.#entry.name)}`, this.offset);
    }
  }
  #startTrailer() {
    this.#stage = "trailer";
    this.#kept = NOTHING2;
    this.#keptBytes = 0;
  }
  /** A data descriptor, with or without its signature, of 32- or 64-bit sizes; or nothing. */
  #judgeTrailer(bytes2) {
    const { name, flags, crc, compressedBytes, bytes: size } = this.#entry;
    const expected = (flags & HAS_DESCRIPTOR) !== 0;
    if (!expected && bytes2.length === 0) return;
    const view = viewOf(bytes2);
    const signed = bytes2.length % 8 === 0 && bytes2.length > 0 && view.getUint32(0, true) === 134695760;
    const at = signed ? 4 : 0;
    const isWide = bytes2.length - at === 20;
    const fits = expected && (isWide || bytes2.length - at === 12);
    const number2 = (offset) => isWide ? Number(view.getBigUint64(offset, true)) : view.getUint32(offset, true);
    const right = fits && view.getUint32(at, true) === crc && number2(at + 4) === compressedBytes && number2(at + (isWide ? 12 : 8)) === size;
    if (right) return;
    throw structure(
      `what follows ${quoted(name)} is not its data descriptor`,
      this.#entry.spanEnd - bytes2.length
    );
  }
};

// src/verify/hdf5/format-keras.ts
var CONFIG = "config.json";
var METADATA2 = "metadata.json";
var WEIGHTS2 = /(^|\/)[^/]*\.weights\.h5$/;
var keras = {
  name: "keras",
  proves: "strict zip; the whole config names only parts of Keras and carries no code; the weights inside checked as HDF5, in place; values",
  checksum: "CRC-32 of every member",
  holds: ({ entries }) => [CONFIG, METADATA2].every((wanted) => entries.some(({ name }) => name === wanted)),
  async open(subject, { entries, crcOff }) {
    const { findings, budgets, keys } = subject;
    const rules = { crcOff, findings, expansion: { bytes: 0, limit: budgets.expandedBytes } };
    const config = new KerasConfig(subject);
    const steps = new StepRecord(subject);
    let tensors = NO_TENSORS;
    for (const { name } of entries) if (!name.endsWith("/")) keys.addValue(name, name);
    return {
      checksummed: !crcOff,
      reaches: "L3",
      *regions() {
        for (const entry of entries)
          yield new ZipSpan(entry, rules, entry.name === CONFIG ? sinkOf(config, entry) : void 0);
      },
      async inside() {
        const weights = entries.filter(({ name }) => WEIGHTS2.test(name));
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
        config.settle();
        steps.settle();
        judgeParameters(subject);
      },
      tensors: () => tensors
    };
  }
};
var sinkOf = (config, { offset, bytes: bytes2 }) => ({
  feed: (piece, fileOffset) => config.feed(piece, fileOffset < 0 ? offset : fileOffset),
  end: () => config.end(offset + bytes2)
});
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
  for (const { name, dtype: dtype2, shape: shape2 } of table.rows) {
    const isFloat = DTYPES[dtype2]?.kind === "float";
    if (isFloat && partOf(name) === "model") found += shape2.reduce((product, size) => product * size, 1);
  }
  if (found !== expectation.parameters)
    findings.fail("L3", "parameter-count", "another number of parameters than the model was said to have", {
      expected: String(expectation.parameters),
      found: String(found)
    });
}

// src/verify/numpy/format-npz.ts
var SUFFIX = ".npy";
var npz = {
  name: "npz",
  proves: "strict zip directory; every member's local header and CRC-32; every member an npy file; values",
  checksum: "CRC-32 of every member",
  holds: ({ entries }) => entries.every(({ name }) => name.endsWith(SUFFIX)),
  async open(subject, { entries, crcOff }) {
    const { findings, budgets, digestGiven } = subject;
    const book = new TensorBook(subject);
    const books = { subject, book, imports: new PickleImports(subject) };
    const rules = { crcOff, findings, expansion: { bytes: 0, limit: budgets.expandedBytes } };
    return {
      checksummed: !crcOff,
      reaches: "L3",
      *regions() {
        for (const entry of entries)
          yield new ZipSpan(entry, rules, arraySink(books, entry, !crcOff || digestGiven));
      },
      finish() {
        books.imports.settle(NEEDS_ALLOW_PICKLE);
        book.settle(entries.length);
      },
      tensors: () => book.summary
    };
  }
};
function arraySink(books, entry, proven) {
  const name = entry.name.slice(0, -SUFFIX.length);
  let stream;
  const streamAt = (fileOffset) => new NpyStream(books, { name, bytes: entry.bytes, fileOffset });
  return {
    feed(piece, fileOffset) {
      stream ??= streamAt(fileOffset < 0 ? entry.offset : fileOffset);
      stream.feed(piece);
    },
    end(intact) {
      if (intact) (stream ?? streamAt(entry.offset)).end(proven);
    }
  };
}

// src/verify/archive/code-members.ts
var NAMES_SHOWN2 = 5;
var CODE = /\.(py|pyc|pyd|so|dll|dylib|cubin|ptx|sh|jar|class)$/i;
function tellCode({ entries }, findings, what) {
  const code = entries.filter(({ name }) => CODE.test(name));
  findings.degraded("L2", "executable-content", what, {
    found: code.slice(0, NAMES_SHOWN2).map(({ name }) => name).join(", ").slice(0, 200) || "no file of code by its name"
  });
}

// src/verify/read/json-object.ts
var isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
function parsedJson(text5) {
  try {
    return JSON.parse(text5);
  } catch {
    return void 0;
  }
}

// src/verify/torch/pt2-weights.ts
var TYPES3 = {
  1: DTYPES.u8,
  2: DTYPES.i8,
  3: DTYPES.i16,
  4: DTYPES.i32,
  5: DTYPES.i64,
  6: DTYPES.f16,
  7: DTYPES.f32,
  8: DTYPES.f64,
  10: DTYPES.c64,
  11: DTYPES.c128,
  12: DTYPES.bool,
  13: DTYPES.bf16,
  28: DTYPES.u16,
  29: DTYPES.f8_e4m3,
  30: DTYPES.f8_e5m2,
  31: DTYPES.f8_e4m3fnuz,
  32: DTYPES.f8_e5m2fnuz,
  33: DTYPES.e8m0,
  34: DTYPES.u32,
  35: DTYPES.u64
};
var STRIDED = 7;
var MOST_DIMENSIONS2 = 1e3;
function readPt2Table(text5, folder, bytesOf6) {
  const table = { raw: /* @__PURE__ */ new Map(), saved: [] };
  for (const [name, entry] of Object.entries(configIn(text5, folder))) {
    const path = isObject(entry) ? entry["path_name"] : void 0;
    if (!isObject(entry) || typeof path !== "string") throw malformed5(folder, `${quoted(name)} has no place`);
    const member = folder + path;
    const bytes2 = bytesOf6(member);
    if (bytes2 === void 0)
      throw new Broken("L2", "storage-missing", `${quoted(name)} is not in the archive`, {
        expected: quoted(member)
      });
    if (entry["use_pickle"] !== false) takeSaved(table, name, member, entry["tensor_meta"]);
    else takeRaw(table, name, { member, bytes: bytes2 }, entry["tensor_meta"]);
  }
  return table;
}
function configIn(text5, folder) {
  const parsed = parsedJson(text5);
  const config = isObject(parsed) ? parsed["config"] : void 0;
  if (isObject(config)) return config;
  throw malformed5(folder, "is no table of tensors");
}
function takeSaved(table, name, member, meta) {
  if (meta === null || meta === void 0)
    throw new Unsettled("L2", "pt2-object", `${quoted(name)} is an object of a class that we do not know`);
  table.saved.push({ name, member });
}
function takeRaw(table, name, { member, bytes: bytes2 }, meta) {
  const tensor = tensorOf(name, meta);
  const { dtype: dtype2 } = tensor;
  const size = dtype2.bits / 8;
  const known = table.raw.get(member);
  const same = known === void 0 || known.storage.dtype === dtype2;
  const storage = new PyStorage(same ? dtype2 : void 0, member, same ? bytes2 / size : bytes2);
  if (reachOf(tensor) * size > bytes2 || bytes2 % size !== 0)
    throw new Broken("L2", "tensor-outside", `${quoted(name)} is not of the size of its elements`, {
      expected: `at least ${reachOf(tensor) * size} bytes, whole elements`,
      found: `${bytes2} bytes`
    });
  const top = name.split(".", 1)[0] ?? "";
  const placed = new PyTensor(storage, dtype2, tensor);
  const tensors = known?.tensors ?? [];
  tensors.push({ name, top, tensor: placed });
  table.raw.set(member, { storage, tensors });
}
function tensorOf(name, meta) {
  if (!isObject(meta)) throw malformed5(name, "says nothing about its tensor");
  const dtype2 = typeof meta["dtype"] === "number" ? TYPES3[meta["dtype"]] : void 0;
  if (dtype2 === void 0)
    throw new Unsettled("L2", "dtype-unknown", `${quoted(name)} is of a type that we do not know`, {
      found: String(meta["dtype"]).slice(0, 40)
    });
  if (meta["layout"] !== STRIDED)
    throw new Unsettled("L2", "pt2-layout", `${quoted(name)} is not laid out by strides`);
  const shape2 = counts2(name, meta["sizes"]);
  const stride = counts2(name, meta["strides"]);
  const [offset] = counts2(name, [meta["storage_offset"]]);
  if (shape2.length !== stride.length || shape2.length > MOST_DIMENSIONS2)
    throw malformed5(name, "has not as many strides as sizes");
  return new PyTensor(void 0, dtype2, { offset, shape: shape2, stride });
}
function counts2(name, list2) {
  const items = Array.isArray(list2) ? list2 : [void 0];
  return items.map((item) => {
    const count = isObject(item) ? item["as_int"] : void 0;
    if (!Number.isSafeInteger(count) || count < 0)
      throw malformed5(name, "has a size, stride or offset that is no count");
    return count;
  });
}
var malformed5 = (where, what) => new Broken("L2", "pt2-malformed", `${quoted(where)} ${what}`);

// src/verify/torch/format-pt2.ts
var FORMAT = /^[^/]+\/archive_format$/;
var TABLE = /^([^/]+\/data\/(?:weights|constants)\/)[^/]+_config\.json$/;
var SAMPLE = /^[^/]+\/data\/sample_inputs\/[^/]+\.pt$/;
var COMPILED = /^[^/]+\/data\/aotinductor\//;
var pt2 = {
  name: "torch-export",
  proves: "strict zip directory; CRC-32 of every member; every tensor of the tables lies inside its member; values; saved tensors by their own type; the graph is code and never run, so at best degraded; with compiled code inconclusive",
  checksum: "CRC-32 of every member",
  holds: ({ entries }) => entries.some(({ name }) => FORMAT.test(name)),
  async open(subject, directory) {
    tellCode(directory, subject.findings, "holds a program that runs when it is called");
    const archive = new Pt2Archive(subject, directory);
    await archive.readTables();
    return archive.walk();
  }
};
var Pt2Archive = class {
  #subject;
  #directory;
  #book;
  #byName;
  #raw = /* @__PURE__ */ new Map();
  #toExamine = [];
  #saved = /* @__PURE__ */ new Set();
  #isWhole = true;
  #inner = NO_TENSORS;
  #own = NO_TENSORS;
  constructor(subject, directory) {
    this.#subject = subject;
    this.#directory = directory;
    this.#book = new CheckpointBook(subject);
    this.#byName = new Map(directory.entries.map((entry) => [entry.name, entry]));
  }
  async readTables() {
    const { findings, reader } = this.#subject;
    const { entries } = this.#directory;
    this.#isWhole = await findings.guard(async () => {
      const format = entries.find(({ name }) => FORMAT.test(name));
      if (await readNote(reader, format) !== "pt2")
        throw new Broken("L2", "pt2-malformed", "is no archive of an exported program", {
          offset: format.offset
        });
      await locateLarge(reader, entries);
      for (const entry of entries) {
        const folder = TABLE.exec(entry.name)?.[1];
        if (folder !== void 0) await this.#readTable(entry, folder);
        else if (SAMPLE.test(entry.name))
          this.#toExamine.push({ entry, prefix: `${entry.name}/`, role: "archive" });
      }
      const compiled = entries.find(({ name }) => COMPILED.test(name));
      if (compiled !== void 0)
        throw new Unsettled("L2", "compiled-code", "holds compiled code, whose weights nobody can look at", {
          offset: compiled.offset,
          found: quoted(compiled.name)
        });
    });
    for (const { name, offset } of entries)
      if (/\/data\/(weights|constants)\/[^/]+$/.test(name) && !TABLE.test(name) && !this.#isListed(name))
        findings.degraded("L2", "surplus-member", `nothing refers to ${quoted(name)}`, { offset });
  }
  walk() {
    const { keys } = this.#subject;
    for (const { tensors } of this.#raw.values())
      for (const { name, top } of tensors) keys.addTensor(name, top);
    return {
      checksummed: !this.#directory.crcOff,
      reaches: "L3",
      regions: () => this.#spans(),
      inside: () => this.#examineInside(),
      finish: () => this.#settle(),
      tensors: () => together(this.#own, this.#inner)
    };
  }
  #isListed(name) {
    return this.#raw.has(name) || this.#saved.has(name);
  }
  async #readTable(entry, folder) {
    const { reader, budgets, role } = this.#subject;
    const text5 = (await readWhole(reader, entry, budgets)).toString("utf8");
    const table = readPt2Table(text5, folder, (member) => this.#byName.get(member)?.bytes);
    for (const [member, referred] of table.raw) this.#raw.set(member, referred);
    for (const { name, member } of table.saved) {
      if (this.#saved.has(member) || this.#raw.has(member))
        throw new Broken("L2", "pt2-malformed", "two tensors are one saved file", { offset: entry.offset });
      this.#saved.add(member);
      this.#toExamine.push({ entry: this.#byName.get(member), prefix: `${name}/`, role });
    }
  }
  *#spans() {
    const { findings } = this.#subject;
    const { entries, crcOff } = this.#directory;
    const expansion = { bytes: 0, limit: expansionLimit(this.#subject) };
    for (const entry of entries)
      yield* new ZipSpan(entry, { crcOff, findings, expansion }, this.#sinkFor(entry)).regions();
  }
  #sinkFor(entry) {
    const referred = this.#raw.get(entry.name);
    if (referred === void 0) return void 0;
    const proven = !this.#directory.crcOff || this.#subject.digestGiven;
    const scan = new StorageScan(referred, this.#book, { littleEndian: true, proven, bytes: entry.bytes });
    return storageSink(scan, entry);
  }
  async #examineInside() {
    const { crcOff } = this.#directory;
    for (const { entry, prefix, role } of this.#toExamine) {
      const opened = await openMember(this.#subject, entry);
      if (opened === void 0) {
        const what = "a saved tensor is packed and too long to unpack";
        this.#subject.findings.inconclusive("L2", "member-packed", what, { offset: entry.offset });
        continue;
      }
      const { tensors } = await this.#subject.examine(opened.source, {
        ...opened.options,
        proven: !crcOff,
        prefix,
        role
      });
      this.#inner = together(this.#inner, tensors);
    }
  }
  #settle() {
    this.#book.steps.settle();
    const raw = [...this.#raw.values()].reduce((sum, { tensors }) => sum + tensors.length, 0);
    const saved = this.#toExamine.filter(({ role }) => role !== "archive").length;
    this.#own = this.#book.judge.settle(raw + saved + (this.#isWhole ? 0 : 1));
  }
};

// src/verify/torch/serialization-id.ts
var WORD = (1n << 64n) - 1n;
function runningHash(before) {
  let hash = 0n;
  for (const { crc, bytes: bytes2 } of before) {
    if (bytes2 > 0) hash ^= BigInt(crc) + 0x9e3779b9n + (hash << 6n) + (hash >> 2n) & WORD;
  }
  return hash.toString().padStart(20, "0");
}

// src/verify/torch/archive.ts
var OWN_MEMBERS = [
  "version",
  ".data/version",
  "byteorder",
  ".format_version",
  ".storage_alignment",
  ".data/serialization_id"
];
var rootOf = (name) => name.slice(0, name.indexOf("/") + 1);
var OBJECT2 = { member: "data.pkl", name: "", folder: "data/" };
var TorchArchive = class {
  #subject;
  #directory;
  #root;
  #byName;
  #book;
  #program;
  #littleEndian = true;
  #alignment;
  #places;
  #alsoKnown;
  #metaTensors = 0;
  /** By folder. */
  #storages = /* @__PURE__ */ new Map();
  /** By the name of the member that holds it. */
  #held = /* @__PURE__ */ new Map();
  constructor(subject, directory, layout2 = {}, shared2) {
    this.#places = layout2.programs ?? [OBJECT2];
    this.#alsoKnown = layout2.alsoKnown;
    this.#subject = subject;
    this.#directory = directory;
    this.#byName = new Map(directory.entries.map((entry) => [entry.name, entry]));
    this.#root = rootOf(directory.entries[0]?.name ?? "");
    const stray = directory.entries.find(({ name }) => rootOf(name) !== this.#root);
    if (stray !== void 0) {
      const what = `${quoted(stray.name)} is outside the folder ${this.#root}`;
      throw new Broken("L2", "torch-layout", what, { offset: stray.offset });
    }
    this.#book = new CheckpointBook(subject, shared2);
  }
  /** The first one; absent when not all of them could be walked. */
  get program() {
    return this.#program;
  }
  /** Everything that must be known before the storages go by. A fault in it leaves the CRCs still to be verified. */
  async readProgram() {
    await this.#subject.findings.guard(async () => {
      await locateLarge(this.#subject.reader, this.#directory.entries);
      await this.#readNotes();
      const programs = [];
      for (const place of this.#places) programs.push(await this.#readOne(place));
      this.#metaTensors = programs.reduce((sum, { metaTensors }) => sum + metaTensors, 0);
      this.#program = programs[0];
      for (const place of this.#places) this.#matchStorages(place);
      this.#mustBeKnown();
    });
  }
  async #readOne({ member, name, folder }) {
    const entry = this.#member(member);
    if (entry === void 0)
      throw new Broken("L2", "torch-layout", `has no ${member}`, { expected: `${this.#root}${member}` });
    const storages = this.#storages.get(folder) ?? /* @__PURE__ */ new Map();
    this.#storages.set(folder, storages);
    const reader = new TorchProgramReader(this.#book, entry.bytes, { storages });
    await readMember(this.#subject.reader, entry, (piece) => reader.feed(piece));
    return reader.end(name);
  }
  *regions() {
    const { entries, crcOff } = this.#directory;
    const { findings, budgets } = this.#subject;
    const rules = {
      crcOff,
      findings,
      expansion: { bytes: 0, limit: budgets.expandedBytes },
      ...this.#alignment === void 0 ? {} : { alignment: this.#alignment }
    };
    for (const entry of entries) yield* new ZipSpan(entry, rules, this.#sinkFor(entry)).regions();
  }
  settle() {
    const program = this.#program && { ...this.#program, metaTensors: this.#metaTensors };
    const storages = [...this.#storages.values()].flatMap((each) => [...each.values()]);
    return this.#book.settle(program, storages);
  }
  #member(name) {
    return this.#byName.get(this.#root + name);
  }
  async #readNotes() {
    const version = await this.#note("version") ?? await this.#note(".data/version");
    if (version === void 0 || !/^([1-9]|10)\n?$/.test(version)) {
      throw new Broken("L2", "torch-layout", "has no version that PyTorch could have written", {
        expected: "1 to 10",
        found: version === void 0 ? "none" : JSON.stringify(version.slice(0, 20))
      });
    }
    const order = await this.#note("byteorder");
    if (order !== void 0 && order !== "little" && order !== "big") {
      throw new Broken("L2", "torch-layout", "names a byte order that does not exist", {
        expected: "little or big",
        found: JSON.stringify(order.slice(0, 20))
      });
    }
    this.#littleEndian = order !== "big";
    const alignment = await this.#note(".storage_alignment");
    if (alignment !== void 0 && /^[1-9][0-9]{0,6}\n?$/.test(alignment))
      this.#alignment = Number(alignment);
    const id = await this.#note(".data/serialization_id");
    if (id !== void 0) this.#judgeSerializationId(id);
  }
  /** Says whether the members are those of one call of torch.save. No reader looks at it, so it is told and no more. */
  #judgeSerializationId(id) {
    const { entries, crcOff } = this.#directory;
    const at = entries.findIndex(({ name }) => name === `${this.#root}.data/serialization_id`);
    const expected = runningHash(entries.slice(0, at));
    if (crcOff || /^[0-9]{40}$/.test(id) && id.endsWith(expected)) return;
    const what = "the serialization id is not that of the members before it";
    this.#subject.findings.note("L2", "serialization-id", what, {
      expected: `...${expected}`,
      found: JSON.stringify(id.slice(0, 60))
    });
  }
  async #note(name) {
    const entry = this.#member(name);
    return entry === void 0 ? void 0 : await readNote(this.#subject.reader, entry);
  }
  /** Every storage has its member, of exactly its size. */
  #matchStorages({ folder }) {
    const { findings } = this.#subject;
    for (const [key, referred] of this.#storages.get(folder) ?? []) {
      const { storage } = referred;
      const member = `${folder}${key}`;
      if (this.#held.has(member)) continue;
      this.#held.set(member, referred);
      const entry = this.#member(member);
      const expected = storage.elements * ((storage.dtype ?? DTYPES.u8).bits / 8);
      if (entry === void 0) {
        findings.fail("L2", "storage-missing", `storage ${quoted(key)} is not in the file`, {
          expected: `${expected} bytes`,
          found: "no member"
        });
      } else if (entry.bytes !== expected) {
        const what = `storage ${quoted(key)} is not as long as its tensors need`;
        const sizes = { expected: `${expected} bytes`, found: `${entry.bytes} bytes` };
        findings.fail("L2", "storage-size", what, { offset: entry.offset, ...sizes });
      }
    }
  }
  /** Every member has its storage, or a meaning of its own. */
  #mustBeKnown() {
    const { findings } = this.#subject;
    for (const { name, offset } of this.#directory.entries) {
      const inner = name.slice(this.#root.length);
      const isKnown = this.#isOwn(inner) || this.#alsoKnown?.test(inner) === true || this.#held.has(inner);
      if (!isKnown)
        findings.degraded("L2", "surplus-member", `nothing refers to ${quoted(name)}`, { offset });
    }
  }
  #isOwn(inner) {
    return OWN_MEMBERS.includes(inner) || this.#places.some(({ member }) => member === inner);
  }
  #sinkFor(entry) {
    const inner = entry.name.slice(this.#root.length);
    if (this.#isOwn(inner) || this.#program === void 0) return void 0;
    const referred = this.#held.get(inner);
    if (referred === void 0) return strayPickle(this.#subject, entry);
    const come = {
      littleEndian: this.#littleEndian,
      proven: !this.#directory.crcOff || this.#subject.digestGiven,
      bytes: entry.bytes
    };
    return storageSink(new StorageScan(referred, this.#book, come), entry);
  }
};

// src/verify/torch/format-script.ts
var NAMES_SHOWN3 = 5;
var PROGRAM_MEMBER = /^(code\/|extra\/|traced_inputs(\.pkl$|\/[0-9]+$))/;
var CONSTANTS2 = { member: "constants.pkl", name: "CONSTANTS", folder: "constants/" };
var TYPED_LISTS = [
  "build_intlist",
  "build_tensorlist",
  "build_doublelist",
  "build_boollist",
  "restore_type_tag"
];
var OWN_TYPE = /c(__torch__(?:\.\w+)*)\n(\w+)\n/g;
var torchScript = {
  name: "torchscript",
  proves: "as torch-zip, for the parameters and buffers of data.pkl and the constants of the code; the code is listed and never run, so at best degraded",
  checksum: "CRC-32 of every member",
  holds: ({ entries }) => entries.some(({ name }) => /^[^/]+\/data\.pkl$/i.test(name)) && entries.some(({ name }) => /^[^/]+\/(constants\.pkl|code\/.*)$/i.test(name)),
  async open(subject, directory) {
    const { findings } = subject;
    const code = directory.entries.filter(({ name }) => name.endsWith(".py"));
    findings.degraded("L2", "executable-content", "holds code that runs when it is loaded", {
      found: code.slice(0, NAMES_SHOWN3).map(({ name }) => name).join(", ").slice(0, 200)
    });
    const isThere = ({ member }) => directory.entries.some(({ name }) => name.slice(name.indexOf("/") + 1) === member);
    const allowImports = [...subject.allowImports, ...await ownTypes(subject, directory)];
    const archive = new TorchArchive({ ...subject, allowImports }, directory, {
      programs: isThere(CONSTANTS2) ? [OBJECT2, CONSTANTS2] : [OBJECT2],
      alsoKnown: PROGRAM_MEMBER
    });
    await archive.readProgram();
    return walkOf(archive, !directory.crcOff);
  }
};
async function ownTypes({ reader, budgets }, { entries }) {
  const found = [];
  for (const entry of entries.filter(({ name }) => /^[^/]+\/(data|constants)\.pkl$/.test(name))) {
    const text5 = (await readWhole(reader, entry, budgets)).toString("latin1");
    for (const [, module, name] of text5.matchAll(OWN_TYPE)) found.push(`${module}.${name}`);
  }
  return [...new Set(found), ...TYPED_LISTS.map((name) => `torch.jit._pickle.${name}`)];
}

// src/verify/torch/format-unread.ts
var unread = (name, what, mark) => ({
  name,
  proves: "not read: it holds pickles or code and is inconclusive in every row but an opaque one",
  checksum: "CRC-32 of every member",
  holds: ({ entries }) => entries.some((entry) => mark.test(entry.name)),
  async open() {
    throw notRead(what);
  }
});
var torchPackage = unread(
  "torch-package",
  "a package of torch.package",
  /^[^/]+\/\.data\/extern_modules$/
);
var modelArchive = unread("model-archive", "an archive for TorchServe", /^MAR-INF\/MANIFEST\.json$/);
var oldExport = unread(
  "torch-export-old",
  "a program of an old torch.export",
  /^serialized_exported_program\.json$/
);

// src/verify/torch/format-zip.ts
var hasProgram = ({ entries }) => entries.some(({ name }) => /^[^/]+\/data\.pkl$/i.test(name));
var torchZip = {
  name: "torch-zip",
  proves: "strict zip directory; every member's local header, CRC-32 and descriptor; data.pkl walked opcode by opcode; every storage has exactly its size; every tensor lies inside its storage; values",
  checksum: "CRC-32 of every member",
  holds: hasProgram,
  async open(subject, directory) {
    const archive = new TorchArchive(subject, directory);
    await archive.readProgram();
    if (archive.program !== void 0) judgeLoader(subject, archive.program.opcodes);
    return walkOf(archive, !directory.crcOff);
  }
};

// src/verify/engine/format-zip.ts
var KINDS3 = [
  torchPackage,
  torchScript,
  torchZip,
  pt2,
  oldExport,
  modelArchive,
  npz,
  keras
];
var LOCAL = Uint8Array.of(80, 75, 3, 4);
var EMPTY2 = Uint8Array.of(80, 75, 5, 6);
var zip = {
  name: "zip",
  proves: "strict directory, local headers, descriptors and CRC-32 of every member",
  checksum: "CRC-32 of every member",
  recognises: ({ head }) => startsWith(head, LOCAL) || startsWith(head, EMPTY2),
  async open(subject) {
    const directory = await readZipDirectory(subject.reader, subject.budgets);
    if (directory.entries.length === 0)
      throw new Broken("L1", "zip-empty", "is an archive of nothing", { offset: 0 });
    const kind = KINDS3.find((each) => each.holds(directory));
    if (kind === void 0) return openArchive(subject, directory);
    const walk = await kind.open(subject, directory);
    walk.format ??= kind.name;
    return walk;
  }
};
function openArchive(subject, { entries, crcOff }) {
  const { findings, keys } = subject;
  const rules = { crcOff, findings, expansion: { bytes: 0, limit: expansionLimit(subject) } };
  for (const { name } of entries) if (!name.endsWith("/")) keys.addValue(name, name);
  const members = new ArchiveMembers(subject);
  return {
    checksummed: !crcOff,
    get reaches() {
      return members.reaches;
    },
    *regions() {
      const filled2 = entries.filter(({ bytes: bytes2 }) => bytes2 > 0);
      const late = new Set(filled2.slice(subject.budgets.membersExamined));
      for (const entry of entries) {
        const isLeftOut = late.has(entry) || isTooLong(subject, entry);
        const sink = isLeftOut ? strayPickle(subject, entry) : void 0;
        yield* new ZipSpan(entry, rules, sink).regions();
      }
    },
    async inside() {
      for (const entry of entries) if (entry.bytes > 0) await examineMember(subject, members, entry, crcOff);
    },
    finish() {
      members.settle(entries.filter(({ name }) => !name.endsWith("/")).length);
    },
    tensors: () => members.tensors
  };
}
var isTooLong = (subject, { method, bytes: bytes2 }) => method === "deflated" && bytes2 > unpackedInMemory(subject);
async function examineMember(subject, members, entry, crcOff) {
  const opened = members.isFull ? void 0 : await openMember(subject, entry);
  if (opened === void 0) members.leaveOut();
  else await members.examine(opened.source, { ...opened.options, proven: !crcOff });
}

// src/verify/engine/formats.ts
var FORMATS = [
  zip,
  hdf5,
  torchLegacy,
  gguf,
  parquet,
  arrowFile,
  tar,
  arrowStream,
  tfrecord,
  onnx,
  tfGraph,
  sentencepiece,
  catboost,
  safetensors,
  npy,
  pickle,
  joblib,
  gzip,
  zstd,
  xz,
  bzip2,
  lz4,
  png,
  jpeg,
  zlib2,
  lzma,
  flax,
  ubjson,
  yaml,
  jsonl,
  json,
  csv,
  text4
];

// src/verify/engine/loader-by-name.ts
var TORCH = [
  "torch-zip",
  "torch-legacy",
  "torchscript",
  "torch-export",
  "torch-export-old",
  "torch-package",
  "model-archive"
];
var BY_NAME2 = [
  { name: /\.safetensors$/i, loader: "safetensors", takes: ["safetensors"] },
  { name: /\.gguf$/i, loader: "a reader of GGUF", takes: ["gguf"] },
  { name: /\.onnx$/i, loader: "a reader of ONNX", takes: ["onnx"] },
  { name: /\.keras$/i, loader: "keras.saving.load_model", takes: ["keras"] },
  { name: /\.(pt|pth)$|(^|\/)pytorch_model[^/]*\.bin$/i, loader: "torch.load", takes: TORCH }
];
var LOADERS = {
  ...Object.fromEntries(TORCH.map((format) => [format, "torch.load"])),
  safetensors: "safetensors",
  gguf: "a reader of GGUF",
  onnx: "a reader of ONNX",
  keras: "keras.saving.load_model",
  hdf5: "h5py",
  "keras-h5": "keras.saving.load_model under a name that ends with .h5",
  npy: "numpy.load",
  npz: "numpy.load",
  pickle: "pickle.load",
  joblib: "joblib.load",
  "flax-msgpack": "flax.serialization"
};
function judgeName(findings, label, format) {
  const named = BY_NAME2.find(({ name }) => name.test(label));
  const loader = LOADERS[format];
  if (named === void 0 || loader === void 0 || named.takes.includes(format)) return;
  const what = `is called like what ${named.loader} loads, which refuses it: it is ${format} and loads with ${loader}`;
  findings.degraded("L2", "other-loader", what, { expected: named.takes.join(" or "), found: format });
}

// src/verify/engine/unread.ts
var magic = (what, text5, at = 0) => ({
  what,
  recognises: ({ head }) => startsWith(head, Buffer.from(text5, "latin1"), at)
});
var UNREAD = [
  magic("a film (MP4 and its kin)", "ftyp", 4),
  magic("a database of SQLite", "SQLite format 3\0"),
  magic("a document of PDF", "%PDF-"),
  magic("an image or a table of FITS", "SIMPLE  ="),
  magic("a MAT-file of MATLAB 5", "MATLAB 5.0 MAT-file"),
  magic("a table of Feather 1", "FEA1"),
  magic("a model of TensorFlow Lite", "TFL3", 4),
  magic("a picture of DICOM", "DICM", 128),
  magic("a program or library (ELF)", "\x7FELF")
];
var unreadKind = (probe) => UNREAD.find((each) => each.recognises(probe));

// src/verify/engine/verify-file.ts
async function verifyFile(source, options) {
  const { jobs, workers: given } = options;
  return await withPool(given === void 0 ? jobs : void 0, source.sizeBytes, async (own) => {
    const workers = given ?? own;
    const examination = new Examination(
      source,
      workers === void 0 ? options : { ...options, workers },
      ALONE
    );
    await examination.run();
    return examination.verdict();
  });
}
async function examineInside(outer, inner, {
  role = "archive",
  proven = false,
  member = false,
  expansion = 1,
  expectation,
  fileOffset,
  prefix = ""
} = {}, { budgets, allowDegraded, allowImports, signal, clock, moments }) {
  if (outer.depth >= outer.budgets.nesting)
    throw overBudget("nesting", outer.budgets.nesting, outer.depth + 1, fileOffset);
  const examination = new Examination(
    inner,
    {
      role,
      contains: [],
      requiredLevel: "L0",
      allowDegraded: allowDegraded === true,
      ...expectation === void 0 ? {} : { expectation },
      ...budgets === void 0 ? {} : { budgets },
      ...allowImports === void 0 ? {} : { allowImports },
      ...signal === void 0 ? {} : { signal },
      ...clock === void 0 ? {} : { clock },
      ...moments === void 0 ? {} : { moments }
    },
    {
      depth: outer.depth + 1,
      proven: proven || outer.digestGiven,
      member,
      expansion: outer.expansion * expansion
    }
  );
  await examination.run();
  examination.enterInto(outer, inner.label, fileOffset, prefix);
  return examination.verdict();
}
var ALONE = { depth: 0, proven: false, member: false, expansion: 1 };
var Examination = class {
  #options;
  #source;
  #findings;
  #reader;
  #budgets;
  #digest;
  #format = "unknown";
  #readAll = false;
  #walk;
  #subject;
  #place;
  constructor(source, options, place) {
    this.#place = place;
    this.#source = source;
    this.#options = options;
    this.#budgets = { ...DEFAULT_BUDGETS, ...options.budgets };
    this.#reader = new BoundedReader(source, this.#budgets, options.clock ?? systemClock, options.signal);
    this.#digest = new DigestCheck(options);
    this.#subject = {
      reader: this.#reader,
      sizeBytes: source.sizeBytes,
      head: new Uint8Array(0),
      role: options.role,
      roleFrom: options.roleFrom ?? "declared",
      budgets: this.#budgets,
      expectation: options.expectation ?? {},
      allowImports: options.allowImports ?? [],
      allowDegraded: options.allowDegraded,
      digestGiven: options.sha256 !== void 0 || place.proven,
      ...emptyBooks(),
      scanning: { moments: options.moments === true },
      depth: place.depth,
      expansion: place.expansion,
      examine: (inner, inside) => examineInside(this.#subject, inner, inside, options)
    };
    this.#findings = this.#subject.findings;
  }
  async run() {
    if (this.#source.sizeBytes === 0) {
      this.#findings.fail("L0", "empty", "is empty", { expected: "at least 1 byte", found: "0 bytes" });
      return;
    }
    await this.#guarded(async () => {
      const head = await this.#reader.head(HEAD_BYTES);
      this.#subject = { ...this.#subject, head };
      const probe = { head, sizeBytes: this.#source.sizeBytes, role: this.#options.role };
      const format = await this.#recognise(probe);
      if (format === void 0 && this.#place.member) return;
      if (format !== void 0) await this.#guarded(() => this.#open(format));
      const complete = await this.#pass();
      this.#readAll = complete;
      await this.#guarded(async () => await this.#walk?.inside?.());
      await this.#guarded(async () => this.#walk?.finish(complete));
      if (!this.#findings.blocks("L2")) this.#judgeKeys();
      if (complete) judgeChange(this.#subject, this.#options.previous);
    });
    this.#judgeDigest();
  }
  /** What was found in here is found in the file around it. */
  enterInto(outer, label, fileOffset, prefix) {
    outer.findings.absorb(this.#findings.reasons, ({ offset, what, ...reason }) => ({
      ...reason,
      what: `${quoted(label)}: ${what}`,
      ...offset === void 0 || fileOffset === void 0 ? {} : { offset: offset + fileOffset }
    }));
    for (const name of this.#subject.imports) outer.imports.add(name);
    for (const { at: _at, ...row } of this.#subject.table.rows)
      outer.table.add({ ...row, name: prefix + row.name });
    outer.keys.take(this.#subject.keys, prefix);
  }
  verdict() {
    const { role, allowDegraded } = this.#options;
    const requiredLevel = this.#options.requiredLevel ?? (this.#isOfSet ? "L1" : LEVEL_NEEDED[role]);
    const level = this.#level();
    if (level < requiredLevel && !this.#findings.has("fail") && !this.#findings.has("inconclusive")) {
      this.#findings.inconclusive(requiredLevel, "level-not-reached", `a ${role} needs ${requiredLevel}`, {
        expected: requiredLevel,
        found: level
      });
    }
    const tensors = this.#walk?.tensors?.();
    const { table } = this.#subject;
    const tensorsDigest = this.#place.depth === 0 ? table.digest() : void 0;
    return verdictOf(this.#findings, allowDegraded, {
      label: this.#source.label,
      level,
      requiredLevel,
      role,
      // A walk may know its kind only once it is through.
      format: this.#walk?.format ?? this.#format,
      bytes: this.#source.sizeBytes,
      ...this.#digest.found === void 0 ? {} : { sha256: this.#digest.found },
      ...tensors === void 0 ? {} : { tensors },
      ...tensorsDigest === void 0 ? {} : { tensorsDigest },
      ...this.#options.table === true ? { table: table.rows } : {},
      ...this.#isOfSet ? { lacks: this.#subject.keys.missing(this.#options.contains) } : {},
      facts: this.#subject.facts,
      keys: this.#subject.keys.summary(),
      imports: [...this.#subject.imports].sort(),
      requests: this.#reader.requests,
      bytesRead: this.#reader.bytesRead
    });
  }
  async #recognise(probe) {
    if (this.#place.member) return await this.#recogniseMember(probe);
    lookForImpostors(probe, this.#source.label, this.#findings);
    const unread2 = unreadKind(probe);
    if (probe.role === "opaque" || unread2 !== void 0) {
      this.#format = "opaque";
      if (unread2 !== void 0) this.#sayUnread(unread2);
      return void 0;
    }
    const declared = this.#subject.expectation.dtype === void 0 ? void 0 : rawNumbers;
    const format = await this.#orProgram(FORMATS.find((each) => each.recognises(probe)) ?? declared, probe);
    if (format !== void 0) this.#format = format.name;
    else if (!this.#findings.has("fail")) {
      const wrapped = wrapping(probe.head);
      const what = wrapped === void 0 ? "is of no format that we can read" : `is wrapped in ${wrapped}`;
      this.#findings.inconclusive("L1", wrapped === void 0 ? "unknown-format" : "wrapped", what, {
        offset: 0,
        found: `begins ${Buffer.from(probe.head.subarray(0, 16)).toString("hex")}`
      });
    }
    return format;
  }
  /** What a loader of pickles would run is a pickle, whatever else it looks like. */
  async #orProgram(format, { head, sizeBytes }) {
    if (format === pickle || format === torchLegacy) return format;
    return await runsAsProgram(this.#reader, head, sizeBytes) ? pickle : format;
  }
  #sayUnread({ what }) {
    const { role } = this.#options;
    if (role === "opaque")
      this.#findings.note("L1", "not-read", `is ${what}: nothing but its digest was compared`);
    else this.#findings.caught(notRead(what));
  }
  /** A caption may well look like a table; a picture may not look like an error page. */
  async #recogniseMember(probe) {
    const { label } = this.#source;
    if (unreadKind(probe) !== void 0) {
      this.#format = "opaque";
      return void 0;
    }
    const known = FORMATS.find(
      ({ recognises, memberNames }) => (memberNames === void 0 || memberNames.test(label)) && recognises(probe)
    );
    const format = await this.#orProgram(known, probe);
    if (format !== void 0) this.#format = format.name;
    else if (hasMagicByName(label)) lookForImpostors(probe, "", this.#findings);
    return format;
  }
  async #open(format) {
    this.#walk = await format.open(this.#subject);
    this.#format = this.#walk.format ?? format.name;
    if (this.#place.depth === 0 && holdsTensors(this.#options.role))
      judgeName(this.#findings, this.#source.label, this.#format);
  }
  async #pass() {
    const regions = (this.#walk?.regions() ?? [])[Symbol.iterator]();
    const { workers, signal } = this.#options;
    const { descriptor } = this.#source;
    const bulk = descriptor === void 0 ? void 0 : workers?.of(descriptor);
    signal?.throwIfAborted();
    const complete = await sequentialPass(this.#reader, regions, this.#findings, {
      ...bulk === void 0 ? {} : { workers: bulk },
      chunkBytes: this.#options.chunkBytes ?? 1024 ** 2,
      ...this.#digest.hash === void 0 ? {} : { hash: this.#digest.hash },
      ...this.#options.onProgress === void 0 ? {} : { onProgress: this.#options.onProgress }
    });
    await this.#reader.mustBeUnchanged();
    this.#digest.take();
    return complete;
  }
  get #isOfSet() {
    return this.#options.roleFrom === "set" && holdsTensors(this.#options.role);
  }
  #judgeKeys() {
    if (this.#walk === void 0 || this.#isOfSet) return;
    for (const wanted of this.#subject.keys.missing(this.#options.contains)) {
      this.#findings.fail("L3", "key-missing", `does not contain "${wanted}"`, {
        expected: wanted,
        found: this.#subject.keys.summary().top.slice(0, 12).join(", ")
      });
    }
  }
  #judgeDigest() {
    this.#digest.judge(this.#findings);
    if (this.#digest.expected !== void 0 || this.#place.proven || this.#place.depth > 0) return;
    if (this.#options.role === "opaque") {
      const { roleFrom = "declared" } = this.#options;
      const of = roleFrom === "declared" ? "is declared opaque" : "is of no format that we can read";
      const what = `${of}, so only a manifest digest can prove it`;
      this.#findings.inconclusive("L1", "no-digest", what);
    } else if (this.#walk !== void 0 && !this.#walk.checksummed) {
      const what = `${this.#format} carries no checksum and no manifest digest was given`;
      this.#findings.degraded("L1", "no-checksum", what);
    }
  }
  #level() {
    const { found, expected } = this.#digest;
    const opaque = found !== void 0 && expected !== void 0 ? "L1" : "L0";
    return this.#findings.level(this.#readAll ? this.#walk?.reaches ?? opaque : "L0");
  }
  async #guarded(work) {
    await settled(this.#findings, this.#options.signal, work);
  }
};

// src/verify/engine/tree-member.ts
async function verifyMember(source, options, task, { path, workers }) {
  const { taskOf: _taskOf, onProgress, onVerdict: _onVerdict, jobs: _jobs, ...same } = options;
  try {
    const verdict = await verifyFile(source, {
      hash: options.hash === true,
      ...same,
      ...workers === void 0 ? {} : { workers },
      ...task,
      table: true,
      ...onProgress === void 0 ? {} : { onProgress: (done, total) => onProgress(path, done, total) }
    });
    return { ...verdict, label: path };
  } finally {
    await source.close();
  }
}
function shown2({ table, lacks: _lacks, ...rest }, options) {
  return options.table === true && table !== void 0 ? { ...rest, table } : rest;
}

export {
  JsonScanner,
  SEPARATORS,
  CsvRows,
  CheckpointMeaning,
  StepRecord,
  stepFaults,
  mayNotBeNegative,
  TensorJudge,
  TensorBook,
  PickleImports,
  PickleMachine,
  plainOf,
  walkPickled,
  sequentialPass,
  storageOf,
  readyZstd,
  zstdDecompress,
  lz4Block,
  unshuffled,
  bitUnshuffled,
  PAIR,
  TENSOR,
  MODEL,
  openModel,
  tensorsMustTile,
  mustEndAt,
  openGraph,
  PickleCursor,
  isObject,
  parsedJson,
  OBJECT2 as OBJECT,
  TorchArchive,
  FORMATS,
  unreadKind,
  withPool,
  TensorTable,
  emptyBooks,
  settled,
  DigestCheck,
  verifyFile,
  examineInside,
  verifyMember,
  shown2 as shown
};
