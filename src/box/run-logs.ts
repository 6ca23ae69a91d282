import type { RunDir } from '../launch/launcher.ts';
import type { Channel } from './channel.ts';
import type { LogName } from './log-name.ts';

/** What one process of a run printed, as it lies on the box. */
export interface BoxLog extends LogName {
  /** Absolute. */
  path: string;
  /** That were ever written to it. */
  bytes: number;
  /** Of these, the first ones that are no longer in it: it was cut at its bound. */
  gone: number;
}

const MOST_LOGS = 20_000;
const MOST_OUTPUT_BYTES = 4 * 1024 * 1024;

/** `$1` base. One process for all sizes: a sweep has thousands of logs, and those that were cut are few. */
const LIST = `
cd -- "$1/attempts" 2>/dev/null || exit 0
stat -c 'GPU-LEASE-LOG %s %n' [0-9]*/setup/log [0-9]*/data/log [0-9]*/cells/*/log [0-9]*/cells/*/nodes/*.log \
  [0-9]*/tasks/*/*/cells/*/log 2>/dev/null
for gone in [0-9]*/setup/log.gone [0-9]*/data/log.gone [0-9]*/cells/*/log.gone [0-9]*/cells/*/nodes/*.log.gone \
  [0-9]*/tasks/*/*/cells/*/log.gone; do
  [ ! -f "$gone" ] || echo "GPU-LEASE-GONE $(head -n 1 "$gone") \${gone%.gone}"
done
exit 0
`;

/**
 * The logs of all attempts that a box still has, oldest first. Names are a stranger's word: what is not named as we name ours is left
 * out.
 *
 * @throws TransportFailed when the answer did not arrive
 */
export async function listLogs(channel: Channel, dir: RunDir): Promise<BoxLog[]> {
  const { stdout } = await channel.exec(['sh', '-c', LIST.trim(), 'sh', dir.base], {
    maxOutputBytes: MOST_OUTPUT_BYTES,
  });
  const sizes = new Map<string, number>();
  const gone = new Map<string, number>();
  for (const line of stdout.split('\n')) {
    const [, word, number, path] = /^GPU-LEASE-(LOG|GONE) (\d{1,15}) ([\w./-]{1,300})$/.exec(line) ?? [];
    if (path === undefined) continue;
    (word === 'LOG' ? sizes : gone).set(path, Number(number));
  }
  return [...sizes]
    .slice(0, MOST_LOGS)
    .flatMap(([path, size]): BoxLog[] => {
      const cut = gone.get(path) ?? 0;
      const named = nameOf(path);
      return named ? [{ ...named, path: `${dir.base}/attempts/${path}`, bytes: size + cut, gone: cut }] : [];
    })
    .sort((a, b) => a.attempt - b.attempt);
}

const EARLY = /^(\d{1,6})\/(data|setup)\/log$/;
const OF_CELL = /^(\d{1,6})\/cells\/([\w.-]{1,100})\/log$/;
const OF_NODE = /^(\d{1,6})\/cells\/([\w.-]{1,100})\/nodes\/(\d{1,6})\.log$/;
const OF_TASK = /^(\d{1,6})\/tasks\/([\w.-]{1,100})\/(\d{1,6})\/cells\/\2\/log$/;

function nameOf(path: string): LogName | undefined {
  const early = EARLY.exec(path);
  if (early) return { attempt: Number(early[1]), cell: undefined, part: early[2] ?? '' };
  const [, attempt, cell] = OF_CELL.exec(path) ?? [];
  if (cell !== undefined) return { attempt: Number(attempt), cell };
  const [, , ofCell, node] = OF_NODE.exec(path) ?? [];
  if (ofCell !== undefined) return { attempt: Number.parseInt(path, 10), cell: ofCell, part: `node ${node}` };
  const [, , task, begun] = OF_TASK.exec(path) ?? [];
  return task === undefined
    ? undefined
    : { attempt: Number.parseInt(path, 10), cell: task, part: `begun ${begun}` };
}
