import type { BoxNodes } from './box-plan.ts';
import { globToEre } from './keeper-pattern.ts';
import { nodesText, preflightProgram, preflightText } from './keeper-text.ts';

/** The plan's files by which `nodes.sh` starts one command on several machines, and looks at them before. */
export function nodesFiles({ count, preflight, resumes }: BoxNodes): Record<string, string> {
  const { timeoutSeconds, gbps = 0 } = preflight === 'none' ? { timeoutSeconds: 0 } : preflight;
  return {
    'nodes.sh': nodesText(),
    'preflight.sh': preflightText(),
    'preflight.py': preflightProgram(),
    nodes: `count=${count}\npreflight_seconds=${Math.ceil(timeoutSeconds)}\npreflight_gbps=${gbps}\n`,
    'resume.ere': resumes.map((glob) => `${globToEre(glob, 'narrow')}\n`).join(''),
  };
}
