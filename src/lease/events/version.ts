/**
 * Of what stands in a ledger. Adding a type of event or an optional field keeps it; changing a meaning raises it, and older
 * programs then refuse the ledger by name instead of misreading it.
 */
export const LEDGER_VERSION = 1;
