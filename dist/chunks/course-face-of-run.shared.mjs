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
    }
  };
}
var faceOfPart = (face, id) => ({
  ...faceOfRun(face, id),
  progress: (of, state) => face.progress(`${id} ${of}`, { ...state, label: `${id} ${state.label}` }),
  settle: (of) => face.settle(`${id} ${of}`)
});

export {
  faceOfRun,
  faceOfPart
};
