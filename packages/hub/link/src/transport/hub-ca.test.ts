import assert from 'node:assert/strict';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { Nkey } from '@kitestring/hub-contract/nkey.ts';
import { issuedPair, selfSignedPair } from '@kitestring/lab-testing/self-signed-pair.ts';
import { TestFolder } from '@kitestring/lab-testing/test-folder.ts';
import type { HubIdentity } from '../identity/credentials-file.ts';
import { dial } from './dial.ts';
import { hubCaIn, trusting } from './hub-ca.ts';

const IDENTITY: HubIdentity = {
  hubUrl: 'https://hub.example/',
  seed: Nkey.make('user').seed,
  credentials: {
    v: 1,
    sid: 'sabcdefghijkl',
    jwt: 'a.b.c',
    issued: 1,
    expires: 2,
    servers: [],
    hubKeys: [],
    ca: selfSignedPair('Named by the hub').cert,
  },
};

describe('the setting hub.ca_file', () => {
  it('is trusted beside what the hub has named, and a broker of another authority is refused with its name', async (test) => {
    using folder = new TestFolder();
    const authority = selfSignedPair('Authority');
    const file = join(folder.path, 'ca.pem');
    writeFileSync(file, authority.cert);
    const server = createServer(issuedPair(authority), (_request, response) => response.writeHead(404).end());
    test.after(() => server.close());
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const url = `wss://localhost:${(server.address() as AddressInfo).port}`;
    await assert.rejects(dial(IDENTITY, url), /the authority of the certificate .* hub\.ca_file/);
    // The answering server is not a broker, but is trusted.
    await assert.rejects(dial(trusting(IDENTITY, file), url), /Unexpected server response: 404/);
  });

  it('that cannot be used is told with file and reason', () => {
    using folder = new TestFolder();
    const file = join(folder.path, 'ca.pem');
    assert.throws(() => hubCaIn(file), /^HubCaFault: hub\.ca_file: .*ca\.pem cannot be used: .*ENOENT/);
    writeFileSync(file, 'no PEM');
    assert.throws(() => hubCaIn(file), /hub\.ca_file: .*ca\.pem cannot be used/);
    assert.equal(hubCaIn(undefined), undefined);
    assert.equal(trusting(IDENTITY, undefined), IDENTITY);
  });
});
