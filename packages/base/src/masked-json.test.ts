import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { maskedJson, maskedLine, maskedTarget } from './masked-json.ts';

describe('what is shown of a request', () => {
  it('has no members with names of secrets, no addresses, and none of the secrets that are known', () => {
    const value = {
      client_secret: 'k1',
      nested: [{ access_token: { any: 1 }, note: 'token t1 and again t1', altitude: 12 }],
      rtsp_url: 'rtsp://host:8554/zoom?ticket=x',
    };
    assert.equal(
      maskedJson(value, ['t1']),
      '{"client_secret":"***","nested":[{"access_token":"***","note":"token *** and again ***","altitude":12}],"rtsp_url":"rtsp://***"}',
    );
  });

  it('has no values of such names in its query, however they are written', () => {
    assert.equal(maskedTarget('/api/v1/flight/state', []), '/api/v1/flight/state');
    assert.equal(
      maskedTarget('/a/t1?from_time=1&%61ccess_token=x&ticket=%2&limit=t1&flag', ['t1']),
      '/a/***?from_time=1&%61ccess_token=***&ticket=***&limit=***&flag',
    );
  });
});

describe('a line of a log', () => {
  it('has no secret, whether it is JSON or text', () => {
    for (const [line, shown] of [
      ['{"level":30,"token":"x1","url":"http://u:x1@host/"}', '{"level":30,"token":"***","url":"http://***"}'],
      ['GET /a with Authorization: Bearer x1.y', 'GET /a with Authorization: *** ***'],
      ['password=x1, user=ann', 'password=***, user=ann'],
      ['started with --api-key x1 and known k1', 'started with --api-key *** and known ***'],
      ['"client_secret": "x1"', '"client_secret": "***"'],
      ['12 s, 3 of 4 started', '12 s, 3 of 4 started'],
    ] as const)
      assert.equal(maskedLine(line, ['k1']), shown);
  });
});
