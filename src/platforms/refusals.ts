import { Problem } from '../problem.ts';

/** A no outside of a create that is not understood. */
export const saysNothingOfBoxes = (platform: string, error: Error): Problem =>
  new Problem(
    {
      code: 'api-refused',
      kind: 'unreachable',
      what: `${error.message}. This says nothing about boxes there.`,
      next: `Run the same command again; if it goes on, look into the console of ${platform}.`,
    },
    { cause: error },
  );

/** @param said with its full stop */
export const verbRefused = (boxId: string, verb: string, said: string, next: string, cause: Error): Problem =>
  new Problem(
    {
      code: 'verb-refused',
      kind: 'billing',
      what: `"${verb}" of ${boxId} was not accepted: ${said}`,
      next,
      costing: [boxId],
    },
    { cause },
  );
