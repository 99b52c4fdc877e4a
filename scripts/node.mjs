// Runs Node with the given arguments: the one that runs this if it is new enough, else the one that `npm ci` has brought.
// Not every npm links that one into node_modules/.bin.
import { isSupported, pinnedNode, runInstead } from '../packages/cli/bin/supported-node.mjs';

const libraries = new URL('../packages/cli/src/libraries/use-rolled-libraries.mjs', import.meta.url).href;
runInstead(isSupported ? process.execPath : pinnedNode(), ['--import', libraries, ...process.argv.slice(2)]);
