import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);

// src/host/proxied-fetch.ts
async function fetchFor(url) {
  const { env } = process;
  const isSet = ["HTTPS_PROXY", "https_proxy", "HTTP_PROXY", "http_proxy"].some((name) => env[name]);
  if (!isSet || isLoopback(url.hostname)) return fetch;
  const { EnvHttpProxyAgent, fetch: proxied } = await import("./npm-undici-index.mjs");
  const dispatcher = new EnvHttpProxyAgent();
  return ((input, init) => proxied(input, { ...init, dispatcher }));
}
var isLoopback = (host) => /^(localhost|127(\.\d+){3}|\[?::1\]?)$/.test(host);

export {
  fetchFor,
  isLoopback
};
