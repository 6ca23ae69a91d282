import type { Extra, Findings } from '../contract/findings.ts';
import { quoted } from '../contract/untrusted.ts';

const TAGS = [
  ['{%', '%}'],
  ['{{', '}}'],
  ['{#', '#}'],
] as const;

/**
 * Whether a text begins with a tag of Jinja, as chat templates do, whatever their names end with. Opened and closed: a single
 * flipped bit makes `{#` of the `{"` of an object.
 */
export function isTemplate(head: Uint8Array): boolean {
  const text = Buffer.from(head.buffer, head.byteOffset, head.length);
  return TAGS.some(
    ([open, close]) => text.toString('latin1', 0, 2) === open && text.includes(close, 2, 'latin1'),
  );
}

/** Names of what leads from any object to the interpreter, as keywords and whole texts. */
const NAMES =
  '__(?:class|globals|builtins|subclasses|mro|bases?|init|import|getattr|getattribute|dict|code|self|func|call|reduce|reduce_ex|closure|loader|spec)__';
const INSIDE_BY_NAME = new RegExp(`\\b${NAMES}\\b|\\b_TemplateReference__`);
const NAME_AS_TEXT = new RegExp(`(['"])${NAMES}\\1`, 'i');

/** What an attribute of Python's own is called, without which no template gets from a text to a shell; a sandbox refuses it. */
const INSIDE = /\.\s*(__\w|(mro|gi_frame|cr_frame|ag_frame|f_globals|f_builtins|func_globals)\b)/;
/** The same by a text: in brackets, by the filter `attr`, by `map` and its like, or with its underscores written as escapes or put together. */
const INSIDE_BY_TEXT =
  /\[\s*['"](__|\\)|\[[^\][]*(['"]_+['"]\s*[~+*]|[~+]\s*['"]_+['"])|\[[^\][]*\|\s*format\b|\[[^\][]*['"]_*(class|globals|builtins|mro|subclasses|bases?|getattribute)_*['"]\s*[~+]|\|\s*attr\s*\(\s*(?!['"][A-Za-z])|attribute\s*=\s*['"](_|\\)|\\(x5f|u005f|137)/i;

/**
 * The first tag of a template of Jinja that reaches for what Python keeps inside its objects. Rendered outside of a sandbox, as
 * loaders did (CVE-2024-34359), it runs any program; within one it fails.
 */
export function reachingInside(template: string): string | undefined {
  for (const tags of [tagsToFirstEnd(template), tagsOf(template)])
    for (const tag of tags) if (reaches(tag)) return tag.trim();
  return undefined;
}

function reaches(tag: string): boolean {
  if (INSIDE_BY_TEXT.test(tag) || NAME_AS_TEXT.test(tag)) return true;
  const code = withoutLiterals(tag);
  return INSIDE.test(code) || INSIDE_BY_NAME.test(code);
}

/** Up to the next end, wherever it stands. */
function* tagsToFirstEnd(template: string): Generator<string> {
  for (let from = 0; ; ) {
    const open = foundFrom(/\{[{%]/g, template, from);
    const end = open < 0 ? -1 : template.indexOf(template[open + 1] === '{' ? '}}' : '%}', open);
    if (end < 0) return;
    yield template.slice(open + 2, end);
    from = end + 2;
  }
}

const OPEN = /\{[{%#]/g;
const RAW = /^[-+]?\s*raw\s*[-+]?$/;
const END_OF_RAW = /\{%[-+]?\s*endraw/g;

/** As Jinja 3.1 tells them: no end within quotes or brackets, no tag within a comment or what is raw; behind what it refuses none. */
function* tagsOf(template: string): Generator<string> {
  for (let from = 0; ; ) {
    const open = foundFrom(OPEN, template, from);
    if (open < 0) return;
    const kind = template[open + 1];
    const end =
      kind === '#'
        ? template.indexOf('#}', open + 2)
        : endOfTag(template, open + 2, kind === '{' ? '}}' : '%}');
    if (end < 0) return;
    from = end + 2;
    if (kind === '#') continue;
    const tag = template.slice(open + 2, end);
    if (kind === '%' && RAW.test(tag)) from = foundFrom(END_OF_RAW, template, from);
    else yield tag;
    if (from < 0) return;
  }
}

function foundFrom(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from;
  return pattern.exec(text)?.index ?? -1;
}

const TELLING = /['"()[\]{}%]/g;

function endOfTag(template: string, from: number, close: '}}' | '%}'): number {
  let depth = 0;
  for (let at = foundFrom(TELLING, template, from); at >= 0; at = foundFrom(TELLING, template, at + 1)) {
    const char = template[at] as string;
    if (depth === 0 && template.startsWith(close, at)) return at;
    if ('([{'.includes(char)) depth += 1;
    else if (')]}'.includes(char)) depth -= 1;
    else if (char !== '%') {
      at = endOfLiteral(template, at);
      if (at < 0) return -1;
    }
  }
  return -1;
}

/** @returns where the quote stands that ends it, or a negative number */
function endOfLiteral(text: string, from: number): number {
  const quote = text[from];
  for (let at = from + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === quote) return at;
  }
  return -1;
}

/** Behind a quote that nothing ends all is taken for code. */
function withoutLiterals(tag: string): string {
  let code = '';
  for (let from = 0; ; ) {
    const open = foundFrom(/['"]/g, tag, from);
    const end = open < 0 ? -1 : endOfLiteral(tag, open);
    if (end < 0) return code + tag.slice(from);
    code += `${tag.slice(from, open)}''`;
    from = end + 1;
  }
}

/** Enters that a template does so. */
export function judgeTemplate(template: string, findings: Findings, extra: Extra = {}): void {
  const found = reachingInside(template);
  if (found === undefined) return;
  const what =
    'holds a template that reaches for the inside of Python: where it is rendered outside of a sandbox it runs anything';
  findings.fail('L2', 'template-escape', what, { ...extra, found: quoted(found) });
}
