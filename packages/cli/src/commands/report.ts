import type { Command } from '../command.ts';

export const report: Command = {
  name: 'report',
  summary: 'make a page about a flight from its log',
  details: [
    'FLIGHT.mcap is a file of `flights` in the data folder. The page holds everything that it needs: it can be sent,',
    'printed and opened without a network. It shows what the sensors said, who asked for what, and what was the matter.',
  ],
  words: ['FLIGHT.mcap'],
  flags: {
    out: {
      value: 'FILE',
      description: 'Where to write the page. Default: beside the log, with .html in place of .mcap.',
    },
    incomplete: { description: 'Make the page from what can be read of a log that has no end, or is damaged.' },
  },
  examples: [
    'kitestring report data/flights/2026-11-21T08-30-00Z.mcap',
    'kitestring report storm.mcap --out storm.html',
  ],
  run: async (args, context) => (await import('../report/run-report.ts')).runReport(args, context),
};
