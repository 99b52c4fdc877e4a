import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A folder for one test; gone at its end. */
export class TestFolder {
  readonly path = mkdtempSync(path.join(tmpdir(), 'kitestring-cli-'));

  file(name: string, content?: string | Uint8Array): string {
    const file = path.join(this.path, name);
    if (content !== undefined) writeFileSync(file, content);
    return file;
  }

  [Symbol.dispose](): void {
    rmSync(this.path, { recursive: true, force: true });
  }
}
