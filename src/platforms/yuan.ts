/**
 * Platforms that bill in yuan; budgets and the ledger are in US dollars. One rate for all of them, fixed in the program so that a
 * price never changes by itself between plan, ledger and bill: 1 USD = 6.67 CNY, rounded against the user's favour (set
 * 2026-11). What comes out is an estimate, and every text that shows it shows the yuan too.
 */
const USD_PER_YUAN = 0.15;

/** To a millionth of a dollar, so that sums come out the same wherever they are made. */
export const usdFromYuan = (yuan: number): number => Math.round(yuan * USD_PER_YUAN * 1e6) / 1e6;
