import { type Finding, fail, fine } from './finding.ts';

const MIN_MAJOR = 26;

/** Checks that this Node supports TypeScript and SQLite as the station needs them. */
export function checkNode(version: string = process.versions.node, path: string = process.execPath): Finding {
  if (Number.parseInt(version, 10) < MIN_MAJOR) {
    return fail(
      'Node',
      `${version} (${path})`,
      `Node ${MIN_MAJOR} is needed: run "npm ci" in Kitestring's folder, which brings it.`,
    );
  }
  return fine('Node', `${version} (${path})`);
}
