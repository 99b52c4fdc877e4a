import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { SETTING_LIST } from '@kitestring/settings/settings.ts';
import { FLIGHT_STATES } from '@kitestring/station-contract/flight/flight-state.ts';
import {
  NOTIFICATIONS,
  type NotificationName,
} from '@kitestring/station-contract/notifications/notification-dictionary.ts';
import { HAZARD_REACTIONS } from '@kitestring/station-core/flight/hazards.ts';

const page = readFileSync(join(import.meta.dirname, '../docs/reference/reactions.md'), 'utf8');

const defaults = new Map<string, unknown>(SETTING_LIST.map((setting) => [setting.name, setting.default]));

/** Subsystems whose notifications are about the aircraft and its surroundings. */
const FLOWN = [10_000, 20_000, 30_000, 60_000];

/** Notifications without a reaction. */
const TOLD_ONLY: readonly NotificationName[] = [
  'ALTITUDE_SOFT_MAX_REACHED',
  'FLIGHT_LOG_FAILED',
  'FLIGHT_LOG_REMOVED',
  'STORE_INCOMPLETE',
  'STORE_UNUSABLE',
];

describe('docs/reference/reactions.md', () => {
  it('names every notification of the aircraft with its code, and none that there is not', () => {
    const named = [...page.matchAll(/\b([A-Z_]{4,}) \((\d{5})\)/g)].map(
      ([, name, code]) => [name as NotificationName, Number(code)] as const,
    );
    for (const [name, code] of named) {
      assert.equal(NOTIFICATIONS[name]?.code, code, name);
    }
    const expected = (Object.keys(NOTIFICATIONS) as NotificationName[]).filter(
      (name) => FLOWN.includes(Math.floor(NOTIFICATIONS[name].code / 10_000) * 10_000) && !TOLD_ONLY.includes(name),
    );
    const missing = expected.filter((name) => !named.some(([found]) => found === name));
    assert.deepEqual(missing, []);
  });

  it('gives every threshold as the default of its setting', () => {
    const given = [...page.matchAll(/`([a-z_]+\.[a-z_]+)` \((-?[\d.]+)\)/g)];
    assert.ok(given.length > 40, `${given.length}`);
    for (const [, name = '', figure] of given) assert.equal(defaults.get(name), Number(figure), name);
  });

  it('names settings that exist', () => {
    for (const [, name = ''] of page.matchAll(/`((?:wind|heat|flight|batteries|rooftop_box|tether)\.[a-z_]+)`/g)) {
      assert.ok(defaults.has(name), name);
    }
  });

  it('names states that exist', () => {
    const states = [...page.matchAll(/\b(?:Safety\w+|TakingOff|StandBy|Landing|Flying|Unknown)\b/g)].map(
      ([state]) => state,
    );
    for (const state of states) assert.ok((FLIGHT_STATES as readonly string[]).includes(state), state);
  });

  it('has a safety landing for just those hazards that end in one', () => {
    for (const { notification, endsFlight } of Object.values(HAZARD_REACTIONS)) {
      const row = page.split('\n').find((line) => line.startsWith('|') && line.includes(`${notification} (`)) ?? '';
      assert.equal(row.includes('SafetyLanding'), endsFlight === true, notification);
    }
  });
});
