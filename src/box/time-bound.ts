/** One abort signal out of a bound in seconds and the caller's own signal. */
export interface TimeBound {
  readonly signal: AbortSignal;
  /** Starts the bound anew; `hold` stops it until the next restart. For bounds on silence. */
  restart(hold?: boolean): void;
  /** Must be called when the wait is over, or the timer keeps the process alive. */
  clear(): void;
}

export function timeBound(seconds: number, expired: () => Error, outer?: AbortSignal): TimeBound {
  const controller = new AbortController();
  const onOuter = () => controller.abort(outer?.reason);
  let timer: NodeJS.Timeout | undefined;
  let cleared = false;
  const restart = (hold = false) => {
    clearTimeout(timer);
    timer =
      hold || cleared || controller.signal.aborted
        ? undefined
        : setTimeout(() => controller.abort(expired()), seconds * 1000);
  };
  if (outer?.aborted) onOuter();
  else outer?.addEventListener('abort', onOuter, { once: true });
  restart();
  return {
    signal: controller.signal,
    restart,
    clear: () => {
      cleared = true;
      clearTimeout(timer);
      outer?.removeEventListener('abort', onOuter);
    },
  };
}
