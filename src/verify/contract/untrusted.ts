/** A name that came with the files, as a message shows it: escaped, and only as much as is worth showing. */
export const quoted = (name: string, mostCharacters = 200): string =>
  JSON.stringify(name.slice(0, mostCharacters));

/** How many names there are, and the first of them. */
export const someOf = (names: readonly string[], shown = 5): string =>
  `${names.length}: ${names
    .slice(0, shown)
    .map((name) => quoted(name, 80))
    .join(', ')}`;
