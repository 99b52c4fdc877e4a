import type { VideoSettings } from '@kitestring/settings/video-settings.ts';
import { directionOf } from '@kitestring/station-core/camera/shown-camera-state.ts';
import type { AircraftSample } from '@kitestring/station-core/ports';
import { cameraSet } from '@kitestring/video-process/klv';
import type { MetadataFeed } from '@kitestring/video-process/process';
import { fieldOfPlan, isLensKnown, type StreamPlan } from '@kitestring/video-process/stream-plan.ts';
import type { CameraStreams } from './camera-streams.ts';

interface MetadataSources {
  readonly settings: Pick<VideoSettings, 'klvTarget'>;
  readonly camera: CameraStreams | undefined;
  readonly sample: AircraftSample | undefined;
  /** Zoom of a stream at present. */
  readonly zoomOf: (plan: StreamPlan) => number;
  readonly hasCompass: boolean;
  /** Height above the ground at which the altitude is 0. */
  readonly baseHeightM: number;
  /** Whether the stream has receivers; a recording is one. */
  readonly isWanted: (streamId: string) => boolean;
}

/** Metadata of each stream's pictures, from the aircraft's sensors; none without a camera or a Kite. */
export function metadataFeeds({
  baseHeightM,
  camera,
  hasCompass,
  isWanted,
  sample,
  settings,
  zoomOf,
}: MetadataSources): readonly MetadataFeed[] {
  if (camera === undefined || sample === undefined) return [];
  const first = camera.plans.find(({ lens }) => lens.type === 'Color');
  return camera.plans.flatMap((plan) => {
    const target = plan === first ? settings.klvTarget : undefined;
    if (target === undefined && !isWanted(plan.id)) return [];
    const values = valuesOf(plan, { zoom: zoomOf(plan), baseHeightM, hasCompass, sample });
    return values === undefined ? [] : [{ streamId: plan.id, values, ...(target !== undefined && { target }) }];
  });
}

interface PictureSources extends Pick<MetadataSources, 'baseHeightM' | 'hasCompass'> {
  readonly sample: AircraftSample;
  readonly zoom: number;
}

function valuesOf(
  plan: StreamPlan,
  { baseHeightM, hasCompass, sample, zoom }: PictureSources,
): MetadataFeed['values'] | undefined {
  const { kite } = sample;
  const direction = directionOf(sample.camera, hasCompass);
  if (direction === undefined || kite === undefined) return undefined;
  const { gps, altitudeM, headingDeg } = kite;
  const { horizontalDeg, verticalDeg } = fieldOfPlan(plan, zoom);
  return cameraSet({
    // When it was measured: a picture between two measurements gets what lies between them.
    timeUs: sample.kiteUs ?? sample.timeUs,
    platformName: 'Kite',
    sensorName: plan.id,
    ...direction,
    ...(isLensKnown(plan) && { horizontalFovDeg: horizontalDeg, verticalFovDeg: verticalDeg }),
    ...(headingDeg !== undefined && { headingDeg }),
    // Landed, it sees no ground from above.
    ...(altitudeM !== undefined && altitudeM > 0 && { heightM: altitudeM + baseHeightM }),
    ...(gps !== undefined && { position: gps }),
  });
}
