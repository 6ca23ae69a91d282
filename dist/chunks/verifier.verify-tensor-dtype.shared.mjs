import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  Broken,
  ElementScan,
  INDEXES_KEPT,
  NO_TENSORS,
  RUN_BYTES,
  StepRecord,
  beginsAtZeroInAdapter,
  beginsAtZeroInKeras,
  holdsTensors,
  isFirstFactor,
  isWeightByName,
  matchesWildcard,
  mayBeInfinite,
  mayBeZero,
  mayBeginAtZero,
  partOf,
  quoted,
  readScalar,
  secondFactor
} from "./verifier.clock.shared.mjs";

// src/verify/tensor/dtype.ts
var LARGE = 2 ** 9;
var HUGE = 2 ** 64;
var NONE = { mask: 0, addend: 0, test: 0, sign: 0 };
var zeroOrOne = { mask: -16843010, addend: 0, test: -16843010, sign: 0 };
var float64 = {
  unitBytes: 8,
  word: { mask: 2147483647, addend: 1065353216, test: -2147483648, sign: -2147483648 },
  count: { absMask: 2147483647, from: 2146435072, infinity: 2146435072, large: 1082130432, huge: 1139802112 }
};
var float32 = {
  unitBytes: 4,
  word: { mask: 2147483647, addend: 1006632960, test: -2147483648, sign: -2147483648 },
  count: { absMask: 2147483647, from: 2139095040, infinity: 2139095040, large: 1140850688, huge: 1602224128 }
};
var float16 = {
  unitBytes: 2,
  word: { mask: 2147450879, addend: 536879104, test: -2147450880, sign: -2147450880 },
  count: { absMask: 32767, from: 31744, infinity: 31744, large: 24576 }
};
var bfloat16 = {
  unitBytes: 2,
  word: { mask: 2147450879, addend: 1006648320, test: -2147450880, sign: -2147450880 },
  count: { absMask: 32767, from: 32640, infinity: 32640, large: 17408, huge: 24448 }
};
var e4m3 = {
  unitBytes: 1,
  word: { mask: 2139062143, addend: 16843009, test: -2139062144, sign: -2139062144 },
  count: { absMask: 127, from: 127, infinity: 0 }
};
var e5m2 = {
  unitBytes: 1,
  word: { mask: 2139062143, addend: 67372036, test: -2139062144, sign: -2139062144 },
  count: { absMask: 127, from: 124, infinity: 124 }
};
var float = (name, bits, { unitBytes, word, count }) => ({
  name,
  bits,
  kind: "float",
  unitBytes,
  word,
  count
});
var integer = (name, bits) => ({
  name,
  bits,
  kind: "integer",
  unitBytes: 1,
  word: NONE
});
var oddFloat = (name, bits, exactly) => ({
  ...integer(name, bits),
  ...exactly === void 0 ? {} : { kind: "float", exactly }
});
var DTYPES = {
  f64: float("f64", 64, float64),
  f32: float("f32", 32, float32),
  f16: float("f16", 16, float16),
  bf16: float("bf16", 16, bfloat16),
  c32: float("c32", 32, float16),
  c64: float("c64", 64, float32),
  c128: float("c128", 128, float64),
  f8_e4m3: float("f8_e4m3", 8, e4m3),
  f8_e5m2: float("f8_e5m2", 8, e5m2),
  f8_e4m3fnuz: oddFloat("f8_e4m3fnuz", 8, 128),
  f8_e5m2fnuz: oddFloat("f8_e5m2fnuz", 8, 128),
  e8m0: oddFloat("e8m0", 8, 255),
  f4: oddFloat("f4", 4),
  /** Two of them in a byte, as PyTorch counts its elements. */
  f4_x2: oddFloat("f4_x2", 8),
  f6_e2m3: oddFloat("f6_e2m3", 6),
  f6_e3m2: oddFloat("f6_e3m2", 6),
  i8: integer("i8", 8),
  u8: integer("u8", 8),
  i16: integer("i16", 16),
  u16: integer("u16", 16),
  i32: integer("i32", 32),
  u32: integer("u32", 32),
  i64: integer("i64", 64),
  u64: integer("u64", 64),
  bool: { name: "bool", bits: 8, kind: "bool", unitBytes: 1, word: zeroOrOne }
};

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
    const { names, dtype, shape, literal, scan, elements, fileOffset } = tensor;
    const [name = ""] = names;
    const hasSiblings = shape.length >= 2 && dtype.count?.large !== void 0 && isWeightByName(name);
    if (dtype.kind !== "float" || literal === true || !(hasSiblings || scan.huge > 0)) return;
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
  #judgeHuge({ scan, dtype, shape, elements, fileOffset, reaches }, name) {
    const { findings } = this.#subject;
    const { huge, hugeAt = 0 } = scan;
    const where = {
      offset: fileOffset + hugeAt * dtype.unitBytes,
      expected: "below 2^64",
      found: `${huge} of ${elements} are not, the first at element ${hugeAt}`
    };
    const isOne = elements === 1 || scan.constant;
    const isMeant = isOne || mayBeInfinite(name, shape) || mayBeZero(name) || huge * FEW > elements;
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
var elementBytesOf = ({ dtype }) => dtype.bits / 8;
function beginsLikePadding(tensor, goesOn) {
  const { scan, dtype } = tensor;
  const elementBytes = elementBytesOf(tensor);
  const from = scan.bytes - scan.zerosAtEnd;
  const row = rowElementsOf(tensor);
  if (row === void 0) return isNear(from, PART_ELEMENTS * elementBytes, elementBytes);
  const rowBytes = row * elementBytes;
  const isWithinRow = !goesOn && scan.zerosAtEnd < rowBytes;
  return isWithinRow || isNear(from, rowBytes, Math.max(elementBytes, dtype.unitBytes));
}
function rowElementsOf({
  shape,
  elements
}) {
  const total = shape.reduce((product, size) => product * size, 1);
  if (shape.length < 2 || total !== elements) return void 0;
  const steps = shape.map((_size, i) => shape.slice(i + 1).reduce((product, size) => product * size, 1));
  const row = steps.slice(0, -1).findLast((step) => step >= ROW_ELEMENTS) ?? steps[0];
  return row < total ? row : void 0;
}
function isNear(position, grid, slackBytes) {
  const past = position % grid;
  return past < slackBytes || grid - past < slackBytes;
}

