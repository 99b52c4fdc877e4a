import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it, type TestContext } from 'node:test';
import { selfSignedPair } from '@kitestring/lab-testing/self-signed-pair.ts';
import { VirtualClock } from '@kitestring/lab-testing/virtual-clock.ts';
import { AUTHENTICATION_SCHEMES, Authentication } from '../../src/rtsp/authentication.ts';
import { digestMatcher } from '../../src/rtsp/digest.ts';
import type { AuthorizeRequest, AuthorizeResponse } from '../../src/rtsp/ports.ts';
import { RefusedLogins } from '../../src/rtsp/refused-logins.ts';
import { header, type RawResponse, type RawViewer } from './raw-viewer.ts';
import { serve } from './scripted-server.ts';

const schemes = { clear: AUTHENTICATION_SCHEMES, encrypted: ['basic'] as const };
const TOKEN = 'token-of-a-session';
const TICKET = 'ticket_of-an-address';

function judge({ credentials }: AuthorizeRequest): AuthorizeResponse {
  const isRight =
    (credentials.kind === 'password' && credentials.password === TOKEN) ||
    (credentials.kind === 'ticket' && credentials.ticket === TICKET) ||
    (credentials.kind === 'digest' && digestMatcher(credentials.digest)(TICKET));
  return isRight ? { kind: 'allowed', viewerId: 'ops' } : { kind: 'refused' };
}

async function guarded(t: TestContext, answer: (question: AuthorizeRequest) => Promise<AuthorizeResponse>) {
  const questions: AuthorizeRequest[] = [];
  const authorize = (question: AuthorizeRequest) => {
    questions.push(question);
    return answer(question);
  };
  const rsv = { host: '127.0.0.1', port: 0 };
  const served = await serve(t, {
    authentication: { realm: 'camera', schemes, authorize },
    listeners: { rtsp: rsv, rtsps: { ...rsv, tls: selfSignedPair() } },
  });
  return { ...served, questions };
}

const basic = (password: string) => ({ Authorization: `Basic ${Buffer.from(`any:${password}`).toString('base64')}` });

function digest(challenge: RawResponse, uri: string, password: string, { count = '00000001', nonce = '' } = {}) {
  const offer = challenge.headers.get('www-authenticate')?.find((text) => text.includes('algorithm=MD5')) ?? '';
  const given = nonce || (/nonce="([^"]+)"/.exec(offer)?.[1] ?? '');
  const md5 = (text: string) => createHash('md5').update(text).digest('hex');
  const key = md5(`any:camera:${password}`);
  const response = md5(`${key}:${given}:${count}:abc:auth:${md5(`DESCRIBE:${uri}`)}`);
  const parts = `username="any", realm="camera", nonce="${given}", uri="${uri}", qop=auth, nc=${count}, cnonce="abc"`;
  return { Authorization: `Digest ${parts}, response="${response}"` };
}

const offeredSchemes = (response: RawResponse) =>
  (response.headers.get('www-authenticate') ?? []).map((text) => /^\S+|algorithm=[^,]+/g.exec(text)?.[0]);

const describeZoom = (client: RawViewer, headers = {}) => client.ask('DESCRIBE', '/zoom', headers);

