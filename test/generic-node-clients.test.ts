import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { copyFileSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { secretText, signatureHeaders } from '@kitestring/hub-app/webhooks/webhook-signature.ts';
import { StationProcess, TEST_API_KEY } from '@kitestring/lab-testing/station-process.ts';
import { openApi30Document, openApiDocument } from '@kitestring/station-contract/openapi.ts';
import { referenceFiles } from '../scripts/reference/reference-files.ts';
import { GENERATORS } from '../scripts/tests/pinned-packages.mjs';

const REFERENCE = referenceFiles();
const FLIGHT = join(import.meta.dirname, 'node-tools/fly.ts');
const DOCUMENTS = ['openapi', 'simulator-openapi', 'station-openapi', 'admin-openapi', 'video-openapi'];
const COMPILER_OPTIONS = {
  target: 'esnext',
  lib: ['esnext', 'dom', 'dom.iterable'],
  module: 'nodenext',
  strict: true,
  noEmit: true,
  allowImportingTsExtensions: true,
  skipLibCheck: true,
  types: [],
};
const RUN_WITHIN_MS = 120_000;
const run = promisify(execFile);

interface Generator {
  default(document: string): Promise<unknown>;
  astToString(types: unknown): string;
}

interface ParsedAsyncApi {
  readonly diagnostics: readonly { readonly severity: number; readonly message: string }[];
  readonly document?: { channels(): { all(): readonly unknown[] }; operations(): { all(): readonly unknown[] } };
}

describe('generic clients of Node', { skip: GENERATORS.whyAbsent() }, () => {
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'kitestring-node-tools-'));
    symlinkSync(join(GENERATORS.folder, 'node_modules'), join(folder, 'node_modules'));
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  const node = async (...args: readonly string[]) =>
    (await run(process.execPath, args, { cwd: folder, timeout: RUN_WITHIN_MS })).stdout;
  const tool = (path: string) => join(folder, 'node_modules', path);
  const compile = (files: readonly string[]) => {
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: COMPILER_OPTIONS, files }));
    return node(tool('typescript/bin/tsc'), '-p', '.');
  };

  it('openapi-typescript makes types of every document, with which a program of openapi-fetch is right, and flies', async () => {
    const { astToString, default: openapiTs } = (await import(tool('openapi-typescript/dist/index.mjs'))) as Generator;
    for (const name of DOCUMENTS) {
      const types = await openapiTs(REFERENCE.get(`${name}.json`) ?? assert.fail(name));
      writeFileSync(join(folder, `${name}.ts`), astToString(types));
    }
    copyFileSync(FLIGHT, join(folder, 'fly.ts'));
    const files = ['fly.ts', ...DOCUMENTS.map((name) => `${name}.ts`)];
    await compile(files);
    const flags = ['--sim-speed', '20', '--seed', '1'];
    await using station = await StationProcess.start({ flags });
    assert.equal(await node('fly.ts', station.url, TEST_API_KEY), 'ALTITUDE_ABOVE_HARD_MAX\ntrue\n');
  });

  it('oazapfts makes a client of OpenAPI 3.1 and of 3.0, with which a program is right', async () => {
    copyFileSync(join(import.meta.dirname, 'node-tools/use-generated-client.ts'), join(folder, 'use.ts'));
    for (const document of [openApiDocument({ version: '1.1.2' }), openApi30Document({ version: '1.1.2' })]) {
      writeFileSync(join(folder, 'document.json'), JSON.stringify(document));
      await node(tool('oazapfts/dist/cli.js'), 'document.json', 'client.ts');
      await compile(['use.ts']);
    }
  });

  it('standardwebhooks verifies what a hub posts, and no other body, secret or time', () => {
    const { Webhook } = createRequire(join(folder, 'package.json'))('standardwebhooks') as {
      Webhook: new (secret: string) => { verify(body: string, headers: Readonly<Record<string, string>>): unknown };
    };
    const [key, other] = [randomBytes(32), randomBytes(32)];
    const body = JSON.stringify({ type: 'fleet.events', name: 'Möwe' });
    const headers = signatureHeaders(key, 'msg_1', Date.now(), body);
    const verifier = new Webhook(secretText(key));
    assert.deepEqual(verifier.verify(body, headers), JSON.parse(body));
    assert.throws(() => verifier.verify(`${body} `, headers), /signature/);
    assert.throws(() => new Webhook(secretText(other)).verify(body, headers), /signature/);
    assert.throws(() => verifier.verify(body, signatureHeaders(key, 'msg_1', Date.now() - 600_000, body)), /too old/);
  });

  it('an AsyncAPI parser reads the documents of a station and of a hub without an error or a warning', async () => {
    const { Parser } = createRequire(join(folder, 'package.json'))('@asyncapi/parser') as {
      Parser: new () => { parse(text: string): Promise<ParsedAsyncApi> };
    };
    const counts = { asyncapi: 7, 'fleet-asyncapi': 10 };
    for (const [name, count] of Object.entries(counts)) {
      const text = REFERENCE.get(`${name}.json`) ?? assert.fail(name);
      const { diagnostics, document } = await new Parser().parse(text);
      // 0 is an error, 1 a warning; one hint says that there is a newer AsyncAPI.
      assert.deepEqual(
        diagnostics.filter(({ severity }) => severity < 2).map(({ message }) => message),
        [],
      );
      assert.deepEqual([document?.channels().all().length, document?.operations().all().length], [count, count]);
    }
  });
});
