// Builds libraries, the bundle of the program and the pages in advance, which a first start would otherwise build. Services that cannot
// write to the folder of their installation need this: docs/hub/deploy.md#systemd.
import { bundleProgram } from '../packages/cli/src/bundle/bundle-program.ts';
import { rollLibraries } from '../packages/cli/src/libraries/roll-libraries.ts';
import { hasPages } from './tests/build-pages.mjs';

const made = [await rollLibraries(), await bundleProgram()];
if (made.includes('failed') || !hasPages) {
  console.error('prepare: some parts could not be built; the programs work, but start slower');
  process.exit(1);
}
