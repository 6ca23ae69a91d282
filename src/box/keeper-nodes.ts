import type { BoxNodes } from './box-plan.ts';
import { globToEre } from './keeper-pattern.ts';
import {
  nodesText,
  peerLookText,
  peersText,
  podsText,
  preflightProgram,
  preflightText,
} from './keeper-text.ts';
import { peerWords } from './peers.ts';

/** The plan's files by which `nodes.sh` starts one command on several machines, and looks at them before. */
export function nodesFiles({
  count,
  least = count,
  preflight,
  resumes,
  peers,
}: BoxNodes): Record<string, string> {
  const { timeoutSeconds, gbps = 0 } = preflight === 'none' ? { timeoutSeconds: 0 } : preflight;
  return {
    'nodes.sh': nodesText(),
    'pods.sh': podsText(),
    'preflight.sh': preflightText(),
    'preflight.py': preflightProgram(),
    nodes: `count=${count}\nleast=${least}\npreflight_seconds=${Math.ceil(timeoutSeconds)}\npreflight_gbps=${gbps}\n`,
    ...(peers && {
      'peers.sh': peersText(),
      'peer-look.sh': peerLookText(),
      peers: peers.map((peer) => `${peerWords(peer).join(' ')}\n`).join(''),
    }),
    'resume.ere': resumes.map((glob) => `${globToEre(glob, 'narrow')}\n`).join(''),
  };
}
