import { Choice, Figure } from './parameter-ranges.ts';
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

/**
 * The values of a parameter table, with overrides in place of defaults.
 * @throws RangeError for an unknown name, a value of another type, and a number out of range
 */
function mergeOverrides(table: object, overrides: object, path = ''): object {
  for (const name of Object.keys(overrides)) {
    if (!Object.hasOwn(table, name)) throw new RangeError(`there is no parameter ${path}${name}`);
  }
  const values = Object.entries(table).map(([name, row]) => {
    const given: unknown = (overrides as Record<string, unknown>)[name];
    return [name, valueIn(row, given, `${path}${name}`)] as const;
  });
  return Object.fromEntries(values);
}

function valueIn(row: unknown, given: unknown, at: string): unknown {
  if (row instanceof Figure) return given === undefined ? row.value : checkedNumber(row, given, at);
  if (row instanceof Choice) return given === undefined ? row.value : checkedChoice(row, given, at);
  if (!isGroup(row)) return given === undefined ? row : checkedType(typeof row, given, at);
  return mergeOverrides(row, given === undefined ? {} : (checkedType('object', given, at) as object), `${at}.`);
}

function checkedNumber({ range: [least, greatest, source] }: Figure, given: unknown, at: string): unknown {
  const value = checkedType('number', given, at) as number;
  if (value >= least && value <= greatest) return value;
  throw new RangeError(`parameter ${at} must be from ${least} to ${greatest}, got ${value}; the limits: ${source}`);
}

function checkedChoice({ names }: Choice, given: unknown, at: string): unknown {
  if (names.some((name) => name === given)) return given;
  throw new RangeError(`parameter ${at} must be one of ${names.join(', ')}, got ${shown(given)}`);
}

function checkedType(type: string, given: unknown, at: string): unknown {
  if (typeof given === type && (type !== 'object' || isGroup(given))) return given;
  throw new RangeError(`parameter ${at} must be of type ${type}, got ${shown(given)}`);
}

const isGroup = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const shown = (value: unknown): string => (value !== null && typeof value === 'object' ? 'an object' : String(value));
