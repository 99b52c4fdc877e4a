import assert from 'node:assert/strict';
import { hash, X509Certificate } from 'node:crypto';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { describe, it } from 'node:test';
import { type Credentials, EnrolRequest, RenewRequest } from '@kitestring/hub-contract/enrolment.ts';
import { isSignedBy } from '@kitestring/hub-contract/nkey.ts';
import { checkMessage } from '@kitestring/hub-contract/read-message.ts';
import { enrolmentText, renewalText } from '@kitestring/hub-contract/signed-texts.ts';
import { issuedPair, selfSignedPair } from '@kitestring/lab-testing/self-signed-pair.ts';
import { TestFolder } from '@kitestring/lab-testing/test-folder.ts';
import type { Static } from 'typebox';
import { IdentityFault, identityFile, readIdentity, removeIdentity, writeIdentity } from './credentials-file.ts';
import { EnrolmentFault, enrol, renewByHttps } from './enrol.ts';
import { HubUnreachableFault } from './hub-post.ts';

const CODE = 'abcdefghijklmnopqrstuvwxyz';
const INVENTORY = { rev: 0, name: 'Test', software: '0.1.0', api: '1.1.2', cameras: [] };
const CREDENTIALS: Static<typeof Credentials> = {
  v: 1,
  sid: 'sabcdefghijkl',
  jwt: 'a.b.c',
  issued: 1,
  expires: 2,
  servers: ['wss://hub.example/nats'],
  hubKeys: [{ kid: 'a', x: 'A'.repeat(43) }],
};

/** A hub of one handler, and the bodies that it was sent. */
class Hub implements AsyncDisposable {
  readonly bodies: unknown[] = [];
  answer: (path: string) => object = () => CREDENTIALS;
  status = 200;
  /** Requests whose answer is lost. */
  unanswered = 0;
  readonly #server;

  constructor(pair?: { key: string; cert: string }) {
    const listener: RequestListener = (request, response) => {
      let text = '';
      request.on('data', (chunk) => {
        text += String(chunk);
      });
      request.on('end', () => {
        this.bodies.push(JSON.parse(text));
        this.unanswered -= 1;
        // A request that has ended does not close its connection by `destroy`: the client would wait for its deadline.
        if (this.unanswered >= 0) return request.socket.destroy();
        response.writeHead(this.status).end(JSON.stringify(this.answer(request.url ?? '')));
      });
    };
    this.#server = pair === undefined ? createServer(listener) : createTlsServer(pair, listener);
  }

  async open(): Promise<number> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#server.listen(0, '127.0.0.1', resolve);
    await promise;
    return (this.#server.address() as AddressInfo).port;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((done) => this.#server.close(done));
  }
}

