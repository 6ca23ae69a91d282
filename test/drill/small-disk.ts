import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmdirSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const SIZE_BYTES = 8 * 2 ** 30;
const INODES = 1_000_000;

/**
 * A directory with a disk of its own that can be full of bytes or out of inodes, as a real disk is: its size becomes what is in
 * use. Where nothing may be mounted, it is a directory as any other, and nothing befalls it.
 */
export class SmallDisk {
  readonly #dir: string;
  readonly isReal: boolean;

  /** Whether this user may mount anything at all. */
  static isPossible(): boolean {
    const dir = mkdtempSync(join(tmpdir(), 'gl-disk-'));
    const disk = new SmallDisk(dir);
    disk.end();
    rmdirSync(dir);
    return disk.isReal;
  }

  constructor(dir: string, sizeBytes = SIZE_BYTES) {
    this.#dir = dir;
    mkdirSync(dir, { recursive: true });
    this.isReal = this.#mount([], `size=${sizeBytes},nr_inodes=${INODES},mode=700`);
  }

  fill(what: 'bytes' | 'inodes'): void {
    const { bsize, blocks, bfree, files, ffree } = statfsSync(this.#dir);
    // None would mean no limit.
    if (what === 'bytes') this.#resize(`size=${Math.max(1, blocks - bfree) * bsize}`);
    else this.#resize(`nr_inodes=${files - ffree}`);
  }

  free(): void {
    this.#resize(`size=${SIZE_BYTES},nr_inodes=${INODES}`);
  }

  /** Only then can the directory be removed. */
  end(): void {
    if (this.isReal) execFileSync('umount', ['--lazy', this.#dir], { stdio: 'ignore' });
  }

  #resize(options: string): void {
    if (this.isReal) this.#mount(['--options', 'remount'], options);
  }

  /** @returns false where it may not, or where more was written meanwhile than the disk is to have */
  #mount(words: readonly string[], options: string): boolean {
    const all = ['--types', 'tmpfs', ...words, '--options', options, 'gpu-lease-drill', this.#dir];
    try {
      execFileSync('mount', all, { stdio: 'ignore' });
      return true;
    } catch {
      return false;
    }
  }
}
