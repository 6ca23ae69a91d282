import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  globToEre
} from "./box-keeper-pattern.shared.mjs";
import {
  oneLine
} from "./box-stranger-text.shared.mjs";
import {
  compileGlob
} from "./job-glob.shared.mjs";
import {
  TransportFailed
} from "./box-channel.shared.mjs";

// src/collect/set-listing.ts
var MOST_FILES = 1e5;
var MOST_BYTES = 64 * 1024 ** 2;
var LIST = `
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
async function listSeen(channel, dir, globs) {
  const patterns = globs.flatMap((glob) => ["-e", globToEre(glob, "wide")]);
  const { exitCode, stdout, stderr, truncated } = await channel.exec(
    ["sh", "-c", LIST, "sh", dir, ...patterns],
    { timeoutSeconds: 120, maxOutputBytes: MOST_BYTES }
  );
  if (exitCode !== 0 || truncated)
    throw new TransportFailed(`the box could not list its checkpoints: ${oneLine(stderr, 200)}`, "short");
  const matchers = globs.map(compileGlob);
  return stdout.split("\n").flatMap((line) => {
    const [, object, bytes, modifiedAt, path] = SEEN.exec(line) ?? [];
    if (object === void 0 || path === void 0 || !matchers.some((matches) => matches(path))) return [];
    return [{ path, bytes: Number(bytes), modifiedAt: Number(modifiedAt), object }];
  });
}
var SEEN = /^(\d{1,20}) (\d{1,15}) (-?\d{1,12}) \.\/(.+)$/;

export {
  listSeen
};
