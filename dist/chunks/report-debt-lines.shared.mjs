import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);

// src/report/debt-lines.ts
function debtsOf(run) {
  return run.leases.flatMap(({ name, meters }) => {
    const byDebt = /* @__PURE__ */ new Map();
    for (const { id, owed, stoppedAt } of meters) {
      if (!owed || stoppedAt !== void 0) continue;
      const said = JSON.stringify([owed.why, owed.next]);
      const { ids } = byDebt.get(said) ?? { ids: [] };
      byDebt.set(said, { why: owed.why, next: owed.next, ids: [...ids, id] });
    }
    return [...byDebt.values()].map(({ why, next, ids }) => ({
      what: `owed: ${name} ${ids.join(", ")}: ${why}`,
      next
    }));
  });
}
var debtLines = (run) => debtsOf(run).map(({ what, next }) => `${what}
Next: ${next}`);

export {
  debtsOf,
  debtLines
};
