import { type CliCommand, JSON_FLAG } from '../command.ts';
import { STATION_FLAGS } from '../station-flags.ts';

const onvifRequests: CliCommand = {
  name: 'onvif requests',
  summary: 'show what clients asked the ONVIF camera of a simulated station, and how it answered',
  details: [
    'The newest 1,000 requests are kept. SIGN-IN: the credentials that the request showed. RESULT: HTTP status, and the SOAP fault',
    'with its reason; "closed" where the connection ended without an answer.',
  ],
  words: ['[URL]'],
  flags: {
    ...STATION_FLAGS,
    follow: { description: 'Continue with further requests until Ctrl-C.' },
    ...JSON_FLAG,
  },
  examples: ['kitestring onvif requests', 'kitestring onvif requests http://127.0.0.1:3128 --follow'],
  run: async (args, context) => (await import('../onvif/run-onvif.ts')).runOnvifRequests(args, context),
};

const onvifQuirks: CliCommand = {
  name: 'onvif quirks',
  summary: 'show or switch the bugs of real cameras that the ONVIF camera of a simulated station has',
  details: [
    'docs/reference/onvif.md says where each was reported. They act from the next request on, and for every client.',
  ],
  words: ['[URL]'],
  flags: {
    ...STATION_FLAGS,
    set: {
      value: 'NAMES',
      description: 'Bugs that it has from now on, separated by commas; none: a good camera again.',
    },
    ...JSON_FLAG,
  },
  examples: [
    'kitestring onvif quirks',
    'kitestring onvif quirks --set stuck_moving,odd_topics',
    'kitestring onvif quirks --set none',
  ],
  run: async (args, context) => (await import('../onvif/run-onvif.ts')).runOnvifQuirks(args, context),
};

/** In the order of the help. */
export const ONVIF_COMMANDS: readonly CliCommand[] = [onvifRequests, onvifQuirks];
