import assert from 'node:assert/strict';
import { it } from 'node:test';
import { erasePerson } from '@kitestring/hubcontract/fleet/persons.ts';
import { StoreFault } from '@kitestring/store/store-fault.ts';
import { personRoutes } from './person-routes.ts';

it('erases nothing of a person while the broker is away, whose sign-ins go on, and all of it when asked again', async () => {
  const done: string[] = [];
  let isAway = true;
  const [erase] = personRoutes({
    audit: { note: async () => void done.push('noted') },
    persons: { erase: async () => done.push('erased') > 0 },
    sessions: {
      endAll: async () => {
        if (isAway) throw new StoreFault('STORE_UNWRITABLE', 'the broker does not answer');
        done.push('signed out');
      },
    },
  } as never).filter(({ operation }) => operation.id === erasePerson.id);
  assert.ok(erase?.kind === 'handler');
  const call = { params: { id: 'paaaaaaaaaaaa' }, caller: { kind: 'key' }, exchange: {} } as never;
  const ask = async () => erase.handle(call);
  await assert.rejects(ask, StoreFault);
  assert.deepEqual(done, []);
  isAway = false;
  await ask();
  assert.deepEqual(done, ['signed out', 'erased', 'noted']);
});