describe('who may watch', () => {
  it('is asked with Digest and Basic in clear, with Basic over TLS; unknown streams are 404 for everybody', async (t) => {
    const { viewer, tlsViewer, questions } = await guarded(t, async (question) => judge(question));
    const client = await viewer();
    assert.deepEqual(offeredSchemes(await describeZoom(client)), ['Digest', 'Digest', 'Basic']);
    assert.deepEqual(offeredSchemes(await describeZoom(await tlsViewer())), ['Basic']);
    assert.equal((await client.ask('DESCRIBE', '/nope')).status, 404);
    assert.equal((await client.setUp()).status, 401);
    assert.deepEqual(questions, []);
  });

  it('is known by a password, and not asked again on the same connection', async (t) => {
    const { viewer, questions, source } = await guarded(t, async (question) => judge(question));
    const client = await viewer();
    assert.equal((await describeZoom(client, basic('wrong'))).status, 401);
    assert.equal((await describeZoom(client, basic(TOKEN))).status, 200);
    await client.play(source);
    assert.deepEqual(
      questions.map(({ credentials }) => credentials.kind),
      ['password', 'password'],
    );
  });

  it('is known by a ticket in the address, which later addresses need not repeat', async (t) => {
    const { viewer, source } = await guarded(t, async (question) => judge(question));
    const client = await viewer();
    assert.equal((await client.ask('DESCRIBE', '/zoom?ticket=wrong')).status, 401);
    const described = await client.ask('DESCRIBE', `/zoom?ticket=${TICKET}`);
    assert.equal(header(described, 'content-base'), `${client.base}/zoom/`);
    await client.play(source);
    const simple = await viewer();
    const setUp = await simple.ask('SETUP', `/zoom?ticket=${TICKET}/trackID=0`, { Transport: 'RTP/AVP/TCP' });
    assert.equal(setUp.status, 200);
  });

  it('is known by a digest of a ticket, once for each count', async (t) => {
    const { viewer } = await guarded(t, async (question) => judge(question));
    const client = await viewer();
    const challenge = await describeZoom(client);
    const uri = `${client.base}/zoom`;
    assert.equal((await describeZoom(client, digest(challenge, uri, 'wrong'))).status, 401);
    const replayed = await describeZoom(client, digest(challenge, uri, TICKET));
    assert.match(header(replayed, 'www-authenticate'), /stale=true/);
    assert.equal((await describeZoom(client, digest(challenge, uri, TICKET, { count: '00000002' }))).status, 200);
  });

  it('is not known by a digest for another stream or with the nonce of another connection', async (t) => {
    const { viewer } = await guarded(t, async (question) => judge(question));
    const client = await viewer();
    const challenge = await describeZoom(client);
    assert.equal((await describeZoom(client, digest(challenge, `${client.base}/thermal`, TICKET))).status, 400);
    const other = await viewer();
    const heard = digest(challenge, `${client.base}/zoom`, TICKET, { count: '00000009' });
    const refused = await describeZoom(other, heard);
    assert.equal(refused.status, 401);
    assert.match(header(refused, 'www-authenticate'), /stale=true/);
  });

  it('is, where loopback is trusted, a player on this machine that shows nothing, and no other', async () => {
    const check = async (address: string) => {
      const given = { address, isEncrypted: false, clock: new VirtualClock(), answerMs: 1, wrongPasswords: 5 };
      const rules = {
        realm: 'camera',
        schemes,
        trustsLoopback: true,
        authorize: async (question: AuthorizeRequest) => judge(question),
      };
      const refusedLogins = new RefusedLogins(given.clock, 20);
      const target = {
        streamId: 'zoom',
        name: 'zoom',
        trackId: undefined,
        ticket: undefined,
        wantsDocuments: false,
        wantsJpeg: false,
        wantsMulticast: false,
        baseUrl: 'rtsp://host/zoom/',
      };
      const request = { method: 'DESCRIBE', url: 'rtsp://host/zoom', headers: new Map(), body: '' };
      return (await new Authentication({ ...given, rules, refusedLogins }).check(request, target)).kind;
    };
    for (const address of ['127.0.0.1', '127.1.2.3', '::1']) assert.equal(await check(address), 'granted', address);
    for (const address of ['192.168.2.7', '::2', '1.127.0.0', 'fe80::1'])
      assert.equal(await check(address), 'answer', address);
  });

  it('is not guessed: the fifth wrong password on a connection is its last', async (t) => {
    const { viewer } = await guarded(t, async (question) => judge(question));
    const client = await viewer();
    for (let guess = 0; guess < 5; guess += 1) await describeZoom(client, basic(`guess ${guess}`));
    await client.closed();
    assert.deepEqual(
      client.responses.map(({ status }) => status),
      [401, 401, 401, 401, 401],
    );
  });

  it('is not asked for a minute after twenty wrong passwords of one address', async (t) => {
    const { viewer, clock, questions } = await guarded(t, async (question) => judge(question));
    for (let round = 0; round < 4; round += 1) {
      const client = await viewer();
      for (let guess = 0; guess < 5; guess += 1) await describeZoom(client, basic('wrong'));
    }
    const late = await viewer();
    const refused = await describeZoom(late, basic(TOKEN));
    assert.deepEqual([refused.status, header(refused, 'retry-after'), questions.length], [503, '60', 20]);
    clock.advance(60);
    assert.equal((await describeZoom(await viewer(), basic(TOKEN))).status, 200);
  });

  it('hears 503 when there were too many guesses, or nobody answers in time', async (t) => {
    let isAsked = () => {};
    const asked = new Promise<void>((resolve) => {
      isAsked = resolve;
    });
    const answers = ['fails', 'is silent', 'wait'];
    const { viewer, clock } = await guarded(t, () => {
      const next = answers.shift();
      if (next === 'fails') return Promise.reject(new Error('gone'));
      if (next === 'wait') return Promise.resolve({ kind: 'later', waitS: 7.2 });
      isAsked();
      return new Promise(() => {});
    });
    const client = await viewer();
    assert.equal((await describeZoom(client, basic(TOKEN))).status, 503);
    const silent = describeZoom(client, basic(TOKEN));
    await asked;
    clock.advance(12);
    assert.equal((await silent).status, 503);
    assert.equal(header(await describeZoom(client, basic(TOKEN)), 'retry-after'), '8');
    await client.closed();
  });

  it('watches no longer than the permission lasts', async (t) => {
    const { viewer, server, source } = await guarded(t, async (question) => judge(question));
    const client = await viewer();
    await describeZoom(client, basic(TOKEN));
    await client.play(source);
    const other = await viewer();
    server.endViewer('somebody else');
    await describeZoom(other);
    server.endViewer('ops');
    await client.closed();
    assert.equal(source.watching, 0);
    assert.equal(other.isClosed, false);
  });
});
