/** The two small `sh` programs by which files move; they take everything as arguments and work with any POSIX sh. */

export const SIZE_DIFFERS = 41;

/**
 * `$1` final path, `$2` temporary sibling, `$3` octal mode, `$4` size in bytes or `-` to leave the file under its
 * temporary name. The size is what proves the end: `cat` takes a cut connection for the end of its input, and would
 * otherwise publish half a file under the real name.
 */
const RECEIVE = `
fail() { code=$?; [ "$code" -ne 0 ] || code=1; rm -f -- "$2"; exit "$code"; }
case $1 in */*) dir=\${1%/*}; [ -d "\${dir:-/}" ] || mkdir -p -- "$dir" || exit ;; esac
[ ! -d "$1" ] || { echo "$1 is a directory" >&2; exit 21; }
umask 077
cat >"$2" || fail "$@"
chmod "$3" "$2" || fail "$@"
[ "$4" != - ] || exit 0
[ "$(($(wc -c <"$2")))" -eq "$4" ] || { rm -f -- "$2"; exit ${SIZE_DIFFERS}; }
mv -f -- "$2" "$1" || fail "$@"
`;

/** `$1` final path, `$2` temporary sibling, `$3` size in bytes that was sent. */
const PUBLISH = `
[ "$(($(wc -c <"$2")))" -eq "$3" ] || { rm -f -- "$2"; exit ${SIZE_DIFFERS}; }
mv -f -- "$2" "$1"
`;

/**
 * `$1` path, `$2` offset, `$3` length. GNU and busybox dd read a range in large blocks; where dd does not know the flags
 * (BSD, old busybox) the same bytes come from tail and head. Asked in the same command: a question of its own would cost
 * a round trip.
 */
const SEND_RANGE = `
send() {
flags=skip_bytes,count_bytes,fullblock
if dd if=/dev/null iflag="$flags" bs=1 skip=0 count=0 status=none 2>/dev/null
then dd if="$1" iflag="$flags" skip="$2" count="$3" bs=262144 status=none
else tail -c "+$(($2 + 1))" -- "$1" | head -c "$3"
fi
}
[ -f "$1" ] || { echo "$1 is not a file" >&2; exit 44; }
`;

export type Argv = readonly [string, ...string[]];

const script = (text: string, ...words: string[]): Argv => ['sh', '-c', text.trim(), 'gpu-lease', ...words];

export const receiveFile = (
  path: string,
  partial: string,
  mode: number,
  sizeBytes: number | undefined,
): Argv =>
  script(RECEIVE, path, partial, mode.toString(8), sizeBytes === undefined ? '-' : String(sizeBytes));

export const publishFile = (path: string, partial: string, sizeBytes: number): Argv =>
  script(PUBLISH, path, partial, String(sizeBytes));

export const sendRange = (path: string, offset: number, length: number): Argv =>
  rangeProgram('send "$@"', path, String(offset), String(length));

/** `use` calls `send PATH OFFSET LENGTH`; the words are its arguments. */
export const rangeProgram = (use: string, ...words: string[]): Argv =>
  script(`${SEND_RANGE.trim()}\n${use.trim()}`, ...words);
