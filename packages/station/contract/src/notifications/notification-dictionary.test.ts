import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fillTemplate } from '@kitestring/base/template.ts';
import Type from 'typebox';
import { Compile } from 'typebox/compile';
import { DRONE_ID_ERROR_CODES } from '../system/system-state.ts';
import {
  NOTIFICATION_DICTIONARY,
  NOTIFICATION_GROUPS,
  NOTIFICATIONS,
  type NotificationEntry,
  notificationName,
  remoteIdNotification,
} from './notification-dictionary.ts';
import { NotificationDictionaryItem } from './notification-dictionary-item.ts';

const ENTRIES: readonly (readonly [string, NotificationEntry])[] = Object.entries(NOTIFICATIONS);
const placeholders = (text: string) => [...text.matchAll(/\{([^}]*)\}/g)].map((match) => match[1]);

describe('the notification dictionary', () => {
  it('gives every code to one name only', () => {
    const codes = ENTRIES.map(([, { code }]) => code);
    assert.equal(new Set(codes).size, codes.length);
    for (const [name, { code }] of ENTRIES) assert.equal(notificationName(code), name);
    assert.equal(notificationName(1), undefined);
  });

  it('keeps every code in the ten thousand of its subsystem', () => {
    for (const { firstCode, notifications } of NOTIFICATION_GROUPS) {
      for (const [name, { code }] of Object.entries(notifications) as [string, NotificationEntry][]) {
        assert.equal(code - (code % 10_000), firstCode, name);
      }
    }
    const inGroups = NOTIFICATION_GROUPS.flatMap(({ notifications }) => Object.keys(notifications));
    assert.deepEqual(inGroups.sort(), ENTRIES.map(([name]) => name).sort());
  });

  it('describes every parameter that a text uses; beyond those only what may be absent, which no text may use', () => {
    for (const [name, { message, system_reaction, instructions, parameters }] of ENTRIES) {
      const used = new Set(placeholders(message + system_reaction + instructions));
      const present = parameters.filter(({ description }) => !description.includes('; absent '));
      assert.deepEqual([...used].sort(), present.map((parameter) => parameter.name).sort(), name);
    }
  });

  it('says in sentences what is the matter, what the system does and what to do', () => {
    for (const [name, { message, system_reaction, instructions }] of ENTRIES) {
      assert.match(message, /^[A-Z].+(?:\.|\})$/, name);
      assert.match(system_reaction, /^[A-Z].*\.$/, name);
      assert.match(instructions, /^[A-Z].*\.$/, name);
    }
  });

  it('is short, and without code: it is read in flight', () => {
    for (const [name, { message, system_reaction, instructions }] of ENTRIES) {
      for (const text of [message, system_reaction, instructions]) {
        assert.ok(text.split(' ').length <= 26, `${name}: ${text}`);
        assert.ok(!text.includes('`'), `${name}: ${text}`);
      }
    }
  });

  it('has a notification for every Remote ID error, in the order of the errors', () => {
    DRONE_ID_ERROR_CODES.forEach((error, index) => {
      assert.equal(NOTIFICATIONS[remoteIdNotification(error)].code, 70_001 + index, error);
    });
    assert.equal(remoteIdNotification('WARNING_DATA_INACCURATE'), 'REMOTE_ID_DATA_INACCURATE');
  });

  it('has 10032 for the temperature of the Ground Station’s battery', () => {
    assert.equal(NOTIFICATIONS.GS_BATTERY_TEMPERATURE.code, 10032);
  });

  it('is answered as the schema promises, by rising code', () => {
    assert.equal(Compile(Type.Array(NotificationDictionaryItem)).Check(NOTIFICATION_DICTIONARY), true);
    const codes = NOTIFICATION_DICTIONARY.map(({ code }) => code);
    assert.deepEqual(
      codes,
      codes.toSorted((a, b) => a - b),
    );
    assert.equal(codes.length, ENTRIES.length);
  });
});

describe('a text with placeholders', () => {
  it('is filled with the values of the parameters', () => {
    const { message } = NOTIFICATIONS.HIGH_WIND;
    assert.equal(
      fillTemplate(message, { measure: 'wind', value: 13.5, limit: 12, unit: 'm/s' }),
      'Wind load high: wind 13.5 m/s, limit 12 m/s.',
    );
  });

  it('says unknown where a value is missing', () => {
    assert.equal(fillTemplate('{a} of {b}', { a: 0 }), '0 of unknown');
    assert.equal(fillTemplate('{constructor}'), 'unknown');
  });
});
