import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  PROBE,
  dial
} from "./chunk-2ELHLMWI.mjs";
import "./chunk-TABP6YE7.mjs";
import "./chunk-QWJTWC3H.mjs";
import "./chunk-DOAI2G6O.mjs";
import {
  HostKeyChanged,
  LoginRefused,
  TransportFailed
} from "./chunk-FB3EQ6MM.mjs";
import "./chunk-FZL6R5JS.mjs";
import "./chunk-ZX5UCFYF.mjs";
import "./chunk-DHQVDMPH.mjs";
import "./chunk-NH4MOYHC.mjs";
import "./chunk-ZJZVJPPJ.mjs";
import "./chunk-OPQ6Q3N2.mjs";

// src/box/ssh-through.ts
var CONNECT_FAILED = 2;
async function reachableThrough(jump, to) {
  let patience;
  try {
    const connection = await dial(jump, PROBE);
    try {
      return await new Promise((resolve) => {
        connection.client.forwardOut("127.0.0.1", 0, to.host, to.port, (error, stream) => {
          stream?.destroy();
          const failed = error;
          resolve(!failed ? "yes" : failed.reason === CONNECT_FAILED ? "no" : "unclear");
        });
        void connection.ended.then(() => resolve("unclear"));
        patience = setTimeout(() => resolve("no"), PROBE.connectSeconds * 1e3);
      });
    } finally {
      clearTimeout(patience);
      await connection.end();
    }
  } catch (error) {
    const isOfJump = error instanceof TransportFailed || error instanceof LoginRefused || error instanceof HostKeyChanged;
    if (isOfJump) return "unclear";
    throw error;
  }
}
export {
  reachableThrough
};
