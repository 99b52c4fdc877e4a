import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, beforeEach, describe, it } from 'node:test';
import { KitestringClient } from '@kitestring/client/kitestring-client.ts';
import { nodePlatform } from '@kitestring/client/node-index.ts';
import { INSTALLED_BY } from '@kitestring/lab-testing/programs.ts';
import { ADMIN_OPERATIONS } from '@kitestring/station-contract/admin/operations.ts';
import { requestToken } from '@kitestring/station-contract/auth/operations.ts';
import { fullPath, type Operation } from '@kitestring/station-contract/operation.ts';
import { OPERATIONS } from '@kitestring/station-contract/operations.ts';
import { REPLAY_OPERATIONS } from '@kitestring/station-contract/replay/operations.ts';
import { SIM_OPERATIONS } from '@kitestring/station-contract/sim/operations.ts';
import { STATION_OPERATIONS } from '@kitestring/station-contract/station/operations.ts';
import { VIDEO_OPERATIONS } from '@kitestring/station-contract/video/operations.ts';
import { Compile } from 'typebox/compile';
import { pythonProgram, whyNoPython } from '../scripts/tests/pinned-packages.mjs';

const ROOT = join(import.meta.dirname, '..');
const PAGES = ['api', 'station-api', 'simulator-api', 'admin-api', 'video-api', 'replay-api'];
const ALL: readonly Operation[] = [
  ...[OPERATIONS, STATION_OPERATIONS, SIM_OPERATIONS, ADMIN_OPERATIONS, VIDEO_OPERATIONS, REPLAY_OPERATIONS],
].flat();

type Language = 'curl' | 'TypeScript' | 'Python';

interface Sample {
  readonly op: Operation;
  readonly code: string;
}

/** Samples of the pages of the reference. */
function samplesIn(language: Language): readonly Sample[] {
  return PAGES.flatMap((page) => {
    const markdown = readFileSync(join(ROOT, `docs/reference/${page}.md`), 'utf8');
    return markdown.split(/^### /m).flatMap((section): Sample[] => {
      const [heading = ''] = section.split('\n');
      const op = ALL.find((one) => heading === `${one.method} ${one.base ?? ''}${one.path}`);
      const [, code] = new RegExp(`^\\* ${language}: \`(.*)\`$`, 'm').exec(section) ?? [];
      return op === undefined || code === undefined ? [] : [{ op, code }];
    });
  });
}

interface Received {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: unknown;
}

