import path from 'node:path';
import type { SettingValues } from '@kitestring/settings/settings.ts';
import { UsageFault } from '../context.ts';

/** A larger number in one process is a typing error. */
const STATIONS_MAX = 1000;

const PORT_MAX = 65_535;
const SEED_MAX = 2 ** 32 - 1;
const NAME_MAX_LENGTH = 63;
/** Station numbers have at least three digits, so that names sort in numerical order. */
const LEAST_DIGITS = 3;

/** One of several stations in one process. */
export interface StationMember {
  readonly name: string;
  readonly values: SettingValues;
}

/** Number of stations. @throws UsageFault unless it is a whole number from 1 to STATIONS_MAX */
export function stationCount(text: string): number {
  const size = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN;
  if (size >= 1 && size <= STATIONS_MAX) return size;
  throw new UsageFault(`serve: --fleet must be a whole number from 1 to ${STATIONS_MAX}, got ${JSON.stringify(text)}`);
}

/**
 * The settings of each station: those of one station, with its own port, name, data folder, seed and Ethernet address.
 * @throws UsageFault where a value does not exist for every station
 */
export function stationMembers(values: SettingValues, size: number): readonly StationMember[] {
  checkValues(values, size);
  const digits = Math.max(LEAST_DIGITS, String(size).length);
  return Array.from({ length: size }, (_, index) => {
    const number = String(index + 1).padStart(digits, '0');
    const name = `${values['system.gs_name']}-${number}`;
    if (name.length > NAME_MAX_LENGTH) {
      throw new UsageFault(`serve: the name ${name} has ${name.length} characters, allowed: ${NAME_MAX_LENGTH}`);
    }
    return { name, values: memberValues(values, name, number, index) };
  });
}

function memberValues(values: SettingValues, name: string, number: string, index: number): SettingValues {
  return {
    ...values,
    port: values.port === 0 ? 0 : values.port + index,
    data_dir: path.join(values.data_dir, number),
    'sim.seed': values['sim.seed'] + index,
    // Separate ports for every station: the fixed range of one machine does not suffice for all at the same time.
    'video.rtsp_port': 0,
    'video.rtsps_port': 0,
    'system.gs_name': name,
    'system.gs_mac': macAfter(values['system.gs_mac'], index),
  };
}

function checkValues(values: SettingValues, size: number): void {
  const { listeners, port } = values;
  if (listeners.length > 0) {
    throw new UsageFault(
      `serve: --fleet cannot be combined with network.listeners: all stations would listen at ${listeners.join(', ')}`,
    );
  }
  const lastPort = port + size - 1;
  if (port !== 0 && lastPort > PORT_MAX) {
    throw new UsageFault(
      `serve: --fleet ${size} needs the ports ${port} to ${lastPort}, the last one is ${PORT_MAX}; port 0 takes any that are free`,
    );
  }
  const lastSeed = values['sim.seed'] + size - 1;
  if (lastSeed > SEED_MAX) {
    throw new UsageFault(`serve: --fleet ${size} needs the seeds up to ${lastSeed}, the largest is ${SEED_MAX}`);
  }
}

/** The Ethernet address incremented by this number in its last three bytes, which are assigned by the maker. */
function macAfter(mac: string, places: number): string {
  const bytes = mac.split(':');
  const own = Number.parseInt(bytes.slice(3).join(''), 16);
  const next = ((own + places) % 2 ** 24).toString(16).padStart(6, '0');
  return [...bytes.slice(0, 3), ...(next.match(/../g) ?? [])].join(':');
}
