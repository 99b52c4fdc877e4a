import type { Command } from '../command.ts';
import { VERSION } from '../version.ts';

export const version: Command = {
  name: 'version',
  summary: 'print the version',
  words: [],
  flags: {},
  async run(_args, { out }) {
    out.write(`${VERSION}\n`);
    return 0;
  },
};
