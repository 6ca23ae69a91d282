import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  Problem
} from "./problem.shared.mjs";

// src/ledger/remote-login.ts
function checkedUrl(url, holds) {
  const withLogin = /^https?:\/\/[^/]*@/i.test(url);
  if (withLogin || url === "" || url.startsWith("-") || /[\p{Cc}]/u.test(url)) {
    throw new Problem({
      code: "bad-remote",
      kind: "usage",
      what: withLogin ? `The address of ${holds} carries a login.` : `${JSON.stringify(url)} is no address of a git remote.`,
      next: "Give the plain address, and the token by its own input or environment variable."
    });
  }
  return url;
}
function loginWith(url, token, holds) {
  const { origin, protocol, hostname } = URL.canParse(url) ? new URL(url) : { origin: "", protocol: "", hostname: "" };
  if (protocol !== "https:" && protocol !== "http:") return { env: {} };
  if (protocol === "http:" && !/^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)) {
    throw new Problem({
      code: "token-in-the-clear",
      kind: "usage",
      what: `The token of ${holds} would travel unencrypted to ${url}.`,
      next: "Use its https:// address."
    });
  }
  const authorization = `Basic ${Buffer.from(`x-access-token:${token}`).toString("base64")}`;
  return {
    authorization,
    env: {
      "config:credential.helper": "",
      [`config:http.${origin}/.extraHeader`]: "",
      [`config:http.${origin}/.extraHeader#2`]: `Authorization: ${authorization}`,
      // Git would take the header along to where it is sent, whatever server that is.
      [`config:http.${origin}/.followRedirects`]: "false"
    }
  };
}

export {
  checkedUrl,
  loginWith
};
