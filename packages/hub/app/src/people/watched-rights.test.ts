import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { HubCaller } from './hub-caller.ts';
import type { Right } from './rights.ts';
import { WatchedRights } from './watched-rights.ts';

it('ends what began with other rights, also when something new begins before they are compared', () => {
  const ended: string[] = [];
  const watched = new WatchedRights({ isOpen: () => true, end: (session) => ended.push(session) });
  let rights: readonly Right[] = [{ role: 'operator', group: undefined }];
  const caller = { sessionId: 'a', rightsNow: () => rights } as HubCaller;
  watched.watch(caller);
  watched.watch(caller);
  watched.check();
  assert.deepEqual(ended, []);
  rights = [];
  watched.watch(caller);
  assert.deepEqual(ended, ['a']);
  watched.check();
  assert.deepEqual(ended, ['a']);
});
