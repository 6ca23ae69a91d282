import type { Subject } from '../contract/format.ts';
import { quoted } from '../contract/untrusted.ts';
import { lookForPickle } from '../pickle/carried-pickle.ts';
import type { Extension } from './arrow-layout.ts';

/** Ray unpickles each value of such a column when it is asked for (2.60, which warns of it; November 2026). */
const UNPICKLED = 'ray.data.arrow_pickled_object';

/**
 * Libraries that add types to Arrow make them of a description when a schema is read. Ray 2.49 to 2.54 unpickled that of its tensors,
 * where a healthy one is a shape; what such a pickle calls is refused whoever reads it.
 *
 * @param offset of the schema in the file
 */
export function judgeExtensions(subject: Subject, extensions: readonly Extension[], offset: number): void {
  const { findings, allowDegraded } = subject;
  for (const { column, type, description } of extensions)
    lookForPickle(subject, type === undefined ? column : `the type of ${column}`, description, offset);
  const unpickled = extensions.find(({ type }) => type === UNPICKLED);
  if (unpickled === undefined) return;
  const what = `${quoted(unpickled.column)} holds Python objects, which Ray unpickles`;
  if (allowDegraded) findings.degraded('L2', 'unsafe-loader', what, { found: UNPICKLED });
  else
    findings.fail('L2', 'unsafe-loader', `${what}, and the roster does not allow that`, { found: UNPICKLED });
}
