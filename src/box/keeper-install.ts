import { gzipSync } from 'node:zlib';
import type { RunDir } from '../launch/launcher.ts';
import { Problem } from '../problem.ts';
import type { BoxPlan, CodeBundle } from './box-plan.ts';
import type { Channel, ExecResult } from './channel.ts';
import { answersOf, callKeeper, unusableAnswer } from './keeper-call.ts';
import { dataSecrets, plainToken } from './keeper-data.ts';
import { exportLines, planMembers, singleQuoted } from './keeper-plan.ts';
import { keeperHash, keeperText } from './keeper-text.ts';
import { oneLine } from './stranger-text.ts';
import { writeTar } from './tar-writer.ts';

export interface Installed {
  dir: RunDir;
  keeperHash: string;
  codeHash: string;
}

/** A run's own files are more than that. */
const LEAST_INODES = 50;

/** `lack` tells what room there is where it could not be written, before what was begun is taken away again. */
const BASE = `umask 077; base=$1; [ -n "$base" ] || base=$HOME/.gpu-lease; base=$base/$2
lack() {
  while [ ! -d "$base" ]; do base=$(dirname "$base"); done
  echo "GPU-LEASE room $(stat -f -c '%S %b %a %c %d' "$base" 2>/dev/null) $base"
  exit 5
}
mkdir -p "$base" || lack`;

const INSTALL = `${BASE}
tmp=$(mktemp -d "$base/.install.XXXXXX") || lack
trap 'rm -rf "$tmp"' EXIT
trap 'exit 5' HUP INT TERM
gzip -dc | tar -xf - -C "$tmp" || lack
sh "$tmp/keeper.sh" install "$base" "$3" "$tmp" || { code=$?; [ "$code" -ne 5 ] || lack; exit "$code"; }`;

/**
 * Private means: this instance's memory or own disk, readable by us alone, never a network or shared file system. The
 * queue reads the file once at its start and deletes it, because a login session's end may wipe such places. Where the work
 * runs on another machine that is no way: then its queue keeps them where it can, and only the name of their file is noted; else
 * they lie in the run's own folder until it has ended.
 */
const SECRETS = `${BASE}
text=$(cat)
case $text in *'# complete') ;; *) exit 5 ;; esac
[ ! -d "$base/attempts/$3" ] || { echo 'GPU-LEASE secrets late'; exit 0; }
if [ -f "$base/private.$3" ]; then
  read -r old <"$base/private.$3"
  case $old in */gpu-lease.*/secrets) rm -rf "\${old%/secrets}" ;; esac
fi
if [ -n "$6" ]; then
  printf '%s\\n' "$6" >"$base/private.$3" || exit 5
  echo 'GPU-LEASE secrets kept'
  exit 0
fi
if [ "$5" = elsewhere ]; then
  private=$base/gpu-lease.shared
  mkdir -p "$private" && printf '%s\\n' "$text" >"$private/secrets.new" && mv -f "$private/secrets.new" "$private/secrets" &&
    printf '%s\\n' "$private/secrets" >"$base/private.$3" || exit 5
  echo 'GPU-LEASE secrets kept'
  exit 0
fi
durable=\${4%/}/
for dir in /dev/shm "\${XDG_RUNTIME_DIR:-}" "\${TMPDIR:-/tmp}" "$base"; do
  [ -n "$dir" ] && [ -d "$dir" ] && [ -w "$dir" ] || continue
  if [ -n "$4" ]; then case $dir/ in "$durable"*) continue ;; esac; fi
  case $(stat -f -c %T "$dir" 2>/dev/null) in
    nfs* | cifs | smb* | fuse* | lustre | ceph | gpfs | beegfs | afs | v9fs | 9p | ocfs2 | gfs*) continue ;;
  esac
  private=$(mktemp -d "$dir/gpu-lease.XXXXXX") || continue
  if printf '%s\\n' "$text" >"$private/secrets" && printf '%s\\n' "$private/secrets" >"$base/private.$3"; then
    echo 'GPU-LEASE secrets kept'
    exit 0
  fi
  rm -rf "$private"
done
exit 9`;

