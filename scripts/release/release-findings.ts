/** State of the repository before a release. */
export interface ReleaseState {
  /** Version of the root package. */
  readonly version: string;
  /** Versions by package.json, and of the lock file. */
  readonly versions: ReadonlyMap<string, string>;
  readonly changelog: string;
  /** Names of files in `changes` that no release has gathered. */
  readonly changes: readonly string[];
  /** Output of `git status --porcelain`. */
  readonly uncommitted: string;
  /** Object that the tag names: `tag` with a message, `commit` without; undefined if it does not exist. */
  readonly tagType: string | undefined;
  /** Whether git verifies the signature of the tag. */
  readonly isTagVerified: boolean;
  /** Whether git has a key to sign with. */
  readonly hasSigningKey: boolean;
}

interface ReleaseFinding {
  readonly step: string;
  /** The remedy, if the step is not done. */
  readonly todo?: string;
}

/** The steps of a release that a program can check, in their order. */
export function releaseFindings(state: ReleaseState): readonly ReleaseFinding[] {
  const { changelog, changes, hasSigningKey, isTagVerified, tagType, uncommitted, version, versions } = state;
  const others = [...versions].filter(([, other]) => other !== version).map(([name]) => name);
  const tag = `v${version}`;
  const step = (text: string, isDone: boolean, todo: string): ReleaseFinding => ({
    step: text,
    ...(!isDone && { todo }),
  });
  const isInChangelog = changelog.split('\n').some((line) => line.startsWith('## ') && line.includes(version));
  const gather = isInChangelog
    ? `${version} is released: raise the version, then npm run changelog -- VERSION`
    : `npm run changelog -- ${version}`;
  return [
    step('the version is MAJOR.MINOR.PATCH', /^\d+\.\d+\.\d+$/.test(version), `it is ${version}: mend package.json`),
    step(`all packages have the version ${version}`, others.length === 0, `raise it in ${others.join(', ')}`),
    step('every change is in the changelog', changes.length === 0, gather),
    step(`the changelog has ${version}`, isInChangelog, `npm run changelog -- ${version}`),
    step('everything is committed', uncommitted === '', 'npm run docs, then git commit'),
    step('git can sign', hasSigningKey, 'git config user.signingkey KEY'),
    step(`${tag} is a tag with a message`, tagType === 'tag', `git tag -s ${tag} -m "Kitestring ${version}"`),
    step(`git verifies the signature of ${tag}`, isTagVerified, `git verify-tag ${tag} says why`),
  ];
}
