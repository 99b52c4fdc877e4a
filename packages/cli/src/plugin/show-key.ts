import type { IssuedPluginKey } from '@kitestring/station/auth/plugins.ts';
import { type Arguments, has } from '../command.ts';
import type { Context } from '../context.ts';
import { paint } from '../terminal-text.ts';

/** Prints a new key; it cannot be printed a second time. */
export function showKey(args: Arguments, { out }: Context, { plugin, key }: IssuedPluginKey, done: string): void {
  const { id, name, scopes } = plugin;
  if (has(args, 'json')) {
    out.write(`${JSON.stringify({ id, name, scopes, key })}\n`);
    return;
  }
  out.write(
    [
      `${done} Scopes: ${scopes.join(', ')}.`,
      '',
      `  API key  ${paint(out, 'bold', key)}`,
      '',
      'The key is shown only once: the station stores only its hash. The client sends it as client_secret to get a token.',
      '',
    ].join('\n'),
  );
}
