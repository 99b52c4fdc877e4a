import { RAD_PER_DEG } from '../angle.ts';
import type { SimulatorParameters } from '../parameters.ts';

/** A rotor of a frame: where it is, seen from above clockwise from the nose, and its sense of rotation. */
interface RotorPlace {
  readonly deg: number;
  readonly turns: 'clockwise' | 'anticlockwise';
}

const place = (deg: number, turns: RotorPlace['turns']): RotorPlace => ({ deg, turns });

/**
 * Rotors of each frame in the order of ArduPilot's and PX4's motor outputs, which agree for these. Sources: ArduPilot's
 * AP_MotorsMatrix, types QUAD X and HEXA X; PX4's airframe reference, Quadrotor x and Hexarotor x.
 */
const FRAMES = {
  quad: [place(45, 'anticlockwise'), place(-135, 'anticlockwise'), place(-45, 'clockwise'), place(135, 'clockwise')],
  hexa: [
    place(90, 'clockwise'),
    place(-90, 'anticlockwise'),
    place(-30, 'clockwise'),
    place(150, 'anticlockwise'),
    place(30, 'anticlockwise'),
    place(-150, 'clockwise'),
  ],
} as const satisfies Readonly<Record<string, readonly RotorPlace[]>>;

export type FrameName = keyof typeof FRAMES;

export const FRAME_NAMES = Object.keys(FRAMES) as readonly FrameName[];

/** A rotor as the forces need it. */
export interface MountedRotor {
  /** From the centre, metres. */
  readonly forwardM: number;
  readonly rightM: number;
  /** Sign of its reaction torque, clockwise positive: that of a rotor which turns anticlockwise. */
  readonly torqueSign: 1 | -1;
}

export const rotors = (frame: FrameName, armM: number): readonly MountedRotor[] =>
  FRAMES[frame].map(({ deg, turns }) => ({
    forwardM: armM * Math.cos(deg * RAD_PER_DEG),
    rightM: armM * Math.sin(deg * RAD_PER_DEG),
    torqueSign: turns === 'anticlockwise' ? 1 : -1,
  }));

/** Rotors that the parameters describe. */
const KITE_ROTORS = 6;

/**
 * The parameters for a Kite with the rotors of this frame. Fewer rotors are larger: thrust and disc area of all together
 * stay the same, and so does the power of a hover.
 */
export function parametersFor(frame: FrameName, parameters: SimulatorParameters): SimulatorParameters {
  const scale = KITE_ROTORS / FRAMES[frame].length;
  const { maxThrustN, radiusM } = parameters.rotor;
  const rotor = { ...parameters.rotor, maxThrustN: maxThrustN * scale, radiusM: radiusM * Math.sqrt(scale) };
  return { ...parameters, rotor };
}
