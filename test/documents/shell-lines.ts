/** One command of a terminal block, its words as a shell would hand them on: without assignments before it and redirections. */
export interface Command {
  /** From 1, within the block. */
  line: number;
  /** As it stands there, without its comment. */
  text: string;
  program: string;
  words: string[];
}

/** What ends a command and begins another one. */
const BETWEEN = new Set(['&&', '||', '|', ';']);
const ASSIGNMENT = /^[A-Z_][A-Z0-9_]*=/;

interface Token {
  text: string;
  isOperator: boolean;
}

/**
 * Reads a block as far as our pages go: lines with a comment behind them, `\` at the end of one, quotes, substitutions as words, lists
 * and pipes. Of a `console` block only what follows a `$ ` is a command; the rest is what it printed.
 */
export function commandsIn(block: string, isConsole: boolean): Command[] {
  const commands: Command[] = [];
  const lines = block.split('\n');
  for (let at = 0; at < lines.length; at += 1) {
    const line = at + 1;
    let text = lines[at] ?? '';
    if (isConsole && !text.startsWith('$ ')) continue;
    while (text.endsWith('\\') && at + 1 < lines.length) {
      at += 1;
      text = `${text.slice(0, -1)}${lines[at]}`;
    }
    commands.push(...commandsOfLine(isConsole ? text.slice(2) : text, line));
  }
  return commands;
}

function commandsOfLine(text: string, line: number): Command[] {
  const commands: Command[] = [];
  let words: string[] = [];
  const end = () => {
    const real = words.slice(words.findIndex((word) => !ASSIGNMENT.test(word)));
    const [program, ...rest] = words.every((word) => ASSIGNMENT.test(word)) ? [] : real;
    if (program !== undefined) commands.push({ line, text: words.join(' '), program, words: rest });
    words = [];
  };
  const tokens = tokensOf(text);
  for (let at = 0; at < tokens.length; at += 1) {
    const { text: word, isOperator } = tokens[at] ?? { text: '', isOperator: false };
    if (isOperator && BETWEEN.has(word)) end();
    else if (isOperator)
      at += 1; // the file of a redirection
    else words.push(word);
  }
  end();
  return commands;
}

function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  const pattern =
    /\s+|#.*$|(&&|\|\||[|;]|[0-9]?>>?|<)|((?:\$\((?:[^()]|\([^()]*\))*\)|"(?:\\.|[^"\\])*"|'[^']*'|\\.|[^\s"'\\|;&<>])+|&)/y;
  while (pattern.lastIndex < text.length) {
    const at = pattern.lastIndex;
    const match = pattern.exec(text);
    if (match === null) throw new Error(`cannot be read as a command at ${at}: ${text}`);
    const [, operator, word] = match;
    if (operator !== undefined) tokens.push({ text: operator, isOperator: true });
    else if (word !== undefined) tokens.push({ text: unquoted(word), isOperator: false });
  }
  return tokens;
}

const unquoted = (word: string): string =>
  word.replaceAll(
    /"((?:\\.|[^"\\])*)"|'([^']*)'|\\(.)/g,
    (_all, double, single, escaped) => double ?? single ?? escaped,
  );
