// Runs Node with the given arguments: the running one if it is new enough, else the one that `npm ci` has installed,
// which not every npm links into node_modules/.bin.
import { isSupported, pinnedNode, runInstead } from '../packages/cli/bin/supported-node.mjs';

const libraries = new URL('../packages/cli/src/libraries/use-rolled-libraries.mjs', import.meta.url).href;
runInstead(isSupported ? process.execPath : pinnedNode(), ['--import', libraries, ...process.argv.slice(2)]);
