import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  causesOf,
  ERRORS,
  type ErrorCause,
  type ErrorCode,
  errorMessage,
} from '@kitestring/station-contract/errors.ts';
import {
  NOTIFICATIONS,
  type NotificationName,
} from '@kitestring/station-contract/notifications/notification-dictionary.ts';
import { PUSH_REASONS, type PushReason } from '@kitestring/station-contract/station/push-reasons.ts';
import { pushReasonText } from '../pushes/push-reason-text.ts';
import { later as german } from './de/de-later.ts';
import { station } from './de/station.ts';
import { later as frenchLater } from './fr/fr-later.ts';
import { station as french } from './fr/station.ts';
import { later as italianLater } from './it/it-later.ts';
import { station as italian } from './it/station.ts';
import { refusalText, translatedItem, translatedMessage, translatedNotification } from './station-texts.ts';

const placeholders = (template: string): readonly string[] => [...template.matchAll(/\{(\w+)\}/g)].map(String).sort();

const CATALOGUES = Object.entries({ German: station, French: french, Italian: italian });
const PUSHES = { German: german.push, French: frenchLater.push, Italian: italianLater.push };

describe('what the station says, in other languages', () => {
  for (const [language, texts] of CATALOGUES) {
    it(`has the values of every notification, none left out and none invented: ${language}`, () => {
      for (const name of Object.keys(NOTIFICATIONS) as NotificationName[]) {
        const { instructions, message, system_reaction } = NOTIFICATIONS[name];
        const own = texts.notifications[name];
        assert.deepEqual(placeholders(own.message), placeholders(message), name);
        assert.deepEqual(placeholders(own.reaction), placeholders(system_reaction), name);
        assert.deepEqual(placeholders(own.instructions), placeholders(instructions), name);
      }
    });

    it(`has a text for every cause of a refusal, with its values, and for no other: ${language}`, () => {
      const causes = Object.keys(ERRORS).flatMap((code) => causesOf(code as ErrorCode));
      for (const [cause, template] of causes) {
        const shown: string | undefined = texts.refusals[cause];
        assert.ok(shown, `no text for ${cause}`);
        assert.deepEqual(placeholders(shown), placeholders(template), cause);
      }
      assert.deepEqual(Object.keys(texts.refusals).sort(), causes.map(([cause]) => cause).sort());
    });

    it(`tells every cause by its own text: ${language}`, () => {
      for (const code of Object.keys(ERRORS) as ErrorCode[])
        for (const [cause, template] of causesOf(code)) {
          const shown = refusalText({ code, message: template }, texts);
          assert.equal(shown.toLowerCase(), texts.refusals[cause].toLowerCase(), cause);
        }
    });

    it(`tells why a stream does not reach its relay, with the values: ${language}`, () => {
      const { reasons } = PUSHES[language as keyof typeof PUSHES];
      for (const [reason, template] of Object.entries(PUSH_REASONS) as [PushReason, string][]) {
        assert.deepEqual(placeholders(reasons[reason]), placeholders(template), reason);
        assert.equal(pushReasonText(template, reasons).toLowerCase(), reasons[reason].toLowerCase());
      }
    });

    it(`knows the same phrases: ${language}`, () => {
      assert.deepEqual(Object.keys(texts.phrases).sort(), Object.keys(station.phrases).sort());
    });
  }

  it('tells why a relay does not get a stream with its values, and an unknown reason as it came', () => {
    const refused = 'the relay at relay.example:1935 refuses the stream: NetStream.Publish.BadName';
    const own = 'Relais relay.example:1935 lehnt den Stream ab: NetStream.Publish.BadName';
    assert.equal(pushReasonText(refused, german.push.reasons), own);
    assert.equal(pushReasonText('something else', german.push.reasons), 'something else');
  });

  it('tells a notification with its values, and phrases among them in German too', () => {
    const told = {
      begin_time: '2026-11-23T10:00:00.000Z',
      code: NOTIFICATIONS.SAFETY_LANDING.code,
      severity: 'Critical',
      message: 'Safety landing: the main power is disconnected, a motor has failed.',
      parameters: { reason: 'the main power is disconnected, a motor has failed' },
    } as const;
    const { message } = translatedNotification(told, station);
    assert.equal(message, 'Notlandung: der Netzstrom ist ausgefallen, ein Motor ist ausgefallen.');
  });

  it('tells a notification as a log has it, without its values apart', () => {
    const { code } = NOTIFICATIONS.SAFETY_LANDING;
    const message = 'Safety landing: the main power is disconnected.';
    assert.equal(translatedMessage(code, message, station), 'Notlandung: der Netzstrom ist ausgefallen.');
    assert.equal(translatedMessage(code, 'In other words.', station), 'In other words.');
    assert.equal(translatedMessage(99_999, message, station), message);
  });

  it('leaves one of another version as the station tells it', () => {
    const unknown = {
      begin_time: '2026-11-23T10:00:00.000Z',
      code: 99_999,
      severity: 'Info',
      message: 'Something new.',
    } as const;
    assert.equal(translatedNotification(unknown, station), unknown);
    const item = { ...NOTIFICATIONS.SAFETY_LANDING, code: 99_999, parameters: [] };
    assert.equal(translatedItem(item, station), item);
  });

  it('tells a refusal with the values of the station’s message', () => {
    const said = <Cause extends ErrorCause>(cause: Cause, values: Parameters<typeof errorMessage<Cause>>[1]) =>
      refusalText({ code: cause.split('.')[0] ?? '', message: errorMessage(cause, values) }, station);
    assert.equal(
      said('ALTITUDE_ABOVE_SOFT_MAX', { maxM: 30, gotM: 44.5 }),
      'Höhe muss unter dem Höhenlimit von 30 m liegen, angefordert: 44.5 m',
    );
    assert.equal(
      said('CONTROL_TAKEN.queueFull', { client: 'Anna (a+b), $1', most: 100 }),
      'Anna (a+b), $1 hat die Steuerung, und die Warteschlange ist voll (100)',
    );
    assert.equal(
      said('KITE_FAULT.reported', { faults: 'a motor is weak' }),
      'Das Fluggerät meldet: ein Motor hat verminderte Leistung',
    );
  });

  it('writes numbers with the decimal sign of the language, and nothing else with it', () => {
    const texts = { ...station, decimalSign: ',' };
    const refused = (cause: 'ALTITUDE_ABOVE_SOFT_MAX' | 'CONTROL_TAKEN.taken', message: string) =>
      refusalText({ code: cause.split('.')[0] ?? '', message }, texts);
    assert.match(
      refused('ALTITUDE_ABOVE_SOFT_MAX', errorMessage('ALTITUDE_ABOVE_SOFT_MAX', { maxM: 30, gotM: 44.5 })),
      /30 m liegen, angefordert: 44,5 m/,
    );
    const taken = errorMessage('CONTROL_TAKEN.taken', { client: 'VMS 1.2' });
    assert.match(refused('CONTROL_TAKEN.taken', taken), /^VMS 1\.2 hat/);
  });

  it('leaves a refusal whose message or code is another as it is', () => {
    const other = { code: 'ALTITUDE_ABOVE_SOFT_MAX', message: 'in other words' };
    assert.equal(refusalText(other, station), 'in other words');
    assert.equal(refusalText({ code: 'NEW_CODE', message: 'new' }, station), 'new');
    assert.equal(
      refusalText({ code: 'INVALID_REQUEST', message: 'altitude must be a number' }, station),
      'Ungültige Anfrage: altitude must be a number',
    );
  });
});
