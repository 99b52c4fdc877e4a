/** A zone as it is typed, and the first thing that is missing in it. */
import { type LatLon, offsetOf } from '@kitestring/station-contract/place/geo.ts';
import { isCrossing } from '@kitestring/station-contract/place/polygon.ts';
import {
  type NewZone,
  ZONE_ALTITUDE_MAX_M,
  ZONE_RADIUS_MAX_M,
  ZONE_RADIUS_MIN_M,
  type ZoneRule,
} from '@kitestring/station-contract/station/geofence.ts';
import { shapeOf } from './zone-shape.ts';

export interface ZoneDraft {
  readonly name: string;
  readonly rule: ZoneRule;
  /** Around the Ground Station, or by the points of the measurement. */
  readonly shape: 'station' | 'points';
  /** Metres, as typed. */
  readonly radius: string;
  /** Metres, as typed. */
  readonly altitude: string;
}

export const NEW_DRAFT: ZoneDraft = { name: '', rule: 'stay_inside', shape: 'station', radius: '60', altitude: '' };

type DraftFault = 'name' | 'points' | 'crossed' | 'station' | 'radius' | 'altitude';

interface DraftPlaces {
  readonly points: readonly LatLon[];
  /** Position of the Ground Station; undefined while unknown. */
  readonly station: LatLon | undefined;
}

/** The zone to send, or the name of what is missing first. */
export function readDraft(draft: ZoneDraft, { points, station }: DraftPlaces): NewZone | DraftFault {
  const { altitude, radius, rule, shape } = draft;
  const name = draft.name.trim();
  if (name === '') return 'name';
  const radiusM = numberIn(radius, ZONE_RADIUS_MIN_M, ZONE_RADIUS_MAX_M);
  if (shape === 'station' && station === undefined) return 'station';
  if (shape === 'station' && radiusM === undefined) return 'radius';
  const round = station &&
    radiusM !== undefined && { circle: { latitude: station.latDeg, longitude: station.lonDeg, radius: radiusM } };
  const drawn: ReturnType<typeof shapeOf> = shape === 'points' ? shapeOf(points) : round || undefined;
  if (drawn === undefined) return 'points';
  if (drawn.circle !== undefined && !isRadius(drawn.circle.radius)) return 'radius';
  if (drawn.polygon !== undefined && isCrossing(points.map((at) => offsetOf(points[0] ?? at, at)))) return 'crossed';
  if (rule !== 'altitude_max') return { name, rule, ...drawn };
  const maxM = numberIn(altitude, 1, ZONE_ALTITUDE_MAX_M);
  return maxM === undefined ? 'altitude' : { name, rule, altitude_max: maxM, ...drawn };
}

const isRadius = (radiusM: number): boolean => radiusM >= ZONE_RADIUS_MIN_M && radiusM <= ZONE_RADIUS_MAX_M;

/** With a point or a comma; undefined outside the range. */
export function numberIn(typed: string, minimum: number, maximum: number): number | undefined {
  const number = Number(typed.trim().replace(',', '.'));
  return typed.trim() !== '' && number >= minimum && number <= maximum ? number : undefined;
}
