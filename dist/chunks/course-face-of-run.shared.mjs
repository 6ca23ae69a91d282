import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);

// src/course/face-of-run.ts
function faceOfRun(face, id) {
  return {
    heading: (text) => face.line(`${id}: ${text}`),
    line: (text) => face.line(`${id}: ${text}`),
    warn: (text, at) => face.warn(`${id}: ${text}`, at),
    progress: () => {
    },
    settle: () => {
    },
    columns: () => face.columns?.()
  };
}
function faceOfPart(face, id) {
  const own = /* @__PURE__ */ new Set();
  return {
    ...faceOfRun(face, id),
    progress(of, state) {
      own.add(of);
      face.progress(`${id} ${of}`, { ...state, label: `${id} ${state.label}` });
    },
    // Of all: of its own, and of no other part's.
    settle(of, is) {
      for (const each of of === void 0 ? [...own] : [of]) {
        own.delete(each);
        face.settle(`${id} ${each}`, is);
      }
    }
  };
}

export {
  faceOfRun,
  faceOfPart
};
