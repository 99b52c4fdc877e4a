import { ACCOUNT_ROLES } from '@kitestring/station-contract/station/account-role.ts';
import type { CliCommand } from '../command.ts';
import { STORE_FLAGS } from '../settings-flags.ts';

const accountAdd: CliCommand = {
  name: 'account add',
  summary: 'add an account for a person',
  details: [
    'Asks for the password, or reads a line of the standard input. A station that runs on the data folder does it, at',
    'once.',
  ],
  words: ['LOGIN'],
  flags: {
    role: { value: 'ROLE', description: `Role: ${ACCOUNT_ROLES.join(', ')}.` },
    name: { value: 'NAME', description: 'Display name. Default: the login.' },
    ...STORE_FLAGS,
  },
  examples: [
    'kitestring account add chief --role admin',
    'kitestring account add rossi --name "Maria Rossi" --role pilot',
  ],
  run: async (args, context) => (await import('../account/run-account.ts')).runAccountAdd(args, context),
};

const accountList: CliCommand = {
  name: 'account list',
  summary: 'show the accounts',
  words: [],
  flags: STORE_FLAGS,
  run: async (args, context) => (await import('../account/run-account.ts')).runAccountList(args, context),
};

const accountRole: CliCommand = {
  name: 'account role',
  summary: 'change the role of an account; its sessions end',
  details: [`Roles: ${ACCOUNT_ROLES.join(', ')}.`],
  words: ['LOGIN', 'ROLE'],
  flags: STORE_FLAGS,
  run: async (args, context) => (await import('../account/run-account.ts')).runAccountRole(args, context),
};

const accountPassword: CliCommand = {
  name: 'account password',
  summary: 'set the password of an account; its sessions, passkeys and watch links end',
  details: ['Asks for the password, or reads a line of the standard input.'],
  words: ['LOGIN'],
  flags: STORE_FLAGS,
  run: async (args, context) => (await import('../account/run-account.ts')).runAccountPassword(args, context),
};

const accountDisable = switching('account disable', 'disable an account; its sessions end', false);

const accountEnable = switching('account enable', 'enable an account', true);

function switching(name: string, summary: string, enabled: boolean): CliCommand {
  return {
    name,
    summary,
    words: ['LOGIN'],
    flags: STORE_FLAGS,
    run: async (args, context) => (await import('../account/run-account.ts')).runAccountEnable(args, context, enabled),
  };
}

const accountEvict: CliCommand = {
  name: 'account evict',
  summary: 'sign an account out everywhere: end its sessions, passkeys and watch links',
  details: ['The password stays. If others may know it, set another one: that does all of this, too.'],
  words: ['LOGIN'],
  flags: STORE_FLAGS,
  run: async (args, context) => (await import('../account/run-account.ts')).runAccountEvict(args, context),
};

const accountDelete: CliCommand = {
  name: 'account delete',
  summary: 'delete an account; its sessions end',
  words: ['LOGIN'],
  flags: { yes: { description: 'Do not ask for confirmation.' }, ...STORE_FLAGS },
  run: async (args, context) => (await import('../account/run-account.ts')).runAccountDelete(args, context),
};

/** In the order of the help. */
export const ACCOUNT_COMMANDS: readonly CliCommand[] = [
  accountAdd,
  accountList,
  accountRole,
  accountPassword,
  accountDisable,
  accountEnable,
  accountEvict,
  accountDelete,
];
