// Verifies everything below a folder as one tree and prints what is proven: node verify-folder.mjs FOLDER
import { openDirectory, roleByName, verifyTree } from 'gpu-lease/verify';

const [folder] = process.argv.slice(2);
if (folder === undefined) {
  console.error('usage: node verify-folder.mjs FOLDER');
  process.exit(2);
}

const { files, sets } = await verifyTree(await openDirectory(folder), {
  // What a file is for decides how much must be proven of it; a roster of your own may stand here.
  taskOf: (path) => ({
    role: roleByName(path) ?? 'archive',
    roleFrom: 'guessed',
    contains: [],
    allowDegraded: true,
  }),
});

const all = [...files, ...sets];
for (const { label, format, level, verdict, counts, reasons } of all) {
  // Names come from whoever made the files: quoted, so that a terminal obeys none of them.
  console.log(`${verdict}\t${level}\t${format}\t${JSON.stringify(label)}`);
  if (!counts) for (const { code, what } of reasons) console.log(`\t${code}: ${JSON.stringify(what)}`);
}
const isGood = all.length > 0 && all.every(({ counts }) => counts);
console.log(`${isGood ? 'all proven' : 'not proven'}: ${files.length} files, ${sets.length} sets`);
process.exitCode = isGood ? 0 : 1;
