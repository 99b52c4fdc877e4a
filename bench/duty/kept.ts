import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { KitestringClient } from '@kitestring/client/kitestring-client.ts';
import type { Notification } from '@kitestring/station-contract/notifications/notification.ts';

/** Items that the operators stored at the station, by their own count. */
export interface Kept {
  readonly incident: string;
  flights: number;
  recordings: number;
  snapshots: number;
  readonly pins: string[];
  /** Actions of a page that was too late; the station may have done some of them. */
  late: number;
}

/** Items missing at the station, one line each. */
export async function lacking(client: KitestringClient, kept: Kept): Promise<readonly string[]> {
  const { flights } = await client.station.listFlights({ limit: 50 });
  const { captures } = await client.station.listCaptures({ limit: 1000 });
  const pins = (await client.station.listPins()).map(({ name }) => name);
  const ofKind = (wanted: string) => captures.filter(({ kind }) => kind === wanted).length;
  const counts = [
    ['flights', kept.flights, flights.length],
    ['recordings', kept.recordings, ofKind('recording')],
    ['snapshots', kept.snapshots, ofKind('snapshot')],
  ] as const;
  const ofOther = [...flights, ...captures].filter(({ incident }) => incident?.number !== kept.incident).length;
  return [
    ...counts.flatMap(([what, wanted, found]) =>
      found >= wanted && found <= wanted + kept.late ? [] : [`${what}: ${found} of ${wanted}`],
    ),
    ...kept.pins.filter((name) => !pins.includes(name)).map((name) => `the pin ${name}`),
    ...(ofOther === 0 ? [] : [`the incident, on ${ofOther} flights and captures`]),
    ...flights.flatMap(({ flight_id, losses }) => losses.map((loss) => `the log of ${flight_id} whole: ${loss}`)),
    ...captures
      .filter(({ is_being_recorded }) => is_being_recorded)
      .map(({ capture_id }) => `the end of ${capture_id}`),
  ];
}

/** All ended notifications, in pages back to the first. */
export async function endedNotifications(client: KitestringClient): Promise<readonly Notification[]> {
  const all: Notification[] = [];
  let before: string | undefined;
  do {
    const page = await client.station.listEndedNotifications({ limit: 1000, ...(before !== undefined && { before }) });
    all.push(...page.notifications);
    before = page.next_before;
  } while (before !== undefined);
  return all;
}

/** Saves the report of each flight. @returns their names, the oldest first */
export async function writeReports(client: KitestringClient, folder: string): Promise<readonly string[]> {
  const { flights } = await client.station.listFlights({ limit: 50 });
  const names: string[] = [];
  for (const { flight_id } of flights.toReversed()) {
    const report = await client.station.getFlightReport({ flight_id }, { language: 'en' });
    const name = `report-${flight_id}.html`;
    writeFileSync(join(folder, name), await report.text());
    names.push(name);
  }
  return names;
}
