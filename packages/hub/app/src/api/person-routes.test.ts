import assert from 'node:assert/strict';
import { it } from 'node:test';
import { StoreFault } from '@kitestring/base/store-fault.ts';
import { erasePerson } from '@kitestring/hub-contract/fleet/persons.ts';
import { personRoutes } from './person-routes.ts';

it('erases a person with all sign-ins in one step, and nothing while the database is away', async () => {
  const done: string[] = [];
  let isAway = true;
  const [erase] = personRoutes({
    audit: { note: async () => void done.push('noted') },
    persons: {
      erase: async () => {
        if (isAway) throw new StoreFault('STORE_UNWRITABLE', 'the database does not answer');
        done.push('erased');
        return ['sign-in'];
      },
    },
    sessions: { haveEnded: (ended: readonly string[]) => void done.push(`ended ${ended.join()}`) },
  } as never).filter(({ operation }) => operation.id === erasePerson.id);
  assert.ok(erase?.kind === 'handler');
  const call = { params: { id: 'paaaaaaaaaaaa' }, caller: { kind: 'key' }, exchange: {} } as never;
  const ask = async () => erase.handle(call);
  await assert.rejects(ask, StoreFault);
  assert.deepEqual(done, []);
  isAway = false;
  await ask();
  assert.deepEqual(done, ['erased', 'ended sign-in', 'noted']);
});
