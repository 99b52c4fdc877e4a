/** The oldest Node that runs the sources, and how to have it. A package from npm needs another (scripts/pack). */
export const REQUIRED_NODE = {
  major: 26,
  remedy: 'run "npm ci" in Kitestring\'s folder, which brings it',
} as const;
