import { open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Writes a small file so that after a power failure it exists completely or not at all. */
export async function writeDurably(path: string, text: string): Promise<void> {
  const written = `${path}.new`;
  const file = await open(written, 'w', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(written, path);
  await syncFolder(dirname(path));
}

/** Makes the names in a folder durable. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
