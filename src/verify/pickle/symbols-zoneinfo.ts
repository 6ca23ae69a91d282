import { badArguments } from './call.ts';
import { PyGlobal, PyObject, type PyValue, type SymbolModel } from './value.ts';

const NAME = 'zoneinfo.ZoneInfo';
const UNPICKLE = '_unpickle';
/** As the database of time zones names them; Python itself looks such a name up below the folders of its database. */
const KEY = /^[A-Za-z0-9_+-]{1,32}(\/[A-Za-z0-9_+-]{1,32}){0,3}$/;

/** `zoneinfo.ZoneInfo('Europe/Berlin')`, as `no_cache` writes it too. */
export const ZONE: [string, SymbolModel] = [NAME, { tier: 'B' }];

/** `ZoneInfo._unpickle(key, from_cache)`: reads the zone of that name from the database, and no more. */
const unpickle: PyGlobal = new PyGlobal(`${NAME}.${UNPICKLE}`, {
  tier: 'B',
  call(args): PyObject {
    const [key, cached] = args;
    const isFlag = typeof cached === 'boolean' || cached === 0 || cached === 1;
    if (args.length !== 2 || typeof key !== 'string' || !KEY.test(key) || !isFlag) throw badArguments(NAME);
    return new PyObject(unpickle, args);
  },
});

/** `getattr(ZoneInfo, '_unpickle')`, which Python writes for a method of a class. @returns undefined for any other attribute */
export function zoneUnpickler(args: readonly PyValue[]): PyGlobal | undefined {
  const [of, name] = args;
  const isZone = of instanceof PyGlobal && of.name === NAME && of.model === ZONE[1];
  return args.length === 2 && isZone && name === UNPICKLE ? unpickle : undefined;
}
