import type { CliCommand } from '../command.ts';

export const report: CliCommand = {
  name: 'report',
  summary: 'create a report page from a flight log',
  details: [
    'FLIGHT.mcap is a file in `flights` of the data folder. The page is self-contained: it can be sent,',
    'printed and opened offline. It shows measurements, commands with their clients, and notifications.',
  ],
  words: ['FLIGHT.mcap'],
  flags: {
    out: {
      value: 'FILE',
      description: 'Output file. Default: next to the log, with the extension .html.',
    },
    incomplete: { description: 'Create the page from the readable part of a truncated or damaged log.' },
  },
  examples: [
    'kitestring report data/flights/2026-11-21T08-30-00Z.mcap',
    'kitestring report storm.mcap --out storm.html',
  ],
  run: async (args, context) => (await import('../report/run-report.ts')).runReport(args, context),
};
