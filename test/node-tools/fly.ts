/** A flight with openapi-fetch and the types that openapi-typescript has made: node fly.ts URL KEY */
import createClient from 'openapi-fetch';
import type { components, paths } from './openapi.ts';

/** All that is used of Node: its types would be most of what the compiler reads. */
declare const process: { readonly argv: readonly string[] };

type FlightState = components['schemas']['FlightState'];

const [, , url = '', key = ''] = process.argv;
const baseUrl = `${url}/api`;
const grant = await createClient<paths>({ baseUrl }).POST('/v1/auth/token/request', { body: { client_secret: key } });
if (grant.data === undefined) throw new Error(grant.error.message);
const { GET, POST } = createClient<paths>({
  baseUrl,
  headers: { authorization: `Bearer ${grant.data.access_token}` },
});

const FLIGHT_WITHIN_MS = 60_000;

/** These libraries have no topics: they can only ask again. */
async function reach(wanted: FlightState['flight_state']): Promise<void> {
  const endMs = performance.now() + FLIGHT_WITHIN_MS;
  for (;;) {
    const { data } = await GET('/v1/flight/state');
    if (data?.flight_state === wanted) return;
    if (performance.now() > endMs) throw new Error(`${wanted} is not reached: ${data?.flight_state}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

await POST('/v1/handoff/control/request', { body: { operator_name: 'M. Rossi' } });
await POST('/v1/flight/control/take_off');
await reach('Flying');
const { error } = await POST('/v1/flight/control/altitude', { body: { altitude: 100 } });
console.log(error?.code); // prints ALTITUDE_ABOVE_HARD_MAX
await POST('/v1/flight/control/land');
await reach('StandBy');
const history = await GET('/v1/notifications/history', {
  params: { query: { from_time: '1970-01-01T00:00:00Z' } },
});
console.log(Array.isArray(history.data?.notifications)); // prints true
