// Builds the pages of station and hub, if they are not: else each of those who need them first does, at the same time.
import { spawnSync } from 'node:child_process';
import { CONSOLE_PAGE } from '@kitestring/console-page/build/page-folder.ts';
import { HUB_PAGE } from '@kitestring/hub-page/build/page-folder.ts';

const WITHIN_MS = 120_000;
const PAGES = [CONSOLE_PAGE, HUB_PAGE];
for (const page of PAGES.filter((one) => !one.find().isBuilt))
  spawnSync(process.execPath, [page.builder, page.find().cache], { stdio: 'ignore', timeout: WITHIN_MS });
export const hasPages = PAGES.every((page) => page.find().isBuilt);
