import type { PythonSource } from './python-sources.ts';
import type { SmokeWarning } from './world.ts';

const GUARD = /^if\s+(?:__name__\s*==\s*["']__main__["']|["']__main__["']\s*==\s*__name__)\s*:/m;
const STARTS_PROCESSES =
  /\bnum_workers\s*=\s*(?!0\b)|\bmultiprocessing\b[\s\S]*\b(?:Process|Pool)\s*\(|\bProcessPoolExecutor\s*\(|\bmp\.spawn\s*\(/;

/**
 * An entry point that starts processes and does its work at import. Where processes are spawned and not forked (Windows,
 * macOS, CUDA in workers) each worker imports it again and starts workers of its own.
 *
 * @param sources entry first
 */
export function mainGuardWarning(sources: readonly PythonSource[]): SmokeWarning | undefined {
  const [entry] = sources;
  if (!entry || GUARD.test(entry.code)) return undefined;
  if (!sources.some(({ code }) => STARTS_PROCESSES.test(code))) return undefined;
  return {
    code: 'main-guard',
    what: `${entry.path} starts worker processes and has no \`if __name__ == "__main__":\`.`,
    next: 'Put its work into a function and call it below the guard; keep what workers are given at the top of a module.',
  };
}
