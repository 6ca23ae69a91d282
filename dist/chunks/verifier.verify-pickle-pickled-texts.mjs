import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  strayPickle
} from "./verifier.verify-archive-archive-members.shared.mjs";
import "./verifier.verify-tensor-numpy-names.shared.mjs";
import "./verifier.verify-tensor-dtype.shared.mjs";
import "./verifier.verify-contract-oddity.shared.mjs";
import {
  quoted
} from "./verifier.clock.shared.mjs";
import "./verifier.nothing.shared.mjs";

// src/verify/pickle/pickled-texts.ts
var BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;
var HEX = /^([0-9a-fA-F]{2})+$/;
var LOADS = "holds pickles as text: its loader needs an unpickler that makes the objects they name";
function walkPickledTexts(subject, texts) {
  const { findings, allowDegraded } = subject;
  let pickles = 0;
  for (const { name, text, offset, isSure } of texts) {
    const bytes = unpacked(text, isSure);
    if (bytes === void 0) {
      const what = `${quoted(name)} is packed as its writer never does`;
      if (isSure) findings.fail("L2", "hidden-pickle", what, { offset });
      continue;
    }
    const walk = strayPickle(subject, { name, offset, bytes: bytes.length });
    walk.feed(bytes);
    walk.end();
    if (isSure || walk.isProgram) pickles += 1;
  }
  if (pickles === 0) return;
  const where = { found: `${pickles} of them` };
  if (allowDegraded) findings.degraded("L2", "unsafe-loader", LOADS, where);
  else findings.fail("L2", "unsafe-loader", `${LOADS}, and the roster does not allow that`, where);
}
function unpacked(text, isSure) {
  if (!isSure && HEX.test(text)) return new Uint8Array(Buffer.from(text, "hex"));
  return BASE64.test(text) ? new Uint8Array(Buffer.from(text, "base64")) : void 0;
}
export {
  walkPickledTexts
};
