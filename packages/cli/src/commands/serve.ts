import { printSettings } from '@kitestring/settings/print-settings.ts';
import { type Arguments, type CliCommand, has, textOf } from '../command.ts';
import { type Context, UsageFault } from '../context.ts';
import { HUB_FLAGS } from '../hub/hub-flags.ts';
import { keepYoungGenerationSmall } from '../serve/young-generation.ts';
import { SETTING_FLAGS, settingsOf } from '../settings-flags.ts';
import { stationCount } from '../stations-in-one-process/station-members.ts';

export const serve: CliCommand = {
  name: 'serve',
  summary: 'run the station',
  details: [
    'Precedence of settings: flags, then KITESTRING_... variables, then the YAML file, then defaults.',
    'docs/reference/settings.md explains each.',
  ],
  words: [],
  flags: {
    config: {
      value: 'FILE',
      description:
        'YAML file of settings; KITESTRING_CONFIG. Default: kitestring.yaml in the data folder, if it exists.',
    },
    fleet: {
      value: 'N',
      description:
        'Run N simulated stations, 1 to 1000, for load tests: consecutive ports from --port, each with its own name, seed and data folder.',
    },
    ...HUB_FLAGS,
    snapshot: {
      value: 'FILE',
      description:
        'Continue from a snapshot of a simulated station (kitestring snapshot). Settings of the aircraft and of the station are those of the snapshot. The data folder must be new; without --data-dir it is a temporary one.',
    },
    'print-config': { description: 'Print the effective settings with their sources, and exit.' },
    ...SETTING_FLAGS,
  },
  examples: [
    'kitestring serve',
    'kitestring serve --port 0 --sim-speed 20',
    'kitestring serve --aircraft mavlink:udp://0.0.0.0:14550',
    'kitestring serve --fleet 20 --port 4000',
    'kitestring serve --fleet 20 --hub http://127.0.0.1:3180/ --hub-access control',
    'kitestring serve --print-config',
  ],
  async run(args, context) {
    const fleet = textOf(args, 'fleet');
    const size = fleet === undefined ? undefined : stationCount(fleet);
    const loaded = settingsOf(args, context);
    if (has(args, 'print-config')) {
      if (size !== undefined)
        throw new UsageFault(
          'serve: --print-config cannot be combined with --fleet, which changes name, port, folder and seed per station',
        );
      context.out.write(printSettings(loaded));
      return 0;
    }
    const snapshot = textOf(args, 'snapshot');
    if (loaded.values.aircraft !== 'simulated' && (size !== undefined || snapshot !== undefined))
      throw new UsageFault('serve: --fleet and --snapshot are for simulated aircraft, not with --aircraft mavlink:');
    if (size !== undefined) {
      if (snapshot !== undefined)
        throw new UsageFault('serve: --snapshot cannot be combined with --fleet: start one station for each');
      const { runStations } = await import('../stations-in-one-process/run-stations.ts');
      return runStations(loaded, size, context, await hub(args, context, loaded.values['hub.ca_file']));
    }
    if (has(args, 'hub'))
      throw new UsageFault('serve: --hub enrols the stations of a --fleet; enrol one with kitestring enrol');
    if (loaded.values['sim.speed'] <= 1) keepYoungGenerationSmall();
    // Loaded late: a wrong setting is reported at once, and other commands need no server.
    const { runStation } = await import('../serve/run-station.ts');
    if (snapshot === undefined) return runStation(loaded, context);
    const { snapshotStart } = await import('../serve/start-snapshot.ts');
    using start = snapshotStart(snapshot, context.folder, loaded);
    return await runStation(start.loaded, context, start.snapshot);
  },
};

async function hub(args: Arguments, context: Context, caFile: string | undefined) {
  if (!has(args, 'hub')) return undefined;
  const { HubAdministrator } = await import('../hub/hub-administrator.ts');
  return new HubAdministrator(args, context, caFile);
}
