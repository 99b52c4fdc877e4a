import assert from 'node:assert/strict';
import { it } from 'node:test';
import { invitationAddress } from './invitation-address.ts';

it('an invitation has an address that stations accept, or is refused with the setting that gives it one', () => {
  for (const url of ['https://hub.example/', 'https://10.0.0.7:3180/', 'http://127.0.0.1:3180/', 'http://localhost/']) {
    assert.deepEqual(invitationAddress(url), { ok: true, value: url });
  }
  for (const url of ['http://hub.example/', 'http://10.0.0.7:3180/', 'http://no host/']) {
    const address = invitationAddress(url);
    assert.ok(!address.ok && address.refusal.code === 'INVITATION_UNENCRYPTED', url);
    assert.match(address.refusal.message, /public_url/);
  }
});
