import { type Channel, TransportFailed } from '../box/channel.ts';
import { globToEre } from '../box/keeper-pattern.ts';
import { oneLine } from '../box/stranger-text.ts';
import type { SeenFile } from '../job/checkpoint-sets.ts';
import { compileGlob } from '../job/glob.ts';

/** More files than any checkpoint has; what a run away loop may write must not fill our memory. */
const MOST_FILES = 100_000;
const MOST_BYTES = 64 * 1024 ** 2;

/** A name that holds a line end is told as one that nothing of ours can have: whatever it belongs to is not whole here. */
const LIST = `
cd -- "$1" 2>/dev/null || exit 0
shift
nl='
'
odd=$(printf '\\001')
find . -type f -name "*$nl*" -exec dirname {} \\; | sed "s|^|0 0 0 |; s|$|/$odd|"
find . -type f ! -name "*$nl*" | sed 's|^\\./||' | LC_ALL=C grep -E "$@" | head -n ${MOST_FILES} | sed 's|^|./|' | tr '\\n' '\\000' |
  xargs -0 -r stat -c '%i %s %Y %n' -- 2>/dev/null
exit 0
`;

/**
 * All plain files below a directory of the box that these globs name: one exec. A look at the run lists the newest few; a
 * checkpoint may be of thousands.
 *
 * @throws TransportFailed when the answer did not come whole
 */
export async function listSeen(channel: Channel, dir: string, globs: readonly string[]): Promise<SeenFile[]> {
  const patterns = globs.flatMap((glob) => ['-e', globToEre(glob, 'wide')]);
  const { exitCode, stdout, stderr, truncated } = await channel.exec(
    ['sh', '-c', LIST, 'sh', dir, ...patterns],
    { timeoutSeconds: 120, maxOutputBytes: MOST_BYTES },
  );
  if (exitCode !== 0 || truncated)
    throw new TransportFailed(`the box could not list its checkpoints: ${oneLine(stderr, 200)}`, 'short');
  const matchers = globs.map(compileGlob);
  return stdout.split('\n').flatMap((line) => {
    const [, object, bytes, modifiedAt, path] = SEEN.exec(line) ?? [];
    if (object === undefined || path === undefined || !matchers.some((matches) => matches(path))) return [];
    return [{ path, bytes: Number(bytes), modifiedAt: Number(modifiedAt), object }];
  });
}

const SEEN = /^(\d{1,20}) (\d{1,15}) (-?\d{1,12}) \.\/(.+)$/;
