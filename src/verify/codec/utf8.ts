const STRICT = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Strict UTF-8, a mark of byte order kept as the character that it is; `undefined` for what is none. */
export function utf8(bytes: Uint8Array): string | undefined {
  try {
    return STRICT.decode(bytes);
  } catch {
    return undefined;
  }
}
