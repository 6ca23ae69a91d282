import { type TopField, topFields } from '../codec/top-fields.ts';
import type { Format, Probe, Subject, Walk } from '../contract/format.ts';
import { wholeFile } from '../tensor/pass.ts';
import { type GraphFacts, GraphWalk } from './graph.ts';

/** A program of TensorFlow in one file: a SavedModel's graph without its folder, or a frozen graph with its weights. */
export const tfGraph: Format = {
  name: 'tf-graph',
  proves:
    'messages hold together, graphs are there; operations that touch files or foreign code are listed (degraded); the weights only with the folder (SavedModel) or not at all (frozen graph)',
  checksum: 'none',

  recognises: (probe: Probe) => kindOf(probe) !== undefined,

  async open(subject: Subject): Promise<Walk> {
    const kind = kindOf(subject) ?? 'graph';
    const { walk, facts } = openGraph(subject, kind);
    return {
      ...walk,
      finish(complete) {
        walk.finish(complete);
        const { findings } = subject;
        if (!complete) return;
        if (kind === 'saved-model') {
          const what =
            'is the program of a SavedModel, whose weights lie beside it: verify the directory, not this file';
          findings.inconclusive('L3', 'external-data', what);
        } else if (facts.nodes > 0) {
          const what = 'is a frozen graph, whose weights this version does not read';
          findings.inconclusive('L3', 'weights-unread', what);
        }
      },
    };
  },
};

/** The walk of a SavedModel's or frozen graph's one message. */
export function openGraph(
  subject: Subject,
  kind: 'saved-model' | 'graph',
): { walk: Walk; facts: GraphFacts } {
  const { sizeBytes, budgets, findings } = subject;
  const graph = new GraphWalk(kind, sizeBytes, budgets);
  const { facts } = graph;
  const walk: Walk = {
    format: kind === 'graph' ? 'tf-frozen-graph' : 'tf-saved-model',
    checksummed: false,
    reaches: 'L2',
    regions: () => [
      wholeFile(subject, { feed: (piece) => graph.walk.feed(piece), end: () => graph.walk.end() }),
    ],
    finish(complete) {
      if (!complete) return;
      if (facts.nodes === 0) findings.fail('L2', 'graph-empty', 'holds no graph');
      if (kind === 'saved-model' && (facts.metaGraphs === 0 || facts.schemaVersion !== 1)) {
        findings.fail('L2', 'saved-model-header', 'is no SavedModel of version 1 with a graph', {
          found: `version ${facts.schemaVersion}, ${facts.metaGraphs} graphs`,
        });
      }
      if (facts.reachingOut.size > 0) {
        const what = 'uses operations that touch files or run code from outside the graph';
        findings.degraded('L2', 'reaching-out', what, { found: [...facts.reachingOut].sort().join(', ') });
      }
    },
  };
  return { walk, facts };
}

function kindOf({ head, sizeBytes }: Pick<Probe, 'head' | 'sizeBytes'>): 'saved-model' | 'graph' | undefined {
  const fields = topFields(head, sizeBytes);
  const [first, second] = fields;
  if (first === undefined) return undefined;
  const isSaved =
    first.field === 1 &&
    first.wire === 0 &&
    head[1] === 1 &&
    second?.field === 2 &&
    second.wire === 2 &&
    holdsMetaGraph(head, second);
  if (isSaved) return 'saved-model';
  return first.field === 1 && first.wire === 2 && holdsNode(head, first) ? 'graph' : undefined;
}

/** A meta graph begins with its own description or, where that is empty, the graph. */
const holdsMetaGraph = (head: Uint8Array, { at }: TopField): boolean =>
  head[at] === 0x0a || head[at] === 0x12;

/** A node begins with its name and, in words of letters, its operation. */
function holdsNode(head: Uint8Array, { at, length }: TopField): boolean {
  const node = topFields(head.subarray(at, Math.min(head.length, at + length)), length);
  const [name, op] = node;
  if (name?.field !== 1 || name.wire !== 2 || op?.field !== 2 || op.wire !== 2) return false;
  const text = (field: TopField) =>
    Buffer.from(head.subarray(at + field.at, at + field.at + field.length)).toString('latin1');
  return /^[A-Za-z0-9.][A-Za-z0-9_.\\/>-]*$/.test(text(name)) && /^[A-Z_][A-Za-z0-9_>]*$/.test(text(op));
}
