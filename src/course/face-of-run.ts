import type { Face } from '../world.ts';

/** Many runs speak at once, so each line says whose it is; progress of many at once is no progress to look at. */
export function faceOfRun(face: Face, id: string): Face {
  return {
    heading: (text) => face.line(`${id}: ${text}`),
    line: (text) => face.line(`${id}: ${text}`),
    warn: (text, at) => face.warn(`${id}: ${text}`, at),
    progress: () => {},
    settle: () => {},
    columns: () => face.columns?.(),
  };
}

/** The same for few, with a live line for each of what they do. */
export function faceOfPart(face: Face, id: string): Face {
  const own = new Set<string>();
  return {
    ...faceOfRun(face, id),
    progress(of, state) {
      own.add(of);
      face.progress(`${id} ${of}`, { ...state, label: `${id} ${state.label}` });
    },
    // Of all: of its own, and of no other part's.
    settle(of, is) {
      for (const each of of === undefined ? [...own] : [of]) {
        own.delete(each);
        face.settle(`${id} ${each}`, is);
      }
    },
  };
}
