import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);

// src/job/kube-target.ts
var LABEL = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?";
var TARGET = new RegExp(`^kube://(?:([A-Za-z0-9][\\w.:/@+=-]{0,252})/|/)(${LABEL})/(${LABEL})$`);
function parseKubeTarget(text) {
  const [, context, namespace, claim] = TARGET.exec(text) ?? [];
  if (namespace === void 0 || claim === void 0) return;
  return { ...context === void 0 ? {} : { context }, namespace, claim };
}
var isKubeTarget = (text) => text.startsWith("kube://");

export {
  parseKubeTarget,
  isKubeTarget
};
