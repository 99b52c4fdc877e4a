import { suggestion } from '@kitestring/settings/nearest-name.ts';
import { SETTINGS } from '@kitestring/settings/settings.ts';
import { wrongValue } from '@kitestring/settings/value.ts';
import { isScope, SCOPES, type Scope } from '@kitestring/station-contract/auth/scope.ts';
import { withAdministration } from '../administration.ts';
import { type Arguments, has, textOf } from '../command.ts';
import { isConfirmed } from '../confirmation.ts';
import { type Context, type ExitStatus, UsageFault } from '../context.ts';
import { readDuration } from '../duration.ts';
import { paint, table } from '../terminal-text.ts';

/** `kitestring plugin add`. */
export async function runPluginAdd(args: Arguments, context: Context): Promise<ExitStatus> {
  const [name = ''] = args.words;
  const scopes = readScopes(textOf(args, 'scopes') ?? 'read,control');
  const issued = await withAdministration(args, context, (administer) => administer('addPlugin', { name, scopes }), {
    create: true,
  });
  showKey(args, context, issued, `Plugin ${issued.name} added.`);
  return 0;
}

function readScopes(text: string): Scope[] {
  const words = text.split(/[\s,]+/).filter((word) => word !== '');
  return words.map((word) => {
    if (isScope(word)) return word;
    throw new UsageFault(`--scopes: got "${word}", allowed: ${SCOPES.join(', ')}${suggestion(word, SCOPES)}`);
  });
}

/** `kitestring plugin list`. */
export async function runPluginList(args: Arguments, context: Context): Promise<ExitStatus> {
  const { out } = context;
  const rows = await withAdministration(args, context, (administer) => administer('plugins', {}));
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

const day = (timestamp: string): string => timestamp.slice(0, 16).replace('T', ' ');

/** `kitestring plugin rotate`. */
export async function runPluginRotate(args: Arguments, context: Context): Promise<ExitStatus> {
  const [who = ''] = args.words;
  const grace = textOf(args, 'grace');
  const graceS = grace === undefined ? {} : { graceS: graceOf(grace) };
  const { file, ...issued } = await withAdministration(args, context, (administer) =>
    administer('rotatePlugin', { who, ...graceS }),
  );
  showKey(args, context, issued, `Plugin ${issued.name} has a new key.`);
  if (file !== undefined) context.err.write(`The new key is also in ${file}.\n`);
  return 0;
}

/** Within the range of the setting that it replaces. @throws UsageFault */
function graceOf(text: string): number {
  const graceS = readDuration('--grace', text);
  const wrong = wrongValue(SETTINGS['tokens.rotated_key_grace_s'], graceS);
  if (wrong !== undefined) throw new UsageFault(`--grace: ${wrong}`);
  return graceS;
}

/** `kitestring plugin enable` and `disable`. */
export async function runPluginEnable(args: Arguments, context: Context, enabled: boolean): Promise<ExitStatus> {
  const [who = ''] = args.words;
  const { id, name: pluginName } = await withAdministration(args, context, (administer) =>
    administer('switchPlugin', { who, enabled }),
  );
  const answer = `Plugin ${pluginName} is ${enabled ? 'enabled' : 'disabled'}.`;
  context.out.write(`${has(args, 'json') ? JSON.stringify({ id, name: pluginName, enabled }) : answer}\n`);
  return 0;
}

/** `kitestring plugin remove`. */
export async function runPluginRemove(args: Arguments, context: Context): Promise<ExitStatus> {
  const [who = ''] = args.words;
  const { name } = await withAdministration(args, context, (administer) => administer('findPlugin', { who }));
  const question = `Remove the plugin ${name} and end its sessions?`;
  const asked = { command: 'plugin remove', question, done: 'removed' };
  if (!has(args, 'yes') && !(await isConfirmed(context, asked))) return 1;
  // Asked with the data folder closed: a station may have started in the meantime.
  const { id } = await withAdministration(args, context, (administer) => administer('removePlugin', { who }));
  context.out.write(`${has(args, 'json') ? JSON.stringify({ id, name, removed: true }) : `Plugin ${name} removed.`}\n`);
  return 0;
}

interface IssuedKey {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly key: string;
}

/** Prints a new key; it cannot be printed a second time. */
function showKey(args: Arguments, { out }: Context, issued: IssuedKey, done: string): void {
  const { id, key, name, scopes } = issued;
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