// src/verify/tensor/judge.ts
var SCORE = /^callbacks\./;
var COUNTER = /(^|[._/])step$/;
var NEVER_NEGATIVE = /(^|[._])((max_)?exp_avg_sq(_row|_col)?|running_var)$/;
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
  /** Counters of the optimizer's own, one for each weight, as most keep them; zero only where a checksum says so. */
  #counters = { all: 0, zero: 0 };
  /** Of second factors: `called` is what the last of them is, in its library's words. */
  #seconds = { tensors: 0, zero: 0, called: "" };
  #tail;
  #scale;
  /** Nobody said that these are weights: rows of data may be missing, and a mask may be all zero. */
  #isData;
  /** Nobody said what it is: a statistical model has matrices that are zero, an agent's memory flags that nothing set. */
  #isAnything;
  constructor(subject) {
    this.#subject = subject;
    this.#isAnything = subject.role === "archive" && subject.roleFrom === "guessed";
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
    for (const [part, { tensors: tensors2, zero: zero2, adapters }] of this.#dense) {
      if (tensors2 === 0 || tensors2 !== zero2) continue;
      if (adapters === zero2) this.#neverTrained("every tensor of the adapter");
      else this.#groupIsZero(part, tensors2);
    }
    const { tensors, zero, called } = this.#seconds;
    if (tensors > 0 && tensors === zero) this.#neverTrained(`every ${called}`);
    if (expectation.parameters !== void 0 && expectation.parameters !== this.#parameters) {
      findings.fail("L3", "parameter-count", "another number of parameters than the model was said to have", {
        expected: String(expectation.parameters),
        found: String(this.#parameters)
      });
    }
    return { count: this.#count, elements: this.#elements, nonFinite: this.#nonFinite };
  }
  #enter({ names, dtype, typeName, shape, shapes, scan, fileOffset, isPlain }) {
    const { fingerprint, nonFinite, moments, bytes } = scan;
    names.forEach((name, i) => {
      const row = {
        name,
        dtype: typeName ?? dtype.name,
        shape: shapes?.[i] ?? shape,
        fingerprint,
        nonFinite
      };
      if (isPlain === true) row.at = { offset: fileOffset, bytes };
      if (moments !== void 0) row.moments = moments;
      this.#subject.table.add(row);
    });
  }
  /** Numbers that were collected, not learned: some may be missing, and all may be zero. */
  #holdsData({ isTable = false }) {
    return this.#isData || isTable;
  }
  #judgeFinite(tensor) {
    const { scan, dtype, reaches } = tensor;
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
      offset: tensor.fileOffset + first * dtype.unitBytes,
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
    const { scan, dtype, shape, elements } = tensor;
    if (dtype.kind !== "float" || elements === 0 || tensor.literal === true) return;
    const name = nameOf(tensor);
    const { findings, expectation } = this.#subject;
    if (shape.length > 0 && !this.#holdsData(tensor)) this.#countDense(name, scan.allZero);
    else if (COUNTER.test(name) && partOf(name) === "optimizer") {
      this.#counters.all += 1;
      if (scan.allZero && tensor.proven) this.#counters.zero += 1;
    }
    const second = secondFactor(name);
    if (second !== void 0)
      this.#seconds = {
        tensors: this.#seconds.tensors + 1,
        zero: this.#seconds.zero + (scan.allZero ? 1 : 0),
        called: second
      };
    if (!scan.allZero) {
      if (scan.constant && shape.length >= 2)
        findings.note("L3", "constant", `"${name}" has one value throughout`);
      return;
    }
    const isSaid = expectation.mayBeZero?.some((pattern) => matchesWildcard(pattern, name)) ?? false;
    const isWeight = elements > 1 && shape.length >= 2 && partOf(name) !== "optimizer" && second === void 0 && !mayBeZero(name) && !beginsAtZeroInKeras(name, shape);
    const where = { offset: tensor.fileOffset, found: `${elements} zeros` };
    if (isSaid || !(isWeight || isFirstFactor(name))) {
      if (elements > 1) findings.note("L3", "all-zero", `"${name}" is zero throughout`);
    } else if (this.#holdsData(tensor)) {
      if (tensor.proven) findings.note("L3", "all-zero", `"${name}" is zero throughout`, where);
      else findings.degraded("L3", "all-zero", `"${name}" is zero throughout, or was never written`, where);
    } else if (this.#isAnything && !isWeightByName(name)) {
      const what = `"${name}" is zero throughout, as much is that is no weight`;
      findings.degraded("L3", "all-zero", what, where);
    } else if (mayBeginAtZero(name)) {
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
    const { scan, dtype, fileOffset, proven } = tensor;
    if (dtype.kind !== "float" || scan.zeroRuns.length === 0) return;
    const elementBytes = dtype.bits / 8;
    const slack = Math.max(elementBytes, dtype.unitBytes);
    const rowBytes = (rowElementsOf(tensor) ?? 0) * elementBytes;
    const isPacked = rowBytes > 0 && !Number.isInteger(dtype.bits);
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
    const { scan, dtype, elements, fileOffset } = tensor;
    if (!scan.allZero || dtype.name !== "u8" || elements < GENERATOR_BYTES || !RANDOM.test(nameOf(tensor)))
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
    const count = this.#dense.get(part) ?? { tensors: 0, zero: 0, adapters: 0 };
    count.tensors += 1;
    if (zero) count.zero += 1;
    if (zero && beginsAtZeroInAdapter(name)) count.adapters += 1;
    this.#dense.set(part, count);
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
    const { all, zero } = this.#counters;
    if (part === "optimizer" && facts.step === 0) findings.note("L3", "part-all-zero", what);
    else if (part === "optimizer" && all > 0 && all === zero) this.#neverTrained("the whole optimizer");
    else findings.fail("L3", "part-all-zero", what);
  }
};
var nameOf = (tensor) => tensor.names[0] ?? "?";

