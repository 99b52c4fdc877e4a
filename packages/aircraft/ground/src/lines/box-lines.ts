import type { GroundCapabilities, GroundReading } from '@kitestring/station-core/ports';
import { Fields } from './fields.ts';
import {
  FAULT_WORDS,
  FAULTS,
  LIDS,
  LIDS_WORDS,
  LINE_ORDER_WORDS,
  LINE_ORDERS,
  PROTOCOL,
  RANGE,
  SOURCE_WORDS,
  SOURCES,
  VERSION,
} from './wire.ts';

/** A line that a box sends. */
export type BoxLine =
  | {
      readonly kind: 'hello';
      readonly version: number;
      readonly name: string;
      readonly capabilities: GroundCapabilities;
    }
  | { readonly kind: 'state'; readonly reading: GroundReading }
  | { readonly kind: 'ack'; readonly id: number; readonly isAccepted: boolean; readonly reason: string };

/** A line as it was read: `wrong` names fields of it that could not be used. Without `line` nothing could. */
export interface ReadLine<Line> {
  readonly line?: Line;
  readonly wrong: readonly string[];
}

const NAME_MAX = 64;
const REASON_MAX = 120;
const NO_LINE: ReadLine<never> = { wrong: [] };

export function readBoxLine(text: string): ReadLine<BoxLine> {
  const fields = Fields.of(text);
  if (fields === undefined) return NO_LINE;
  const line = boxLine(fields);
  return { ...(line !== undefined && { line }), wrong: fields.wrong };
}

function boxLine(fields: Fields): BoxLine | undefined {
  switch (fields.word('kind', { hello: 'hello', state: 'state', ack: 'ack' } as const)) {
    case 'hello':
      return hello(fields);
    case 'state':
      return { kind: 'state', reading: reading(fields) };
    case 'ack':
      return ack(fields);
    default:
      return undefined;
  }
}

function hello(fields: Fields): BoxLine | undefined {
  const version = fields.number('version', RANGE.version);
  if (fields.word('protocol', { [PROTOCOL]: true }) === undefined || version === undefined) return undefined;
  const parts = fields.part('parts');
  const name = fields.text('name', NAME_MAX) ?? '';
  return { kind: 'hello', version, name, capabilities: capabilities(parts) };
}

function capabilities(parts: Fields | undefined): GroundCapabilities {
  const line = parts?.part('line');
  const tetherPower = parts?.part('tether_power');
  return {
    ...(line !== undefined && {
      line: {
        orders: line.words('orders', LINE_ORDERS),
        ...known('maxLengthM', line.number('length_max_m', RANGE.lengthM)),
        ...known('maxRateMps', line.number('rate_max_mps', RANGE.rateMps)),
        ...known('maxTensionN', line.number('tension_max_n', RANGE.tensionN)),
      },
    }),
    ...(tetherPower !== undefined && { tetherPower: { isSwitched: tetherPower.flag('switched') ?? false } }),
    lids: parts?.flag('lids') ?? false,
    cradleSwitch: parts?.flag('cradle_switch') ?? false,
    supply: parts?.flag('supply') ?? false,
    spoolTemperature: parts?.flag('spool_temperature') ?? false,
  };
}

function ack(fields: Fields): BoxLine | undefined {
  const id = fields.number('id', RANGE.id);
  const isAccepted = fields.flag('accepted');
  if (id === undefined || isAccepted === undefined) return undefined;
  return { kind: 'ack', id, isAccepted, reason: fields.text('reason', REASON_MAX) ?? '' };
}

function reading(fields: Fields): GroundReading {
  const line = fields.part('line');
  const power = fields.part('tether_power');
  const supply = fields.part('supply');
  return {
    ...(line !== undefined && {
      line: {
        ...known('lengthM', line.number('length_m', RANGE.lengthM)),
        ...known('tensionN', line.number('tension_n', RANGE.tensionN)),
        ...known('rateMps', line.number('rate_mps', RANGE.rateMps)),
      },
    }),
    ...(power !== undefined && {
      tetherPower: {
        ...known('isOn', power.flag('on')),
        ...known('voltageV', power.number('voltage_v', RANGE.voltageV)),
        ...known('currentA', power.number('current_a', RANGE.currentA)),
        ...known('temperatureC', power.number('temperature_c', RANGE.temperatureC)),
      },
    }),
    ...(supply !== undefined && {
      supply: {
        ...known('source', supply.word('source', SOURCES)),
        ...known('voltageV', supply.number('voltage_v', RANGE.voltageV)),
      },
    }),
    ...known('lids', fields.word('lids', LIDS)),
    ...known('kiteInCradle', fields.flag('kite_in_cradle')),
    ...known('safetyLandButtonPressed', fields.flag('safety_land_button')),
    ...known('parkingBrakeEngaged', fields.flag('parking_brake')),
    ...known('spoolTemperatureC', fields.number('spool_temperature_c', RANGE.temperatureC)),
    faults: fields.words('faults', FAULTS),
  };
}

/** A field that is there only if it has a value. */
const known = <Name extends string, Value>(name: Name, value: Value | undefined) =>
  (value === undefined ? {} : { [name]: value }) as { readonly [Key in Name]?: Value };

export function boxLineText(line: BoxLine): string {
  switch (line.kind) {
    case 'hello':
      return JSON.stringify({
        kind: 'hello',
        protocol: PROTOCOL,
        version: VERSION,
        name: line.name,
        parts: partsOf(line.capabilities),
      });
    case 'state':
      return JSON.stringify({ kind: 'state', ...state(line.reading) });
    case 'ack':
      return JSON.stringify({
        kind: 'ack',
        id: line.id,
        accepted: line.isAccepted,
        ...(!line.isAccepted && { reason: line.reason }),
      });
  }
}

/** JSON leaves out what is undefined. */
const partsOf = ({ line, tetherPower, ...rest }: GroundCapabilities) => ({
  line: line && {
    orders: line.orders.map((order) => LINE_ORDER_WORDS[order]),
    length_max_m: line.maxLengthM,
    rate_max_mps: line.maxRateMps,
    tension_max_n: line.maxTensionN,
  },
  tether_power: tetherPower && { switched: tetherPower.isSwitched },
  lids: rest.lids,
  cradle_switch: rest.cradleSwitch,
  supply: rest.supply,
  spool_temperature: rest.spoolTemperature,
});

const state = ({ line, supply, tetherPower, ...rest }: GroundReading) => ({
  line: line && { length_m: rounded(line.lengthM), tension_n: rounded(line.tensionN), rate_mps: rounded(line.rateMps) },
  tether_power: tetherPower && {
    on: tetherPower.isOn,
    voltage_v: rounded(tetherPower.voltageV),
    current_a: rounded(tetherPower.currentA),
    temperature_c: rounded(tetherPower.temperatureC),
  },
  supply: supply && { source: supply.source && SOURCE_WORDS[supply.source], voltage_v: rounded(supply.voltageV) },
  lids: rest.lids && LIDS_WORDS[rest.lids],
  kite_in_cradle: rest.kiteInCradle,
  safety_land_button: rest.safetyLandButtonPressed,
  parking_brake: rest.parkingBrakeEngaged,
  spool_temperature_c: rounded(rest.spoolTemperatureC),
  faults: rest.faults.length > 0 ? rest.faults.map((fault) => FAULT_WORDS[fault]) : undefined,
});

/** Millimetres, millivolts: further digits say nothing, and a slow line is short. */
const rounded = (value: number | undefined): number | undefined =>
  value === undefined ? undefined : Math.round(value * 1000) / 1000;
