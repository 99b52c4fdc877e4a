/** Additional exports of the published client for Node. */
export { type NodePlatformOptions, nodePlatform, pinOf } from './node.ts';
