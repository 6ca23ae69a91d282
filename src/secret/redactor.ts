import { Problem, Problems } from '../problem.ts';
import { secretForms } from './forms.ts';

/** What stands where a secret stood. The runner of a workflow writes the same. */
const HIDDEN = '***';

/** Variables that hold a credential by their name, whatever platform or tracker they are for. */
export const CREDENTIAL_NAME =
  /(?:^|_)(?:TOKEN|SECRET|KEY|CLIENT_ID|PASSWORD|PASSWD|PASSPHRASE|CREDENTIALS?|WEBHOOK|WEBHOOK_URL)$/i;

/**
 * Takes secrets, and the forms that they are easily turned into, out of text that we show or store. A secret that was never
 * learnt, or is too short, is not found; nor is a form that somebody made up.
 */
export class Redactor {
  readonly #forms = new Set<string>();
  #longestFirst: readonly string[] = [];

  /** @returns false where the value is too short or too plain to be hidden */
  learn(value: string): boolean {
    const forms = secretForms(value);
    for (const form of forms) this.#forms.add(form);
    this.#longestFirst = [...this.#forms].sort((a, b) => b.length - a.length);
    return forms.length > 0 || value.trim() === '';
  }

  text = (text: string): string => {
    let clean = text;
    for (const form of this.#longestFirst) if (clean.includes(form)) clean = clean.replaceAll(form, HIDDEN);
    return clean;
  };

  /** Every text in a plain value, keys aside. For what is shown; a record is only redacted where it holds free words. */
  deep<T>(value: T): T {
    return this.#within(value) as T;
  }

  #within(value: unknown): unknown {
    if (typeof value === 'string') return this.text(value);
    if (Array.isArray(value)) return value.map((each) => this.#within(each));
    if (value === null || typeof value !== 'object' || Object.getPrototypeOf(value) !== Object.prototype)
      return value;
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, this.#within(each)]));
  }

  /** The same failure, in words without secrets; what caused it stays behind, because its message is not ours. */
  error(error: unknown): unknown {
    if (error instanceof Problems) {
      const [first, ...more] = error.all;
      return new Problems([this.#problem(first), ...more.map((each) => this.#problem(each))]);
    }
    if (error instanceof Problem) return this.#problem(error);
    if (!(error instanceof Error)) return this.text(String(error));
    const told = new Error(this.text(error.message));
    if (error.stack !== undefined) told.stack = this.text(error.stack);
    return told;
  }

  #problem({ code, kind, what, next, costing, at, edits }: Problem): Problem {
    const words = {
      what: this.text(what),
      next: this.text(next),
      costing: costing.map(this.text),
      edits: edits.map(({ path, value }) => ({ path, value: value === true ? value : this.text(value) })),
    };
    return new Problem({ code, kind, ...words, ...(at ? { at: { ...at, file: this.text(at.file) } } : {}) });
  }
}

/** Knows every credential in an environment. */
export function redactorOf(env: Readonly<Record<string, string | undefined>>): Redactor {
  const redactor = new Redactor();
  for (const [name, value] of Object.entries(env))
    if (value !== undefined && CREDENTIAL_NAME.test(name)) redactor.learn(value);
  return redactor;
}
