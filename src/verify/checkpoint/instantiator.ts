import type { Matter } from '../contract/format.ts';
import { kindOfName } from '../contract/python-names.ts';
import { entryOf, type NamedDict } from '../pickle/pickled-parts.ts';

/** What Lightning's CLI writes there, and all that Lightning 2.6.6 takes. */
const OWN = /^(lightning\.pytorch|pytorch_lightning)\.cli\.instantiate_module$/;
const HYPERPARAMETERS = /^(datamodule_)?hyper_parameters$/;

/** Lightning up to 2.6 imports the function that a checkpoint's hyperparameters name so, and calls it: plain text, which every unpickler takes. */
export function judgeInstantiator(
  { findings, imports, allowDegraded }: Matter,
  dicts: readonly NamedDict[],
): void {
  for (const { path, dict } of dicts) {
    const name = HYPERPARAMETERS.test(path) ? entryOf(dict, '_instantiator') : undefined;
    if (typeof name !== 'string' || OWN.test(name)) continue;
    imports.add(name.slice(0, 200));
    const what = 'names a function that load_from_checkpoint of Lightning before 2.6.6 imports and calls';
    const where = { found: name.slice(0, 200) };
    if (kindOfName(name) === 'refused') findings.fail('L2', 'import-refused', what, where);
    else if (allowDegraded) findings.degraded('L2', 'unsafe-loader', what, where);
    else findings.fail('L2', 'unsafe-loader', `${what}, and the roster does not allow that`, where);
  }
}
