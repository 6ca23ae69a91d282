import assert from 'node:assert/strict';
import type { GitHub } from '../../src/github/github.ts';
import { openGitHub } from '../../src/github/this-repository.ts';
import { type GitHubTwin, startGitHubTwin } from '../twins/github-twin.ts';
import { SkippingClock } from '../twins/twin-clock.ts';

/** The client of the product before a twin of GitHub, on a clock that waits for nothing. */
export async function startClient(options: Partial<Parameters<typeof startGitHubTwin>[0]> = {}) {
  const clock = new SkippingClock(0);
  const twin = await startGitHubTwin({ clock, ...options });
  const stop = new AbortController();
  const as = (token: string): GitHub => clientOf(twin, clock, stop.signal, token);
  return { clock, twin, as, github: as(twin.token), stop };
}

function clientOf(twin: GitHubTwin, clock: SkippingClock, signal: AbortSignal, token: string): GitHub {
  const github = openGitHub({ ...twin.env, GH_TOKEN: token }, clock, signal);
  assert.ok(github);
  return github;
}

export async function bytesOf(stream: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}

export async function* inPieces(...pieces: string[]): AsyncGenerator<Uint8Array> {
  for (const piece of pieces) yield Buffer.from(piece);
}
