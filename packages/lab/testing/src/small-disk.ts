import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const BALLAST = 'ballast-';

/** A file system of limited size mounted at a folder, for tests of a full disk. */
export class SmallDisk implements Disposable {
  readonly #folder: string;

  /** Creates the folder. @throws Error with the message of mount */
  constructor(folder: string, sizeMib: number, { isReadOnly = false } = {}) {
    this.#folder = folder;
    mkdirSync(folder, { recursive: true });
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${sizeMib}m${isReadOnly ? ',ro' : ''}`, 'tmpfs', folder]);
  }

  /** Leaves no byte free. */
  fill(): void {
    for (let bytes = 2 ** 20; bytes >= 1; bytes /= 4) {
      const part = Buffer.alloc(bytes, 1);
      try {
        for (;;) writeFileSync(join(this.#folder, `${BALLAST}${bytes}`), part, { flag: 'a' });
      } catch (error) {
        assert.equal((error as NodeJS.ErrnoException).code, 'ENOSPC');
      }
    }
  }

  /** Frees what `fill` has taken. */
  free(): void {
    for (const name of readdirSync(this.#folder)) if (name.startsWith(BALLAST)) rmSync(join(this.#folder, name));
  }

  [Symbol.dispose](): void {
    const { status, stderr } = spawnSync('umount', [this.#folder], { encoding: 'utf8' });
    if (status !== 0)
      throw new Error(`${stderr.trim()}; open in it: ${openFilesIn(this.#folder).join(', ') || 'nothing'}`);
  }
}

/** Open files of this process below a folder. */
function openFilesIn(folder: string): readonly string[] {
  const targets = readdirSync('/proc/self/fd').map((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`);
    } catch {
      return '';
    }
  });
  return targets.filter((target) => target.startsWith(folder));
}

/** The reason why small disks are unavailable; false if they are available. */
export const WITHOUT_SMALL_DISKS: string | false = canMount()
  ? false
  : 'needs Linux and root that may mount (in a container: --cap-add SYS_ADMIN)';

function canMount(): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  const folder = mkdtempSync(join(tmpdir(), 'kitestring-mount-'));
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder]);
  if (status === 0) execFileSync('umount', [folder]);
  rmSync(folder, { recursive: true });
  return status === 0;
}
