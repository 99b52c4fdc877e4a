// Writes /sbom.cdx.json of a root file system: what is in the image, as CycloneDX 1.6. `node write-sbom.mjs FOLDER`
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = process.argv[2];
const DEBIAN = ['libc6', 'libgcc-s1', 'libstdc++6', 'libatomic1', 'ca-certificates'];

const packages = globSync('opt/kitestring/node_modules/**/package.json', { cwd: root })
  .map((path) => ({ path, ...JSON.parse(readFileSync(join(root, path), 'utf8')) }))
  // Other files of this name only choose the kind of modules in a folder.
  .filter(({ name, path, version }) => version && path.endsWith(`node_modules/${name}/package.json`));
const npm = packages.map(({ license, name, version }) => ({
  type: 'library',
  name,
  version,
  ...(typeof license === 'string' && { licenses: [{ expression: license }] }),
  purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
}));
// Libraries that are bundled into the command have no folder of their own.
const OWN = 'opt/kitestring/node_modules/kitestring/assets/licences/sbom.cdx.json';
const bundled = JSON.parse(readFileSync(join(root, OWN), 'utf8')).components.filter(
  ({ scope }) => scope === 'required',
);
const format = `\${Package} \${Version} \${Architecture}\n`;
const debian = execFileSync('dpkg-query', ['-W', '-f', format, ...DEBIAN], { encoding: 'utf8' })
  .trim()
  .split('\n')
  .map((line) => line.split(' '))
  .map(([name, version, architecture]) => ({
    type: 'library',
    name,
    version,
    purl: `pkg:deb/debian/${encodeURIComponent(name)}@${encodeURIComponent(version)}?arch=${architecture}`,
  }));
const node = {
  type: 'platform',
  name: 'node',
  version: process.versions.node,
  purl: `pkg:generic/node@${process.versions.node}`,
};
const known = new Map([...bundled, node, ...debian, ...npm].map((component) => [component.purl, component]));
const own = npm.find(({ name }) => name === 'kitestring');
const sbom = {
  bomFormat: 'CycloneDX',
  specVersion: '1.6',
  version: 1,
  metadata: { component: { type: 'container', name: 'kitestring', version: own?.version ?? '0' } },
  components: [...known.values()],
};
writeFileSync(join(root, 'sbom.cdx.json'), JSON.stringify(sbom));
console.log(`${known.size} components`);
