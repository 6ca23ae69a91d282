import { posix } from 'node:path';
import { type Channel, TransportFailed } from '../box/channel.ts';
import { oneLine } from '../box/stranger-text.ts';
import { numberOf } from '../job/checkpoint-sets.ts';
import { pathFault } from './manifest.ts';

/**
 * By which a trainer finds its newest checkpoint: a link to it, or a small file that says its name (DeepSpeed's `latest`) or its number
 * (Megatron's `latest_checkpointed_iteration.txt`).
 */
export interface Pointer {
  how: 'link' | 'text';
  /** Relative to the cell's output directory, as checkpoints are. */
  path: string;
  says: string;
}

/** A pointer, and what it has to say. */
export interface MendedPointer extends Pointer {
  now: string;
}

/**
 * Those that name what is gone, and how the same would name what is there instead.
 *
 * @param gone folders or files that were checkpoints
 * @param there the one to go on from
 */
export function mendedPointers(
  pointers: readonly Pointer[],
  gone: readonly string[],
  there: string,
): MendedPointer[] {
  const lost = gone.filter((unit) => unit !== there);
  return pointers.flatMap((pointer) => {
    const now = lost.map((unit) => renamed(pointer, unit, there)).find((each) => each !== undefined);
    return now === undefined ? [] : [{ ...pointer, now }];
  });
}

function renamed({ how, path, says }: Pointer, unit: string, there: string): string | undefined {
  const dir = posix.dirname(path);
  const [from, to] = [posix.relative(dir, unit), posix.relative(dir, there)];
  if (how === 'link') return posix.normalize(says).replace(/\/$/, '') === from ? to : undefined;
  const said = says.trim();
  if (said === from) return to;
  if (posix.dirname(unit) !== dir || posix.dirname(there) !== dir) return undefined;
  const [number, other] = [numberOf(unit), numberOf(there)];
  const isNumber = number !== undefined && /^[0-9]{1,15}$/.test(said) && Number(said) === number;
  if (!isNumber || other === undefined || !NUMBERED.test(posix.basename(path))) return undefined;
  return String(other).padStart(said.length, said.startsWith('0') ? '0' : '');
}

/** A number alone may be anything; in a file of such a name it is a checkpoint's. */
const NUMBERED = /latest|last|checkpoint|iteration/i;

/** Two lines each. More than a few hundred characters, or a second line, and it is no pointer. */
const LIST = `
cd -- "$1" 2>/dev/null || exit 0
shift
for dir in "$@"; do
  for path in "$dir"/*; do
    if [ -L "$path" ]; then printf 'link %s\\n%s\\n' "$path" "$(readlink -- "$path" | head -n 1)"
    elif [ -f "$path" ] && [ "$(wc -c <"$path")" -le 300 ] && [ "$(wc -l <"$path")" -le 1 ]; then
      printf 'text %s\\n%s\\n' "$path" "$(head -n 1 -- "$path" | tr -d '\\000\\r')"
    fi
  done
done 2>/dev/null
exit 0
`;

/** What lies beside these folders and files and may be a pointer to one of them. */
export async function listPointers(
  channel: Channel,
  outDir: string,
  units: readonly string[],
): Promise<Pointer[]> {
  const dirs = [...new Set(['.', ...units.map((unit) => posix.dirname(unit))])];
  const fit = dirs.filter((dir) => dir === '.' || pathFault(dir) === undefined).map((dir) => `./${dir}`);
  const { stdout } = await channel.exec(['sh', '-c', LIST, 'sh', outDir, ...fit], {
    timeoutSeconds: 120,
    maxOutputBytes: 1024 ** 2,
  });
  const lines = stdout.split('\n');
  return lines.flatMap((line, at): Pointer[] => {
    const [, how, named = ''] = /^(link|text) (\.\/.+)$/.exec(line) ?? [];
    const path = posix.normalize(named);
    if ((how !== 'link' && how !== 'text') || pathFault(path) !== undefined) return [];
    return [{ how, path, says: lines[at + 1] ?? '' }];
  });
}

/** As it was lies beside what was set aside. A link is made anew under another name, so that it is never absent. */
const WRITE = `
umask 022
cd -- "$1" || exit 4
while IFS= read -r how && IFS= read -r path && IFS= read -r now; do
  case $path in */*) mkdir -p -- "$2/\${path%/*}" ;; *) mkdir -p -- "$2" ;; esac || exit 5
  [ -e "$2/$path" ] || [ -L "$2/$path" ] || cp -P -- "./$path" "$2/$path" || exit 5
  new=./$path.gpu-lease
  rm -f -- "$new"
  if [ "$how" = link ]; then ln -s -- "$now" "$new"
  elif [ "$(tail -c 1 -- "./$path" | wc -l)" -eq 0 ]; then printf '%s' "$now" >"$new"
  else printf '%s\\n' "$now" >"$new"; fi || exit 6
  mv -fT -- "$new" "./$path" 2>/dev/null || { rm -f -- "./$path" && mv -f -- "$new" "./$path"; } || exit 6
done
`;

/** @throws TransportFailed when the box could not be told, or could not write one */
export async function writePointers(
  channel: Channel,
  outDir: string,
  aside: string,
  pointers: readonly MendedPointer[],
): Promise<void> {
  if (pointers.length === 0) return;
  const { exitCode, stderr } = await channel.exec(['sh', '-c', WRITE, 'sh', outDir, aside], {
    stdin: Buffer.from(pointers.map(({ how, path, now }) => `${how}\n${path}\n${now}\n`).join('')),
    timeoutSeconds: 120,
  });
  if (exitCode !== 0)
    throw new TransportFailed(
      `the box could not write ${pointers.map(({ path }) => path).join(', ')} anew: ${oneLine(stderr, 200)}`,
      'short',
    );
}
