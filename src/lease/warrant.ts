/** Placeholder shape until the core lands: the only proof that a lease may be released. */
export class Warrant {
  readonly #issued = true;
  private constructor(readonly lease: string, readonly verbs: readonly string[]) { void this.#issued; }
}
