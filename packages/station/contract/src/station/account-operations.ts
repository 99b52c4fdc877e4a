import Type from 'typebox';
import { HASHED_WITHIN_S } from '../auth/hashed-within.ts';
import { operation } from '../operation.ts';
import { Text } from '../schema.ts';
import {
  ACCOUNTS_MAX,
  Account,
  AccountChange,
  AccountGrant,
  AccountList,
  NewAccount,
  PasswordChange,
  SignIn,
  SignInAccepted,
} from './account.ts';
import { STATION_BASE } from './paths.ts';

/** Permissions of administrators. */
const SEAT = { base: STATION_BASE, access: ['internal'] } as const;
/** Requires a session of an account; one of an API key gets NO_ACCOUNT. */
export const OWN = { base: STATION_BASE, access: 'any-token' } as const;

const AccountParams = Type.Object({
  id: Text('Id of the account.', 'a6c1f0d4-2f53-4a3e-9c39-6f8f2b1f7c11'),
});

const ACCOUNT = {
  id: 'a6c1f0d4-2f53-4a3e-9c39-6f8f2b1f7c11',
  login: 'm.rossi',
  name: 'Maria Rossi',
  role: 'pilot',
  enabled: true,
  has_password: true,
  passkeys: 1,
  sessions: 0,
  created_at: '2026-03-01T09:30:00.250000+00:00',
  is_own: false,
};

export const ACCOUNT_GRANT_EXAMPLE = {
  id: '0d1b0a9c-3b6f-4f6a-9a39-6d9d6d0b7a51',
  plugin_id: ACCOUNT.id,
  plugin_name: ACCOUNT.name,
  scopes: ['read', 'control', 'can_override'],
  valid_until: '2026-03-02T09:30:00.250000+00:00',
  created_at: '2026-03-01T09:30:00.250000+00:00',
  access_token: '9gq0dW8c1xVqg3yC7Zr0p5nKjJt2mZ4uE6sLwB1aXf8',
  token_type: 'Bearer',
  expires_in: 86400,
  scope: 'read control can_override',
  account: { id: ACCOUNT.id, login: ACCOUNT.login, name: ACCOUNT.name, role: ACCOUNT.role },
};

export const listAccounts = operation({
  ...SEAT,
  id: 'station.accounts',
  path: '/accounts',
  summary: 'All accounts',
  description: 'Every account. Passwords and hashes are never returned.',
  replies: { 200: AccountList },
  replyExample: { accounts: [ACCOUNT] },
});

export const addAccount = operation({
  ...SEAT,
  id: 'station.accounts.add',
  method: 'POST',
  path: '/accounts',
  answersWithinS: HASHED_WITHIN_S,
  summary: 'Add an account',
  description: `Adds a person with login, name and role. The login is unique. The password is stored as a slow salted hash (scrypt). At most ${ACCOUNTS_MAX} accounts.`,
  body: NewAccount,
  replies: { 201: Account },
  errors: ['LOGIN_TAKEN', 'PASSWORD_TOO_WEAK', 'TOO_MANY_ACCOUNTS', 'STATION_BUSY', 'STORE_UNUSABLE'],
  examples: [
    {
      summary: 'A pilot',
      value: { login: 'm.rossi', name: 'Maria Rossi', role: 'pilot', password: 'wind over the old harbour' },
    },
  ],
  replyExample: ACCOUNT,
});

export const changeAccount = operation({
  ...SEAT,
  id: 'station.accounts.change',
  method: 'POST',
  path: '/accounts/{id}',
  answersWithinS: HASHED_WITHIN_S,
  summary: 'Change an account',
  description:
    'Changes name, role or password, or enables and disables the account. Its sessions end at once; in a change of the own account the session of the caller stays. With a password that another sets, its passkeys and watch links end too. Role and enabling of the caller’s own account need another administrator, or the command line on the station.',
  params: AccountParams,
  body: AccountChange,
  replies: { 200: Account },
  errors: ['ACCOUNT_NOT_FOUND', 'OWN_ACCOUNT', 'PASSWORD_TOO_WEAK', 'STATION_BUSY', 'STORE_UNUSABLE'],
  examples: [{ summary: 'Disable it', value: { enabled: false } }],
  replyExample: ACCOUNT,
});

export const evictAccount = operation({
  ...SEAT,
  id: 'station.accounts.evict',
  method: 'POST',
  path: '/accounts/{id}/evict',
  summary: 'Sign an account out everywhere',
  description:
    'Ends its sessions, its passkeys and its watch links at once. The password stays: set another one if others may know it: that does all of this, too.',
  params: AccountParams,
  errors: ['ACCOUNT_NOT_FOUND', 'STORE_UNUSABLE'],
});

export const removeAccount = operation({
  ...SEAT,
  id: 'station.accounts.remove',
  method: 'DELETE',
  path: '/accounts/{id}',
  summary: 'Delete an account',
  description: 'Its sessions and its watch links end at once. The audit log keeps its name as long as its entries.',
  params: AccountParams,
  errors: ['ACCOUNT_NOT_FOUND', 'OWN_ACCOUNT', 'STORE_UNUSABLE'],
});

export const getOwnAccount = operation({
  ...OWN,
  id: 'station.account',
  path: '/account',
  summary: 'Own account',
  description: 'Account of this session.',
  replies: { 200: Account },
  errors: ['NO_ACCOUNT'],
  replyExample: { ...ACCOUNT, sessions: 1, is_own: true },
});

export const changeOwnPassword = operation({
  ...OWN,
  id: 'station.account.password',
  method: 'POST',
  path: '/account/password',
  answersWithinS: HASHED_WITHIN_S,
  summary: 'Change the own password',
  description:
    'Needs the current password, if one is set. A wrong one counts as a failed attempt, like a wrong API key. All other sessions of the account end.',
  body: PasswordChange,
  errors: [
    'NO_ACCOUNT',
    'WRONG_PASSWORD',
    'PASSWORD_TOO_WEAK',
    'TOO_MANY_WRONG_KEYS',
    'STATION_BUSY',
    'STORE_UNUSABLE',
  ],
  examples: [
    { summary: 'New password', value: { current: 'rain on the north roof', password: 'wind over the old harbour' } },
  ],
});

export const signIn = operation({
  base: STATION_BASE,
  access: 'key',
  id: 'station.sign_in',
  method: 'POST',
  path: '/sign-in',
  summary: 'Get a token for a login and its password',
  description:
    'The token works like one of an API key, with the scopes of the role; lists, control and the audit log show the name of the account. An unknown login is answered like a wrong password, after the same time. Failed attempts are limited by address, like wrong API keys; attempts on one login from many addresses slow down answers to unknown addresses, never to an address from which it has signed in before, nor on the station itself.',
  body: SignIn,
  isBodyOptional: true,
  accepts: SignInAccepted,
  replies: { 200: AccountGrant },
  errors: ['INVALID_SIGN_IN', 'ACCOUNT_DISABLED', 'FOREIGN_PAGE', 'TOO_MANY_WRONG_KEYS', 'STATION_BUSY'],
  examples: [{ summary: 'As sent by the console', value: { login: 'm.rossi', password: 'wind over the old harbour' } }],
  replyExample: ACCOUNT_GRANT_EXAMPLE,
});
