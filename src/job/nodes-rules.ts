import { quoted } from '../secret/shape.ts';
import { type Context, type Finding, stop, warn } from './finding.ts';

/** Those that start one job on several machines at once. A box is one machine, unless it names its peers. */
const SEVERAL_NODES: ReadonlySet<string> = new Set(['slurm', 'kubernetes']);
/** Where whatever runs is a container, on one node or many. */
const IN_CONTAINERS: ReadonlySet<string> = new Set(['kubernetes']);

/** Those that can begin, and go on, with fewer. */
const WITH_A_FLOOR: ReadonlySet<string> = new Set(['slurm']);

/** Who can take a job of several nodes, and what it does not go together with. */
export function* nodesRules({
  parts: { run, candidates, resources, image, sweep },
  known: { platforms },
}: Context): Generator<Finding> {
  const nodes = resources?.nodes ?? 1;
  const least = resources?.['least-nodes'];
  if (least !== undefined && least > nodes)
    yield stop(
      'floor-above-nodes',
      ['resources', 'least-nodes'],
      `\`least-nodes\` is ${least}, and \`nodes\` asks for ${nodes}: there are never so many.`,
      'Write the most as `nodes`, and as `least-nodes` with how few the job still makes sense.',
    );
  if (nodes > 1 && run !== undefined) yield* floorRules(run, least ?? nodes, nodes);
  for (const [at, typed] of (candidates ?? []).entries())
    if (typeof typed !== 'string') yield* peersRules(typed, nodes, ['candidates', at, 'peers']);
  if (nodes === 1) return;
  for (const [at, typed] of (candidates ?? []).entries()) {
    const { platform, peers } = typeof typed === 'string' ? { platform: typed } : typed;
    const isAllOrNone = SEVERAL_NODES.has(platform) && !WITH_A_FLOOR.has(platform);
    if (least !== undefined && least < nodes && isAllOrNone)
      yield stop(
        'floor-elsewhere',
        ['candidates', at],
        `\`least-nodes\` says that ${least} of ${nodes} nodes are enough, and ${quoted(platform)} starts all of them or none.`,
        `Take \`least-nodes\` out, or this candidate (${[...WITH_A_FLOOR].join(', ')} and boxes of your own can begin with fewer).`,
      );
    if (!platforms.has(platform) || SEVERAL_NODES.has(platform) || peers !== undefined) continue;
    yield stop(
      'nodes-on-box',
      ['candidates', at],
      `\`resources.nodes\` asks for ${nodes} machines that work as one, and a lease at ${quoted(platform)} is one machine.`,
      `Remove this candidate (${[...SEVERAL_NODES].join(', ')} can start several nodes, and a box of your own names others by \`peers\`), or take a box with more cards: \`resources.gpu.count\`.`,
    );
  }
  const named = (candidates ?? []).map((typed) => (typeof typed === 'string' ? typed : typed.platform));
  if (image !== undefined && named.some((platform) => !IN_CONTAINERS.has(platform)))
    yield stop(
      'nodes-in-image',
      ['image'],
      `The command would run in a container on each of ${nodes} nodes, which gpu-lease starts on Kubernetes alone so far.`,
      'Take `image` out, and load what it needs by `modules` or `setup`; or make two jobs of it, one for Kubernetes.',
    );
  if (sweep?.['at-once'] !== undefined)
    yield stop(
      'nodes-at-once',
      ['sweep', 'at-once'],
      `Cells that run at once have one node each, and \`resources.nodes\` asks for ${nodes}.`,
      'Take `at-once` out: the cells then run one after another, each on all nodes.',
    );
}

/** Boxes of one's own that work as one: as many as the job says, and each of them once. */
function* peersRules(
  { attach, peers }: { attach?: string | undefined; peers?: string[] | undefined },
  nodes: number,
  path: (string | number)[],
): Generator<Finding> {
  if (peers === undefined) return;
  const named = peers.length + 1;
  if (attach === undefined)
    yield stop(
      'peers-without-attach',
      path,
      '`peers` are machines beside the one that `attach` names, and this candidate has none.',
      'Name the first machine by `attach`: the run lives on it, and it starts the command on the others.',
    );
  if (named !== nodes)
    yield stop(
      'peers-and-nodes',
      path,
      `\`attach\` and \`peers\` name ${named} machines, and \`resources.nodes\` asks for ${nodes}.`,
      `Write \`nodes: ${named}\` below \`resources\`, or name ${nodes - 1 || 'no'} peers.`,
    );
  const twice = peers.find((peer, at) => peer === attach || peers.indexOf(peer) !== at);
  if (twice !== undefined)
    yield stop(
      'peer-twice',
      path,
      `${quoted(twice)} is named twice, and each node is a machine of its own.`,
      'Name each machine once; several cards of one machine are `resources.gpu.count`.',
    );
}

/** What a launcher is told of numbers of nodes is held against what the job asks for: below its own floor it waits and gives up. */
function* floorRules(run: string, least: number, most: number): Generator<Finding> {
  const [, typed = '', , upper] = /--nnodes[= ]["']?((\d{1,5})(?::(\d{1,5}))?)(?![\w:$])/.exec(run) ?? [];
  if (typed === '') return;
  const [low = 0, high = low] = typed.split(':').map(Number);
  if (low === least && high === most) return;
  const asked = least === most ? `${most} nodes` : `${least} to ${most} nodes`;
  yield warn(
    'floor-differs',
    ['run'],
    `The command says --nnodes=${typed}, and \`resources\` asks for ${asked}: with fewer than its own floor the launcher waits, and gives up after some minutes.`,
    upper === undefined && least === most
      ? 'Write --nnodes=$GPU_LEASE_NODES.'
      : 'Write --nnodes=$GPU_LEASE_LEAST_NODES:$GPU_LEASE_NODES, and the floor as `resources.least-nodes`.',
  );
}
