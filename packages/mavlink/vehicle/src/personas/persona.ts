import type { MAV_RESULT } from '@kitestring/mavlink-codec/enums.ts';
import type { ParameterDefinition } from '../autopilot/parameters.ts';

export const PERSONA_NAMES = ['generic', 'px4', 'ardupilot'] as const;
export type PersonaName = (typeof PERSONA_NAMES)[number];

/** Activity of the vehicle, for which each autopilot has modes. */
type FlightMode = 'Hold' | 'TakeOff' | 'Land';

export interface ModeEntry {
  readonly customMode: number;
  readonly name: string;
  readonly mode: FlightMode | 'Unavailable';
}

type ResultName = keyof typeof MAV_RESULT;

/**
 * An autopilot that the vehicle speaks like: identity, modes, and where it differs from the others. Each difference was seen on the real
 * one, or reported of it; `generic` follows the definitions.
 */
export interface Persona {
  readonly name: PersonaName;
  /** MAV_AUTOPILOT. */
  readonly autopilot: number;
  /** Version 8.8.8.8 of AUTOPILOT_VERSION. */
  readonly version: number;
  readonly capabilities: number;
  readonly modes: readonly ModeEntry[];
  /** The mode in DO_SET_MODE's second and third parameter. */
  readonly customModeOf: (param2: number, param3: number) => number;

  /** Commands that it answers with UNSUPPORTED. */
  readonly unsupported: readonly number[];
  /** Commands for components that are not its own: it answers nothing at all. */
  readonly silent: readonly number[];
  /** Altitudes: by the frame of the command; or above mean sea level whatever the frame says. */
  readonly altitudes: 'ByFrame' | 'AlwaysAmsl';
  /** Altitude of NAV_TAKEOFF without a frame. */
  readonly takeOffAltitude: 'Relative' | 'Amsl';
  /** Frames of NAV_TAKEOFF; undefined for any. */
  readonly takeOffFrames?: readonly number[];
  /** Meaning of the fourth parameter of DO_REPOSITION. */
  readonly repositionYaw: 'Radians' | 'Ignored';
  /** An altitude outside its limits: refused, or accepted with a text and without a movement. */
  readonly beyondLimits: ResultName;
  readonly cannotArm: ResultName;
  /** Beginning of the text, before the reason. */
  readonly cannotArmPrefix: string;
  readonly disarmInFlight: ResultName;
  readonly unknownInterval: { readonly result: ResultName; readonly text?: string };
  /** How gimbal orders come in. */
  readonly gimbal: {
    readonly deviceId: number;
    /** Orders are refused until control was taken by DO_GIMBAL_MANAGER_CONFIGURE. */
    readonly needsConfigure: boolean;
    /** GIMBAL_MANAGER_SET_PITCHYAW has no effect. */
    readonly ignoresSetPitchYaw: boolean;
    readonly yawFrame: 'Earth' | 'Vehicle';
  };
  readonly parameterEncoding: 'Values' | 'Bytes';
  readonly parameters: readonly ParameterDefinition[];
  /** Texts end with it. */
  readonly textEnd: string;
}
