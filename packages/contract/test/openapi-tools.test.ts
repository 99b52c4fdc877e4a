import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Validator } from '@seriousme/openapi-schema-validator';
import { adminOpenApiDocument } from '../src/admin/openapi.ts';
import type { JsonObject } from '../src/document/components.ts';
import { openApi30Document, openApiDocument } from '../src/openapi.ts';
import { simOpenApiDocument } from '../src/sim/openapi.ts';
import { stationOpenApiDocument } from '../src/station/openapi.ts';
import { videoOpenApiDocument } from '../src/video/openapi.ts';

const DOCUMENTS: readonly (readonly [string, string, JsonObject])[] = [
  ['openapi.json', '3.1', openApiDocument({ version: '1.1.2' })],
  ['openapi-3.0.json', '3.0', openApi30Document({ version: '1.1.2' })],
  ['openapi.json of 1.0.0', '3.1', openApiDocument({ version: '1.0.0' })],
  ['openapi-3.0.json of 1.0.0', '3.0', openApi30Document({ version: '1.0.0' })],
  ['openapi.json of 0.5.0', '3.1', openApiDocument({ version: '0.5.0' })],
  ['openapi-3.0.json of 0.5.0', '3.0', openApi30Document({ version: '0.5.0' })],
  ['the simulator’s openapi.json', '3.1', simOpenApiDocument()],
  ['the administration’s openapi.json', '3.1', adminOpenApiDocument()],
  ['the station’s openapi.json', '3.1', stationOpenApiDocument()],
  ['the browser video’s openapi.json', '3.1', videoOpenApiDocument()],
];

const operationsIn = (document: JsonObject): readonly string[] =>
  Object.entries(document.paths as Record<string, JsonObject>).flatMap(([path, item]) =>
    Object.keys(item).map((method) => `${method} ${path}`),
  );

describe('a document of the API', () => {
  for (const [name, version, document] of DOCUMENTS) {
    it(`is valid OpenAPI ${version}: ${name}`, async () => {
      const validator = new Validator();
      const { errors, valid } = await validator.validate(structuredClone(document));
      assert.deepEqual([valid, errors, validator.version], [true, undefined, version]);
    });
  }

  it('has the same operations in OpenAPI 3.0 and 3.1', () => {
    const [[, , newer], [, , older]] = DOCUMENTS as [(typeof DOCUMENTS)[number], (typeof DOCUMENTS)[number]];
    assert.deepEqual(operationsIn(older), operationsIn(newer));
    assert.ok(operationsIn(older).length >= 47);
  });
});

/** What somebody writes with a generated client; its types are checked with it. */
const USE = `
import { flightControlAltitude, handoffState, recordingsFile, recordingsState, type RecordingsState } from './client.ts';

async function use(): Promise<number | undefined> {
  const refused = await flightControlAltitude({ altitude: 10 });
  if (refused.status === 409) console.log(refused.data.code);
  const handoff = await handoffState();
  if (handoff.status === 200) console.log(handoff.data.controlling_client?.operator_name);
  const file = await recordingsFile('20260301_103000_+0100', 'main.mp4', { range: 'bytes=0-99' });
  if (file.status === 206) console.log(file.data.size);
  const state = await recordingsState();
  const found: RecordingsState | undefined = state.status === 200 ? state.data : undefined;
  return found?.available_space;
}
`;

/** Strict as a client’s project may be; the generated file stands in it. */
const TSCONFIG = {
  compilerOptions: {
    ...{ target: 'esnext', lib: ['esnext', 'dom'], module: 'nodenext', types: [], noEmit: true },
    ...{ strict: true, allowImportingTsExtensions: true, skipLibCheck: true },
  },
  files: ['use.ts'],
};

const root = fileURLToPath(new URL('../../..', import.meta.url));
function run(program: string, ...args: readonly string[]): void {
  const { status, stdout } = spawnSync(process.execPath, [join(root, 'node_modules', program), ...args], {
    encoding: 'utf8',
  });
  assert.equal(status, 0, stdout);
}

describe('a client generated from the document', () => {
  let folder = '';
  before(() => {
    // Below the project: what is generated imports from its node_modules.
    folder = mkdtempSync(join(root, 'node_modules/.generated-client-'));
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  for (const [name, version, document] of DOCUMENTS.slice(0, 2)) {
    it(`compiles, from OpenAPI ${version}`, () => {
      writeFileSync(join(folder, name), JSON.stringify(document));
      writeFileSync(join(folder, 'use.ts'), USE);
      writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(TSCONFIG));
      run('oazapfts/dist/cli.js', join(folder, name), join(folder, 'client.ts'));
      run('typescript/bin/tsc', '-p', folder);
    });
  }
});
