import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { loadSettingsOf } from '../load-settings.ts';
import { printSettingsOf } from '../print-settings.ts';
import { HUB_TABLE } from './hub-table.ts';

const load = (environment: Record<string, string>, flags: Record<string, string> = {}) =>
  loadSettingsOf(HUB_TABLE, {
    flags: new Map(Object.entries({ 'data-dir': '/nowhere', ...flags }).map(([name, text]) => [name, [text]])),
    environment,
    folder: '/',
  });

describe('the settings of a hub', () => {
  it('come from flags, variables and defaults, and hide the password of the database when printed', () => {
    const loaded = load(
      { KITESTRING_HUB_DATABASE: 'postgres://hub:swordfish@db/hub' },
      { 'tls-key': 'k', 'tls-cert': 'c' },
    );
    const { values } = loaded;
    assert.deepEqual([values['tls.key_file'], values['tls.cert_file'], values.broker_port], ['/k', '/c', 3181]);
    const printed = printSettingsOf(HUB_TABLE, loaded);
    assert.doesNotMatch(printed, /swordfish/);
    assert.match(printed, /# database: postgres:\/\/hub:\*\*\*@db\/hub +# KITESTRING_HUB_DATABASE/);
  });

  const wrong: Record<string, [Record<string, string>, RegExp]> = {
    'a database that is no PostgreSQL': [
      { KITESTRING_HUB_DATABASE: 'mysql://u:secret@h/d' },
      /^KITESTRING_HUB_DATABASE: wrong value of database: .*allowed: a postgres:\/\/ address$/,
    ],
    'a public address with a path': [
      { KITESTRING_HUB_PUBLIC_URL: 'https://hub.example/fleet' },
      /without a path.*allowed: an https:\/\/ address that ends with \//,
    ],
    'the key of a client without its certificate': [
      { KITESTRING_HUB_NATS_KEY_FILE: 'key.pem' },
      /nats\.key_file and nats\.cert_file go together/,
    ],
    'a first handshake with servers that are not tls://': [
      {
        KITESTRING_HUB_NATS_TLS_FIRST: 'true',
        KITESTRING_HUB_NATS_SERVERS: 'nats://n1:4222',
        KITESTRING_HUB_NATS_STATION_URLS: 'wss://hub.example',
        KITESTRING_HUB_DATABASE: 'postgres://db/hub',
      },
      /nats\.tls_first needs nats\.servers with tls:\/\/ addresses/,
    ],
    'an unknown variable': [
      { KITESTRING_HUB_PRT: '1' },
      /^KITESTRING_HUB_PRT: unknown variable; did you mean KITESTRING_HUB_PORT\?/,
    ],
  };
  for (const [what, [environment, message]] of Object.entries(wrong)) {
    it(`refuses ${what}`, () => {
      assert.throws(
        () => load(environment),
        (error: Error) => message.test(error.message) && !error.message.includes('secret'),
      );
    });
  }
});
