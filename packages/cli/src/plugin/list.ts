import { formatTimestamp } from '@kitestring/contract/timestamp.ts';
import type { PluginRecord } from '@kitestring/station/ports/plugin-store.ts';
import { type Arguments, has } from '../command.ts';
import type { Context, ExitStatus } from '../context.ts';
import { paint, table } from '../terminal-text.ts';
import { type PluginActions, withPluginActions } from './plugin-actions.ts';

/** `kitestring plugin list`. */
export async function runPluginList(args: Arguments, context: Context): Promise<ExitStatus> {
  const { out } = context;
  const rows = await withPluginActions(args, context, {}, (actions) =>
    actions.plugins.list().map((plugin) => describe(actions, plugin)),
  );
  if (has(args, 'json')) {
    out.write(`${JSON.stringify(rows)}\n`);
    return 0;
  }
  const cells = rows.map((row) => [
    row.name,
    row.state,
    row.scopes.join(' '),
    String(row.sessions),
    day(row.created_at),
    row.id,
  ]);
  const [head = '', ...lines] = table([['NAME', 'STATE', 'SCOPES', 'SESSIONS', 'CREATED', 'ID'], ...cells]);
  out.write(`${[paint(out, 'bold', head), ...lines].join('\n')}\n`);
  return 0;
}

function describe(actions: PluginActions, plugin: PluginRecord) {
  const { id, name, scopes, enabled, createdAtUs, previousKey } = plugin;
  const sessions = actions.sessionsOf(plugin);
  const isOldKeyValid = previousKey !== undefined && previousKey.validUntilUs > actions.nowUs;
  return {
    id,
    name,
    state: enabled ? (sessions > 0 ? 'Active' : 'Enabled') : 'Disabled',
    scopes,
    sessions,
    created_at: formatTimestamp(createdAtUs),
    ...(isOldKeyValid && { previous_key_valid_until: formatTimestamp(previousKey.validUntilUs) }),
  };
}

const day = (timestamp: string): string => timestamp.slice(0, 16).replace('T', ' ');
