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

/** What an attribute of Python's own is called, without which no template gets from a text to a shell; a sandbox refuses it. */
const INSIDE = /\.\s*(__\w|(mro|gi_frame|cr_frame|ag_frame|f_globals|f_builtins|func_globals)\b)/;
/** The same by a text: in brackets, by the filter `attr`, by `map` and its like, or with its underscores written as escapes or put together. */
const INSIDE_BY_TEXT =
  /\[\s*['"](__|\\)|\[[^\]]*(['"]_+['"]\s*[~+*]|[~+]\s*['"]_+['"])|\[[^\]]*\|\s*format\b|\[[^\]]*['"]_*(class|globals|builtins|mro|subclasses|bases?|getattribute)_*['"]\s*[~+]|\|\s*attr\s*\(\s*(?!['"][A-Za-z])|attribute\s*=\s*['"](_|\\)|\\(x5f|u005f|137)/i;
const LITERAL = /'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"/gs;

/**
 * The first tag of a template of Jinja that reaches for what Python keeps inside its objects. Rendered outside of a sandbox, as
 * loaders did (CVE-2024-34359), it runs any program; within one it fails.
 */
export function reachingInside(template: string): string | undefined {
  for (let from = 0; ; ) {
    const at = /\{[{%]/g;
    at.lastIndex = from;
    const open = at.exec(template);
    const end = open === null ? -1 : template.indexOf(open[0] === '{{' ? '}}' : '%}', open.index);
    if (open === null || end < 0) return undefined;
    const tag = template.slice(open.index + 2, end);
    if (INSIDE_BY_TEXT.test(tag) || INSIDE.test(tag.replaceAll(LITERAL, "''"))) return tag.trim();
    from = end + 2;
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
