import { Broken } from '../contract/findings.ts';
import type { Part, SetSubject } from '../contract/set.ts';
import { quoted } from '../contract/untrusted.ts';
import type { ChunkSpan } from './zarr-array.ts';

/**
 * Reads every part once and hands each stretch of it to the chunk that it is. Two chunks on one stretch are a fault of the
 * writer or a trick; bytes between chunks are left to whoever knows what they are.
 */
export async function passOver(
  subject: SetSubject,
  paths: Iterable<string>,
  spans: readonly ChunkSpan[],
  opened: (path: string) => Promise<Part> = (path) => subject.part(path),
): Promise<void> {
  const byPath = new Map<string, ChunkSpan[]>();
  for (const span of spans) {
    if ('inline' in span.stored) {
      const { stored, region } = span;
      await subject.findings.guard(async () => {
        await region.feed(stored.inline, 0);
        await region.end();
      });
      continue;
    }
    const list = byPath.get(span.stored.path);
    if (list === undefined) byPath.set(span.stored.path, [span]);
    else list.push(span);
  }
  for (const path of paths) {
    const part = await opened(path);
    const regions = (byPath.get(path) ?? []).map(({ region }) => region);
    regions.sort((a, b) => a.offset - b.offset || a.length - b.length);
    const overlap = regions.find(({ offset }, i) => {
      const before = regions[i - 1];
      return before !== undefined && offset < before.offset + before.length;
    });
    if (overlap !== undefined)
      part.findings.fail('L2', 'chunks-overlap', 'two chunks lie on the same bytes', {
        offset: overlap.offset,
      });
    await part.pass(overlap === undefined ? regions : []);
    await part.close();
  }
}

/** A part that is a small text of its own. */
export async function textOfPart(subject: SetSubject, path: string, mostBytes: number): Promise<string> {
  const part = await subject.part(path);
  const { sizeBytes, reader } = part;
  try {
    if (sizeBytes > mostBytes)
      throw new Broken('L2', 'file-too-long', 'is too long for what it should be', {
        expected: `at most ${mostBytes} bytes`,
        found: `${sizeBytes} bytes`,
      });
    const bytes = (await reader.read(0, sizeBytes)).slice();
    await part.pass([]);
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    const told = error instanceof TypeError ? new Broken('L2', 'not-utf8', 'is not UTF-8 text') : error;
    // Entered where the file is named; whoever needs the text goes on without.
    if (told instanceof Broken) part.findings.caught(told);
    else throw told;
    throw new Broken('L2', 'metadata-missing', `${quoted(path)} cannot be read`, { file: path });
  } finally {
    await part.close();
  }
}
