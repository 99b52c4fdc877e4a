import { ACCOUNT_ROLES } from '@kitestring/contract/station/account-role.ts';
import type { CliCommand } from '../../command.ts';
import { ACCOUNT_FLAGS } from './account-flags.ts';

export const accountRole: CliCommand = {
  name: 'account role',
  summary: 'change the role of an account; its sessions end',
  details: [`Roles: ${ACCOUNT_ROLES.join(', ')}.`],
  words: ['LOGIN', 'ROLE'],
  flags: ACCOUNT_FLAGS,
  run: async (args, context) => (await import('../../account/change.ts')).runAccountRole(args, context),
};

export const accountPassword: CliCommand = {
  name: 'account password',
  summary: 'set the password of an account; its sessions end',
  details: ['Asks for the password, or reads a line of the standard input.'],
  words: ['LOGIN'],
  flags: ACCOUNT_FLAGS,
  run: async (args, context) => (await import('../../account/change.ts')).runAccountPassword(args, context),
};

export const accountDisable = switching('account disable', 'disable an account; its sessions end', false);

export const accountEnable = switching('account enable', 'enable an account', true);

function switching(name: string, summary: string, enabled: boolean): CliCommand {
  return {
    name,
    summary,
    words: ['LOGIN'],
    flags: ACCOUNT_FLAGS,
    run: async (args, context) => (await import('../../account/change.ts')).runAccountEnable(args, context, enabled),
  };
}
