import { asData } from './symbols-framework.ts';
import { PyGlobal, type PyValue, type SymbolModel } from './value.ts';

const NAME = 'mmengine.logging.history_buffer.HistoryBuffer';
/** How its log is summed up, by the names that its writer keeps for them. */
const METHODS: ReadonlyMap<PyValue | undefined, PyGlobal> = new Map(
  ['min', 'max', 'mean', 'current'].map((name) => [name, new PyGlobal(`${NAME}.${name}`, { tier: 'B' })]),
);

/** The numbers of one metric, as each checkpoint of MMEngine (0.10), and so of OpenMMLab's detectors and segmenters, holds them. */
export const HISTORY: [string, SymbolModel] = [NAME, asData(NAME)];

/** `getattr(HistoryBuffer, 'mean')`: mentioned, and never called. @returns undefined for any other attribute */
export function historyMethod(args: readonly PyValue[]): PyGlobal | undefined {
  const [of, name] = args;
  const isHistory = of instanceof PyGlobal && of.name === NAME && of.model.tier === 'C';
  return args.length === 2 && isHistory ? METHODS.get(name) : undefined;
}
