import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import { Ajv } from 'ajv';
import formats from 'ajv-formats';
import { CODEC_PARTS, CODEC_SWITCHES, FFMPEG } from '../scripts/licences/codec-binary.ts';
import { LICENCE_FILES } from '../scripts/licences/licence-files.ts';
import { lockedPackages } from '../scripts/licences/locked-packages.ts';

const root = join(import.meta.dirname, '..');
const committed = (name: string): string => readFileSync(join(root, 'licences', name), 'utf8');
const schema = (name: string): object => {
  const home = dirname(createRequire(import.meta.url).resolve('@cyclonedx/cyclonedx-library/package.json'));
  return JSON.parse(readFileSync(join(home, `res/schema/${name}.SNAPSHOT.schema.json`), 'utf8')) as object;
};

/** Licences under which this project takes a package into a station; anything else is to be judged first. */
const ACCEPTED = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'ISC',
  'MIT',
  'MPL-2.0',
  'Unlicense',
]);

/** For a choice (`(MIT OR Apache-2.0)`) one accepted licence is sufficient: the package is used under that one. */
const isAccepted = (licence: string): boolean =>
  licence
    .replace(/^\((.*)\)$/, '$1')
    .split(' OR ')
    .some((one) => ACCEPTED.has(one));

describe('the licences', () => {
  for (const [name, content] of LICENCE_FILES) {
    it(`are told by a fresh ${name} (else run npm run docs)`, () => {
      assert.ok(committed(name) === content(), `licences/${name} is not what the lock file says`);
    });
  }

  it('are a bill of materials that CycloneDX’s own schema accepts', () => {
    const ajv = new Ajv({ strict: false });
    for (const name of ['spdx', 'jsf-0.82', 'cryptography-defs']) {
      ajv.addSchema(schema(name), `http://cyclonedx.org/schema/${name}.SNAPSHOT.schema.json`);
    }
    formats.default(ajv, { mode: 'full' });
    // Addresses in other scripts; there are none.
    for (const format of ['iri-reference', 'idn-email']) ajv.addFormat(format, true);
    const validate = ajv.compile(schema('bom-1.6'));
    assert.equal(validate(JSON.parse(committed('sbom.cdx.json'))), true, JSON.stringify(validate.errors));
  });

  it('of every package that a station contains are listed with their text, and are ones that we take', () => {
    const notices = committed('third-party-notices.txt');
    for (const { licence, name, use, version } of lockedPackages()) {
      if (use === 'development') continue;
      assert.ok(notices.includes(`${name}@${version}`), name);
      assert.ok(isAccepted(licence), `${name} is under ${licence}`);
    }
  });

  const binary = join(root, 'node_modules/@seydx/node-av-linux-x64/node-av.node');
  const without = existsSync(binary) ? false : 'no codec binary for linux-x64: npm ci installs it on such a machine';
  it('of the codec binary name every library that its configure line does', { skip: without }, () => {
    const text = readFileSync(binary).toString('latin1');
    const [line = ''] = /--prefix=\S+ [^\0]*--enable-gpl [^\0]*/.exec(text) ?? [];
    const enabled = [...line.matchAll(/--enable-([a-z0-9-]+)/g)].map(([, name = '']) => name);
    assert.ok(enabled.includes('libx264') && enabled.includes('version3') && !enabled.includes('nonfree'), line);
    const told = [...Object.keys(CODEC_PARTS), ...CODEC_SWITCHES];
    assert.deepEqual([...new Set(enabled)].sort(), told.sort());
    for (const { found, name } of [FFMPEG, ...Object.values(CODEC_PARTS)]) {
      if (found !== undefined) assert.ok(text.includes(found.mark), `${name} ${found.version}`);
    }
    for (const name of ['x264', 'x265', 'Fraunhofer FDK AAC', 'GPL-3.0-or-later']) {
      assert.ok(committed('third-party-notices.txt').includes(name), name);
    }
  });
});
