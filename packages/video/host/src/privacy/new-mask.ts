import { type LatLon, offsetOf } from '@kitestring/station-contract/place/geo.ts';
import { ok, type Result, refuse } from '@kitestring/station-contract/refusal.ts';
import { roundTo } from '@kitestring/station-contract/schema.ts';
import {
  MASK_HEIGHT_DEFAULT_M,
  MASK_NAME_MAX,
  type NewPrivacyMask,
  type PrivacyMask,
} from '@kitestring/station-contract/station/privacy-mask.ts';
import { readLine } from '@kitestring/station-core/auth';
import { type OutlineCorner, outlineFault, rectangle } from './outline.ts';

/** Parts of the picture; a smaller area is a slip of the hand. */
const LEAST_SHARE = 0.00002;
const LEAST_M2 = 0.25;
const FARTHEST_M = 5000;

/** Station and streams by which a mask to set is judged. */
export interface MaskSurroundings {
  /** The Ground Station; undefined while it is not known. */
  readonly station: LatLon | undefined;
  /** STREAM_NOT_FOUND. */
  readonly find: (streamId: string) => Result<unknown>;
  /** Where a point of the present picture of a stream lies. STREAM_NOT_READY. */
  readonly ground: (streamId: string, corner: OutlineCorner) => Result<LatLon | undefined>;
}

type MaskFields = Omit<PrivacyMask, 'mask_id' | 'created_time' | 'created_by'>;

/** A mask with all that it needs, and nothing else. INVALID_REQUEST, STREAM_NOT_FOUND, STREAM_NOT_READY. */
export function newMask(asked: NewPrivacyMask, around: MaskSurroundings): Result<MaskFields> {
  const name = maskName(asked.name);
  if (!name.ok) return name;
  const fields = asked.holds === 'picture' ? inPicture(asked, around) : onGround(asked, around);
  return fields.ok ? ok({ ...(name.value !== undefined && { name: name.value }), ...fields.value }) : fields;
}

function inPicture(asked: NewPrivacyMask, { find }: MaskSurroundings): Result<MaskFields> {
  const { corners, height_m, places, stream_id } = asked;
  if (stream_id === undefined || corners === undefined) {
    return wrong('a mask that holds in the picture needs stream_id and corners');
  }
  if (places !== undefined || height_m !== undefined) {
    return wrong('places and height_m belong to a mask that holds on the ground');
  }
  const stream = find(stream_id);
  if (!stream.ok) return stream;
  const outline = whole(corners);
  const fault = outlineFault(outline, LEAST_SHARE);
  if (fault !== undefined) return wrong(SENTENCES[fault]('corners'));
  return ok({ holds: 'picture', stream_id, corners: outline.map(({ x, y }) => ({ x, y })) });
}

function onGround(asked: NewPrivacyMask, around: MaskSurroundings): Result<MaskFields> {
  const { corners, height_m = MASK_HEIGHT_DEFAULT_M, places, stream_id } = asked;
  const isDrawn = stream_id !== undefined && corners !== undefined;
  if (isDrawn === (places !== undefined) || (!isDrawn && (stream_id ?? corners) !== undefined)) {
    return wrong('a mask that holds on the ground needs either places, or stream_id and corners');
  }
  const found = isDrawn ? drawnPlaces(stream_id, whole(corners), around) : ok(listedPlaces(places ?? []));
  if (!found.ok) return found;
  const origin = around.station ?? found.value[0];
  const offsets = found.value.map((place) => offsetOf(origin ?? place, place));
  const far = offsets.findIndex(({ eastM, northM }) => Math.hypot(eastM, northM) > FARTHEST_M);
  if (far >= 0) return wrong(`places/${far} is more than ${FARTHEST_M / 1000} km from the Ground Station`);
  const fault = outlineFault(
    offsets.map(({ eastM, northM }) => ({ x: eastM, y: northM })),
    LEAST_M2,
  );
  if (fault !== undefined) return wrong(SENTENCES[fault](isDrawn ? 'corners' : 'places'));
  const shown = found.value.map(({ latDeg, lonDeg }) => ({
    latitude: roundTo(latDeg, 8),
    longitude: roundTo(lonDeg, 8),
  }));
  return ok({ holds: 'ground', places: shown, height_m });
}

function drawnPlaces(
  streamId: string,
  corners: readonly OutlineCorner[],
  { find, ground }: MaskSurroundings,
): Result<readonly LatLon[]> {
  const stream = find(streamId);
  if (!stream.ok) return stream;
  const places: LatLon[] = [];
  for (const [at, corner] of corners.entries()) {
    const place = ground(streamId, corner);
    if (!place.ok) return place;
    if (place.value === undefined) return wrong(`corner ${at + 1} shows no ground within 2 km: draw below the horizon`);
    places.push(place.value);
  }
  return ok(places);
}

const listedPlaces = (places: readonly { readonly latitude: number; readonly longitude: number }[]) =>
  places.map(({ latitude, longitude }): LatLon => ({ latDeg: latitude, lonDeg: longitude }));

function whole(corners: readonly OutlineCorner[]): readonly OutlineCorner[] {
  const [one, other, ...more] = corners;
  return one !== undefined && other !== undefined && more.length === 0 ? rectangle(one, other) : corners;
}

function maskName(name: string | undefined): Result<string | undefined> {
  if (name === undefined || name.trim() === '') return ok(undefined);
  const line = readLine('name', name);
  if (!line.ok) return line;
  const { length } = [...line.value];
  return length <= MASK_NAME_MAX ? line : wrong(`name must have at most ${MASK_NAME_MAX} characters, got ${length}`);
}

const SENTENCES = {
  flat: (field: string) => `${field} enclose no area: they lie in one line or in one place`,
  crossing: (field: string) => `${field} must be in the order of the sides: two sides cross or touch`,
} as const;

const wrong = (fault: string) => refuse('INVALID_REQUEST', { fault });
