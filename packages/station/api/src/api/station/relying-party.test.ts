import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { relyingParty } from './relying-party.ts';

describe('what passkeys are bound to', () => {
  for (const [host, origin, expected] of [
    ['station.example:3128', 'https://station.example:3128', 'station.example'],
    ['Station.Example', 'https://station.example', 'station.example'],
    ['station.example:443', 'https://station.example', 'station.example'],
    ['localhost:3128', 'http://localhost:3128', 'localhost'],
    ['kitestring:3128', 'https://kitestring:3128', 'kitestring'],
    ['station.example', 'http://station.example', 'passkeys need HTTPS, or localhost'],
    ['192.0.2.7', 'https://192.0.2.7', 'passkeys need a host name, 192.0.2.7 is an address'],
    ['[2001:db8::7]:3128', 'https://[2001:db8::7]:3128', 'passkeys need a host name, [2001:db8::7] is an address'],
    ['station.example', 'https://elsewhere.example', undefined],
    ['station.example', undefined, undefined],
    [undefined, 'https://station.example', undefined],
    ['station.example', 'null', undefined],
  ] as const) {
    it(`at ${host} for a page of ${origin}: ${expected}`, () => {
      const party = relyingParty(host, origin);
      const told = party?.ok ? party.value.id : party?.refusal.message;
      assert.equal(told, expected);
    });
  }
});
