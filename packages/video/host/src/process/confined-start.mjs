// Confines this process, and then becomes the program that its argument describes. Our own code only runs here; codecs and sockets come after.
import { confine, keepOpen } from './kernel-confinement.mjs';

/**
 * @typedef {object} Plan
 * @property {readonly string[]} args of Node
 * @property {readonly string[]} confinedArgs of Node in addition, where the kernel confines files
 * @property {Record<string, string>} confinedEnv in addition, in the same case
 * @property {number} keeps descriptor that the program gets
 * @property {import('./kernel-confinement.mjs').Grants} grants
 */
/** @type {Plan} */
const { args, confinedArgs, confinedEnv, grants, keeps } = JSON.parse(process.argv[2] ?? '');

/** @type {ReturnType<typeof confine>} */
let kept = { landlock: 0, filter: false };
let fault = '';
try {
  keepOpen(keeps);
  kept = confine(grants);
} catch (error) {
  fault = String(error);
}
const isConfined = kept.landlock > 0;
process.execve(process.execPath, [process.execPath, ...(isConfined ? confinedArgs : []), ...args], {
  ...process.env,
  ...(isConfined && confinedEnv),
  CONFINED_BY: JSON.stringify({ ...kept, ...(fault !== '' && { fault }) }),
});
