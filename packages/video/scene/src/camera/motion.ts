/** One part of a vibration: angle = amplitude * sin(2 pi * (turns + frequency * seconds from the picture's time)). */
interface VibrationTone {
  readonly frequencyHz: number;
  readonly turns: number;
  /** Amplitudes about each axis. */
  readonly panDeg: number;
  readonly tiltDeg: number;
  readonly rollDeg: number;
}

/** Motion of the camera during an exposure. */
export interface CameraMotion {
  readonly eastMps: number;
  readonly northMps: number;
  readonly upMps: number;
  readonly panDps: number;
  readonly tiltDps: number;
  readonly rollDps: number;
  readonly vibration: readonly VibrationTone[];
}

/** A camera at rest. */
export const STILL: CameraMotion = {
  eastMps: 0,
  northMps: 0,
  upMps: 0,
  panDps: 0,
  tiltDps: 0,
  rollDps: 0,
  vibration: [],
};

export const MOTION_NUMBERS = ['eastMps', 'northMps', 'upMps', 'panDps', 'tiltDps', 'rollDps'] as const;

/** @throws RangeError naming the field that is not a finite number */
export function assertMotion(motion: CameraMotion): void {
  for (const field of MOTION_NUMBERS) {
    if (!Number.isFinite(motion[field])) {
      throw new RangeError(`${field} of the motion must be finite, got ${motion[field]}`);
    }
  }
}
