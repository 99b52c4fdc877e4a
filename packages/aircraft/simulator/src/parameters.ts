import { mergeOverrides } from './parameter-overrides.ts';
import type { Choice, Figure } from './parameter-ranges.ts';
import { AIR_PARAMETERS } from './parameters/air.ts';
import { BASE_PARAMETERS } from './parameters/base.ts';
import { BODY_PARAMETERS } from './parameters/body.ts';
import { CAMERA_PARAMETERS } from './parameters/camera.ts';
import { CONTROL_PARAMETERS } from './parameters/control.ts';
import { LINK_PARAMETERS } from './parameters/link.ts';
import { MONITORS_PARAMETERS } from './parameters/monitors.ts';
import { NAVIGATION_PARAMETERS } from './parameters/navigation.ts';
import { PLACE_PARAMETERS } from './parameters/place.ts';
import { POWER_PARAMETERS } from './parameters/power.ts';
import { SATELLITES_PARAMETERS } from './parameters/satellites.ts';
import { SENSORS_PARAMETERS } from './parameters/sensors.ts';
import { TETHER_PARAMETERS } from './parameters/tether.ts';

/**
 * Every parameter of the simulated aircraft in one place: default, physically possible range and the reason for its
 * limits. Units are in the names. The source of each default stands above it: "published" is a public figure of this
 * kind of product, "Firefly" the hexacopter model of ETH's RotorS, "PX4" and "Beard" the sensor models of PX4's Gazebo
 * plugins and of Beard and McLain's book, "derived" follows from other parameters here, "assumed" is to be replaced by
 * the manufacturer's number.
 */
export const PARAMETERS = {
  ...PLACE_PARAMETERS,
  ...BODY_PARAMETERS,
  ...CONTROL_PARAMETERS,
  ...NAVIGATION_PARAMETERS,
  ...SATELLITES_PARAMETERS,
  ...SENSORS_PARAMETERS,
  ...TETHER_PARAMETERS,
  ...AIR_PARAMETERS,
  ...CAMERA_PARAMETERS,
  ...POWER_PARAMETERS,
  ...MONITORS_PARAMETERS,
  ...BASE_PARAMETERS,
  ...LINK_PARAMETERS,
};

type ValuesOf<T> = T extends Figure
  ? number
  : T extends Choice<infer Name>
    ? Name
    : T extends boolean
      ? boolean
      : { readonly [K in keyof T]: ValuesOf<T[K]> };
export type SimulatorParameters = ValuesOf<typeof PARAMETERS>;

type DeepPartial<T> = T extends object ? { readonly [K in keyof T]?: DeepPartial<T[K]> } : T;
export type ParameterOverrides = DeepPartial<SimulatorParameters>;

export const DEFAULT_PARAMETERS = mergeOverrides(PARAMETERS, {}) as SimulatorParameters;

/**
 * The default parameters with overrides.
 * @throws RangeError for an unknown name, a value of another type, and a number out of range
 */
export function parametersWith(overrides: ParameterOverrides = {}): SimulatorParameters {
  return mergeOverrides(PARAMETERS, overrides) as SimulatorParameters;
}
