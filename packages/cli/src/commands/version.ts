import type { CliCommand } from '../command.ts';
import { VERSION } from '../version.ts';

export const version: CliCommand = {
  name: 'version',
  summary: 'print the version',
  words: [],
  flags: {},
  async run(_args, { out }) {
    out.write(`${VERSION}\n`);
    return 0;
  },
};
