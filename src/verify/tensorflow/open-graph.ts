import type { Subject, Walk } from '../contract/format.ts';
import { wholeFile } from '../tensor/pass.ts';
import { type GraphFacts, GraphWalk } from './graph.ts';
import { graphKindOf } from './graph-kind.ts';

export async function openGraphAlone(subject: Subject): Promise<Walk> {
  const kind = graphKindOf(subject) ?? 'graph';
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
}

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
