import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  oneLine
} from "./box-stranger-text.shared.mjs";
import {
  LoginRefused,
  TransportFailed
} from "./box-channel.shared.mjs";

// src/box/ssh-failure.ts
var BY_SOCKET_CODE = {
  ECONNREFUSED: "refused",
  ENOTFOUND: "unresolved",
  EAI_AGAIN: "unresolved",
  EAI_NODATA: "unresolved",
  ECONNRESET: "reset",
  EPIPE: "reset",
  ETIMEDOUT: "timeout",
  EHOSTUNREACH: "timeout",
  ENETUNREACH: "timeout"
};
function failureOf(error, stage, where) {
  const said = oneLine(error.message);
  if (error.level === "client-authentication" || stage === "login" && /authentication failures/i.test(said)) {
    return new LoginRefused(`${where} accepts none of the keys offered`, { cause: error });
  }
  const reason = typeof error.code === "string" ? BY_SOCKET_CODE[error.code] : void 0;
  if (reason) return new TransportFailed(`${where}: ${said}`, reason, { cause: error });
  if (/identification string|Header line too long/.test(said)) {
    return new TransportFailed(`${where} answers, but not as an SSH server: ${said}`, "banner", {
      cause: error
    });
  }
  if (/before handshake/.test(said)) {
    return new TransportFailed(`${where} took the connection and closed it before a word of SSH`, "closed", {
      cause: error
    });
  }
  return new TransportFailed(`${where}: ${said}`, stage === "open" ? "reset" : "closed", { cause: error });
}
function silenceOf(stage, seconds, where) {
  const what = {
    connecting: "no answer to a TCP connection",
    banner: "TCP connects, but no SSH banner came",
    handshake: "the SSH handshake did not end",
    login: "the login did not end",
    open: "not a byte came back"
  }[stage];
  return new TransportFailed(
    `${where}: ${what} within ${seconds} s`,
    stage === "banner" ? "banner" : "timeout"
  );
}

export {
  failureOf,
  silenceOf
};
