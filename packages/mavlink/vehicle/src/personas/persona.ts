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
  /** Commands that it answers with DENIED. */
  readonly denied: readonly number[];
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
    /** An order in the earth frame is taken as one in the vehicle's, unless it locks the yaw. */
    readonly losesEarthFlag: boolean;
    /** A rate holds until the next order, also when the ground station is lost. */
    readonly ratesLast: boolean;
    /** Orders get no answer at all while no gimbal serves them. */
    readonly isSilentWhenOff: boolean;
    /** DO_MOUNT_CONTROL of protocol 1 is taken; its yaw is one, also where it is 0. */
    readonly takesMountControl: boolean;
  };
  /** Answer to a place that the tether does not reach: with a text, or ACCEPTED without a movement. */
  readonly elsewhere: ResultName;
  /** The autopilot carries out the orders for its camera. */
  readonly ordersCamera: boolean;
  /** One ground station can take control among several (CONTROL_STATUS). */
  readonly hasOperatorControl: boolean;
  /** Notifications are told as EVENT, too. */
  readonly hasEvents: boolean;
  readonly parameterEncoding: 'Values' | 'Bytes';
  readonly parameters: readonly ParameterDefinition[];
  /** Texts end with it. */
  readonly textEnd: string;
}
