/** Metadata of a snapshot: time, place, lens and direction. */
import type { SnapshotFacts } from '@kitestring/media/snapshot/exif.ts';
import type { PictureState } from '@kitestring/media/source/scene-state.ts';
import type { StreamPlan } from '@kitestring/media/stream-plan.ts';
import type { AircraftSample } from '@kitestring/station/ports/aircraft.ts';

type SnapshotDirection = Pick<SnapshotFacts, 'panDeg' | 'tiltDeg' | 'rollDeg'>;

/** The camera's address does not contain its model. */
const REAL_CAMERA = 'RTSP camera';
/** Fallback without effect: a camera with streams has reported its direction. */
const LEVEL: SnapshotDirection = { panDeg: 0, tiltDeg: 0, rollDeg: 0 };

interface SnapshotSources {
  readonly plan: StreamPlan;
  readonly picture: PictureState;
  readonly cameraModel: string;
  readonly softwareVersion: string;
  /** Newest sample: position of the Kite, and direction of the camera, for pictures without their own. */
  readonly sample: AircraftSample | undefined;
}

export function snapshotFacts({ picture, plan, sample, ...rest }: SnapshotSources): SnapshotFacts {
  const { isReal, lens } = plan;
  const position = sample?.kite?.gps;
  const { timeUs, zoom } = picture;
  const { panDeg, rollDeg, tiltDeg } = picture.pose ?? sample?.camera ?? LEVEL;
  return {
    timeUs,
    model: isReal ? REAL_CAMERA : rest.cameraModel,
    software: `Kitestring ${rest.softwareVersion}`,
    widthPx: lens.frameWidth,
    heightPx: lens.frameHeight,
    ...(!isReal && { lens: { focalLengthMm: lens.focalLengthMm, sensorWidthMm: lens.sensorWidthMm, zoom } }),
    panDeg,
    tiltDeg,
    rollDeg,
    ...(position !== undefined && { position }),
  };
}
