import Type, { type Static } from 'typebox';
import { TokenGrant } from '../auth/session.ts';
import { named, Timestamp } from '../schema.ts';
import { ACCOUNT_ROLES } from './account-role.ts';
import { PASSWORD_MAX, PASSWORD_MIN } from './password-limits.ts';

/** Maximum number of accounts of one station. */
export const ACCOUNTS_MAX = 200;

const id = Type.String({ description: 'Id of the account.', examples: ['a6c1f0d4-2f53-4a3e-9c39-6f8f2b1f7c11'] });
const login = Type.String({
  description: 'Login name: 1 to 64 letters, digits, `.`, `_`, `-` and `@`, not case-sensitive.',
  examples: ['m.rossi'],
});
const name = Type.String({
  description: 'Display name: 1 to 100 characters.',
  examples: ['Maria Rossi'],
});
const role = Type.Enum(ACCOUNT_ROLES, {
  description:
    'Permissions of its sessions: `viewer` watches (scope `read`), `operator` controls the camera (`read`, `control`, without flight commands), `pilot` flies (`read`, `control`, `can_override`), `admin` administers and does not fly (`read`, `internal`).',
  examples: ['pilot'],
});
const password = (description: string) =>
  Type.String({
    description: `${description}: ${PASSWORD_MIN} to ${PASSWORD_MAX} characters.`,
    examples: ['wind over the old harbour'],
  });

export const Account = named('Account', 'The account of a person.', {
  id,
  login,
  name,
  role,
  enabled: Type.Boolean({ description: 'Whether it may sign in.', examples: [true] }),
  has_password: Type.Boolean({ description: 'Whether a password is set.', examples: [true] }),
  passkeys: Type.Integer({ minimum: 0, description: 'Number of passkeys.', examples: [1] }),
  sessions: Type.Integer({ minimum: 0, description: 'Number of open sessions.', examples: [1] }),
  created_at: Timestamp('When it was added.'),
  last_used_at: Type.Optional(Timestamp('When it last signed in or sent a request. Absent if never.')),
  is_own: Type.Boolean({ description: 'Whether it is the account of the caller.', examples: [false] }),
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
  enabled: Type.Optional(Type.Boolean({ description: 'Whether it may sign in.', examples: [false] })),
  password: Type.Optional(password('New password')),
});
export type AccountChange = Static<typeof AccountChange>;

export const PasswordChange = named('PasswordChange', 'A change of the own password.', {
  current: Type.Optional(
    Type.String({
      maxLength: 1000,
      description: 'The current password, if one is set.',
      examples: ['rain on the north roof'],
    }),
  ),
  password: password('The new password'),
});
export type PasswordChange = Static<typeof PasswordChange>;

export const SignIn = named('SignIn', 'A token request with login and password.', {
  login: Type.String({ maxLength: 200, description: 'The login.', examples: ['m.rossi'] }),
  password: Type.String({ maxLength: 1000, description: 'The password.', examples: ['wind over the old harbour'] }),
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
