import { copyFileSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundle } from './bundle.ts';
import { buildDeclarations } from './declarations.ts';

const FOLDER = join(import.meta.dirname, '..');

/**
 * Builds what is published into a folder: one file of JavaScript for each entry, for Node does not strip types below
 * `node_modules`, and their types with those of the contract.
 */
async function buildClient(folder: string = join(FOLDER, 'dist')): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  await bundle({ folder });
  buildDeclarations(folder);
  copyFileSync(join(FOLDER, '../../LICENSE'), join(folder, 'LICENSE'));
}

const [, entry] = process.argv;
if (entry !== undefined && import.meta.url === pathToFileURL(entry).href) await buildClient();
