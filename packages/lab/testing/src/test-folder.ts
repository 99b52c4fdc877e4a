import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A temporary folder for one test, removed with `using`. */
export class TestFolder implements Disposable {
  readonly path = mkdtempSync(join(tmpdir(), 'kitestring-test-'));

  /** @returns the path of a file in the folder, which is written if content is given */
  file(name: string, content?: string | Uint8Array): string {
    const file = join(this.path, name);
    if (content !== undefined) writeFileSync(file, content);
    return file;
  }

  /** Name, mode and content of every file, to show that nothing was changed. */
  fingerprint(): readonly string[] {
    const names = readdirSync(this.path).sort();
    return names.map((name) => {
      const hash = createHash('sha256')
        .update(readFileSync(this.file(name)))
        .digest('hex');
      return `${name} ${statSync(this.file(name)).mode.toString(8)} ${hash}`;
    });
  }

  [Symbol.dispose](): void {
    rmSync(this.path, { recursive: true, force: true });
  }
}
