import { roundTo } from '@kitestring/station-contract/schema.ts';
import type { GroundState } from '@kitestring/station-contract/station/ground-equipment.ts';
import type { AircraftSample } from '../ports/aircraft.ts';
import type { GroundCapabilities, GroundEquipment, GroundReading, LineOrderKind } from '../ports/ground-equipment.ts';

const ORDERS: Readonly<Record<LineOrderKind, NonNullable<GroundState['line_orders']>[number]>> = {
  lineLength: 'length',
  lineRate: 'rate',
  lineTension: 'tension',
  lineStop: 'stop',
};

/** The ground as published: measured values of any aircraft, and what equipment of its own adds. */
export function shownGround(sample: AircraftSample | undefined, equipment: GroundEquipment | undefined): GroundState {
  return {
    ...(equipment !== undefined && equipment.link !== 'NotHeard' && shownLink(equipment)),
    ...measured(sample?.groundStation),
    ...(equipment !== undefined && shownCapabilities(equipment.capabilities)),
    ...(equipment?.reading !== undefined && shownReading(equipment.reading)),
  };
}

const shownLink = ({ link, name }: GroundEquipment): GroundState => ({
  link,
  ...(name !== undefined && name !== '' && { name }),
});

function measured(ground: AircraftSample['groundStation'] | undefined): GroundState {
  const { inputVoltageV, kiteInCradle, spoolTemperatureC, tether } = ground ?? {};
  return {
    ...known('line_length', tether?.lengthM, 2),
    ...known('line_tension', tether?.tensionN, 1),
    ...known('supply_voltage', inputVoltageV, 1),
    ...(kiteInCradle !== undefined && { kite_in_cradle: kiteInCradle }),
    ...known('spool_temperature', spoolTemperatureC, 1),
  };
}

function shownCapabilities({ line, tetherPower }: GroundCapabilities): GroundState {
  return {
    ...(line !== undefined && { line_orders: line.orders.map((order) => ORDERS[order]) }),
    ...known('line_length_max', line?.maxLengthM, 2),
    ...known('line_rate_max', line?.maxRateMps, 2),
    ...known('line_tension_max', line?.maxTensionN, 1),
    ...(tetherPower !== undefined && { tether_power_switched: tetherPower.isSwitched }),
  };
}

function shownReading({ line, supply, tetherPower }: GroundReading): GroundState {
  const { currentA, isOn, temperatureC, voltageV } = tetherPower ?? {};
  return {
    ...known('line_rate', line?.rateMps, 2),
    ...(isOn !== undefined && { tether_power_on: isOn }),
    ...known('tether_voltage', voltageV, 1),
    ...known('tether_current', currentA, 2),
    ...known('tether_power_temperature', temperatureC, 1),
    ...(supply?.source !== undefined && { supply: supply.source }),
  };
}

const known = (name: keyof GroundState, value: number | undefined, decimals: number): GroundState =>
  value === undefined ? {} : { [name]: roundTo(value, decimals) };
