// Does ahead what first starts would do: builds libraries, the bundle of the program and pages. Services that cannot write the folder
// of their installation could not: docs/hub/deploy.md#systemd.
import { CONSOLE_PAGE } from '@kitestring/console/build/page-folder.ts';
import { HUB_PAGE } from '@kitestring/hubconsole/build/page-folder.ts';
import { bundleProgram } from '../packages/cli/src/bundle/bundle-program.ts';
import { rollLibraries } from '../packages/cli/src/libraries/roll-libraries.ts';
import { buildPages } from './tests/build-pages.mjs';

const made = [await rollLibraries(), await bundleProgram()];
await buildPages();
if (made.includes('failed') || ![CONSOLE_PAGE, HUB_PAGE].every((page) => page.find().isBuilt)) {
  console.error('prepare: not everything could be built; the programs work all the same, but start slower');
  process.exit(1);
}
