import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  openModel
} from "./verifier.verify-onnx-dtype.shared.mjs";
import {
  resolveLocation
} from "./verifier.verify-onnx-location.shared.mjs";
import "./verifier.verify-codec-protobuf-schema.shared.mjs";
import "./verifier.verify-codec-protobuf.shared.mjs";
import {
  mayNotBeNegative,
  mustEndAt
} from "./verifier.verify-tensor-dtype.shared.mjs";
import {
  nameIn
} from "./verifier.verify-contract-oddity.shared.mjs";
import {
  Broken,
  ElementScan,
  quoted
} from "./verifier.clock.shared.mjs";
import "./verifier.nothing.shared.mjs";

// src/verify/onnx/data-file.ts
import { createHash } from "node:crypto";
var MOST_PADDING = 65536;
var shown = ({ tensor }) => quoted(tensor.name);
function dataRegions(part, claims) {
  const extents = extentsOf(claims);
  const sums = new ChecksumWatch(part, claims);
  const regions = [];
  let covered = 0;
  for (const extent of extents) {
    if (extent.from < covered) {
      throw new Broken("L2", "tensors-overlap", `${shownFirst(extent)} lies on a part of another tensor`, {
        offset: extent.from,
        expected: `from ${covered}`,
        found: `from ${extent.from}`
      });
    }
    if (extent.from > covered) {
      if (!isAlignment(covered, extent.from)) {
        const what = `bytes before ${shownFirst(extent)} belong to no tensor`;
        throw new Broken("L2", "hole-between-tensors", what, {
          offset: covered,
          expected: String(covered),
          found: String(extent.from)
        });
      }
      regions.push(sums.over(paddingRegion(covered, extent.from - covered)));
    }
    regions.push(sums.over(extentRegion(part, extent)));
    covered = extent.to;
  }
  const cut = "ends before the tensors that the model places in it";
  mustEndAt(covered, part.sizeBytes, { cut, more: "bytes follow the last tensor" });
  return { regions, checkSums: () => sums.judge() };
}
function extentsOf(claims) {
  const sorted = [...claims].filter(({ tensor }) => tensor.bytes > 0).sort((a, b) => a.offset - b.offset || a.tensor.bytes - b.tensor.bytes);
  const extents = [];
  for (const claim of sorted) {
    const last = extents.at(-1);
    const to = claim.offset + claim.tensor.bytes;
    if (last !== void 0 && last.from === claim.offset && last.to === to) last.claims.push(claim);
    else extents.push({ from: claim.offset, to, claims: [claim] });
  }
  return extents;
}
var shownFirst = ({ claims: [first] }) => first === void 0 ? "?" : shown(first);
function isAlignment(covered, from) {
  const gap = from - covered;
  for (let grid = 2; grid <= MOST_PADDING; grid *= 2) if (from % grid === 0 && gap < grid) return true;
  return false;
}
var paddingRegion = (offset, length) => ({
  offset,
  length,
  feed(piece, at) {
    const odd = piece.findIndex((byte) => byte !== 0);
    if (odd >= 0) {
      throw new Broken("L1", "padding-not-zero", "bytes that only align the next tensor are not zero", {
        offset: at + odd
      });
    }
  },
  end() {
  }
});
function extentRegion(part, { from, to, claims }) {
  const scans = claims.map(({ tensor }) => {
    const countNegative = mayNotBeNegative([tensor.name]);
    return new ElementScan(tensor.dtype, {
      ...part.scanning,
      littleEndian: true,
      countNegative,
      mostBytes: to - from,
      firstBytes: tensor.elements === 1
    });
  });
  return {
    offset: from,
    length: to - from,
    feed(piece) {
      for (const scan of scans) scan.feed(piece);
    },
    end() {
      for (const [i, { tensor, of }] of claims.entries()) {
        const scan = scans[i]?.finish();
        if (scan === void 0) continue;
        const { name, dtype, shape, elements, literal } = tensor;
        const place = { fileOffset: from, proven: part.digestGiven };
        of.book.take({ names: [name], dtype, shape, elements, literal, scan, ...place });
      }
    }
  };
}
var ChecksumWatch = class {
  #part;
  #expected;
  #hash;
  constructor(part, claims) {
    this.#part = part;
    this.#expected = new Set(
      claims.flatMap(({ tensor }) => tensor.entries.get("checksum")?.toLowerCase() ?? [])
    );
    this.#hash = this.#expected.size === 0 ? void 0 : createHash("sha1");
  }
  over(region) {
    const hash = this.#hash;
    if (hash === void 0) return region;
    return {
      offset: region.offset,
      length: region.length,
      feed(piece, at) {
        hash.update(piece);
        return region.feed(piece, at);
      },
      end: () => region.end()
    };
  }
  judge() {
    const found = this.#hash?.digest("hex");
    if (found === void 0 || this.#expected.size === 1 && this.#expected.has(found)) return;
    this.#part.findings.fail("L1", "external-checksum", "does not have the SHA-1 that the model carries", {
      expected: [...this.#expected].slice(0, 3).join(", ").slice(0, 200),
      found
    });
  }
};

