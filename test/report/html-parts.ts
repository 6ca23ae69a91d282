/** One element of a page as a browser would build it from well-formed text. */
export interface Element {
  name: string;
  attributes: Record<string, string>;
  text: string;
}

const VOID = ['meta', 'br', 'hr', 'img', 'input', 'link'];

/**
 * Reads a page strictly: every element closed in order, every attribute double-quoted, no bare `<` or `&` in text. Throws
 * where a browser would have to guess, so that nothing a box said can be markup.
 */
export function elementsOf(html: string): Element[] {
  const all: Element[] = [];
  const open: Element[] = [];
  const parts = html.replace(/^<!doctype html>\n/, '').split(/(<[^>]*>)/);
  for (const part of parts) {
    if (!part.startsWith('<')) addText(part, open.at(-1));
    else if (part.startsWith('</')) close(part, open);
    else begin(part, open, all);
  }
  if (open.length > 0) throw new Error(`never closed: ${open.map((each) => each.name).join(', ')}`);
  return all;
}

function addText(text: string, inside: Element | undefined): void {
  if (inside?.name !== 'style' && (/[<>]/.test(text) || /&(?!(?:amp|lt|gt|quot|#\d+);)/.test(text)))
    throw new Error(`text that is no text: ${text.slice(0, 200)}`);
  if (inside) inside.text += text;
  else if (text.trim() !== '') throw new Error(`text outside of everything: ${text.slice(0, 200)}`);
}

function begin(tag: string, open: Element[], all: Element[]): void {
  const match = /^<([a-z][a-z0-9]*)((?: [a-zA-Z][a-zA-Z0-9-]*="[^"<>]*")*) ?(\/?)>$/.exec(tag);
  if (!match) throw new Error(`a tag that is none: ${tag}`);
  const attributes = Object.fromEntries(
    [...(match[2] ?? '').matchAll(/ ([a-zA-Z][a-zA-Z0-9-]*)="([^"]*)"/g)].map(([, name = '', value = '']) => [
      name,
      value,
    ]),
  );
  const element = { name: match[1] ?? '', attributes, text: '' };
  all.push(element);
  if (match[3] !== '/' && !VOID.includes(element.name)) open.push(element);
}

function close(tag: string, open: Element[]): void {
  const name = /^<\/([a-z][a-z0-9]*)>$/.exec(tag)?.[1];
  const last = open.pop();
  if (name === undefined || last?.name !== name) throw new Error(`${tag} closes ${last?.name}`);
}
