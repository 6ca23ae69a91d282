import { z } from 'zod';
import { globFault } from './glob.ts';
import { oneLine, refined } from './schema-parts.ts';

export const glob = refined(z.string().min(1), (text) => {
  const fault = globFault(text);
  return fault && `${fault.why}. ${fault.next}`;
});

/** One file, relative and inside. */
export const filePath = refined(oneLine, (text) => {
  const fault = globFault(text);
  if (fault) return `${fault.why}. ${fault.next}`;
  return /[*?[\]]/.test(text) ? 'must name one file, without wildcards' : undefined;
});
