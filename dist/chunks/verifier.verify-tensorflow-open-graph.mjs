import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  ProtobufWalk,
  collectedText
} from "./verifier.verify-codec-protobuf.shared.mjs";
import "./verifier.verify-contract-oddity.shared.mjs";
import {
  graphKindOf,
  wholeFile
} from "./verifier.clock.shared.mjs";
import "./verifier.nothing.shared.mjs";

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
var MOST_NAME_BYTES = 65536;
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
  #text(length, at, take) {
    return collectedText(MOST_NAME_BYTES, length, at, (text) => {
      if (this.facts.assets.length < MOST_OPS && this.facts.tags.length < MOST_OPS) take(text);
    });
  }
};

// src/verify/tensorflow/open-graph.ts
async function openGraphAlone(subject) {
  const kind = graphKindOf(subject) ?? "graph";
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
export {
  openGraph,
  openGraphAlone
};
