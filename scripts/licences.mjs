import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Texts of licences for packages that name one and carry none. Another licence has to be looked at by a person. */
const TEXTS = join(import.meta.dirname, 'licences');

/**
 * The licence of every package that contributed a byte, with its notices.
 * @param root where `node_modules` is
 * @param inputs paths of the modules that were bundled, as the bundler names them
 */
export function licences(root, inputs) {
  const packages = new Set();
  for (const input of inputs) {
    const match = /^(?:.*\/)?node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(input);
    if (match) packages.add(input.slice(0, match.index + match[0].length));
  }
  return [...packages]
    .sort()
    .map((folder) => licenceOf(join(root, folder)))
    .join('\n\n');
}

function licenceOf(directory) {
  const manifest = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8'));
  const { name, version } = manifest;
  // Old packages have a list.
  const licence = manifest.license ?? manifest.licenses?.map(({ type }) => type).join(' OR ');
  const texts = readdirSync(directory)
    .filter((each) => /^(licen[cs]e|notice)/i.test(each))
    .sort()
    .map((file) => readFileSync(join(directory, file), 'utf8').trim());
  if (texts.length === 0)
    texts.push(textOf(licence, `${name} ${version}`), `Copyright (c) the authors of ${name}`);
  return `${'='.repeat(80)}\n${name} ${version} (${licence})\n${'='.repeat(80)}\n${texts.join('\n\n')}\n`;
}

function textOf(licence, what) {
  try {
    const text = readFileSync(join(TEXTS, `${licence}.txt`), 'utf8').trim();
    return `(the package names the licence ${licence} and carries no text of it)\n\n${text}`;
  } catch {
    throw new Error(`${what} is bundled, is ${licence}, and carries no licence text`);
  }
}
