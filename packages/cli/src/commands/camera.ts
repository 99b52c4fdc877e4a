import { type CliCommand, JSON_FLAG } from '../command.ts';
import { SETTING_FLAGS } from '../settings-flags.ts';

export const camera: CliCommand = {
  name: 'camera',
  summary: 'run a simulated PTZ camera that ONVIF clients adopt',
  details: [
    'A station whose Kite hovers at 30 m in calm air from the first second, with its camera offered by ONVIF. Prints one',
    'line with address, user and password; the log goes to standard error. Ctrl-C ends it.',
    'All settings of serve are taken; docs/reference/onvif.md says what is served.',
  ],
  words: [],
  flags: {
    ...JSON_FLAG,
    quirk: {
      value: 'NAMES',
      description: 'Bugs of real cameras that it has, separated by commas: see onvif quirks.',
    },
    config: {
      value: 'FILE',
      description: 'YAML file of settings; KITESTRING_CONFIG.',
    },
    ...SETTING_FLAGS,
  },
  examples: [
    'kitestring camera',
    'kitestring camera --onvif-port 8080 --json',
    'kitestring camera --quirk stuck_moving,late_idle',
    'kitestring camera --host 0.0.0.0 --tls-mode both',
  ],
  run: async (args, context) => (await import('../camera/run-camera.ts')).runCamera(args, context),
};
