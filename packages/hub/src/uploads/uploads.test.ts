import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { beforeEach, describe, it } from 'node:test';
import { VirtualClock } from '@kitestring/testing/virtual-clock.ts';
import type { KeptFile, KeptUpload } from './upload-table.ts';
import { Uploads } from './uploads.ts';

const SID = 'sabcdefghijkl';
const ID = '0d1b0a9c-3b6f-4f6a-9a39-6d9d6d0b7a51';

describe('the parts of an upload', () => {
  let begun: string[];
  let aborted: string[];
  let row: { state: KeptUpload['state']; files: readonly KeptFile[] };
  let isExpected: boolean;
  let ask: (content: string) => Promise<{ readonly over?: string; readonly files?: unknown }>;
  beforeEach(() => {
    begun = [];
    aborted = [];
    row = { state: 'ordered', files: [] };
    isExpected = true;
    const table = {
      get: async () => ({ id: ID, sid: SID, kind: 'recording', ...row }),
      keepFiles: async (_id: string, files: readonly KeptFile[]) => {
        if (isExpected) row = { state: 'uploading', files };
        return isExpected;
      },
    };
    const objects = {
      partBytes: 1000,
      begin: async () => `parts ${begun.push('') - 1}`,
      parts: async () => [],
      abort: async (_key: string, upload: string) => void aborted.push(upload),
    };
    const listeners = new Map<string, (fault: null, message: object) => void>();
    const connection = {
      subscribe: (subject: string, { callback }: { callback: (fault: null, message: object) => void }) =>
        listeners.set(subject, callback),
    };
    new Uploads({ connection, table, objects, clock: new VirtualClock() } as never);
    ask = (content) =>
      new Promise((resolve) => {
        const files = [{ name: 'main.mp4', bytes: content.length, sha256: hash('sha256', content, 'base64') }];
        const data = Buffer.from(JSON.stringify({ v: 1, upload: ID, files }));
        const respond = (bytes: Uint8Array) => resolve(JSON.parse(Buffer.from(bytes).toString()));
        listeners.get('ks.hub.*.ticket')?.(null, { subject: `ks.hub.${SID}.ticket`, data, respond });
      });
  });

  it('go on while the file is the same, and are deleted when it has changed', async () => {
    for (const content of ['one', 'one', 'two']) assert.deepEqual((await ask(content)).files, [[]]);
    assert.deepEqual([begun.length, aborted], [2, ['parts 0']]);
  });

  it('are deleted when the order was removed meanwhile, and not begun for one that has failed', async () => {
    isExpected = false;
    assert.match((await ask('one')).over ?? '', /removed/);
    assert.deepEqual(aborted, ['parts 0']);
    row = { state: 'failed', files: [] };
    assert.match((await ask('one')).over ?? '', /failed/);
    assert.equal(begun.length, 1);
  });
});