describe('enrolment', () => {
  it('sends a key of its own and its signature over code and host, and keeps what the hub gives in a private file', async () => {
    using folder = new TestFolder();
    await using hub = new Hub();
    const hubUrl = `http://127.0.0.1:${await hub.open()}/fleet/`;
    const identity = await enrol({ hubUrl, code: CODE }, INVENTORY);
    const request = checkMessage(EnrolRequest, hub.bodies[0]);
    assert.ok(request.ok);
    const { code, key, nonce, sig } = request.value;
    assert.equal(code, CODE);
    assert.ok(isSignedBy(key, enrolmentText(new URL(hubUrl).host, CODE, key, nonce), sig));
    assert.doesNotMatch(JSON.stringify(hub.bodies), new RegExp(identity.seed));
    assert.equal(readIdentity(folder.path), undefined);
    writeIdentity(folder.path, identity);
    assert.deepEqual(readIdentity(folder.path), identity);
    assert.equal(statSync(identityFile(folder.path)).mode & 0o777, 0o600);
    assert.ok(removeIdentity(folder.path));
    assert.ok(!removeIdentity(folder.path));
  });

  it('sends the same request again where its answer was lost, if it is told to', async () => {
    await using hub = new Hub();
    hub.unanswered = 3;
    const hubUrl = `http://127.0.0.1:${await hub.open()}/`;
    await assert.rejects(enrol({ hubUrl, code: CODE }, INVENTORY), HubUnreachableFault);
    const attempts: number[] = [];
    const identity = await enrol({ hubUrl, code: CODE }, INVENTORY, undefined, async (fault, attempt) => {
      attempts.push(attempt);
      return fault instanceof HubUnreachableFault;
    });
    assert.deepEqual(identity.credentials, CREDENTIALS);
    assert.deepEqual(attempts, [1, 2]);
    const [, ...sent] = hub.bodies;
    assert.equal(sent.length, 3);
    assert.deepEqual(sent, [sent[0], sent[0], sent[0]]);
  });

  it('renews by signing a challenge', async () => {
    await using hub = new Hub();
    const hubUrl = `http://127.0.0.1:${await hub.open()}/`;
    const identity = await enrol({ hubUrl, code: CODE }, INVENTORY);
    const nonce = 'nonce'.repeat(5);
    const later = { ...CREDENTIALS, expires: 99 };
    hub.answer = (path) => (path === '/enrol/v1/challenge' ? { v: 1, nonce } : later);
    assert.deepEqual((await renewByHttps(identity)).credentials, later);
    const request = checkMessage(RenewRequest, hub.bodies.at(-1));
    assert.ok(request.ok);
    const { key, sid, sig } = request.value;
    assert.ok(isSignedBy(key, renewalText(sid, key, undefined, nonce), sig));
  });

  it('tells a refusal in the hub’s words, and an answer that is none as such', async () => {
    await using hub = new Hub();
    const hubUrl = `http://127.0.0.1:${await hub.open()}/`;
    hub.status = 403;
    hub.answer = () => ({ v: 1, error: 'CODE_NOT_VALID', message: 'This code was used or is too old.' });
    await assert.rejects(enrol({ hubUrl, code: CODE }, INVENTORY), (fault) => {
      return fault instanceof EnrolmentFault && fault.message === 'This code was used or is too old. (CODE_NOT_VALID)';
    });
    for (const answer of [{}, { ...CREDENTIALS, servers: ['tcp://x'] }, { padding: 'x'.repeat(70_000) }]) {
      hub.answer = () => answer;
      await assert.rejects(enrol({ hubUrl, code: CODE }, INVENTORY), HubUnreachableFault);
    }
    await assert.rejects(enrol({ hubUrl: 'http://127.0.0.1:9/', code: CODE }, INVENTORY), HubUnreachableFault);
  });

  it('with a pin trusts that certificate alone, and sends the code to no other', async () => {
    const { cert, key } = selfSignedPair();
    await using hub = new Hub({ key, cert });
    const hubUrl = `https://127.0.0.1:${await hub.open()}/`;
    const pin = hash('sha256', new X509Certificate(cert).raw, 'base64url');
    const identity = await enrol({ hubUrl, code: CODE, pin }, INVENTORY);
    assert.equal(identity.pin, pin);
    await assert.rejects(
      enrol({ hubUrl, code: CODE, pin: 'A'.repeat(43) }, INVENTORY),
      /its certificate is not the one/,
    );
    await assert.rejects(enrol({ hubUrl, code: CODE }, INVENTORY), HubUnreachableFault);
    assert.equal(hub.bodies.length, 1);
  });

  it('with an authority of its own trusts what that has issued, and names the setting for any other', async () => {
    const authority = selfSignedPair('Authority');
    await using hub = new Hub(issuedPair(authority, 'localhost'));
    const hubUrl = `https://localhost:${await hub.open()}/`;
    const identity = await enrol({ hubUrl, code: CODE }, INVENTORY, authority.cert);
    hub.answer = (path) => (path === '/enrol/v1/challenge' ? { v: 1, nonce: 'nonce'.repeat(5) } : CREDENTIALS);
    await renewByHttps(identity, authority.cert);
    for (const ca of [undefined, selfSignedPair('Another').cert])
      await assert.rejects(
        enrol({ hubUrl, code: CODE }, INVENTORY, ca),
        /the authority of the certificate .* hub\.ca_file/,
      );
    await using late = new Hub(issuedPair(authority, 'localhost', Date.now() - 3 * 86_400_000));
    const lateUrl = `https://localhost:${await late.open()}/`;
    await assert.rejects(enrol({ hubUrl: lateUrl, code: CODE }, INVENTORY, authority.cert), /has expired: renew it/);
    await using other = new Hub(issuedPair(authority, 'other.example'));
    const otherUrl = `https://localhost:${await other.open()}/`;
    await assert.rejects(enrol({ hubUrl: otherUrl, code: CODE }, INVENTORY, authority.cert), /is for another host/);
  });

  it('an identity that was changed is refused with the field, and without the secret', () => {
    using folder = new TestFolder();
    const file = identityFile(folder.path);
    const seed = `SU${'A'.repeat(56)}`;
    writeIdentity(folder.path, { hubUrl: 'https://hub.example/', seed, credentials: CREDENTIALS });
    writeFileSync(file, readFileSync(file, 'utf8').replace('wss:', 'tcp:'));
    const refusal = (fault: unknown) =>
      fault instanceof IdentityFault && fault.message.includes('credentials.servers') && !fault.message.includes(seed);
    assert.throws(() => readIdentity(folder.path), refusal);
    writeFileSync(file, '{"seed":');
    assert.throws(() => readIdentity(folder.path), IdentityFault);
  });
});
