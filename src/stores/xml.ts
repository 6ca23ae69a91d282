const ENTITIES: Record<string, string> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };

/** From the start of each element of that name to the next. The replies of these services are so flat that no parser is needed. */
export const piecesOf = (xml: string, name: string): string[] => xml.split(`<${name}>`).slice(1);

/** Of the first element of that name that holds text alone. */
export function textOf(xml: string, name: string): string | undefined {
  const [, text] = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml) ?? [];
  return text === undefined ? undefined : unescaped(text);
}

/** Services write control characters of names as numbers. */
const unescaped = (text: string): string =>
  text.replace(
    /&(?:(lt|gt|quot|apos|amp)|#x([0-9a-f]{1,6})|#([0-9]{1,7}));/gi,
    (whole, name, hex, decimal) => {
      if (name !== undefined) return ENTITIES[name.toLowerCase()] ?? whole;
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
      return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    },
  );
