import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);

// src/box/log-name.ts
var fileOfLog = ({ attempt, cell = "", part }) => `${cell}${part === void 0 ? "" : `+${part.replace(" ", "-")}`}.${attempt}.log`;
function logOfFile(file) {
  const [, cell = "", part, attempt] = /^([\w.-]{0,100}?)(?:\+([a-z]{1,10}(?:-\d{1,6})?))?\.(\d{1,6})\.log$/.exec(file) ?? [];
  if (attempt === void 0 || cell === "" && part === void 0) return;
  return {
    attempt: Number(attempt),
    cell: cell === "" ? void 0 : cell,
    ...part !== void 0 && { part: part.replace("-", " ") }
  };
}
var wordsOfLog = ({ attempt, cell, part }) => [cell ?? part, `attempt ${attempt}`, ...cell !== void 0 && part !== void 0 ? [part] : []].join(
  ", "
);
function chooseLogs(all, { cell, attempt }) {
  const named = all.filter(
    (log) => (attempt === void 0 || log.attempt === attempt) && (cell === void 0 || log.cell === cell || log.cell === void 0 && log.part === cell)
  );
  const newest = Math.max(...named.map((log) => log.attempt));
  const ofNewest = named.filter((log) => log.attempt === newest);
  const ofCells = ofNewest.filter((log) => log.cell !== void 0);
  const chosen = ofCells.length > 0 ? ofCells : ofNewest;
  return chosen.filter((log) => !chosen.some((other) => other.cell === log.cell && begunOf(other) > begunOf(log))).sort((a, b) => fileOfLog(a) < fileOfLog(b) ? -1 : 1);
}
var begunOf = ({ part }) => Number(/^begun (\d+)$/.exec(part ?? "")?.[1] ?? 0);

export {
  fileOfLog,
  logOfFile,
  wordsOfLog,
  chooseLogs
};
