import Type from 'typebox';
import { Nothing, operation } from '../operation.ts';
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
const OWN = { base: STATION_BASE, access: 'any-token' } as const;

const AccountParams = Type.Object({
  id: Type.String({ description: 'Id of the account.', examples: ['a6c1f0d4-2f53-4a3e-9c39-6f8f2b1f7c11'] }),
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
  method: 'GET',
  path: '/accounts',
  summary: 'All accounts',
  description: 'Every person who may sign in with a name of their own. No password and no hash is ever shown.',
  replies: { 200: AccountList },
  errors: [],
  replyExample: { accounts: [ACCOUNT] },
});

export const addAccount = operation({
  ...SEAT,
  id: 'station.accounts.add',
  method: 'POST',
  path: '/accounts',
  summary: 'Add an account',
  description: `Adds a person with login, name and role. The login is unique. The password is kept as a slow salted hash (scrypt). There may be ${ACCOUNTS_MAX} accounts.`,
  body: NewAccount,
  bodyRequired: true,
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
  summary: 'Change an account',
  description:
    'Changes name, role, password, or whether it may sign in. Its sessions end at once, for they are those of the account as it was; those of a caller who changes the own name go on. Role and enabling of the caller’s own account are for another administrator, or for the command line on the station.',
  params: AccountParams,
  body: AccountChange,
  bodyRequired: true,
  replies: { 200: Account },
  errors: ['ACCOUNT_NOT_FOUND', 'OWN_ACCOUNT', 'PASSWORD_TOO_WEAK', 'STATION_BUSY', 'STORE_UNUSABLE'],
  examples: [{ summary: 'Shut out', value: { enabled: false } }],
  replyExample: ACCOUNT,
});

export const removeAccount = operation({
  ...SEAT,
  id: 'station.accounts.remove',
  method: 'DELETE',
  path: '/accounts/{id}',
  summary: 'Delete an account',
  description:
    'Its sessions and its links for watching end at once. Its name stays known to the audit log for as long as that keeps entries.',
  params: AccountParams,
  replies: { 204: Nothing },
  errors: ['ACCOUNT_NOT_FOUND', 'OWN_ACCOUNT', 'STORE_UNUSABLE'],
});

export const getOwnAccount = operation({
  ...OWN,
  id: 'station.account',
  method: 'GET',
  path: '/account',
  summary: 'One’s own account',
  description: 'Whose session this is.',
  replies: { 200: Account },
  errors: ['NO_ACCOUNT'],
  replyExample: { ...ACCOUNT, sessions: 1, is_own: true },
});

export const changeOwnPassword = operation({
  ...OWN,
  id: 'station.account.password',
  method: 'POST',
  path: '/account/password',
  summary: 'Change one’s own password',
  description:
    'Needs the present password, where there is one. Wrong ones count as wrong API keys do. All other sessions of the account end.',
  body: PasswordChange,
  bodyRequired: true,
  replies: { 204: Nothing },
  errors: [
    'NO_ACCOUNT',
    'WRONG_PASSWORD',
    'PASSWORD_TOO_WEAK',
    'TOO_MANY_WRONG_KEYS',
    'STATION_BUSY',
    'STORE_UNUSABLE',
  ],
  examples: [
    { summary: 'A new one', value: { current: 'rain on the north roof', password: 'wind over the old harbour' } },
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
    'The token is of the same kind as one of an API key, with the scopes of the role; in lists, in control and in the audit log the session has the name of the account. An unknown login is answered as a wrong password is, after the same time. Wrong ones count as wrong API keys do, by address; a login that is tried from many addresses is answered more slowly to strangers, never to an address from which it has signed in before, nor to the station itself.',
  body: SignIn,
  accepts: SignInAccepted,
  replies: { 200: AccountGrant },
  errors: [
    'INVALID_SIGN_IN',
    'ACCOUNT_DISABLED',
    'FOREIGN_PAGE',
    'TOO_MANY_WRONG_KEYS',
    'STATION_BUSY',
    'STORE_UNUSABLE',
  ],
  examples: [{ summary: 'As the console does', value: { login: 'm.rossi', password: 'wind over the old harbour' } }],
  replyExample: ACCOUNT_GRANT_EXAMPLE,
});
