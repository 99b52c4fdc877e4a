import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { draftFault, NEW_DRAFT, newPlugin, withScope } from './new-plugin-draft.ts';

describe('the draft of a plugin', () => {
  it('wants a name and at least one scope', () => {
    assert.equal(draftFault(NEW_DRAFT), 'nameMissing');
    assert.equal(draftFault({ name: '  ', scopes: ['read'] }), 'nameMissing');
    assert.equal(draftFault({ name: 'vms', scopes: [] }), 'scopeMissing');
    assert.equal(draftFault({ name: 'vms', scopes: ['read'] }), undefined);
  });

  it('takes scopes in and out, each once, in the order of the contract', () => {
    const wide = withScope(withScope(NEW_DRAFT, 'can_override', true), 'control', true);
    assert.deepEqual(withScope(wide, 'control', true).scopes, ['read', 'control', 'can_override']);
    assert.deepEqual(withScope(wide, 'read', false).scopes, ['control', 'can_override']);
  });

  it('is sent without the spaces around its name', () => {
    assert.deepEqual(newPlugin({ name: ' vms ', scopes: ['read'] }), { name: 'vms', scopes: ['read'] });
  });
});
