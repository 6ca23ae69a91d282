import { quoted } from '../secret/shape.ts';
import { type Context, type Finding, stop } from './finding.ts';

/** Those that start one job on several machines at once. A box is one machine. */
const SEVERAL_NODES: ReadonlySet<string> = new Set(['slurm']);

/** Who can take a job of several nodes, and what it does not go together with. */
export function* nodesRules({
  parts: { candidates, resources, image, sweep },
  known: { platforms },
}: Context): Generator<Finding> {
  const nodes = resources?.nodes ?? 1;
  if (nodes === 1) return;
  for (const [at, typed] of (candidates ?? []).entries()) {
    const platform = typeof typed === 'string' ? typed : typed.platform;
    if (!platforms.has(platform) || SEVERAL_NODES.has(platform)) continue;
    yield stop(
      'nodes-on-box',
      ['candidates', at],
      `\`resources.nodes\` asks for ${nodes} machines that work as one, and a lease at ${quoted(platform)} is one machine.`,
      `Remove this candidate (${[...SEVERAL_NODES].join(', ')} can start several nodes), or take a box with more cards: \`resources.gpu.count\`.`,
    );
  }
  if (image !== undefined)
    yield stop(
      'nodes-in-image',
      ['image'],
      `The command would run in a container on each of ${nodes} nodes, which gpu-lease does not start so far.`,
      'Take `image` out, and load what it needs by `modules` or `setup`.',
    );
  if (sweep?.['at-once'] !== undefined)
    yield stop(
      'nodes-at-once',
      ['sweep', 'at-once'],
      `Cells that run at once have one node each, and \`resources.nodes\` asks for ${nodes}.`,
      'Take `at-once` out: the cells then run one after another, each on all nodes.',
    );
}
