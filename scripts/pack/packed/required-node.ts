/** The oldest Node that runs the packed program, and how to have it. */
export const REQUIRED_NODE = { major: 24, remedy: 'install it from https://nodejs.org' } as const;
