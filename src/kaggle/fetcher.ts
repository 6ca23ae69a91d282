import type { Fault } from '../colab/bring.ts';
import type { KaggleApi } from '../platforms/kaggle/api.ts';
import { fetchTo, type Output, outputOf } from './output.ts';
import type { Session } from './sessions.ts';

const TRIES = 3;

/** Brings one file of an output into `to`: the digest of what came, or why it did not come. */
export type FetchFile = (
  path: string,
  of: { to: string; bytes: number; signal: AbortSignal },
) => Promise<string | Fault>;

/** Signed addresses are good for minutes: where one is refused, or its answer breaks off, the output is listed again. */
export function fetcherOf(api: KaggleApi, session: Session, first: Output): FetchFile {
  let output = first;
  return async (path, { to, bytes, signal }) => {
    let fault: Fault = { what: 'is not in the output', mayCome: false };
    for (let attempt = 1; attempt <= TRIES; attempt += 1) {
      const address = output.files.get(path);
      if (address === undefined) return fault;
      const fetched = await fetchTo(address, to, bytes, signal);
      if ('why' in fetched) fault = { what: fetched.why, mayCome: fetched.mayCome };
      else if (fetched.bytes === bytes) return fetched.sha256;
      else fault = { what: `has ${fetched.bytes} of ${bytes} bytes`, mayCome: false };
      if (attempt < TRIES) output = await outputOf(api, session);
    }
    return fault;
  };
}
