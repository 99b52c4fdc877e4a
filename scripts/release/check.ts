import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { CHANGELOG, changeFiles } from '../changes/changes.ts';
import { manifests } from '../packages.mjs';
import { releaseFindings } from './release-findings.ts';

/* `npm run release-check`: what is done of docs/contribute/publishing.md#release, and what to do next. */
const ROOT = join(import.meta.dirname, '../..');
const git = (...args: string[]) => spawnSync('git', args, { cwd: ROOT, encoding: 'utf8', timeout: 60_000 });
const json = (path: string): { version: string } => JSON.parse(readFileSync(join(ROOT, path), 'utf8'));

const { version } = json('package.json');
const packages = manifests(ROOT).map((manifest): [string, string] => [manifest.folder, manifest.version]);
const tagType = git('cat-file', '-t', `refs/tags/v${version}`);
const findings = releaseFindings({
  version,
  versions: new Map([...packages, ['package-lock.json', json('package-lock.json').version]]),
  changelog: readFileSync(CHANGELOG, 'utf8'),
  changes: changeFiles().map((file) => basename(file)),
  uncommitted: git('status', '--porcelain').stdout ?? 'git is not installed',
  tagType: tagType.status === 0 ? tagType.stdout.trim() : undefined,
  isTagVerified: git('verify-tag', `v${version}`).status === 0,
  hasSigningKey: git('config', 'user.signingkey').status === 0,
});
for (const { step, todo } of findings) console.log(todo === undefined ? `✔ ${step}` : `✖ ${step}: ${todo}`);
const isReady = findings.every(({ todo }) => todo === undefined);
console.log(
  isReady ? '\nReady: publish by docs/contribute/publishing.md#release.' : '\nNot ready: the first ✖ is the next step.',
);
process.exitCode = isReady ? 0 : 1;
