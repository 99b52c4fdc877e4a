// Builds libraries, the bundle of the program and the pages in advance, which a first start would otherwise build: for services that cannot
// write to the folder of their installation (docs/hub/deploy.md#systemd), and for tests, of which many would build them at the same time.
import { spawnSync } from 'node:child_process';
import { CONSOLE_PAGE } from '@kitestring/console-page/build/page-folder.ts';
import { HUB_PAGE } from '@kitestring/hub-page/build/page-folder.ts';
import { makeMediaCode, mediaCodeFolder } from '@kitestring/video-host/process/media-code-cache.ts';
import { bundleInTurn } from '../packages/cli/src/bundle/bundle-in-turn.ts';
import { rollLibraries } from '../packages/cli/src/libraries/roll-libraries.ts';
import { held } from '../packages/cli/src/libraries/run-bundler.ts';

const PAGE_WITHIN_MS = 120_000;
const PAGES = [CONSOLE_PAGE, HUB_PAGE];
const { NODE_COMPILE_CACHE } = process.env;

const onWait = () => console.error('prepare: another process of this clone builds the program; waiting for it');
const made = [await held(rollLibraries()), await held(bundleInTurn(onWait))];
if (NODE_COMPILE_CACHE) await held(makeMediaCode(mediaCodeFolder(NODE_COMPILE_CACHE)));
for (const page of PAGES.filter((one) => !one.find().isBuilt))
  spawnSync(process.execPath, [page.builder, page.find().cache], { stdio: 'ignore', timeout: PAGE_WITHIN_MS });
if (made.includes('failed') || !PAGES.every((page) => page.find().isBuilt)) {
  console.error('prepare: some parts could not be built; the programs work, but start slower');
  process.exit(1);
}
