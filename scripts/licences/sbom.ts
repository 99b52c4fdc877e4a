import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { CODEC_LICENCE, CODEC_PACKAGE, CODEC_PARTS, FFMPEG } from './codec-binary.ts';
import { directDependencies, keyOf, type LockedPackage, lockedPackages, root } from './locked-packages.ts';

/** CycloneDX's scope of components that are not needed at run time is `excluded`. */
const SCOPES = { required: 'required', optional: 'optional', development: 'excluded' } as const;

/** Package URL: the scope of a name is its namespace. */
const purl = (key: string): string => `pkg:npm/${key.replace(/^@/, '%40')}`;

const licences = (expression: string): object =>
  / (?:AND|OR|WITH) /.test(expression) ? [{ expression }] : [{ license: { id: expression } }];

function component(found: LockedPackage): object {
  const key = keyOf(found);
  const isCodec = CODEC_PACKAGE.test(found.name);
  return {
    type: 'library',
    'bom-ref': key,
    name: found.name,
    version: found.version,
    scope: SCOPES[found.use],
    hashes: [{ alg: 'SHA-512', content: found.sha512 }],
    licenses: licences(isCodec ? CODEC_LICENCE : found.licence),
    purl: purl(key),
    ...(isCodec && { components: codecParts(key) }),
  };
}

const codecParts = (key: string): object[] =>
  [FFMPEG, ...Object.values(CODEC_PARTS)].map(({ found, licence, name, source }) => ({
    type: 'library',
    'bom-ref': `${key}#${name}`,
    name,
    ...(found !== undefined && { version: found.version }),
    licenses: licences(licence),
    externalReferences: [{ type: 'vcs', url: source }],
  }));

/** Serial number derived from the content: the same lock file gives the same document, on every machine and day. */
function serialNumber(content: object): string {
  const hex = createHash('sha256').update(JSON.stringify(content)).digest('hex');
  const variant = ((Number.parseInt(hex.slice(16, 17), 16) % 4) + 8).toString(16);
  return `urn:uuid:${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** The software bill of materials, CycloneDX 1.6: every package of the lock file, and what is inside the codec binary. */
export function sbom(): string {
  const { version } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as { version: string };
  const packages = lockedPackages();
  const own = `kitestring@${version}`;
  const content = {
    metadata: {
      component: {
        type: 'application',
        'bom-ref': own,
        name: 'kitestring',
        version,
        licenses: licences('Apache-2.0'),
        purl: purl(own),
      },
    },
    components: packages.map(component),
    dependencies: [
      { ref: own, dependsOn: directDependencies() },
      ...packages.map((found) => ({ ref: keyOf(found), dependsOn: found.dependencies })),
    ],
  };
  const head = { bomFormat: 'CycloneDX', specVersion: '1.6', serialNumber: serialNumber(content), version: 1 };
  return inLines({ ...head, ...content });
}

/** JSON with a line for each member and each item of a list, so that a change of one package is a change of one line. */
function inLines(document: object): string {
  const members = Object.entries(document).map(([name, value]) => {
    const isList = Array.isArray(value);
    const text = isList ? `[\n${value.map((item) => JSON.stringify(item)).join(',\n')}\n]` : JSON.stringify(value);
    return `${JSON.stringify(name)}: ${text}`;
  });
  return `{\n${members.join(',\n')}\n}\n`;
}
