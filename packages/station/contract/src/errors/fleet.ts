import { errorTable } from './error-definition.ts';

/** Errors of a station that is reached through a hub. */
export const FLEET_ERRORS = errorTable(409, {
  STATION_OFFLINE: {
    status: 503,
    meaning: 'The hub has no connection to the station.',
    remedy: 'Try again when /fleet/v1/stations shows it as online.',
    message: 'the station {station} is {state}',
    sample: { station: 'sabcdefghijkl', state: 'offline' },
  },
  STATION_NOT_LIVE: {
    status: 503,
    meaning: 'The station does not answer in time, or has refused the order of the hub. A command was not carried out.',
    remedy: 'Read the state and try again; the link to the station may be frozen.',
    message: {
      silent: 'the station {station} did not answer within {waitS} s',
      notAnswered: 'the station {station} did not answer: {reason}',
      notPublished: 'the station {station} does not publish the stream: {reason}',
      notCarriedOut: 'the station {station} did not carry out the command: {reason}',
    },
    sample: { station: 'sabcdefghijkl', waitS: 2 },
  },
  NO_CONSOLE: {
    status: 404,
    meaning:
      'The station has no console that the hub can show: it is a light one of a simulated fleet, or its software is another version.',
    remedy: 'Use the pages of the hub, or update the station.',
    message: {
      none: 'the station {station} has no console: it is a light station of a simulated fleet',
      otherVersion: 'the station {station} has no console for this hub: its software is of another version ({reason})',
    },
    sample: { station: 'sabcdefghijkl', reason: 'limits: it is missing' },
  },
  INVITATION_UNENCRYPTED: {
    meaning:
      'The request came by an unencrypted address of the hub: stations refuse an invitation with it, because the code could be read on the way.',
    remedy:
      'Set `public_url` of the hub to the https:// address of its proxy, or name the proxy in `network.trusted_proxies`; then invite again.',
    message:
      'no station accepts an invitation to {url}, which is not encrypted: set public_url of the hub to its https:// address, and invite again',
    sample: { url: 'http://hub.example/' },
  },
  COMMAND_ID_REUSED: {
    meaning: 'The caller has already used this Idempotency-Key for another command.',
    remedy: 'Use a new key for each command; use the same one only to repeat it.',
    message: 'the Idempotency-Key {id} belongs to another command',
    sample: { id: '0d1b0a9c-3b6f-4f6a-9a39-6d9d6d0b7a51' },
  },
  GROUP_NAME_TAKEN: {
    meaning: 'Another group of stations has this name.',
    remedy: 'Choose another name.',
    message: 'the name {name} belongs to another group',
    sample: { name: 'North' },
  },
  GROUP_IN_USE: {
    meaning: 'A role or an API key applies for this group of stations.',
    remedy: 'Remove these first, at /fleet/v1/roles and /fleet/v1/keys.',
    message: '{count} roles and API keys apply for the group {name}',
    sample: { count: 2, name: 'North' },
  },
  TOO_MANY_GROUPS: {
    meaning: 'The maximum number of groups or of bindings of roles exists.',
    remedy: 'Remove those that are no longer needed.',
    message: 'at most {most} {entries}',
    sample: { most: 1000, entries: 'groups' },
  },
  TOO_MANY_WEBHOOKS: {
    meaning: 'The maximum number of webhooks exists.',
    remedy: 'Remove one.',
    message: 'there are {count} webhooks, the maximum is {most}',
    sample: { count: 100, most: 100 },
  },
  SIGN_IN_PROVIDER_AWAY: {
    status: 503,
    meaning:
      'The provider by which people sign in at the hub does not answer. People who are signed in stay signed in.',
    remedy:
      'Try again later, or sign in with an API key; `kitestring hub admin-link` on the hub lets an administrator in.',
    message: 'the sign-in provider does not answer',
  },
  OUTCOME_UNKNOWN: {
    status: 504,
    meaning: 'The answer of the station did not arrive: it may have carried out the command, or not.',
    remedy:
      'Read /fleet/v1/commands/{id}: the hub asks the station again as soon as it is back. Repeat only with the same Idempotency-Key.',
    message: 'it is not known whether the station {station} carried out the command {id}',
    sample: { station: 'sabcdefghijkl', id: '0d1b0a9c-3b6f-4f6a-9a39-6d9d6d0b7a51' },
  },
});
