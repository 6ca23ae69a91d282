/** A connection that was never made had no effect. */
const NEVER_SENT = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENETUNREACH',
  'EHOSTUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** Whether a request without an answer never came to the server. */
export const neverSent = (error: unknown): boolean => NEVER_SENT.has(codeIn(error) ?? '');

/** Down the chain of causes: a client wraps what undici wraps. */
export function codeIn(error: unknown): string | undefined {
  for (let each = error, depth = 0; each !== null && typeof each === 'object' && depth < 4; depth += 1) {
    const { code, cause } = each as { code?: unknown; cause?: unknown };
    if (typeof code === 'string') return code;
    each = cause;
  }
  return;
}