/**
 * Lays down keeper, code, plan and cell directories in one exec, secrets in another beside it, and proves the code. May be
 * called again after any crash: nothing that is there is overwritten, and the plan of an attempt that started stays.
 *
 * @param keep takes the secrets to where the commands will find them, and answers with the path there; absent: they are laid down, too
 * @throws Problem `unfit/code-differs` with the files named; `unfit/no-private-place` for secrets; `usage/crlf` and other
 * `usage` before anything is pushed
 */
export async function install(
  channel: Channel,
  plan: BoxPlan,
  keep?: (secrets: string) => Promise<string>,
): Promise<Installed> {
  const members = planMembers(plan);
  // Compressed, the keeper and a small repository fit into what TCP sends before the first acknowledgement.
  const stream = gzipSync(
    writeTar([
      { path: 'keeper.sh', content: Buffer.from(keeperText()) },
      { path: 'code.hash', content: Buffer.from(`${plan.code.hash}\n`) },
      { path: 'code.sums', content: Buffer.from(sumsOf(plan.code.files)) },
      { path: 'code.tar', content: plan.code.tar },
      ...members,
      { path: 'complete', content: Buffer.alloc(0) },
    ]),
  );
  const where = [plan.workDir ?? '', plan.run, String(plan.attempt)];
  const [laid] = await Promise.all([
    channel.exec(['sh', '-c', INSTALL, 'sh', ...where], {
      stdin: stream,
      timeoutSeconds: 120 + Math.ceil(stream.length / 20_000),
    }),
    pushSecrets(channel, plan, { where, keep }),
  ]);
  return installedFrom(laid, plan);
}

function installedFrom(laid: ExecResult, plan: BoxPlan): Installed {
  const answers = answersOf(laid);
  const base = answers.find((line) => line.startsWith('base /'))?.slice(5);
  if (laid.exitCode !== 0 || base === undefined || !answers.includes('installed')) {
    throw noRoom(laid) ?? unusableAnswer('Laying down the run', laid);
  }
  const hash = keeperHash();
  if (!answers.includes(`keeper ${hash}`))
    throw unusableAnswer('Laying down the keeper', { ...laid, exitCode: 0 });
  const differing = differingIn(answers);
  if (differing.length > 0) throw codeDiffers(plan.code.hash, differing);
  return {
    dir: { base, keeper: `${base}/keeper-${hash.slice(0, 12)}.sh` },
    keeperHash: hash,
    codeHash: plan.code.hash,
  };
}

/** Bytes and inodes are two things that run out, and only one of them comes back when large files are deleted. */
function noRoom(laid: ExecResult): Problem | undefined {
  if (!/No space left|Disk quota exceeded/i.test(laid.stderr)) return undefined;
  const line = answersOf(laid).find((each) => each.startsWith('room ')) ?? '';
  const [, numbers, dir] = /^room ((?:\d{1,16} ){5})(\/.*)$/.exec(line) ?? [];
  if (numbers === undefined || dir === undefined) return undefined;
  const [block = 0, blocks = 0, free = 0, inodes = 0, freeInodes = 0] = numbers.split(' ').map(Number);
  const isInodes = inodes > 0 && freeInodes < LEAST_INODES && block * free > 0;
  return new Problem({
    code: isInodes ? 'no-inodes-on-box' : 'disk-full-on-box',
    kind: 'unfit',
    what: `Laying down the run failed on the box: ${isInodes ? 'no inodes are left' : 'the disk is full'} on the file system of ${oneLine(dir, 200)}: ${block * free} of ${block * blocks} bytes and ${freeInodes} of ${inodes} inodes are free (${oneLine(laid.stderr, 200)}). Nothing was started.`,
    next: `${isInodes ? 'Delete or archive small files there (more bytes do not help)' : 'Free space there (model caches below ~/.cache are the usual hog)'}, then run the same command again; verified copies are untouched.`,
  });
}

