import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { CHANNEL_NAMES, CHANNELS } from '../src/channels/channels.ts';
import { TELEMETRY_FIELDS, type TelemetryName } from '../src/channels/telemetry.ts';

const text = readFileSync(new URL('../../../../docs/reference/flight-log.md', import.meta.url), 'utf8');

describe('the guide to flight logs', () => {
  it('names every topic with its schema', () => {
    for (const name of CHANNEL_NAMES) {
      const { schemaName, topic } = CHANNELS[name];
      const row = text.split('\n').find((line) => line.startsWith('|') && line.includes(`\`${topic}\``));
      assert.ok(row?.includes(`\`${schemaName}\``), `${topic} ${schemaName}`);
    }
  });

  it('names every field of the telemetry with its unit', () => {
    for (const name of Object.keys(TELEMETRY_FIELDS) as TelemetryName[]) {
      const field = TELEMETRY_FIELDS[name];
      const row = text.split('\n').find((line) => line.startsWith('|') && line.includes(`\`${name}\``));
      assert.ok(row?.includes('x-unit' in field ? field['x-unit'] : '| |'), name);
    }
  });

  it('names no field that there is not', () => {
    const [, part = ''] = text.split('### Fields of /telemetry');
    const named = [...(part.split('\n## ')[0] ?? '').matchAll(/`([a-z_]+)`/g)].map(([, name]) => name ?? '');
    assert.deepEqual(
      named.filter((name) => !(name in TELEMETRY_FIELDS)),
      [],
    );
  });
});
