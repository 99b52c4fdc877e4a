import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { ONVIF_QUIRKS } from '@kitestring/station-contract/sim/onvif-quirks.ts';
import { SERVICE_TABLES } from '../src/services/services.ts';

const GUIDE = readFileSync(join(import.meta.dirname, '../../../docs/reference/onvif.md'), 'utf8');

describe('the reference of ONVIF', () => {
  it('has each bug that the camera can be given, with its effect and its report', () => {
    const rows = [...GUIDE.matchAll(/^\| `(\w+)` \| (.*) \| \[.*\]\(https:\/\/github.com\/(.*)\) \|$/gm)];
    assert.deepEqual(
      rows.map(([, name, effect, source]) => [name, `${effect}.`, source]),
      Object.entries(ONVIF_QUIRKS).map(([name, { effect, source }]) => [name, effect, source]),
    );
  });

  it('names each operation of the services that it lists one by one, and claims no conformance', () => {
    for (const service of ['tds', 'tptz', 'tev', 'wsnt'] as const) {
      for (const name of Object.keys(SERVICE_TABLES[service])) {
        const isPreset = /Preset|HomePosition/.test(name);
        assert.ok(isPreset || GUIDE.includes(name), name);
      }
    }
    assert.doesNotMatch(GUIDE, /conformant/);
  });
});
