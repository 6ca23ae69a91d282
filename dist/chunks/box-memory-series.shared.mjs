import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);

// src/box/memory-series.ts
var MIB = 1024 * 1024;
var MOST_BYTES = 4 * MIB;
var MOST_ROWS = 5e4;
var ROW = /^\d{1,12}\t[A-Za-z0-9._-]{1,100}(?:\t(?:\d{1,15}|-)){8}\t[^\t\r\n]{0,20}$/;
async function memoryText(channel, dir) {
  const script = `cat "$1"/attempts/*/memory.tsv "$1"/attempts/*/tasks/*/*/memory.tsv 2>/dev/null | head -c ${MOST_BYTES}`;
  const { stdout } = await channel.exec(["sh", "-c", script, "sh", dir.base], {
    maxOutputBytes: MOST_BYTES
  });
  return memoryRows(stdout);
}
function memoryRows(text) {
  const lines = text.split("\n");
  const rows = lines.filter((line) => ROW.test(line)).slice(0, MOST_ROWS);
  if (rows.length === 0) return "";
  rows.sort((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10));
  return `${[HEADER, ...rows].join("\n")}
`;
}
var HEADER = "time	cell	held	shared	used	max	oom_kills	card_used_mib	card_total_mib	card	card_busy";
function readMemory(text) {
  return text.split("\n").filter((line) => ROW.test(line)).slice(0, MOST_ROWS).map((line) => {
    const fields = line.split("	");
    const number = (at) => fields[at] === "-" ? null : Number(fields[at]);
    const mib = (at) => {
      const value = number(at);
      return value === null ? null : value * MIB;
    };
    return {
      at: Number(fields[0]),
      cell: fields[1] === "-" ? void 0 : fields[1],
      held: number(2),
      max: number(5),
      oomKills: number(6),
      cardUsed: mib(7),
      cardTotal: mib(8)
    };
  });
}

export {
  memoryText,
  readMemory
};
