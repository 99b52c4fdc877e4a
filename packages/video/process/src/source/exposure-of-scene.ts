import { BASE_ISO, exposureFor, F_NUMBER, illuminanceLux } from '@kitestring/video-scene/exposure/exposure.ts';
import type { SnapshotFacts } from '../snapshot/exif.ts';
import type { SceneState } from './scene-state.ts';

/** Exposure of a colour picture of this scene. */
export function exposureOfScene({
  conditions,
}: Pick<SceneState, 'conditions'>): NonNullable<SnapshotFacts['exposure']> {
  const { cloudCover, latitudeDeg, longitudeDeg, unixMs } = conditions;
  const { exposureS, gain } = exposureFor(illuminanceLux(unixMs, latitudeDeg, longitudeDeg, cloudCover));
  return { exposureS, fNumber: F_NUMBER, iso: Math.round(gain * BASE_ISO) };
}
