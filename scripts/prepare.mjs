// Builds libraries, the bundle of the program and the pages in advance, which a first start would otherwise build. Services that cannot
// write to the folder of their installation need this: docs/hub/deploy.md#systemd.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { CONSOLE_PAGE } from '@kitestring/console-page/build/page-folder.ts';
import { HUB_PAGE } from '@kitestring/hub-page/build/page-folder.ts';
import { bundleProgram } from '../packages/cli/src/bundle/bundle-program.ts';
import { rollLibraries } from '../packages/cli/src/libraries/roll-libraries.ts';

const PAGE_WITHIN_MS = 120_000;

const made = [
  await rollLibraries(),
  await bundleProgram(),
  ...(await Promise.all([CONSOLE_PAGE, HUB_PAGE].map(built))),
];
if (made.includes('failed')) {
  console.error('prepare: some parts could not be built; the programs work, but start slower');
  process.exit(1);
}

async function built(page) {
  const { cache, isBuilt } = page.find();
  if (isBuilt) return 'there';
  const builder = spawn(process.execPath, [page.builder, cache], { stdio: 'ignore', timeout: PAGE_WITHIN_MS });
  const [status] = await once(builder, 'close');
  return status === 0 ? 'made' : 'failed';
}
