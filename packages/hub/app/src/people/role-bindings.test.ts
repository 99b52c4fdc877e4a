import assert from 'node:assert/strict';
import { it } from 'node:test';
import { RoleBindings } from './role-bindings.ts';

it('has what was read last in memory, also where the database is slower to answer what was asked first', async () => {
  const row = { id: 'r', claim: 'pilots', key_id: null, role: 'viewer', group_id: null, created_ms: 1 };
  const answers = [
    { turns: 20, rows: [] },
    { turns: 0, rows: [row] },
  ];
  const query = async () => {
    const { rows, turns } = answers.shift() ?? assert.fail();
    for (let passed = 0; passed < turns; passed += 1) await undefined;
    return rows;
  };
  const bindings = new RoleBindings({ query } as never);
  await Promise.all([bindings.reload(), bindings.reload()]);
  assert.deepEqual(
    bindings.list().map(({ id }) => id),
    ['r'],
  );
});
