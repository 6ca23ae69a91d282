import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  Problem
} from "./problem.shared.mjs";

// src/cli/verify-url.ts
var TOKEN_VARIABLE = "GPU_LEASE_VERIFY_TOKEN";
var looksLikeUrl = (word) => /^[a-z][a-z0-9+.-]*:\/\//i.test(word);
function urlTarget(word, token) {
  const shown = shownOf(word);
  const wrong = (what, next) => new Problem({ code: "bad-url", kind: "usage", what: `${shown} ${what}.`, next });
  if (!/^https?:/i.test(word))
    return wrong("is neither http nor https", "Name a path, or the address at which it can be fetched.");
  if (!URL.canParse(word)) return wrong("is no address", "Check the spelling.");
  const url = new URL(word);
  if (url.username !== "" || url.password !== "")
    return wrong(
      "holds a name or password, which every process of this machine can read",
      `Leave it out; a token goes into ${TOKEN_VARIABLE}.`
    );
  if (url.pathname.endsWith("/"))
    return wrong("names no file, and a folder cannot be listed over HTTP", "Name each file.");
  if (token !== void 0 && url.protocol === "http:" && !isLoopback(url.hostname))
    return wrong(`would get ${TOKEN_VARIABLE} without encryption`, "Use https, or unset the variable.");
  return { url: url.href, label: `${url.origin}${url.pathname}` };
}
function tokenProblem(token) {
  if (token === void 0 || /^[\x21-\x7e]+$/.test(token)) return void 0;
  return new Problem({
    code: "bad-token",
    kind: "usage",
    what: `${TOKEN_VARIABLE} holds blanks or other characters that no token has.`,
    next: 'Set it to the bare token, without "Bearer".'
  });
}
var shownOf = (word) => word.replace(/[?#].*$/s, "").replace(/^([^/]*:\/\/)[^/]*@/, "$1");
var isLoopback = (host) => host === "localhost" || host === "[::1]" || /^127\.\d+\.\d+\.\d+$/.test(host);
function digestOfUrl({ url }, listed) {
  const path = decoded(new URL(url).pathname);
  const names = [...listed.keys()].filter((name) => path.endsWith(`/${plain(name)}`));
  const [longest] = names.sort((a, b) => plain(b).length - plain(a).length);
  return longest === void 0 ? void 0 : listed.get(longest);
}
var plain = (name) => name.replace(/^(\.?\/)+/, "");
function decoded(path) {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

export {
  TOKEN_VARIABLE,
  looksLikeUrl,
  urlTarget,
  tokenProblem,
  digestOfUrl,
  decoded
};