// src/verify/tensor/region.ts
function tensorRegion(subject, tensor, book) {
  const { name, dtype, shape, elements, fileOffset, bytes, littleEndian } = tensor;
  const scan = new ElementScan(dtype, {
    moments: subject.scanning.moments === true,
    littleEndian,
    countNegative: mayNotBeNegative([name]),
    mostBytes: bytes,
    firstBytes: book.steps.wants(name)
  });
  return {
    offset: fileOffset,
    length: bytes,
    bulk: { crc: false, scan: scan.spec, took: (slice) => slice.scan && scan.join(slice.scan) },
    feed: (piece) => scan.feed(piece),
    end() {
      const proven = tensor.proven || subject.digestGiven;
      const names = [name];
      book.take(
        { names, dtype, shape, elements, fileOffset, proven, scan: scan.finish(), isPlain: littleEndian },
        littleEndian
      );
    }
  };
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

// src/verify/tensor/tiling.ts
function tensorsMustTile(tensors, from, sizeBytes) {
  let at = from;
  for (const { name, offset, bytes } of tensors) {
    if (offset !== at) {
      const code = offset < at ? "tensors-overlap" : "hole-between-tensors";
      throw new Broken("L2", code, `${quoted(name)} does not begin where the tensor before it ended`, {
        offset,
        expected: String(at),
        found: String(offset)
      });
    }
    at += bytes;
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

export {
  DTYPES,
  mayNotBeNegative,
  TensorJudge,
  tensorRegion,
  TensorBook,
  tensorsMustTile,
  mustEndAt
};
