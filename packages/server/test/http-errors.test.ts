import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startTestStation, type TestStation } from './support/test-station.ts';

describe('smoke', () => {
  let station: TestStation;
  before(async () => { station = await startTestStation(); });
  after(() => station[Symbol.asyncDispose]());
  it('answers', async () => {
    const c = await station.client();
    const r = await c.get('flight/state');
    console.log(r.status, r.headers, r.body);
    assert.equal(r.status, 200);
    const ws = await c.subscribe('flight/state');
    console.log(await ws.next(), ws.headers);
    ws.close();
    console.log((await c.get('nope')).body, (await c.post('flight/state')).body, await station.stranger().get('flight/state'));
    console.log((await c.get('/docs')).status, (await c.get('/openapi.json')).status, (await c.get('/asyncapi.json')).status,String((await c.get('/metrics')).body).slice(-1500),(await c.get('/')).status);
  });
});
