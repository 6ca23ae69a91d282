/** What a checkpoint's file name says of its step and epoch. */
export interface NamedStep {
  step?: number;
  epoch?: number;
}

const STEP =
  /(?:^|[^a-z])(?:global_?|train_?)?(?:step|steps|iter|iteration)[-_=]?([0-9]{1,12})(?![0-9a-z]|\.[0-9])/i;
const EPOCH = /(?:^|[^a-z])epoch[-_=]?([0-9]{1,9})(?![0-9a-z]|\.[0-9])/i;

/**
 * @param label path or URL. A number with a unit (`step-40k`) says nothing exact, nor do names that carry another number only.
 */
export function namedStep(label: string): NamedStep {
  const name = /[^/\\]*$/.exec(label.replace(/[?#].*$/, ''))?.[0] ?? '';
  const number = (pattern: RegExp) => {
    const [, digits] = pattern.exec(name) ?? [];
    return digits === undefined ? undefined : Number(digits);
  };
  const [step, epoch] = [number(STEP), number(EPOCH)];
  return { ...(step === undefined ? {} : { step }), ...(epoch === undefined ? {} : { epoch }) };
}
