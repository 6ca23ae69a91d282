import { readFileSync } from 'node:fs';
import type { StartingEvent } from './untrusted-event.ts';

/** GitHub's own payloads are at most 25 MB. */
const MAX_BYTES = 32 * 1024 * 1024;

/** What started this workflow run. A payload that cannot be read is an empty one: nothing in it vouches for anything. */
export function startingEvent(env: Readonly<Record<string, string | undefined>>): StartingEvent {
  return {
    name: env['GITHUB_EVENT_NAME'] ?? '',
    payload: payloadIn(env['GITHUB_EVENT_PATH']),
    repository: env['GITHUB_REPOSITORY'] ?? '',
  };
}

function payloadIn(path: string | undefined): Readonly<Record<string, unknown>> {
  if (!path) return {};
  try {
    const text = readFileSync(path, 'utf8');
    const value: unknown = text.length > MAX_BYTES ? undefined : JSON.parse(text);
    return value !== null && typeof value === 'object' ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
