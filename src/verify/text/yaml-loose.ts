import { Composer, type Document, Lexer, Parser } from 'yaml';

/** What is behind the library's types: the least column in which the lines of a bracket or a quote may go on. */
interface Columns {
  indentNext: number;
  lex(source: string): Iterable<string>;
  parseFlowCollection(): Generator<string, unknown>;
  parseQuotedScalar(): Generator<string, unknown>;
}

/**
 * Documents of people who put a bracket's items, its end or the rest of a quote in the column of the key or left of it.
 * PyYAML and libyaml read these (`scan_to_next_token` and `scan_flow_scalar_spaces` look at no column; PyYAML 6.0.3),
 * YAML 1.2 forbids them, and the library ends the bracket there and takes the rest for something else.
 */
export function looseDocuments(text: string, options: object): Document[] {
  return [...new Composer(options).compose(tokens(text))] as Document[];
}

function* tokens(text: string) {
  const parser = new Parser();
  for (const lexeme of new LooseLexer().lex(text)) yield* parser.next(lexeme);
  yield* parser.end();
}

class LooseLexer extends (Lexer as unknown as new () => Columns) {
  override *parseFlowCollection(): Generator<string, unknown> {
    const column = this.indentNext;
    this.indentNext = 0;
    const next = yield* super.parseFlowCollection();
    this.indentNext = column;
    return next;
  }

  override *parseQuotedScalar(): Generator<string, unknown> {
    const column = this.indentNext;
    this.indentNext = 0;
    const next = yield* super.parseQuotedScalar();
    this.indentNext = column;
    return next;
  }
}
