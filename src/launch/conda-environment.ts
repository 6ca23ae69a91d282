import { isMap, isScalar, isSeq, parseDocument } from 'yaml';
import { type FilteredRequirements, filterRequirements } from './requirements.ts';

/** As conda calls what the image's own build consists of; with another Python none of it would be found any more. */
const KEPT_BY_IMAGE =
  /^(python|pytorch|torchvision|torchaudio|pytorch-cuda|pytorch-gpu|cudatoolkit|cuda-toolkit|cuda-version)$/;

/**
 * An `environment.yml` without what the image already has (`keep-image`), and without the name and place of the environment: it is
 * installed into the one that trains. The lists of pip in it are filtered as requirements are.
 */
export function filterEnvironment(
  text: string,
  torch: 'keep-image' | 'as-pinned',
  path: string,
): FilteredRequirements {
  const document = parseDocument(text);
  const result: FilteredRequirements = { text: '', dropped: [], unread: [] };
  document.delete('name');
  document.delete('prefix');
  const listed = document.get('dependencies');
  const items: unknown[] = [];
  for (const item of isSeq(listed) ? listed.items : []) {
    const line = isScalar(item) ? String(item.value) : undefined;
    if (torch === 'keep-image' && line !== undefined && KEPT_BY_IMAGE.test(nameOf(line))) {
      result.dropped.push(line);
      continue;
    }
    const pip = isMap(item) ? item.get('pip') : undefined;
    if (!isSeq(pip)) items.push(item);
    else {
      const filtered = filterRequirements(pip.items.map(lineOf).join('\n'), torch, { path });
      result.dropped.push(...filtered.dropped);
      result.unread.push(...filtered.unread);
      const kept = filtered.text.split('\n').filter((each) => each.trim() !== '');
      if (kept.length > 0) items.push({ pip: kept });
    }
  }
  document.set('dependencies', items);
  result.text = document.toString();
  return result;
}

const lineOf = (item: unknown): string => String(isScalar(item) ? item.value : item);

/** `conda-forge::pytorch=2.5`, `pytorch >=2`, `cudatoolkit`. */
const nameOf = (line: string): string =>
  line
    .replace(/^.*::/, '')
    .trim()
    .replace(/[\s=<>!~[].*$/, '')
    .toLowerCase();
