// Builds the pages of station and hub before the tests, if they are not: else each of those who need them first does, at the same time.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { CONSOLE_PAGE } from '@kitestring/console-page/build/page-folder.ts';
import { HUB_PAGE } from '@kitestring/hub-page/build/page-folder.ts';

const WITHIN_MS = 120_000;

/** The tests of the page report a failure. */
export async function buildPages() {
  await Promise.all([CONSOLE_PAGE, HUB_PAGE].map(build));
}

async function build(page) {
  const found = page.find();
  if (found.isBuilt) return;
  const child = spawn(process.execPath, [page.builder, found.cache], { stdio: 'ignore', timeout: WITHIN_MS });
  await once(child, 'close');
}
