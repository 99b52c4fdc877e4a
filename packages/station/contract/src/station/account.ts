import Type, { type Static } from 'typebox';
import { TokenGrant } from '../auth/session.ts';
import { named, OneOf, Text, Timestamp, Whole, YesNo } from '../schema.ts';
import { ACCOUNT_ROLES } from './account-role.ts';
import { PASSWORD_MAX, PASSWORD_MIN } from './password-limits.ts';

/** Maximum number of accounts of one station. */
export const ACCOUNTS_MAX = 200;

const id = Text('Id of the account.', 'a6c1f0d4-2f53-4a3e-9c39-6f8f2b1f7c11');
const login = Text('Login name: 1 to 64 letters, digits, `.`, `_`, `-` and `@`, not case-sensitive.', 'm.rossi');
const name = Text('Display name: 1 to 100 characters.', 'Maria Rossi');
const role = OneOf(
  ACCOUNT_ROLES,
  'Permissions of its sessions: `viewer` watches (scope `read`), `operator` controls the camera (`read`, `control`, without flight commands), `pilot` flies (`read`, `control`, `can_override`), `admin` administers and does not fly (`read`, `internal`).',
  'pilot',
);
const password = (description: string) =>
  Text(`${description}: ${PASSWORD_MIN} to ${PASSWORD_MAX} characters.`, 'wind over the old harbour');

export const Account = named('Account', 'The account of a person.', {
  id,
  login,
  name,
  role,
  enabled: YesNo('Whether it may sign in.', true),
  has_password: YesNo('Whether a password is set.', true),
  passkeys: Whole('Number of passkeys.', 1, { minimum: 0 }),
  sessions: Whole('Number of open sessions.', 1, { minimum: 0 }),
  created_at: Timestamp('When it was added.'),
  last_used_at: Type.Optional(Timestamp('When it last signed in or sent a request. Absent if never.')),
  is_own: YesNo('Whether it is the account of the caller.', false),
});
export type Account = Static<typeof Account>;

export const AccountList = named('AccountList', 'All accounts, the oldest first.', {
  accounts: Type.Array(Account, { description: 'Each of them once' }),
});

export const NewAccount = named('NewAccount', 'An account to add.', {
  login,
  name,
  role,
  password: Type.Optional(password('First password. Without one it cannot sign in until an administrator sets it')),
});
export type NewAccount = Static<typeof NewAccount>;

export const AccountChange = named('AccountChange', 'Fields to change; absent fields stay unchanged.', {
  name: Type.Optional(name),
  role: Type.Optional(role),
  enabled: Type.Optional(YesNo('Whether it may sign in.', false)),
  password: Type.Optional(password('New password')),
});
export type AccountChange = Static<typeof AccountChange>;

export const PasswordChange = named('PasswordChange', 'A change of the own password.', {
  current: Type.Optional(Text('The current password, if one is set.', 'rain on the north roof', { maxLength: 1000 })),
  password: password('The new password'),
});
export type PasswordChange = Static<typeof PasswordChange>;

export const SignIn = named('SignIn', 'A token request with login and password.', {
  login: Text('The login.', 'm.rossi', { maxLength: 200 }),
  password: Text('The password.', 'wind over the old harbour', { maxLength: 1000 }),
});
export type SignIn = Static<typeof SignIn>;

/** The accepted form: a missing field counts as wrong. */
export const SignInAccepted = Type.Object({
  login: Type.Optional(Type.String({ maxLength: 200 })),
  password: Type.Optional(Type.String({ maxLength: 1000 })),
});

export const SignedInAccount = named('SignedInAccount', 'The signed-in account.', { id, login, name, role });
export type SignedInAccount = Static<typeof SignedInAccount>;

export const AccountGrant = named('AccountGrant', 'A new session in the form of the published API, with its account.', {
  ...TokenGrant.properties,
  account: SignedInAccount,
});
export type AccountGrant = Static<typeof AccountGrant>;
