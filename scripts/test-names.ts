import ts from 'typescript';

/** An id that a test name carries: of the checklist, or of a failure signature or gotcha beside it. */
const ENDS_IN_IDS = /(?:^|\s)((?:\[(?:eval \d{1,2}|[A-Z][A-Z0-9]*(?:-[A-Z]?)?\d+)\]\s?)+)$/;
const CALLS = new Set(['it', 'test', 'describe', 'suite']);

export interface NamedIds {
  ids: string[];
  /** The text stands where only a test's name can stand, so an id in it that nobody knows is a slip of the pen. */
  certain: boolean;
}

/**
 * The ids that the test names of one file carry. Read from the syntax tree and not by pattern, so that a name may be a
 * template with a conditional in it or stand in a table; comments and tests that are switched off for good count nothing.
 */
export function idsInTests(path: string, text: string): NamedIds[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TS);
  const found: NamedIds[] = [];
  const visit = (node: ts.Node): void => {
    if (isSwitchedOff(node)) return;
    const ids = ts.isStringLiteralLike(node) || isTemplatePart(node) ? idsAtEnd(node.text) : [];
    if (ids.length > 0) found.push({ ids, certain: isNameOfCall(node) });
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

export function idsAtEnd(text: string): string[] {
  const [, list = ''] = ENDS_IN_IDS.exec(text) ?? [];
  return [...list.matchAll(/\[([^\]]+)\]/g)].map(([, id = '']) => id);
}

const isTemplatePart = (node: ts.Node): node is ts.TemplateHead | ts.TemplateMiddle | ts.TemplateTail =>
  ts.isTemplateHead(node) || ts.isTemplateMiddle(node) || ts.isTemplateTail(node);

/** The first argument of `it(...)` and its like, itself or as the last piece of a template. */
function isNameOfCall(node: ts.Node): boolean {
  const whole = ts.isTemplateTail(node) ? node.parent.parent : node;
  const call = whole.parent;
  return ts.isCallExpression(call) && call.arguments[0] === whole && isOfTests(call.expression);
}

/** `it.skip`, `it.todo`, and `{ skip: true }` as an option: never run, so they prove nothing. */
function isSwitchedOff(node: ts.Node): boolean {
  if (!ts.isCallExpression(node) || !isOfTests(node.expression)) return false;
  const word = ts.isPropertyAccessExpression(node.expression) ? node.expression.name.text : '';
  if (word === 'skip' || word === 'todo') return true;
  return node.arguments.some(
    (argument) =>
      ts.isObjectLiteralExpression(argument) &&
      argument.properties.some(
        (each) =>
          ts.isPropertyAssignment(each) &&
          /^(?:skip|todo)$/.test(each.name.getText()) &&
          (each.initializer.kind === ts.SyntaxKind.TrueKeyword || ts.isStringLiteralLike(each.initializer)),
      ),
  );
}

/** `it` and what is its own, such as `it.skip`; or an `it` that something else has, such as `lives.it`. */
const isOfTests = (expression: ts.Expression): boolean =>
  CALLS.has(rootOf(expression)) ||
  (ts.isPropertyAccessExpression(expression) && CALLS.has(expression.name.text));

function rootOf(expression: ts.Expression): string {
  if (ts.isIdentifier(expression)) return expression.text;
  return ts.isPropertyAccessExpression(expression) ? rootOf(expression.expression) : '';
}
