import type { Lease } from './run.ts';

/** What a lease is asked for by its platform's driver: where it is, and the key of a host on the way there that the record knows. */
export const drivenBy = ({ intent, pin }: Lease): Lease['intent'] & { pin?: { sha256: string } } => ({
  ...intent,
  ...(pin && { pin }),
});
