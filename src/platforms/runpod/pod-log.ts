import { z } from 'zod';
import { Problem } from '../../problem.ts';
import { type Api, PlatformAnswer } from '../api.ts';
import type { Pod } from './api.ts';

/** A pod that comes up as it should does so before its log is read. Seconds since it was made. */
const LOG_AFTER_SECONDS = 180;
/** Between two readings of one pod's log: whoever waits for a box looks every few seconds. */
const LOG_EVERY_SECONDS = 60;
/** The log is a stream that stays open; its last lines come at once. */
const STREAM_SECONDS = 3;
const TAIL = 200;
/** A container that was begun so often without staying is begun for ever. */
const STARTS = 4;
const FAILED_STARTS = 2;

/** What a host says of an image that it will not get, however long it tries; docker's words. */
const NO_IMAGE =
  /layer does not exist|manifest unknown|manifest for .{1,200} not found|pull access denied|repository does not exist|requested access to the resource is denied|no space left on device|no matching manifest/i;
/** The host's driver is older than what the image was made for; words of NVIDIA's container runtime. */
const OLD_DRIVER = /unsatisfied condition: ([a-z]+ ?[<>=]+ ?[\d.]+)/i;

const LogLine = z.looseObject({ source: z.string(), line: z.string() });

/**
 * Why a pod that is not reached yet never will be, by what its host writes into its log: a pull that cannot succeed, a card whose
 * driver the image refuses, a container that is started over and over. RunPod calls such a pod STARTING or RUNNING, and bills it.
 * Words as users saw them: Nerogar/OneTrainer#981 and #1160 (2025-09, 2025-11), runpod/containers#98 (2025-08), dstack#1976.
 *
 * @param stream server-sent events, each with `source`, `line`, `ts`
 */
export function hopelessBy(stream: string): string | undefined {
  const lines = stream.split(/\r?\n/).flatMap(systemLine);
  const old = lines.map((line) => OLD_DRIVER.exec(line)?.[1]).findLast((found) => found !== undefined);
  if (old !== undefined) return `the driver of its host is older than the image wants (${old})`;
  const pull = lines.findLast((line) => NO_IMAGE.test(line));
  if (pull !== undefined) return `its image cannot be pulled: ${pull.slice(0, 160)}`;
  const failed = lines.filter((line) => /^error starting container/i.test(line));
  if (failed.length >= FAILED_STARTS)
    return `its container could not be started ${failed.length} times: ${failed.at(-1)?.slice(0, 160)}`;
  const starts = lines.filter((line) => /^start container for .*: begin/i.test(line)).length;
  return starts >= STARTS ? `its container was started ${starts} times and does not stay up` : undefined;
}

/** What the container writes is the word of whoever made the image; only its host's counts. */
function systemLine(line: string): string[] {
  if (!line.startsWith('data:')) return [];
  try {
    const parsed = LogLine.safeParse(JSON.parse(line.slice('data:'.length)));
    return parsed.success && parsed.data.source === 'system' ? [parsed.data.line.trim()] : [];
  } catch {
    return [];
  }
}

/** Reads logs of pods that are long in coming up, each at most once a minute. */
export function podLogs(api: Api, now: () => Date): (pod: Pod) => Promise<string | undefined> {
  const readAt = new Map<string, number>();
  return async ({ id, createdAt }) => {
    const at = now().getTime() / 1000;
    if (at - Date.parse(createdAt) / 1000 < LOG_AFTER_SECONDS) return;
    if (at - (readAt.get(id) ?? Number.NEGATIVE_INFINITY) < LOG_EVERY_SECONDS) return;
    readAt.set(id, at);
    try {
      const stream = await api.call({
        method: 'GET',
        path: `/v2/pods/${encodeURIComponent(id)}/logs`,
        query: { source: 'system', tail: TAIL },
        headers: { accept: 'text/event-stream' },
        reply: z.string().optional(),
        streamSeconds: STREAM_SECONDS,
        // A log that cannot be had says nothing; nobody waits for it.
        repeatable: false,
        asAnswered: true,
      });
      return hopelessBy(stream ?? '');
    } catch (error) {
      if (error instanceof Problem || error instanceof PlatformAnswer) return;
      throw error;
    }
  };
}
