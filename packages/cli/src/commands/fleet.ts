import path from 'node:path';
import { type Arguments, type CliCommand, textOf } from '../command.ts';
import { UsageFault } from '../context.ts';
import { readDuration } from '../duration.ts';
import { HUB_FLAGS } from '../hub/hub-flags.ts';

const DEFAULTS = {
  stations: '100',
  seed: '1',
  'flying-percent': '10',
  'offline-percent': '2',
  area: '51,10.3,250',
  name: 'light',
};

export const fleet: CliCommand = {
  name: 'fleet',
  summary: 'run many light stations, without aircraft, on a hub',
  details: [
    'Each has the link of a real station: identity, journal on disk, beats, events, commands; its flight is a simple motion on a map.',
    'For whole simulated stations: kitestring serve --fleet N --hub URL. docs/hub/try-it.md shows both.',
  ],
  words: [],
  flags: {
    ...HUB_FLAGS,
    stations: { value: 'N', description: `Number of stations, 1 to 10000. Default: ${DEFAULTS.stations}.` },
    'data-dir': {
      value: 'FOLDER',
      description:
        'Folder of their identities and journals, with which the same stations return. Default: light-fleet.',
    },
    seed: { value: 'N', description: `Places and behaviour of the stations. Default: ${DEFAULTS.seed}.` },
    name: { value: 'TEXT', description: `Prefix of their names. Default: ${DEFAULTS.name}.` },
    area: {
      value: 'LAT,LON,KM',
      description: `Centre and radius of their area. Default: ${DEFAULTS.area}.`,
    },
    'flying-percent': {
      value: 'N',
      description: `Share of the time in flight. Default: ${DEFAULTS['flying-percent']}.`,
    },
    'offline-percent': {
      value: 'N',
      description: `Share of the time without a network. Default: ${DEFAULTS['offline-percent']}.`,
    },
    'events-per-s': {
      value: 'N',
      description: 'Notifications that begin or end, per second of all stations together. Default: 1 for 500 stations.',
    },
    backlog: {
      value: 'TIME',
      description: 'Start with the journals of stations that had no hub for this long, for example 1h. Default: 0.',
    },
    'log-format': { value: 'FORMAT', description: 'auto, json or pretty. Default: auto.' },
    'log-level': { value: 'LEVEL', description: 'debug, info, warn or error. Default: info.' },
  },
  examples: [
    'kitestring fleet --hub http://127.0.0.1:3180/ --stations 100',
    'kitestring fleet --hub https://hub.example/ --hub-key-file hub.key --stations 1000 --offline-percent 10',
  ],
  async run(args, context) {
    const stations = number(args, 'stations', 1, 10_000, true);
    const options = {
      stations,
      folder: path.resolve(context.folder, textOf(args, 'data-dir') ?? 'light-fleet'),
      seed: number(args, 'seed', 0, 2 ** 32 - 1, true),
      name: textOf(args, 'name') ?? DEFAULTS.name,
      offlineShare: number(args, 'offline-percent', 0, 99) / 100,
      backlogS: readDuration('--backlog', textOf(args, 'backlog') ?? '0'),
      behaviour: {
        area: area(textOf(args, 'area') ?? DEFAULTS.area),
        flyingShare: number(args, 'flying-percent', 0, 99) / 100,
        alarmsPerS: number(args, 'events-per-s', 0, 10_000, false, String(stations / 500)) / stations,
      },
      logFormat: oneOf(args, 'log-format', ['auto', 'json', 'pretty'] as const),
      logLevel: oneOf(args, 'log-level', ['info', 'debug', 'warn', 'error'] as const),
    };
    // Loaded late: a wrong flag is reported at once.
    const [{ HubAdministrator }, { runLightStations }] = await Promise.all([
      import('../hub/hub-administrator.ts'),
      import('../light-stations/run-light-stations.ts'),
    ]);
    return runLightStations(options, new HubAdministrator(args, context), context);
  },
};

function number(
  args: Arguments,
  name: string,
  least: number,
  most: number,
  isWhole = false,
  preset = DEFAULTS[name as keyof typeof DEFAULTS],
): number {
  const text = textOf(args, name) ?? preset ?? '';
  const value = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
  if (value >= least && value <= most && (!isWhole || Number.isInteger(value))) return value;
  const kind = isWhole ? 'a whole number' : 'a number';
  throw new UsageFault(`fleet: --${name} must be ${kind} from ${least} to ${most}, got "${text}"`);
}

function area(text: string) {
  const [latDeg = Number.NaN, lonDeg = Number.NaN, radiusKm = Number.NaN, ...rest] = text
    .split(',')
    .map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
  const isRight = Math.abs(latDeg) <= 80 && Math.abs(lonDeg) <= 180 && radiusKm > 0 && radiusKm <= 1000;
  if (isRight && rest.length === 0) return { latDeg, lonDeg, radiusM: radiusKm * 1000 };
  throw new UsageFault(
    `fleet: --area must be latitude (-80 to 80), longitude (-180 to 180) and radius (up to 1000 km), got "${text}"`,
  );
}

function oneOf<const T extends readonly [string, ...string[]]>(args: Arguments, name: string, allowed: T): T[number] {
  const text = textOf(args, name) ?? allowed[0];
  if (allowed.includes(text)) return text;
  throw new UsageFault(`fleet: --${name} must be ${allowed.join(', ')}, got "${text}"`);
}
