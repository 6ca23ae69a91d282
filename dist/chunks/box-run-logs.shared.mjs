import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);

// src/box/run-logs.ts
var MOST_LOGS = 2e4;
var MOST_OUTPUT_BYTES = 4 * 1024 * 1024;
var LIST = `
cd -- "$1/attempts" 2>/dev/null || exit 0
stat -c 'GPU-LEASE-LOG %s %n' [0-9]*/setup/log [0-9]*/data/log [0-9]*/cells/*/log [0-9]*/cells/*/nodes/*.log   [0-9]*/tasks/*/*/cells/*/log 2>/dev/null
for gone in [0-9]*/setup/log.gone [0-9]*/data/log.gone [0-9]*/cells/*/log.gone [0-9]*/cells/*/nodes/*.log.gone   [0-9]*/tasks/*/*/cells/*/log.gone; do
  [ ! -f "$gone" ] || echo "GPU-LEASE-GONE $(head -n 1 "$gone") \${gone%.gone}"
done
exit 0
`;
async function listLogs(channel, dir) {
  const { stdout } = await channel.exec(["sh", "-c", LIST.trim(), "sh", dir.base], {
    maxOutputBytes: MOST_OUTPUT_BYTES
  });
  const sizes = /* @__PURE__ */ new Map();
  const gone = /* @__PURE__ */ new Map();
  for (const line of stdout.split("\n")) {
    const [, word, number, path] = /^GPU-LEASE-(LOG|GONE) (\d{1,15}) ([\w./-]{1,300})$/.exec(line) ?? [];
    if (path === void 0) continue;
    (word === "LOG" ? sizes : gone).set(path, Number(number));
  }
  return [...sizes].slice(0, MOST_LOGS).flatMap(([path, size]) => {
    const cut = gone.get(path) ?? 0;
    const named = nameOf(path);
    return named ? [{ ...named, path: `${dir.base}/attempts/${path}`, bytes: size + cut, gone: cut }] : [];
  }).sort((a, b) => a.attempt - b.attempt);
}
var EARLY = /^(\d{1,6})\/(data|setup)\/log$/;
var OF_CELL = /^(\d{1,6})\/cells\/([\w.-]{1,100})\/log$/;
var OF_NODE = /^(\d{1,6})\/cells\/([\w.-]{1,100})\/nodes\/(\d{1,6})\.log$/;
var OF_TASK = /^(\d{1,6})\/tasks\/([\w.-]{1,100})\/(\d{1,6})\/cells\/\2\/log$/;
function nameOf(path) {
  const early = EARLY.exec(path);
  if (early) return { attempt: Number(early[1]), cell: void 0, part: early[2] ?? "" };
  const [, attempt, cell] = OF_CELL.exec(path) ?? [];
  if (cell !== void 0) return { attempt: Number(attempt), cell };
  const [, , ofCell, node] = OF_NODE.exec(path) ?? [];
  if (ofCell !== void 0) return { attempt: Number.parseInt(path, 10), cell: ofCell, part: `node ${node}` };
  const [, , task, begun] = OF_TASK.exec(path) ?? [];
  return task === void 0 ? void 0 : { attempt: Number.parseInt(path, 10), cell: task, part: `begun ${begun}` };
}

export {
  listLogs
};
