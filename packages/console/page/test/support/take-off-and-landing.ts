import type { KitestringClient } from '@kitestring/client/kitestring-client.ts';
import type { Page } from 'playwright-core';
import { button, shows } from './flight-panel.ts';
import { hold } from './presses.ts';

/** Time stands until the page shows it: what is over in half a second may be missed on a busy machine. */
export async function heldToTakeOff(client: KitestringClient, page: Page): Promise<void> {
  await client.sim.setClock({ paused: true });
  await hold(button(page, 'Take off'), shows(page, 'Taking off'));
  await client.sim.setClock({ paused: false });
}

/** It lands where it flies: a test that failed may have left it on its way. */
export async function isGrounded(client: KitestringClient): Promise<void> {
  const state = client.topic('flight/state');
  const { flight_state } = await state.until((now) => now.flight_state === 'Flying' || now.flight_state === 'StandBy');
  if (flight_state === 'Flying') await client.flight.land();
  await state.until((now) => now.flight_state === 'StandBy');
}