async function pushSecrets(
  channel: Channel,
  plan: BoxPlan,
  { where, keep }: { where: readonly string[]; keep: ((secrets: string) => Promise<string>) | undefined },
): Promise<void> {
  const own = ownSecrets(plan);
  if (Object.keys(plan.secrets).length === 0 && own === '') return;
  const text = `${exportLines(plan.secrets)}${own}`;
  const at = await keep?.(`${text}# complete\n`);
  const how = [plan.durableDir ?? '', plan.isElsewhere ? 'elsewhere' : '', at ?? ''];
  const kept = await channel.exec(['sh', '-c', SECRETS, 'sh', ...where, ...how], {
    stdin: Buffer.from(`${at === undefined ? text : ''}# complete`),
  });
  if (kept.exitCode === 0 && answersOf(kept).some((line) => line.startsWith('secrets '))) return;
  if (kept.exitCode !== 9) throw unusableAnswer('Handing over the secrets', { ...kept, stdout: '' });
  throw new Problem({
    code: 'no-private-place',
    kind: 'unfit',
    what: 'The box has no place for secrets: /dev/shm, XDG_RUNTIME_DIR, /tmp and the run directory are missing, not writable or shared file systems.',
    next: 'Give the box a writable /dev/shm or /tmp of its own, or remove the secrets from the job.',
  });
}

/** For the keeper alone: not exported, so that no command has them in its environment. */
function ownSecrets({ data = [], notify, setupSecrets = {} }: BoxPlan): string {
  const ofSetup = exportLines(setupSecrets);
  const opening = dataSecrets(data);
  const told = notify
    ? `url ${plainToken(notify.url)}${notify.key === undefined ? '' : `\nkey ${plainToken(notify.key)}`}`
    : '';
  return [
    ...(ofSetup === '' ? [] : [`setup_env=${singleQuoted(ofSetup)}\n`]),
    ...(opening === '' ? [] : [`at_source=${singleQuoted(opening)}\n`]),
    ...(told === '' ? [] : [`told_at=${singleQuoted(told)}\n`]),
  ].join('');
}

/** "HASH KIND PATH" lines, in path order; their SHA-256 is the code's hash, so the box can prove the list as well. */
export function sumsOf(files: CodeBundle['files']): string {
  return [...files]
    .sort((a, b) => (a.path < b.path ? -1 : 1))
    .map(
      (file) =>
        `${file.sha256} ${file.link !== undefined ? 'l' : file.executable ? 'x' : 'f'} ${file.path}\n`,
    )
    .join('');
}

/**
 * Hashes the code on the box again, in one exec. Files beside it are no concern.
 *
 * @param expectedHash the code hash the ledger holds; a box that has other code differs as a whole
 * @returns the paths that are missing or not what they were; empty = proven
 */
export async function proveCode(
  channel: Channel,
  dir: RunDir,
  expectedHash?: string,
): Promise<{ codeHashes: string[]; differing: string[] }> {
  const result = await callKeeper(channel, dir, ['prove', dir.base], { timeoutSeconds: 600 });
  const answers = answersOf(result);
  if (result.exitCode !== 0 || result.truncated || !answers.includes('proven')) {
    throw unusableAnswer('Proving the code', result, dir);
  }
  const codeHashes = answers.flatMap((line) => /^code ([0-9a-f]{64})$/.exec(line)?.[1] ?? []);
  const differing = differingIn(answers);
  if (expectedHash !== undefined && !codeHashes.includes(expectedHash))
    differing.unshift(`code/${expectedHash}`);
  if (codeHashes.length === 0 && differing.length === 0) differing.push('code');
  return { codeHashes, differing };
}

const differingIn = (answers: readonly string[]): string[] =>
  answers.flatMap((line) => (line.startsWith('differs D ') ? [oneLine(line.slice(10))] : []));

/** The problem to throw for what `proveCode` found. */
export function codeDiffers(codeHash: string, differing: readonly string[]): Problem {
  const named = differing.slice(0, 10).join(', ');
  const more = differing.length > 10 ? ` and ${differing.length - 10} more` : '';
  return new Problem({
    code: 'code-differs',
    kind: 'unfit',
    what: `The code on the box is not the code that was bound (${codeHash.slice(0, 12)}): ${named}${more} (U42).`,
    next: 'Nothing on the box is overwritten. Remove the directory `code/` of this run on the box and run the same command again.',
  });
}
