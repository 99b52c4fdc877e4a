import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { basicPassword, bearerToken, offeredSubprotocols, subprotocolToken } from './authorization.ts';

const base64 = (text: string) => Buffer.from(text).toString('base64');

describe('bearerToken', () => {
  const cases: readonly (readonly [string | undefined, string | undefined])[] = [
    ['Bearer abc', 'abc'],
    ['bearer abc', 'abc'],
    ['BEARER   abc=', 'abc='],
    ['Bearer  abc ', 'abc'],
    ['Bearer ', undefined],
    ['Bearer', undefined],
    ['Basic abc', undefined],
    ['abc', undefined],
    [undefined, undefined],
  ];
  for (const [authorization, token] of cases) {
    it(`${authorization}: ${token}`, () => {
      assert.equal(bearerToken(authorization === undefined ? {} : { authorization }), token);
    });
  }
});

describe('basicPassword', () => {
  const cases: readonly (readonly [string, ReturnType<typeof basicPassword>])[] = [
    [`Basic ${base64('user:key')}`, { password: 'key' }],
    [`basic ${base64(':key')}`, { password: 'key' }],
    [`Basic ${base64('user:a:b')}`, { password: 'a:b' }],
    [`Basic ${base64('user:a%2Fb%25')}`, { password: 'a/b%' }],
    [`Basic ${base64('user:50%+1')}`, { password: '50%+1' }],
    [`Basic ${base64('user:')}`, { password: '' }],
    [`Basic ${base64('no colon')}`, 'malformed'],
    ['Basic !!!', 'malformed'],
    ['Bearer abc', undefined],
  ];
  for (const [authorization, expected] of cases) {
    it(`${authorization}: ${JSON.stringify(expected)}`, () =>
      assert.deepEqual(basicPassword({ authorization }), expected));
  }
});

describe('subprotocols', () => {
  const headers = { 'sec-websocket-protocol': 'chat , bearer.a-b_c,kitestring.topics.v1,' };

  it('are read in order', () => {
    assert.deepEqual(offeredSubprotocols(headers), ['chat', 'bearer.a-b_c', 'kitestring.topics.v1']);
    assert.deepEqual(offeredSubprotocols({}), []);
  });

  it('may carry the token', () => {
    assert.equal(subprotocolToken(headers), 'a-b_c');
    assert.equal(subprotocolToken({ 'sec-websocket-protocol': 'chat' }), undefined);
  });
});
