import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { formatTimestamp, parseTimestamp } from '@kitestring/base/timestamp.ts';
import type { LoadedSettings } from '@kitestring/settings/load-settings.ts';
import type { ServerSettings } from '@kitestring/settings/server-settings.ts';
import { serverSettings } from '@kitestring/settings/server-settings-of.ts';
import { SettingsFault } from '@kitestring/settings/settings-fault.ts';
import { checkStart } from '@kitestring/settings/start-checks.ts';
import { startReplay } from '@kitestring/station-app/replay/start-replay.ts';
import { REPLAY_SPEED_MAX, REPLAY_SPEED_MIN } from '@kitestring/station-contract/replay/replay-state.ts';
import { API_VERSIONS, type ApiVersion } from '@kitestring/station-contract/versions.ts';
import {
  openShift,
  ReplayFault,
  type ReplayFaultCode,
  type ReplayOptions,
  type Shift,
} from '@kitestring/station-flightlog/replay';
import { type Arguments, has, textOf } from '../command.ts';
import { type Context, type ExitStatus, UsageFault } from '../context.ts';
import { readDuration } from '../duration.ts';
import { announcementOf } from '../serve/announcement.ts';
import { bannerText } from '../serve/banner.ts';
import { containUncaught } from '../serve/contain-uncaught.ts';
import { isPretty, serviceLog } from '../serve/service-log.ts';
import { settingsOf } from '../settings-flags.ts';
import { stopped } from '../stop-signal.ts';
import { VERSION } from '../version.ts';

/** How the replay starts, by its flags. @throws UsageFault */
function replayOptions(args: Arguments, shift: Pick<Shift, 'fromUs' | 'toUs'>): ReplayOptions {
  return {
    speed: speedOf(args),
    startUs: startUs(args, shift),
    isPaused: has(args, 'paused'),
    isLooped: has(args, 'loop'),
  };
}

function speedOf(args: Arguments): number {
  const text = textOf(args, 'speed');
  if (text === undefined) return 1;
  const speed = Number(text);
  if (text.trim() !== '' && speed >= REPLAY_SPEED_MIN && speed <= REPLAY_SPEED_MAX) return speed;
  throw new UsageFault(`replay: --speed: got "${text}", allowed: ${REPLAY_SPEED_MIN} to ${REPLAY_SPEED_MAX}`);
}

function startUs(args: Arguments, { fromUs, toUs }: Pick<Shift, 'fromUs' | 'toUs'>): number | undefined {
  const text = textOf(args, 'from');
  if (text === undefined) return undefined;
  const atUs = parseTimestamp(text) ?? fromUs + readDuration('replay: --from', text) * 1e6;
  if (atUs >= fromUs && atUs <= toUs) return atUs;
  throw new UsageFault(
    `replay: --from: got "${text}", the recording is from ${formatTimestamp(fromUs)} to ${formatTimestamp(toUs)}`,
  );
}

/** Exit status for each kind of file that cannot be played; in the help of the command. */
const STATUS_OF_FAULT: Readonly<Record<ReplayFaultCode, ExitStatus>> = {
  UNREADABLE: 3,
  NOT_MCAP: 4,
  OTHER_MCAP: 5,
  NOTHING_IN_IT: 6,
  OTHER_VERSION: 7,
  DAMAGED: 8,
};

/** `kitestring replay`. */
export async function runReplay(args: Arguments, context: Context): Promise<ExitStatus> {
  const [file = ''] = args.words;
  const settings = settingsOf(args, context);
  try {
    using shift = await openShift(path.resolve(context.folder, file));
    using folder = dataFolder(withVersion(settings, apiVersionOf(shift)));
    return await serveReplay({ file, shift, loaded: folder.loaded, args, context });
  } catch (error) {
    if (!(error instanceof ReplayFault)) throw error;
    context.err.write(`kitestring: ${file} cannot be played: ${error.message}\n`);
    return STATUS_OF_FAULT[error.code];
  }
}

interface ReplayRun {
  readonly file: string;
  readonly shift: Shift;
  readonly loaded: LoadedSettings;
  readonly args: Arguments;
  readonly context: Context;
}

async function serveReplay({ args, context, file, loaded, shift }: ReplayRun): Promise<ExitStatus> {
  const { values } = loaded;
  checkStart(loaded);
  const options = replayOptions(args, shift);
  const log = serviceLog(values, context);
  await using running = await startReplay(settingsFor(loaded, shift), { ...options, log, shift });
  using _net = containUncaught(running.onBug);
  const bannerOut = isPretty(values, context.out) ? context.out : context.err;
  const { fromUs, loss, stationName, toUs } = shift;
  const recording = { file, stationName, fromUs, toUs };
  const announcement = { ...announcementOf(running, values, bannerOut), aircraft: 'recorded', recording } as const;
  bannerOut.write(bannerText(bannerOut, { ...announcement, speed: options.speed }));
  if (loss !== undefined) log.warn({ file }, `not all of the recording can be played: ${loss}`);
  log.info({ url: running.url, addresses: running.addresses, file }, 'listening');
  await stopped(context.stop);
  log.info({}, 'stopped');
  return 0;
}

/** The station of the recording, where the settings would name this one. */
function settingsFor({ values }: LoadedSettings, { stationName }: Shift): ServerSettings {
  const settings = serverSettings(values, VERSION);
  return { ...settings, station: { ...settings.station, gsName: stationName } };
}

const FIRST_PLAYED: ApiVersion = '1.0.0';

/** @throws ReplayFault for a version whose messages this one does not know */
function apiVersionOf({ apiVersion }: Shift): ApiVersion {
  const known = API_VERSIONS.slice(API_VERSIONS.indexOf(FIRST_PLAYED));
  const found = known.find((version) => version === apiVersion);
  if (found !== undefined) return found;
  throw new ReplayFault(
    'OTHER_VERSION',
    `it was recorded from a station with API ${apiVersion || 'of an unknown version'}; these are played: ${known.join(', ')}`,
  );
}

/** The version that was recorded is served, or an older one. @throws SettingsFault for a newer one */
function withVersion(loaded: LoadedSettings, recorded: ApiVersion): LoadedSettings {
  const { origins, values } = loaded;
  const place = origins.get('api_version');
  if (place === undefined) return { ...loaded, values: { ...values, api_version: recorded } };
  if (API_VERSIONS.indexOf(values.api_version) <= API_VERSIONS.indexOf(recorded)) return loaded;
  throw new SettingsFault(
    place,
    `api_version: got ${values.api_version}, but API ${recorded} was recorded, which lacks what is newer: leave it out`,
  );
}

/** A temporary data folder where none was given: a replay keeps nothing but keys and sessions. */
function dataFolder(loaded: LoadedSettings): Disposable & { readonly loaded: LoadedSettings } {
  if (loaded.origins.has('data_dir')) return { loaded, [Symbol.dispose]: () => {} };
  const data_dir = mkdtempSync(path.join(tmpdir(), 'kitestring-replay-'));
  return {
    loaded: { ...loaded, values: { ...loaded.values, data_dir } },
    [Symbol.dispose]: () => rmSync(data_dir, { recursive: true, force: true }),
  };
}
