import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  ProtobufWalk,
  collected,
  collectedText,
  startOfText
} from "./verifier.verify-codec-protobuf.shared.mjs";
import "./verifier.verify-contract-oddity.shared.mjs";
import {
  Broken,
  TfRecords,
  Unsettled,
  bfloatToNumber,
  halfToNumber,
  marksEvents,
  overBudget,
  quoted,
  wholeFile
} from "./verifier.clock.shared.mjs";
import "./verifier.nothing.shared.mjs";

// src/verify/tensorflow/event-record.ts
var MOST_TAG_BYTES = 65536;
var SCALARS = "scalars";
var SESSION_START = 1;
var FLOAT = 1;
var DOUBLE = 2;
var BFLOAT16 = 14;
var HALF = 19;
var EventReader = class {
  event = { wallTime: 0, step: 0, restarted: false, values: [] };
  #walk;
  /** Tags whose first value said that they are scalars; later values may not say it again. */
  #scalarTags;
  constructor(length, at, budgets, scalarTags) {
    this.#scalarTags = scalarTags;
    this.#walk = new ProtobufWalk(this.#top(), at, length, budgets);
  }
  bytes(piece) {
    this.#walk.feed(piece);
  }
  end() {
    this.#walk.end();
  }
  #top() {
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
        return field === 7 ? this.#session() : void 0;
      }
    };
  }
  #session() {
    return {
      varint: (field, value) => {
        if (field === 1 && value.low32 === SESSION_START) this.event.restarted = true;
      }
    };
  }
  #summary() {
    return { delimited: (field) => field === 1 ? this.#value() : void 0 };
  }
  #value() {
    const value = { tag: "" };
    let tensor;
    let plugin = "";
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
        if (field !== 9) return void 0;
        return pluginName((name) => {
          plugin = name;
        });
      },
      end: () => {
        if (plugin === SCALARS) this.#scalarTags.add(value.tag);
        const isScalar = tensor !== void 0 && this.#scalarTags.has(value.tag);
        this.event.values.push(isScalar && tensor !== void 0 ? { ...value, value: tensor } : value);
      }
    };
  }
};
var pluginName = (take) => ({
  delimited: (field) => field === 1 ? { delimited: (inner, length) => inner === 1 ? startOfText(64, length, take) : void 0 } : void 0
});
function scalarTensor(take) {
  let type = 0;
  const give = (bytes) => {
    const value = readFloat(type, bytes);
    if (value !== void 0) take(value);
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
      return holdsNumber ? collected(8, length, at, give) : void 0;
    }
  };
}
function readFloat(type, bytes) {
  const view = viewOf(bytes);
  if (type === FLOAT && bytes.length === 4) return view.getFloat32(0, true);
  if (type === DOUBLE && bytes.length === 8) return view.getFloat64(0, true);
  if (type === HALF && bytes.length === 2) return halfToNumber(view.getUint16(0, true));
  if (type === BFLOAT16 && bytes.length === 2) return bfloatToNumber(view.getUint16(0, true));
  return void 0;
}
var viewOf = (bytes) => new DataView(bytes.buffer, bytes.byteOffset, bytes.length);

// src/verify/tensorflow/event-watch.ts
var MOST_TAGS = 1e4;
var CONSTANT_FROM_POINTS = 11;
var LOSS = /(^|[._/])loss$/i;
var VERSION = /^brain\.Event:[0-9]+$/;
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
      if (event.fileVersion === void 0 || !VERSION.test(event.fileVersion)) {
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
      const isLoss = expectation.lossKey === void 0 ? LOSS.test(tag) : tag === expectation.lossKey;
      if (constant && points >= CONSTANT_FROM_POINTS && isLoss)
        findings.fail("L2", "metric-constant", `${quoted(tag)} is the same in all ${points} events`);
    }
  }
};

// src/verify/tensorflow/tfrecord-walk.ts
async function openTfrecord(subject) {
  return marksEvents(subject.head) ? openEvents(subject) : openRecords(subject);
}
function openRecords(subject) {
  const records = new TfRecords({ begin: () => void 0, end: () => {
  } }, subject.sizeBytes);
  return walkOf(subject, records, {
    end(cut) {
      if (cut === void 0) return;
      throw new Broken("L1", "cut-short", `ends inside record ${records.records}`, { offset: cut.cutAt });
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
  const walk = walkOf(subject, records, {
    end(cut) {
      if (cut === void 0) return;
      const what = `ends inside event ${records.records}, as where its writer was killed or still runs`;
      if (records.records === 0)
        throw new Broken("L1", "cut-short", "ends inside its first event", { offset: cut.cutAt });
      subject.findings.degraded("L1", "last-record-cut", what, { offset: cut.cutAt });
    },
    settle: () => watch.settle()
  });
  return { ...walk, format: "tf-events" };
}
function walkOf(subject, records, { end, settle }) {
  const { findings, digestGiven, expectation } = subject;
  return {
    checksummed: true,
    reaches: "L2",
    regions: () => [
      wholeFile(subject, { feed: (...piece) => records.feed(...piece), end: () => end(records.end()) })
    ],
    finish(complete) {
      if (!complete) return;
      settle();
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
export {
  openTfrecord
};
