import { writeSync } from 'node:fs';
import { pull } from '../../src/collect/pull.ts';
import { LocalChannel } from './local-channel.ts';

/** A pull that is killed by the test that started it; says how many bytes it has moved, a line for each megabyte. */
let said = 0;
const report = await pull(new LocalChannel(), {
  ...JSON.parse(process.argv[2] ?? ''),
  onProgress: ({ movedBytes }) => {
    if (movedBytes < said + 1e6) return;
    said = movedBytes;
    writeSync(1, `${movedBytes}\n`);
  },
});
writeSync(1, `${report.movedBytes}\n`);
if (!report.complete) process.exitCode = 1;
