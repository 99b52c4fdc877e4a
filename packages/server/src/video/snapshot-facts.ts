/** What a snapshot says about itself: when, where, with which lens and in which direction it was taken. */
import type { SnapshotFacts } from '@kitestring/media/snapshot/exif.ts';
import type { PictureState } from '@kitestring/media/source/scene-state.ts';
import type { StreamPlan } from '@kitestring/media/stream-plan.ts';
import type { AircraftSample } from '@kitestring/station/ports/aircraft.ts';

type Look = Pick<SnapshotFacts, 'panDeg' | 'tiltDeg' | 'rollDeg'>;

/** The camera behind an address does not say what it is called. */
const REAL_CAMERA = 'RTSP camera';
/** A camera that has streams has said where it looks: this is for nobody. */
const LEVEL: Look = { panDeg: 0, tiltDeg: 0, rollDeg: 0 };

export interface SnapshotParts {
  readonly plan: StreamPlan;
  readonly picture: PictureState;
  readonly cameraModel: string;
  readonly softwareVersion: string;
  /** The newest: where the Kite is, and where the camera looks by its own word, for pictures that do not say it themselves. */
  readonly sample: AircraftSample | undefined;
}

export function snapshotFacts({ picture, plan, sample, ...rest }: SnapshotParts): SnapshotFacts {
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
