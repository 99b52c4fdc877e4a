import { apiOf } from '../../src/api-version.ts';
import type { ContractCheck, Level } from '../../src/check.ts';
import { allChecks } from '../../src/checks/all-checks.ts';
import { HttpLink } from '../../src/link/http-link.ts';
import { StationUnderTest } from '../../src/station/station-under-test.ts';
import type { DefectChange } from '../defect.ts';
import { DefectProxy } from '../defect-proxy.ts';
import type { SeededStation } from '../judge-defect.ts';
import { SPEED } from '../seeded-station.ts';
import { BASE } from './targets.ts';

export const API = apiOf('1.1.2');

/** A station that only answers need not run fast, which would take most of a processor. */
const READING_SPEED = 2;
/** Share of the requested speed that a busy machine reaches: deadlines must not be too short. */
const REACHED = 0.7;

export const speedAt = (level: Level): number => (level === 'read' ? READING_SPEED : SPEED);

/** A station whose time can be made faster. */
export type PacedStation = SeededStation & { readonly goAt: (speed: number) => void };

export const everyCheck = (): readonly ContractCheck[] => allChecks(API).filter(({ isLong }) => isLong !== true);

/** Run in their order, each from the end state of the previous one; the others at level `flight` are single requests. */
export const isOfFlight = ({ id, level }: ContractCheck): boolean =>
  level === 'flight' && !id.startsWith('flight.control.');

interface Between {
  readonly change: DefectChange;
  readonly level: Level;
}

/** A run through its own proxy. */
export async function behind<T>(
  paced: PacedStation,
  { change, level }: Between,
  act: (station: StationUnderTest) => Promise<T>,
): Promise<T> {
  const { key, tls, url } = paced;
  paced.goAt(speedAt(level));
  await using proxy = await DefectProxy.open(url, change, { base: BASE, tls });
  await using station = stationAt(proxy.url, key, level);
  // Some defects accept a request by the token of another session: there must be one of each kind.
  await station.sessions.of('reader').catch(() => undefined);
  if (level !== 'read') await station.sessions.of('commander').catch(() => undefined);
  return await act(station);
}

/** Without measuring its speed, which is known. */
export function stationAt(url: string, key: string, level: Level): StationUnderTest {
  const link = new HttpLink(new URL(url), {});
  const station = new StationUnderTest({ link, api: API, key, level, reportedVersion: API.version });
  station.speed = speedAt(level) * REACHED;
  return station;
}
