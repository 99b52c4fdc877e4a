import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, existsSync, mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { CONSOLE_PAGE } from '@kitestring/console-page/build/page-folder.ts';
import { HUB_PAGE } from '@kitestring/hub-page/build/page-folder.ts';
import { writeManual } from '../manual/write-manual.ts';
import { HUB_LIBRARIES, shortName } from './optional-libraries.ts';
import { ASSETS, ROOT, SERVED_LIBRARIES } from './own-modules.ts';
import { bundleMedia, bundleProgram } from './program-bundle.ts';
import { writeFile } from './write-file.ts';

const BUILD_WITHIN_MS = 120_000;
const { resolve } = createRequire(import.meta.url);
const NOTICES = join(ROOT, 'licences/third-party-notices.txt');

/** The command, with everything that a station without video needs. */
export async function makeProgram(folder: string): Promise<void> {
  const [assets] = await Promise.all([
    bundleProgram(join(folder, 'dist')),
    copyPage(CONSOLE_PAGE, join(folder, 'pages/console')),
  ]);
  writeManual(join(folder, 'pages/manual'), { reference: '/docs' });
  for (const path of [...assets, 'licences']) copy(join(ROOT, path), join(folder, ASSETS, path));
  for (const name of SERVED_LIBRARIES) copy(resolve(name), join(folder, ASSETS, 'libraries', name));
  for (const name of ['kitestring.cjs', 'start.cjs']) {
    copy(join(import.meta.dirname, 'program', name), join(folder, 'bin', name));
  }
  chmodSync(join(folder, 'bin/kitestring.cjs'), 0o755);
}

/** The media process. */
export async function makeVideo(folder: string): Promise<void> {
  await bundleMedia(join(folder, 'dist'));
  copy(NOTICES, join(folder, 'THIRD-PARTY-NOTICES.txt'));
}

/** The page of a hub, and a door to each library. */
export async function makeHub(folder: string): Promise<void> {
  for (const name of Object.keys(HUB_LIBRARIES)) {
    writeFile(join(folder, 'lib', `${shortName(name)}.mjs`), `export * from '${name}';\n`);
  }
  await copyPage(HUB_PAGE, join(folder, 'page'));
  copy(NOTICES, join(folder, 'THIRD-PARTY-NOTICES.txt'));
}

/** Builds a page if its sources have changed, and copies it without the list of its sources. */
async function copyPage(page: typeof CONSOLE_PAGE, folder: string): Promise<void> {
  const before = page.find();
  if (!before.isBuilt) {
    const child = spawn(process.execPath, [page.builder, before.cache], {
      stdio: ['ignore', 'ignore', 'inherit'],
      timeout: BUILD_WITHIN_MS,
    });
    await once(child, 'close');
  }
  const found = page.find();
  if (!found.isBuilt) throw new Error(`the page in ${page.folder} could not be built`);
  for (const name of ['files.json', ...page.listedNames(found.folder)])
    copy(join(found.folder, name), join(folder, name));
}

function copy(from: string, to: string): void {
  if (!existsSync(from)) throw new Error(`${from} is missing`);
  mkdirSync(dirname(to), { recursive: true });
  // No links, and nothing of tests.
  cpSync(from, to, { recursive: true, dereference: true, filter: (path) => !/\.test\.\w+$/.test(path) });
}
