// Pictures of the report of a real run, as a browser shows it: plays `gpu-lease demo` in a folder that is thrown away, and looks at its
// page. `node --import tsx scripts/report-pictures.ts` writes docs/images/report.png and report-narrow.png; Chromium is needed.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Chromium } from '../test/report/chromium.ts';

const ROOT = join(import.meta.dirname, '..');
const PICTURES = [
  { file: 'report.png', width: 1280, height: 900 },
  { file: 'report-narrow.png', width: 390, height: 844 },
] as const;

/** Of a demo that was kept, the page of its one run. */
function pageIn(dir: string): string {
  const report = join(dir, 'report');
  const run = readdirSync(report).find((name) => statSync(join(report, name)).isDirectory());
  if (run === undefined) throw new Error(`no run below ${report}`);
  return join(report, run, 'report.html');
}

async function takePictures(page: string): Promise<void> {
  const chromium = await Chromium.start();
  try {
    for (const { file, width, height } of PICTURES) {
      await chromium.open(page, { width, scheme: 'light' });
      const { data } = await chromium.send<{ data: string }>('Page.captureScreenshot', {
        clip: { x: 0, y: 0, width, height, scale: 1 },
      });
      writeFileSync(join(ROOT, 'docs', 'images', file), Buffer.from(data, 'base64'));
    }
  } finally {
    await chromium.close();
  }
}

const home = mkdtempSync(join(tmpdir(), 'gl-pictures-'));
try {
  const dir = join(home, 'demo');
  execFileSync(join(ROOT, 'bin', 'gpu-lease'), ['demo', '--store', dir], { cwd: home, stdio: 'inherit' });
  await takePictures(pageIn(dir));
} finally {
  rmSync(home, { recursive: true, force: true });
}
