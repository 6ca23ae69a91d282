import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  columnsOn,
  inkFor,
  wrapped
} from "./report-ink.shared.mjs";
import {
  visible
} from "./report-visible-text.shared.mjs";

// src/report/page.ts
function pageOn(out, env) {
  const columns = columnsOn(out);
  const ink = inkFor({ isTTY: out.isTTY, env });
  return {
    columns,
    print(text) {
      const shown = visible(text);
      const rows = columns === void 0 ? shown.split("\n") : wrapped(shown, columns);
      out.write(`${rows.map(ink.line).join("\n")}
`);
    }
  };
}

export {
  pageOn
};
