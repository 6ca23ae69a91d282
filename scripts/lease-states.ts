/**
 * Holds that the core alone decides by the state of a lease: no other room compares one with a state. What a room wants to know it
 * asks the core by name (`isUnused`, `lostCreates`, `lossOf`), or is told in a step.
 *
 * usage: node --import tsx scripts/lease-states.ts
 */
import { basename, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Comparisons that choose no step of a run, by the name of the file: so many and no more. */
const ALLOWED: Readonly<Record<string, { most: number; why: string }>> = {
  'choose.ts': { most: 1, why: 'an offer that refused us is not asked for again' },
  'held-elsewhere.ts': { most: 1, why: 'which of two runs has a box of a person' },
  'strays.ts': { most: 2, why: 'what a box in the account is called' },
  'vouch.ts': { most: 1, why: 'whether a box in the account is known to the record' },
  'reconcile.ts': { most: 1, why: 'the word for a cell in a table' },
};

const EQUALS = new Set([
  ts.SyntaxKind.EqualsEqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsEqualsToken,
  ts.SyntaxKind.EqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsToken,
]);

/** What is held against something at this node, if it is a comparison. */
function compared(node: ts.Node): ts.Expression[] {
  if (ts.isBinaryExpression(node)) return EQUALS.has(node.operatorToken.kind) ? [node.left, node.right] : [];
  if (ts.isSwitchStatement(node)) return [node.expression];
  const isIncludes =
    ts.isCallExpression(node) &&
    ts.isPropertyAccessExpression(node.expression) &&
    ['includes', 'has', 'indexOf'].includes(node.expression.name.text);
  return isIncludes ? [...node.arguments] : [];
}

/** By what was declared, not by what the compiler has narrowed it to. */
function isLeaseState(checker: ts.TypeChecker, expression: ts.Expression): boolean {
  if (
    ts.isBinaryExpression(expression) &&
    expression.operatorToken.kind === ts.SyntaxKind.QuestionQuestionToken
  )
    return isLeaseState(checker, expression.left);
  const name = ts.isPropertyAccessExpression(expression) ? expression.name : expression;
  const symbol = checker.getSymbolAtLocation(name);
  const declared = symbol?.valueDeclaration;
  if (!symbol || !declared) return false;
  const type = checker.getTypeOfSymbolAtLocation(symbol, declared);
  const states = type.isUnion() ? type.types.map((each) => (each.isStringLiteral() ? each.value : '')) : [];
  // The types of events have some of these words, too.
  return states.includes('audited') && states.includes('unfit') && !states.includes('run-opened');
}

function found(checker: ts.TypeChecker, source: ts.SourceFile): string[] {
  const places: string[] = [];
  const visit = (node: ts.Node): void => {
    if (compared(node).some((each) => isLeaseState(checker, each))) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart());
      places.push(`${relative(root, source.fileName)}:${line + 1}: ${node.getText().split('\n')[0]}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return places;
}

const config = ts.getParsedCommandLineOfConfigFile(
  join(root, 'tsconfig.json'),
  {},
  {
    ...ts.sys,
    onUnRecoverableConfigFileDiagnostic: () => {},
  },
);
const program = ts.createProgram(
  (config?.fileNames ?? []).filter((name) => relative(root, name).startsWith('src/')),
  config?.options ?? {},
);
const problems: string[] = [];
for (const source of program.getSourceFiles()) {
  const file = relative(root, source.fileName);
  if (!file.startsWith('src/') || file.startsWith('src/lease/')) continue;
  const places = found(program.getTypeChecker(), source);
  const most = ALLOWED[basename(file)]?.most ?? 0;
  if (places.length > most)
    problems.push(
      `${file} compares the state of a lease ${places.length} times, ${most} at most:`,
      ...places,
    );
}

if (problems.length > 0) {
  console.error(problems.join('\n'));
  console.error('Ask the core by a name of its own (src/lease), or take a step that says it.');
  process.exitCode = 1;
}
