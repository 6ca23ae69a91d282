import type { Face } from '../world.ts';

/** Many runs speak at once, so each line says whose it is; progress of many at once is no progress to look at. */
export function faceOfRun(face: Face, id: string): Face {
  return {
    heading: (text) => face.line(`${id}: ${text}`),
    line: (text) => face.line(`${id}: ${text}`),
    warn: (text, at) => face.warn(`${id}: ${text}`, at),
    progress: () => {},
    settle: () => {},
  };
}

/** The same for few, with a live line for each of what they do. */
export const faceOfPart = (face: Face, id: string): Face => ({
  ...faceOfRun(face, id),
  progress: (of, state) => face.progress(`${id} ${of}`, { ...state, label: `${id} ${state.label}` }),
  settle: (of) => face.settle(`${id} ${of}`),
});
