/** The flight panel for tests. */
import type { KitestringClient } from '@kitestring/client/kitestring-client.ts';
import type { Page } from 'playwright-core';

export const panel = (page: Page) => page.getByRole('region', { name: 'Flight', exact: true });
export const shows = (page: Page, state: string) => panel(page).getByRole('status').getByText(state, { exact: true });
export const button = (page: Page, name: string) => panel(page).getByRole('button', { name });

export const target = (page: Page) => page.getByLabel('Target', { exact: true });

/** Waits until it is shown. */
export const targetIs = (page: Page, altitude: number) =>
  target(page)
    .and(page.locator(`[value="${altitude}"]`))
    .waitFor();

export const slider = (page: Page) => page.getByRole('slider', { name: 'Target altitude' });
export const thumb = (page: Page) => slider(page).locator('xpath=ancestor::*[@data-rac][1]');

/** Altitudes that the page asks for from now on. */
export function altitudesSent(page: Page): readonly string[] {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/flight/control/altitude')) sent.push(request.postData() ?? '');
  });
  return sent;
}

/** Flies to an altitude, as another client. */
export async function flyTo(client: KitestringClient, altitude: number): Promise<void> {
  await client.flight.takeOff();
  await client.topic('flight/state').until(({ flight_state }) => flight_state === 'Flying');
  await client.flight.setAltitude({ altitude });
  await client.topic('flight/state').until((state) => state.is_changing_altitude === false);
}
