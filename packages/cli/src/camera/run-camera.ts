import { setTimeout as after } from 'node:timers/promises';
import type { LoadedSettings } from '@kitestring/settings/load-settings.ts';
import { serverSettings } from '@kitestring/settings/server-settings-of.ts';
import type { SettingValues } from '@kitestring/settings/settings.ts';
import { checkStart } from '@kitestring/settings/start-checks.ts';
import type { RunningStation } from '@kitestring/station-app/running-station.ts';
import { startStation } from '@kitestring/station-app/start.ts';
import { type Arguments, has, textOf } from '../command.ts';
import { CommandFault, type Context, type ExitStatus, UsageFault } from '../context.ts';
import { quirkNames } from '../onvif/quirk-names.ts';
import { containUncaught } from '../serve/contain-uncaught.ts';
import { serviceLog } from '../serve/service-log.ts';
import { settingsOf } from '../settings-flags.ts';
import { stopped } from '../stop-signal.ts';
import { VERSION } from '../version.ts';
import { BEHIND_S, catchUp, hover } from './hover.ts';

/** Defaults of a tester's camera: ONVIF on, air that does not move the picture, and a quiet log. */
const DEFAULTS: Partial<SettingValues> = {
  'onvif.port': 8000,
  'sim.wind_speed_mps': 0,
  'sim.turbulence': 'none',
  'log.level': 'warn',
};

/** A media process that has not begun within a minute is started again: five may try. */
const VIDEO_BEGINS_WITHIN_MS = 300_000;

/** Runs the camera until a stop is requested. @throws SettingsFault, StoreFault, TlsFault, ListenFault when it cannot start */
export async function runCamera(args: Arguments, context: Context): Promise<ExitStatus> {
  const loaded = cameraSettings(settingsOf(args, context));
  const { values } = loaded;
  if (values.aircraft !== 'simulated')
    throw new UsageFault('camera: the aircraft is simulated; use serve --onvif-port with a real one');
  checkStart(loaded);
  const quirk = textOf(args, 'quirk');
  const quirks = quirk === undefined ? [] : quirkNames('camera', quirk);
  const { err, out, stop } = context;
  const log = serviceLog(values, { out: err, err });
  await using running = await startStation(serverSettings(values, VERSION), { log, behindS: BEHIND_S });
  using _net = containUncaught(running.onBug);
  running.onvifLab?.setQuirks(quirks);
  const ready = async () => {
    await hover(running);
    await Promise.race([running.video?.supervisor.begun, after(VIDEO_BEGINS_WITHIN_MS, undefined, { ref: false })]);
    const line = await announcement(running, has(args, 'json'));
    if (values['sim.speed'] === 1) tellAhead(await catchUp(running.world, () => Date.now() * 1000), context);
    if (!stop.aborted) out.write(`${line}\n`);
  };
  await Promise.race([ready(), stopped(stop)]);
  await stopped(stop);
  await running.stop();
  return 0;
}

/** Station time never goes back: after a quick restart it is that of the last run, and later by the take-off. */
function tellAhead(aheadS: number, { err }: Context): void {
  if (aheadS >= 1) err.write(`camera: its clock is ${Math.round(aheadS)} s ahead, because it ran a moment ago\n`);
}

function cameraSettings(loaded: LoadedSettings): LoadedSettings {
  const own = Object.entries(DEFAULTS).filter(([name]) => !loaded.origins.has(name as keyof SettingValues));
  return { ...loaded, values: { ...loaded.values, ...Object.fromEntries(own) } };
}

async function announcement({ onvif }: RunningStation, isJson: boolean): Promise<string> {
  const [admin] = onvif?.users ?? [];
  if (onvif === undefined || admin === undefined) throw new CommandFault('camera: set video.enabled: true');
  const { name: user, password } = admin;
  const rtsp = await onvif.mainStream();
  if (isJson) return JSON.stringify({ onvif: onvif.url, ...(rtsp !== undefined && { rtsp }), user, password });
  return `ONVIF ${onvif.url}${rtsp === undefined ? '' : `  RTSP ${rtsp}`}  user ${user}  password ${password}`;
}
