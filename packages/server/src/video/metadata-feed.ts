import { cameraSet } from '@kitestring/media/klv/camera-set.ts';
import type { MetadataFeed } from '@kitestring/media/process/metadata-messages.ts';
import { fieldOfViewOf } from '@kitestring/media/stream-plan.ts';
import type { AircraftSample } from '@kitestring/station/ports/aircraft.ts';
import type { CameraStreams } from './camera-streams.ts';

export interface MetadataParts {
  readonly target: string;
  readonly camera: CameraStreams;
  readonly sample: AircraftSample;
  readonly timeUs: number;
}

/** What the first colour stream shows, by the sensors of the aircraft; undefined without a camera or a Kite. */
export function metadataFeed({ camera, sample, target, timeUs }: MetadataParts): MetadataFeed | undefined {
  const plan = camera.plans.find(({ lens }) => lens.type === 'Color');
  const { camera: pose, kite } = sample;
  if (plan === undefined || pose === undefined || kite === undefined) return undefined;
  const { gps, altitudeM, headingDeg } = kite;
  const { horizontalDeg, verticalDeg } = fieldOfViewOf(plan, camera.controlsOf(plan).zoom);
  const values = cameraSet({
    timeUs,
    platformName: 'Kite',
    sensorName: plan.id,
    panDeg: pose.panDeg,
    tiltDeg: pose.tiltDeg,
    rollDeg: pose.rollDeg,
    horizontalFovDeg: horizontalDeg,
    verticalFovDeg: verticalDeg,
    ...(headingDeg !== undefined && { headingDeg }),
    ...(altitudeM !== undefined && { heightM: altitudeM }),
    ...(gps !== undefined && { position: gps }),
  });
  return { target, streamId: plan.id, values };
}
