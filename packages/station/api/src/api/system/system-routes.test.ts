import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ScriptedStation } from '@kitestring/lab-testing/scripted-station.ts';
import { ApiUnderTest } from '../../../test/support/api-under-test.ts';
import { systemRoutes } from './system-routes.ts';

describe('system routes', () => {
  it('give what the system is and how it is', async () => {
    await using api = await ApiUnderTest.start(systemRoutes, new ScriptedStation({ installation: 'Rooftop Box' }));
    api.scripted.standBy();
    const info = (await api.client.get('system/info')).body as Record<string, unknown>;
    assert.equal(info.software_channel, 'simulated');
    const state = (await api.client.get('system/state')).body as Record<string, unknown>;
    assert.equal(state.rtb_lids_state, 'Closed');
  });

  it('open and close the lids with 202, and show them at once as moving', async () => {
    await using api = await ApiUnderTest.start(systemRoutes, new ScriptedStation({ installation: 'Rooftop Box' }));
    api.scripted.standBy();
    const lids = async () => ((await api.client.get('system/state')).body as Record<string, unknown>).rtb_lids_state;
    assert.equal(await api.outcome('system/control/open_rtb_lids'), '202');
    assert.equal(await lids(), 'Opening');
    assert.equal(await api.outcome('system/control/close_rtb_lids'), '202');
  });

  it('answer 400 where there is no Rooftop Box', async () => {
    await using api = await ApiUnderTest.start(systemRoutes, new ScriptedStation({ installation: 'Tray Mount' }));
    api.scripted.standBy();
    assert.equal(await api.outcome('system/control/open_rtb_lids'), '400 NO_ROOFTOP_BOX');
  });
});
