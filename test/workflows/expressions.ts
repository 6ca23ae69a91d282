import { data, Evaluator, Lexer, Parser } from '@actions/expressions';

/** `github`, `inputs`, `steps` and the like, as plain values. */
export type Contexts = Readonly<Record<string, unknown>>;

/** How the things before this one went, for `success()` and its kin. */
export type Status = 'success' | 'failure' | 'cancelled';

/** The value of one expression, by GitHub's own evaluator. */
function evaluate(source: string, contexts: Contexts, status: Status): data.ExpressionData {
  const functions = Object.entries({
    success: status === 'success',
    failure: status === 'failure',
    cancelled: status === 'cancelled',
    always: true,
  }).map(([name, answer]) => ({
    name,
    description: '',
    minArgs: 0,
    maxArgs: 0,
    call: () => new data.BooleanData(answer),
  }));
  const tree = new Parser(new Lexer(source).lex().tokens, Object.keys(contexts), functions).parse();
  const values = new data.Dictionary(
    ...Object.entries(contexts).map(([key, value]) => ({
      key,
      value: JSON.parse(JSON.stringify(value ?? {}), data.reviver) as data.ExpressionData,
    })),
  );
  return new Evaluator(tree, values, new Map(functions.map((each) => [each.name, each]))).evaluate();
}

/** A value of a workflow file with its `${{ }}` worked out, as text: that is how it reaches `env:`, `with:` and outputs. */
export function filledIn(value: unknown, contexts: Contexts): string {
  return String(value ?? '').replace(/\$\{\{([\s\S]*?)\}\}/g, (_, source: string) =>
    evaluate(source.trim(), contexts, 'success').coerceString(),
  );
}

export const allFilledIn = (
  values: Readonly<Record<string, unknown>> = {},
  contexts: Contexts,
): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, filledIn(value, contexts)]));

/** Whether an `if:` holds. One that asks for no status means "and everything before went well". */
export function holds(condition: unknown, contexts: Contexts, status: Status): boolean {
  const source = String(condition ?? '')
    .replace(/^\s*\$\{\{([\s\S]*)\}\}\s*$/, '$1')
    .trim();
  const asksStatus = /\b(success|failure|cancelled|always)\s*\(/.test(source);
  if (!asksStatus && status !== 'success') return false;
  if (source === '') return true;
  const value = evaluate(source, contexts, status);
  return value.coerceString() !== '' && !['false', '0'].includes(value.coerceString());
}
