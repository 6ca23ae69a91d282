import { type ByteSink, collectedText, type MessageVisitor, ProtobufWalk } from '../codec/protobuf.ts';
import type { Budgets } from '../contract/budgets.ts';

const both = (op: string): string[] => [op, `${op}V2`];

/** Operations that touch files, or run code that is not in the graph, when the graph runs. */
const REACHING_OUT: ReadonlySet<string> = new Set([
  ...['ReadFile', 'WriteFile', 'MatchingFiles', 'ImmutableConst', 'LoadLibrary'],
  ...['PyFunc', 'PyFuncStateless', 'EagerPyFunc', 'PrintV2'],
  ...['WholeFileReader', 'TextLineReader', 'FixedLengthRecordReader', 'TFRecordReader'].flatMap(both),
  ...['LMDBReader', 'BigQueryReader', 'LoadAndRemapMatrix', 'GenerateVocabRemapping'],
  ...['TextLineDataset', 'TFRecordDataset', 'FixedLengthRecordDataset', 'CSVDataset', 'SqlDataset'].flatMap(
    both,
  ),
  ...['MatchingFilesDataset', 'LMDBDataset', 'SaveDataset', 'LoadDataset', 'SnapshotDataset'].flatMap(both),
  ...['DatasetToTFRecord', 'ExperimentalDatasetToTFRecord', 'DataServiceDataset', 'GeneratorDataset'].flatMap(
    both,
  ),
  ...['CreateSummaryFileWriter', 'CreateSummaryDbWriter', 'WriteGraphSummary', 'FileSystemSetConfiguration'],
  ...['DebugIdentity', 'DebugNanCount', 'DebugNumericSummary', 'DebugIdentityV2', 'DebugIdentityV3'],
]);
const VARIABLES: ReadonlySet<string> = new Set(['VarHandleOp', 'VariableV2', 'Variable', 'RestoreV2']);
const MOST_NAME_BYTES = 65_536;
const MOST_OPS = 10_000;

/** What a graph of TensorFlow holds. Names are from the file: untrusted text. */
export interface GraphFacts {
  nodes: number;
  functions: number;
  metaGraphs: number;
  schemaVersion: number;
  tags: string[];
  /** Operations of `REACHING_OUT` that it uses. */
  reachingOut: Set<string>;
  assets: string[];
  /** It has variables, whose values lie beside it. */
  hasVariables: boolean;
}

type Target = MessageVisitor | ByteSink | undefined;

/** Walks `SavedModel` or `GraphDef` (facts from their `.proto` files): operations of all graphs and functions. */
export class GraphWalk {
  readonly facts: GraphFacts = {
    nodes: 0,
    functions: 0,
    metaGraphs: 0,
    schemaVersion: 0,
    tags: [],
    reachingOut: new Set(),
    assets: [],
    hasVariables: false,
  };
  readonly walk: ProtobufWalk;

  constructor(kind: 'saved-model' | 'graph', sizeBytes: number, budgets: Budgets) {
    const top = kind === 'graph' ? this.#graph() : this.#savedModel();
    this.walk = new ProtobufWalk(top, 0, sizeBytes, budgets);
  }

  #savedModel(): MessageVisitor {
    return {
      varint: (field, value) => {
        if (field === 1) this.facts.schemaVersion = value.toNumber();
      },
      delimited: (field) => {
        if (field !== 2) return undefined;
        this.facts.metaGraphs += 1;
        return { delimited: (inner) => this.#inMetaGraph(inner) };
      },
    };
  }

  #inMetaGraph(field: number): Target {
    if (field === 1) {
      return {
        delimited: (inner, length, at) =>
          inner === 4 ? this.#text(length, at, (tag) => this.facts.tags.push(tag)) : undefined,
      };
    }
    if (field === 2) return this.#graph();
    if (field !== 6) return undefined;
    return {
      delimited: (inner, length, at) =>
        inner === 2 ? this.#text(length, at, (name) => this.facts.assets.push(name)) : undefined,
    };
  }

  #graph(): MessageVisitor {
    return {
      delimited: (field) => {
        if (field === 1) return this.#node();
        if (field !== 2) return undefined;
        return { delimited: (inner) => (inner === 1 ? this.#function() : undefined) };
      },
    };
  }

  #function(): MessageVisitor {
    this.facts.functions += 1;
    return { delimited: (field) => (field === 3 ? this.#node() : undefined) };
  }

  #node(): MessageVisitor {
    this.facts.nodes += 1;
    return {
      delimited: (field, length, at) =>
        field === 2
          ? this.#text(length, at, (op) => {
              if (REACHING_OUT.has(op)) this.facts.reachingOut.add(op);
              if (VARIABLES.has(op)) this.facts.hasVariables = true;
            })
          : undefined,
    };
  }

  #text(length: number, at: number, take: (text: string) => void): ByteSink {
    return collectedText(MOST_NAME_BYTES, length, at, (text) => {
      if (this.facts.assets.length < MOST_OPS && this.facts.tags.length < MOST_OPS) take(text);
    });
  }
}