// src/verify/onnx/models-reading.ts
var ModelsReading = class {
  #subject;
  #models = [];
  #claims = /* @__PURE__ */ new Map();
  #present;
  #dataComplete = true;
  constructor(subject) {
    this.#subject = subject;
    this.#present = new Set(subject.tree.files.map(({ path }) => path));
  }
  async readModel(path) {
    const part = await this.#subject.part(path);
    let findings = part.findings;
    const shared = Object.defineProperty({ ...part }, "findings", { get: () => findings });
    const isRead = await part.findings.guard(async () => {
      const { walk, externals, tensors } = openModel(shared);
      const complete = await part.pass(walk.regions());
      this.#models.push({
        complete,
        tensors,
        settle: (all) => walk.finish(all),
        lookAt: (other) => {
          findings = other;
        }
      });
      for (const tensor of externals) {
        const isPlaced = await part.findings.guard(() => this.#claim(path, tensor, tensors));
        this.#dataComplete &&= isPlaced;
      }
    });
    this.#dataComplete &&= isRead;
  }
  async readData(path) {
    const part = await this.#subject.part(path);
    const claims = this.#claims.get(path) ?? [];
    for (const model of this.#models) model.lookAt(part.findings);
    const isPlaced = await part.findings.guard(async () => {
      const { regions, checkSums } = dataRegions(part, claims);
      const complete = await part.pass(regions);
      this.#dataComplete &&= complete;
      if (complete) checkSums();
    });
    if (isPlaced) return;
    this.#dataComplete = false;
    await part.pass([]);
  }
  settle() {
    for (const model of this.#models) {
      model.lookAt(this.#subject.findings);
      model.settle(model.complete && this.#dataComplete);
    }
  }
  #claim(model, tensor, of) {
    const path = this.#pathOf(model, tensor);
    const offset = numberOf(tensor, "offset") ?? 0;
    const length = numberOf(tensor, "length");
    if (length !== void 0 && length !== tensor.bytes) {
      const what = `${quoted(tensor.name)} does not have the size of its shape and type`;
      const sizes = { expected: `${tensor.bytes} bytes`, found: `${length} bytes` };
      throw new Broken("L2", "tensor-size", what, { offset: tensor.at, ...sizes });
    }
    const list = this.#claims.get(path);
    if (list === void 0) this.#claims.set(path, [{ tensor, of, offset }]);
    else list.push({ tensor, of, offset });
  }
  #pathOf(model, tensor) {
    const { at: offset } = tensor;
    const name = quoted(tensor.name);
    const location = tensor.entries.get("location");
    if (location === void 0) {
      const what = `${name} lies in another file and does not say which`;
      throw new Broken("L2", "external-location", what, { offset });
    }
    const resolved = resolveLocation(model, location);
    const where = { offset, found: quoted(location) };
    if ("wrong" in resolved)
      throw new Broken("L2", "external-escape", `the location of ${name} ${resolved.wrong}`, where);
    if (resolved.path === model)
      throw new Broken("L2", "external-escape", `${name} is said to lie in the model itself`, where);
    if (!this.#present.has(resolved.path)) {
      const what = `${name} lies in ${quoted(nameIn(resolved.path))}, which is not there`;
      throw new Broken("L2", "file-missing", what, where);
    }
    return resolved.path;
  }
};
function numberOf(tensor, key) {
  const text = tensor.entries.get(key);
  if (text === void 0) return void 0;
  const number = /^[0-9]{1,16}$/.test(text) ? Number(text) : Number.NaN;
  if (Number.isSafeInteger(number)) return number;
  throw new Broken("L2", "external-range", `the ${key} of ${quoted(tensor.name)} is no count of bytes`, {
    offset: tensor.at,
    found: JSON.stringify(text.slice(0, 40))
  });
}
export {
  ModelsReading
};
