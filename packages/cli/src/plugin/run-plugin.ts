import {
  addPlugin,
  disablePlugin,
  enablePlugin,
  removePlugin,
  rotatePluginKey,
} from '@kitestring/contract/admin/operations.ts';
import { isScope, SCOPES, type Scope } from '@kitestring/contract/auth/scope.ts';
import { formatTimestamp } from '@kitestring/contract/timestamp.ts';
import { followFirstKey } from '@kitestring/groundstation/first-key/first-key-file.ts';
import { suggestion } from '@kitestring/settings/nearest-name.ts';
import { SETTINGS } from '@kitestring/settings/settings.ts';
import { wrongValue } from '@kitestring/settings/value.ts';
import type { IssuedPluginKey } from '@kitestring/station/auth/plugins.ts';
import type { PluginRecord } from '@kitestring/station/ports/plugin-store.ts';
import { type Arguments, has, textOf } from '../command.ts';
import { isConfirmed } from '../confirmation.ts';
import { type Context, type ExitStatus, UsageError } from '../context.ts';
import { readDuration } from '../duration.ts';
import { paint, table } from '../terminal-text.ts';
import { accepted, type PluginActions, withPluginActions } from './plugin-actions.ts';

/** `kitestring plugin add`. */
export async function runPluginAdd(args: Arguments, context: Context): Promise<ExitStatus> {
  const [name = ''] = args.words;
  const scopes = readScopes(textOf(args, 'scopes') ?? 'read,control');
  const issued = await withPluginActions(args, context, { create: true }, async (actions) => {
    const added = accepted(await actions.plugins.add({ name, scopes }));
    actions.audit(addPlugin, added.plugin.id, { name: added.plugin.name });
    return added;
  });
  showKey(args, context, issued, `Plugin ${issued.plugin.name} added.`);
  return 0;
}

function readScopes(text: string): Scope[] {
  const words = text.split(/[\s,]+/).filter((word) => word !== '');
  return words.map((word) => {
    if (isScope(word)) return word;
    throw new UsageError(`--scopes: got "${word}", allowed: ${SCOPES.join(', ')}${suggestion(word, SCOPES)}`);
  });
}

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

/** `kitestring plugin rotate`. */
export async function runPluginRotate(args: Arguments, context: Context): Promise<ExitStatus> {
  const [idOrName = ''] = args.words;
  const grace = textOf(args, 'grace');
  const graceS = grace === undefined ? undefined : graceOf(grace);
  const { issued, file } = await withPluginActions(
    args,
    context,
    graceS === undefined ? {} : { graceS },
    async (actions) => {
      const before = actions.find(idOrName);
      const issued = accepted(await actions.plugins.rotateKey(before.id));
      actions.audit(rotatePluginKey, before.id, { name: before.name });
      return { issued, file: await followFirstKey(actions, before, issued.key) };
    },
  );
  showKey(args, context, issued, `Plugin ${issued.plugin.name} has a new key.`);
  if (file !== undefined) context.err.write(`The new key is also in ${file}.\n`);
  return 0;
}

/** Within the range of the setting that it replaces. @throws UsageError */
function graceOf(text: string): number {
  const graceS = readDuration('--grace', text);
  const wrong = wrongValue(SETTINGS['tokens.rotated_key_grace_s'], graceS);
  if (wrong !== undefined) throw new UsageError(`--grace: ${wrong}`);
  return graceS;
}

/** `kitestring plugin enable` and `disable`. */
export async function runPluginEnable(args: Arguments, context: Context, enabled: boolean): Promise<ExitStatus> {
  const [idOrName = ''] = args.words;
  const plugin = await withPluginActions(args, context, {}, (actions) => {
    const found = actions.find(idOrName);
    accepted(actions.plugins.setEnabled(found.id, enabled));
    actions.audit(enabled ? enablePlugin : disablePlugin, found.id, { name: found.name });
    return found;
  });
  const { id, name: pluginName } = plugin;
  const answer = `Plugin ${pluginName} is ${enabled ? 'enabled' : 'disabled'}.`;
  context.out.write(`${has(args, 'json') ? JSON.stringify({ id, name: pluginName, enabled }) : answer}\n`);
  return 0;
}

/** `kitestring plugin remove`. */
export async function runPluginRemove(args: Arguments, context: Context): Promise<ExitStatus> {
  const [idOrName = ''] = args.words;
  const { name } = await withPluginActions(args, context, {}, (actions) => actions.find(idOrName));
  // Asked with the data folder closed, so that a station may start in the meantime.
  const question = `Remove the plugin ${name} and end its sessions?`;
  const asked = { command: 'plugin remove', question, done: 'removed' };
  if (!has(args, 'yes') && !(await isConfirmed(context, asked))) return 1;
  const id = await withPluginActions(args, context, {}, async (actions) => {
    const plugin = actions.find(idOrName);
    accepted(actions.plugins.remove(plugin.id));
    actions.audit(removePlugin, plugin.id, { name: plugin.name });
    await followFirstKey(actions, plugin, undefined);
    return plugin.id;
  });
  context.out.write(`${has(args, 'json') ? JSON.stringify({ id, name, removed: true }) : `Plugin ${name} removed.`}\n`);
  return 0;
}

/** Prints a new key; it cannot be printed a second time. */
function showKey(args: Arguments, { out }: Context, { plugin, key }: IssuedPluginKey, done: string): void {
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
