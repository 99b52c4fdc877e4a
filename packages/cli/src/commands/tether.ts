import { type CliCommand, JSON_FLAG } from '../command.ts';
import { AIRFRAME_FLAGS } from '../settings-flags.ts';

export const tether: CliCommand = {
  name: 'tether',
  summary: "simulate our tether, winch and power for another autopilot's SITL",
  details: [
    'A multirotor on our tether, as the external physics of a real autopilot. It waits for the autopilot and flies as',
    'long as that runs; Ctrl-C ends it. Start the autopilot in another terminal:',
    '',
    '  --for ardupilot    sim_vehicle.py -v ArduCopter -f JSON:127.0.0.1',
    '  --for px4          make px4_sitl_default none_iris',
    '',
    'docs/builder/tether-for-sitl.md has the parameters of both, and what is simulated.',
  ],
  words: [],
  flags: {
    for: { value: 'AUTOPILOT', description: 'ardupilot or px4. Required.' },
    frame: { value: 'NAME', description: 'quad or hexa, both in X. Default: quad.' },
    length: { value: 'N', description: 'Length of the tether, metres. Default: 50, or that of the parameters.' },
    address: { value: 'IP', description: 'Address to listen at. Default: 127.0.0.1.' },
    port: {
      value: 'N',
      description: 'Port to listen at; 0 for a free one. Default: 9002 (UDP) for ArduPilot, 4560 (TCP) for PX4.',
    },
    'thrust-expo': {
      value: 'N',
      description:
        'Curve from throttle to thrust, 0 a line to 1 a square: MOT_THST_EXPO or THR_MDL_FAC of the autopilot. Default: 0.65 for ArduPilot, 0 for PX4.',
    },
    fault: {
      value: 'TYPE@N',
      description: 'Inject a fault N seconds after lift-off, for example tether_cut@60. May be given several times.',
    },
    scenario: {
      value: 'FILE',
      description: 'Take faults and winds of a scenario; its timeline begins at lift-off. Commands in it are left out.',
    },
    ...JSON_FLAG,
    config: { value: 'FILE', description: 'YAML file of settings, of which those of sim.* count; KITESTRING_CONFIG.' },
    ...AIRFRAME_FLAGS,
  },
  examples: [
    'kitestring tether --for ardupilot',
    'kitestring tether --for ardupilot --sim-wind-speed-mps 8 --fault tether_cut@60',
    'kitestring tether --for px4 --length 30 --scenario scenarios/gust.yaml',
  ],
  run: async (args, context) => (await import('../tether/run-tether.ts')).runTether(args, context),
};
