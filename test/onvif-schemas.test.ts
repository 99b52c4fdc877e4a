import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { ONVIF_SCHEMAS, pythonProgram, whyNoPython } from '../scripts/tests/pinned-packages.mjs';

const ROOT = join(import.meta.dirname, '..');
const NODE = join(ROOT, 'scripts/node.mjs');
const CHECK = join(import.meta.dirname, 'python-tools/check_onvif_answers.py');
/** Tests in which the camera has no bugs of real ones. */
const TESTS = [
  'analytics',
  'device',
  'device-settings',
  'profiles',
  'osd',
  'encoder',
  'events',
  'event-consumer',
  'metadata',
  'monitoring-events',
  'multicast',
  'picture-events',
  'preset-events',
  'specification',
];
const files = TESTS.map((name) => join(ROOT, `packages/onvif/test/${name}.test.ts`));

interface Checked {
  /** Names of messages with their namespaces, each once. */
  readonly checked: readonly string[];
  readonly wrong: readonly string[];
}

/** Documents that the camera writes in its tests, each once; those of SOAP 1.1 have the same content. */
function answers(folder: string): readonly string[] {
  const file = join(folder, 'answers');
  const words = ['--test', '--test-isolation=none', '--test-reporter=dot', ...files];
  const run = spawnSync(process.execPath, [NODE, ...words], {
    env: { ...process.env, NODE_TEST_CONTEXT: undefined, ONVIF_ANSWERS: file },
    encoding: 'utf8',
    timeout: 300_000,
  });
  assert.equal(run.status, 0, run.stdout + run.stderr);
  const lines = new Set(readFileSync(file, 'utf8').trim().split('\n'));
  return [...lines]
    .map((line) => JSON.parse(line) as string)
    .filter((text) => !text.includes('http://schemas.xmlsoap.org/soap/envelope/'));
}

const skip =
  (process.env.TEST_LEFT_OUT === undefined && 'the tests of the camera again take 10 s: npm run test:left-out') ||
  whyNoPython() ||
  ONVIF_SCHEMAS.whyAbsent();

describe('answers by ONVIF', { skip }, () => {
  it('are valid by its schemas in every test of the camera', () => {
    const folder = mkdtempSync(join(tmpdir(), 'kitestring-onvif-answers-'));
    try {
      const input = JSON.stringify(answers(folder));
      const schemas = join(ONVIF_SCHEMAS.folder, 'wsdl');
      const run = spawnSync(pythonProgram('python'), [CHECK, schemas], { input, encoding: 'utf8', timeout: 60_000 });
      assert.equal(run.status, 0, run.stderr);
      const { checked, wrong } = JSON.parse(run.stdout) as Checked;
      assert.deepEqual(wrong, []);
      assert.ok(checked.length > 110, String(checked.length));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
