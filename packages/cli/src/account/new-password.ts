import { type Context, UsageError } from '../context.ts';

/** A new password: typed twice at a terminal, else a line of the standard input. Arguments can be read by every user. */
export async function newPassword({ ask, secret }: Context): Promise<string> {
  const password = await secret('Password: ');
  if (ask === undefined && password === '') throw new UsageError('no password came over the standard input');
  if (ask !== undefined && (await secret('Again: ')) !== password) throw new UsageError('the passwords differ');
  return password;
}
