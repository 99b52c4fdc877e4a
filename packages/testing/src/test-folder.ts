import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** An empty folder for one test, which is removed with `using`. */
export class TestFolder implements Disposable {
  readonly path = mkdtempSync(join(tmpdir(), 'kitestring-test-'));

  /** @returns the path of a file in it, written where it has a content */
  file(name: string, content?: string | Uint8Array): string {
    const file = join(this.path, name);
    if (content !== undefined) writeFileSync(file, content);
    return file;
  }

  /** Name, mode and content of every file: equal before and after means that nothing was touched. */
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