/** Receives what samples send, grants a token, and refuses the rest. */
class SampleReceiver {
  readonly received: Received[] = [];
  readonly #server = createServer((request, response) => {
    void this.#receive(request).then((isToken) => {
      response.writeHead(isToken ? 200 : 404, { 'content-type': 'application/json' });
      response.end(
        JSON.stringify(isToken ? requestToken.replyExample : { code: 'NOT_FOUND', message: 'Nothing is here.' }),
      );
    });
  });

  async start(): Promise<string> {
    await once(this.#server.listen(0, '127.0.0.1'), 'listening');
    return `http://127.0.0.1:${(this.#server.address() as { port: number }).port}`;
  }

  async #receive(request: IncomingMessage): Promise<boolean> {
    const said = await text(request);
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://any');
    const isJson = request.headers['content-type']?.startsWith('application/json') === true;
    const body = said === '' ? undefined : isJson ? JSON.parse(said) : Object.fromEntries(new URLSearchParams(said));
    this.received.push({ method: request.method ?? '', path: pathname, query: searchParams, body });
    return pathname.endsWith('/auth/token/request');
  }

  /** @throws if the request of an operation has not come, or has another body than its schema allows */
  assertReceived({ code, op }: Sample): void {
    const path = new RegExp(`^${fullPath(op).replaceAll(/\{\w+\}/g, '[^/]+')}$`);
    const found = this.received.findLast((one) => one.method === op.method && path.test(one.path));
    assert.ok(found, `${code} has not sent ${op.method} ${fullPath(op)}`);
    if (op.body !== undefined) {
      const errors = [...Compile(op.accepts ?? op.body).Errors(found.body ?? {})].map(({ message }) => message);
      assert.deepEqual(errors, [], code);
    }
    const { required = [] } = (op.query ?? {}) as { required?: readonly string[] };
    for (const name of required) assert.ok(found.query.has(name), `${code}: ${name}`);
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

/** The receiver refuses everything but a token. */
const isRefusal = (error: unknown): boolean => (error as { code?: string }).code === 'NOT_FOUND';

describe('the samples of the reference', () => {
  const receiver = new SampleReceiver();
  let url = '';
  before(async () => {
    url = await receiver.start();
  });
  beforeEach(() => {
    receiver.received.length = 0;
  });
  after(() => receiver.close());

  it('are there for every operation but subscriptions, in every language whose client has it', () => {
    const expected = ALL.filter(({ id }) => !/^(un)?subscribe/.test(id)).map(({ id }) => id);
    assert.deepEqual(new Set(samplesIn('curl').map(({ op }) => op.id)), new Set(expected));
    assert.ok(samplesIn('TypeScript').length > 140);
    assert.ok(samplesIn('Python').length > 140);
  });

  it('in TypeScript send what the contract asks for', async () => {
    await using client = new KitestringClient({ url, key: 'any-key', platform: nodePlatform() });
    for (const sample of samplesIn('TypeScript')) {
      const run = new Function('client', `return (async () => { ${sample.code} })()`) as (c: object) => Promise<void>;
      await assert.rejects(
        async () => {
          await run(client);
          throw Object.assign(new Error('granted'), { code: 'NOT_FOUND' });
        },
        isRefusal,
        sample.code,
      );
      receiver.assertReceived(sample);
    }
  });

  const noCurl =
    spawnSync('curl', ['--version']).error === undefined ? false : `no curl in the PATH: ${INSTALLED_BY}, as root`;
  it('with curl send it, too, with nothing secret in their arguments', { skip: noCurl }, async () => {
    const samples = samplesIn('curl');
    const lines = samples.map(({ code }) =>
      code.replaceAll(/\b(curl|call)\b/g, '$1 -s -o /dev/null').replace(/ -O$/, ''),
    );
    const [, before = ''] =
      /```sh\n([\s\S]*?)```/.exec(readFileSync(join(ROOT, 'docs/reference/api.md'), 'utf8')) ?? [];
    const setUp = before.replace(/^URL=.*$/m, `URL=${url}`).replace(/^KEY=.*$/m, 'KEY=any-key');
    const shell = spawn('sh', ['-e'], { stdio: ['pipe', 'inherit', 'inherit'] });
    shell.stdin.end([setUp, ...lines].join('\n'));
    assert.deepEqual(await once(shell, 'close'), [0, null]);
    for (const sample of samples) receiver.assertReceived(sample);
  });

  it('in Python send it, too', { skip: whyNoPython() }, async () => {
    const samples = samplesIn('Python');
    const tries = samples.flatMap(({ code }) => [
      '    try:',
      `        ${code}`,
      '    except ApiError:',
      '        pass',
    ]);
    const program = [
      'from kitestring import *',
      'from kitestring.models import *',
      `with Client(${JSON.stringify(url)}, key="any-key") as client:`,
      ...tries,
    ];
    const env = { ...process.env, PYTHONPATH: join(ROOT, 'clients/python/src'), PYTHONDONTWRITEBYTECODE: '1' };
    const python = spawn(pythonProgram('python'), ['-'], { env, stdio: ['pipe', 'inherit', 'inherit'] });
    python.stdin.end(program.join('\n'));
    assert.deepEqual(await once(python, 'close'), [0, null]);
    for (const sample of samples) receiver.assertReceived(sample);
  });
});
