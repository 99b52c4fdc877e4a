import type { FleetEvent } from '@kitestring/hub-contract/fleet/events.ts';
import type { ArchivedEvent } from '../archive/archive-queries.ts';
import { timestamp } from './station-view.ts';

/** An event in the form of the API, its streams and webhooks. */
export const eventView = ({ data, epoch, kind, n, seq, sid, time_ms, wall_ms }: ArchivedEvent): FleetEvent => ({
  n,
  sid,
  time: timestamp(time_ms),
  clock: timestamp(wall_ms),
  kind,
  data,
  ...(epoch !== null && seq !== null && { epoch, seq }),
});
