import { type CliCommand, JSON_FLAG } from '../command.ts';

export const mavlink: CliCommand = {
  name: 'mavlink',
  summary: 'show the MAVLink messages of a link by sender and rate, or those of a file',
  details: [
    'SOURCE is the address of a link, or a file:',
    '',
    '  udp://0.0.0.0:14550                  listens, as does udp-listen:// at one interface',
    '  udp://10.0.0.5:14550                 sends to this host; nothing comes from there without --heartbeat',
    '  tcp://10.0.0.5:5760                  connects; tcp-listen:// takes connections',
    '  serial:///dev/ttyACM0?baud=57600     a serial port',
    '  flight.tlog                          one line per packet',
    '  2026-11-21T08-30-00Z.mcap            the log of a flight of a real aircraft',
    '',
    'In a terminal a live table; otherwise one line per event and text. Ctrl-C ends it.',
  ],
  words: ['SOURCE'],
  flags: {
    message: {
      value: 'NAME',
      description: 'Show messages of this name only, for example HEARTBEAT. May be given several times.',
    },
    summary: { description: 'Of a file, show the table of messages in place of each packet.' },
    heartbeat: {
      description:
        'Send the heartbeat of a ground station, system 254, once a second. Some vehicles send nothing before; PX4 takes it for its operator, so not while another ground station flies.',
    },
    tlog: {
      value: 'FILE',
      description: 'Write what passes over the link, or is in the flight log, to a new .tlog file.',
    },
    ...JSON_FLAG,
  },
  examples: [
    'kitestring mavlink udp://0.0.0.0:14550',
    'kitestring mavlink tcp://127.0.0.1:5760 --heartbeat --tlog flight.tlog',
    'kitestring mavlink flight.tlog --message COMMAND_LONG --message COMMAND_ACK',
    'kitestring mavlink data/flights/2026-11-21T08-30-00Z.mcap --tlog flight.tlog',
  ],
  run: async (args, context) => (await import('../mavlink/run-mavlink.ts')).runMavlink(args, context),
};
