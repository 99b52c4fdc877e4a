import type { CameraModel } from '@kitestring/station-contract/camera/camera-models.ts';
import { CAMERA_LENSES, type FieldOfView, fieldOfView, type Lens } from '@kitestring/video-scene/camera/lens.ts';
import type { StreamEncoding } from './stream-encoding.ts';

/** One stream of a camera: lens, frame rate and priority. */
export interface StreamPlan {
  readonly id: string;
  /** Last part of its address, as published. */
  readonly path: string;
  readonly lens: Lens;
  readonly framesPerS: number;
  /** Priority; 0 is the highest: on a busy machine the others are reduced first. */
  readonly priority: number;
  /** The stream comes from a real camera. */
  readonly isReal?: true;
  /** Chosen by a client; size and rate are then its. */
  readonly encoding?: StreamEncoding;
  /** The stream as the camera has it, where size and rate were chosen: single pictures have that size. */
  readonly full?: StreamPlan;
  /** The real camera has told its lens. */
  readonly hasToldLens?: true;
}

/** Pictures of this size take half a core at 30 per second, too much for two streams. */
const LARGE_PX = 1_500_000;
const FRAMES_PER_S = 30;
const FRAMES_PER_S_LARGE = 15;

/** Source: published addresses of the 2nd Generation; the others are named after their stream. */
const PATHS: Readonly<Partial<Record<Lens['streamId'], string>>> = { overview: 'wide' };

const PRIORITIES: Readonly<Record<Lens['streamId'], number>> = { color: 0, zoom: 0, thermal: 1, overview: 2 };

/** The streams of a camera model, as published where they are. */
export const streamPlans = (model: CameraModel): readonly StreamPlan[] => CAMERA_LENSES[model].map(plan);

function plan(lens: Lens): StreamPlan {
  const isLarge = lens.frameWidth * lens.frameHeight >= LARGE_PX;
  return {
    id: lens.streamId,
    path: PATHS[lens.streamId] ?? lens.streamId,
    lens,
    framesPerS: isLarge ? FRAMES_PER_S_LARGE : FRAMES_PER_S,
    priority: PRIORITIES[lens.streamId],
  };
}

/** Whether the figures of the lens are those of the camera: the lens of most real cameras is unknown. */
export const isLensKnown = ({ hasToldLens, isReal }: StreamPlan): boolean => isReal !== true || hasToldLens === true;

/** Field of view of the stream at a zoom level. */
export const fieldOfPlan = ({ lens }: StreamPlan, zoom: number): FieldOfView => fieldOfView(lens, zoom);
