import { type Finding, fail, fine } from './finding.ts';
import { REQUIRED_NODE } from './required-node.ts';

/** Checks that this Node supports TypeScript and SQLite as the station needs them. */
export function checkNode(version: string = process.versions.node, path: string = process.execPath): Finding {
  const { major, remedy } = REQUIRED_NODE;
  if (Number.parseInt(version, 10) < major) {
    return fail('Node', `${version} (${path})`, `Node ${major} is needed: ${remedy}.`);
  }
  return fine('Node', `${version} (${path})`);
}
