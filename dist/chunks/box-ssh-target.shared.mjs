import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  readConsoleLine
} from "./job-console-line.shared.mjs";
import {
  Problem
} from "./problem.shared.mjs";

// src/box/ssh-target.ts
function parseSshTarget(text) {
  const line = readConsoleLine(text);
  if (typeof line === "object") return line;
  const bare = text.startsWith("ssh://") ? text.slice("ssh://".length).replace(/\/$/, "") : text;
  const found = /^(?:(?<user>[^@\s]+)@)?(?:\[(?<v6>[0-9A-Fa-f:.]+)\]|(?<host>[^@:[\]/\s]+))(?::(?<port>\d{1,5}))?$/.exec(
    bare
  );
  const { user, v6, host = v6, port } = found?.groups ?? {};
  if (!host || !isWord(host) || user !== void 0 && !isWord(user) || Number(port ?? 22) > 65535 || Number(port ?? 22) < 1) {
    throw new Problem({
      code: "ssh-target",
      kind: "usage",
      what: `${JSON.stringify(text.slice(0, 200))} does not say where a box is.`,
      next: "Write ssh://user@host:port, user@host, or a Host name from your ~/.ssh/config."
    });
  }
  return {
    host,
    ...user === void 0 ? {} : { user },
    ...port === void 0 ? {} : { port: Number(port) }
  };
}
function copyIdWords(text) {
  const { host, user, port } = parseSshTarget(text);
  return `${port === void 0 ? "" : `-p ${port} `}${user === void 0 ? "" : `${user}@`}${host}`;
}
function formatSshTarget({ host, user, port }) {
  const shown = host.includes(":") ? `[${host}]` : host;
  return `ssh://${user === void 0 ? "" : `${user}@`}${shown}${port === void 0 ? "" : `:${port}`}`;
}
var isWord = (text) => /^[^-\p{Cc}\p{Cf}'"\\$`;&|<>(){}!*?%][^\p{Cc}\p{Cf}'"\\$`;&|<>(){}!*?]*$/u.test(text);

export {
  parseSshTarget,
  copyIdWords,
  formatSshTarget
};
