import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);

// src/platforms/ip-endpoint.ts
function ipEndpoint(address, user) {
  const [, host = address, port] = /^(\d+(?:\.\d+){3}):(\d{1,5})$/.exec(address) ?? [];
  return { host, port: Number(port ?? 22), user };
}

export {
  ipEndpoint
};
