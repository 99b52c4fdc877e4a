import { type Context, UsageError } from '../context.ts';

/**
 * Reads a new password: typed twice at a terminal, otherwise one line of the standard input. Arguments are visible to
 * every user.
 */
export async function newPassword({ ask, secret }: Context): Promise<string> {
  const password = await secret('Password: ');
  if (ask === undefined && password === '') throw new UsageError('no password came over the standard input');
  if (ask !== undefined && (await secret('Again: ')) !== password) throw new UsageError('the passwords differ');
  return password;
}
