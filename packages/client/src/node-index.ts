/** What the published client has for Node alone. */
export { type NodePlatformOptions, nodePlatform, pinOf } from './node.ts';
