import type { CliCommand } from '../../command.ts';
import { ACCOUNT_FLAGS } from './account-flags.ts';

export const accountList: CliCommand = {
  name: 'account list',
  summary: 'show the accounts',
  words: [],
  flags: ACCOUNT_FLAGS,
  run: async (args, context) => (await import('../../account/list.ts')).runAccountList(args, context),
};
