import { hostname } from 'node:os';
import type { HubSettingValues } from '@kitestring/settings/hub/hub-settings.ts';
import { HUB_TABLE } from '@kitestring/settings/hub/hub-table.ts';
import { loadSettingsOf } from '@kitestring/settings/load-settings.ts';
import { SettingsFault } from '@kitestring/settings/settings-fault.ts';
import { areLoopback } from '@kitestring/web/listen/listen-address.ts';
import { type Arguments, has } from '../command.ts';
import type { Context, ExitStatus } from '../context.ts';
import { checkServerCertificate } from '../doctor/certificate.ts';
import { checkClock } from '../doctor/clock.ts';
import { checkFolder } from '../doctor/data-folder.ts';
import { checkDisk } from '../doctor/disk-space.ts';
import { type Finding, fail, fine, warn } from '../doctor/finding.ts';
import { checkNode } from '../doctor/node-version.ts';
import { checkPort } from '../doctor/port.ts';
import { report } from '../doctor/run-doctor.ts';
import { checkBroker, checkEngine } from './broker.ts';
import { checkRunningHub } from './running-hub.ts';
import { checkObjects, checkProvider, checkRelays } from './services.ts';

const CHECK = 'Database';
/** Sign-ins and leases tolerate more, but two such clocks are a sign that one is not kept. */
const CLOCK_MS = 2000;

/** Checks that the database answers, and the version of its schema. That of a running hub is in its own hands. */
async function checkDatabase(values: HubSettingValues): Promise<Finding> {
  const { databaseReport } = await import('@kitestring/hub-app/check/database-report.ts');
  try {
    const report = await databaseReport(values);
    if (report === 'new') return fine(CHECK, 'in data_dir, made at the first start');
    if (report === 'in use') return fine(CHECK, 'in data_dir, in use by the running hub');
    const { clockAheadMs, schema, server, text, wanted } = report;
    const found = `${text}, PostgreSQL ${server}, schema ${schema} of ${wanted}`;
    if (schema > wanted) return warn(CHECK, found, 'A newer hub has written it: use that version.');
    if (Math.abs(clockAheadMs) > CLOCK_MS)
      return warn(CHECK, `${found}; its clock differs by ${clockAheadMs} ms`, 'Enable NTP on both machines.');
    return fine(CHECK, schema < wanted ? `${found}; brought up to date at the next start` : found);
  } catch (fault) {
    return fail(CHECK, (fault as Error).message, 'Check the setting database, and that the server runs and takes it.');
  }
}

/** `kitestring hub check`. */
export async function runHubCheck(args: Arguments, context: Context): Promise<ExitStatus> {
  const findings = await hubFindings(args, context);
  context.out.write(has(args, 'json') ? `${JSON.stringify(findings)}\n` : report(findings, context.out));
  return findings.some(({ status }) => status === 'fail') ? 1 : 0;
}

async function hubFindings(args: Arguments, { environment, folder }: Context): Promise<readonly Finding[]> {
  const loaded = settingsOrFault(() => loadSettingsOf(HUB_TABLE, { flags: args.flags, environment, folder }).values);
  if ('status' in loaded) return [checkNode(), loaded];
  const { values } = loaded;
  const { isRunning, ...hub } = await checkRunningHub(values);
  const isOwnBroker = values['nats.servers'].length === 0;
  const broker = isOwnBroker
    ? [await checkEngine(values, environment), await port(values, 'broker_port', isRunning)]
    : [await checkBroker(values)];
  return [
    checkNode(),
    await checkClock(),
    fine(
      'Settings',
      `${values.data_dir}, ${isOwnBroker ? 'with a broker of its own' : values['nats.servers'].join(' ')}`,
    ),
    await port(values, 'port', isRunning),
    checkFolder(values.data_dir),
    await checkDisk(values.data_dir),
    certificate(values),
    ...broker,
    await checkDatabase(values),
    await checkProvider(values),
    await checkObjects(values),
    ...(await checkRelays(values)),
    hub,
  ].filter((finding) => finding !== undefined);
}

function settingsOrFault(load: () => HubSettingValues): { readonly values: HubSettingValues } | Finding {
  try {
    return { values: load() };
  } catch (fault) {
    if (!(fault instanceof SettingsFault)) throw fault;
    return fail('Settings', fault.message, 'Correct it: docs/reference/hub-settings.md has every setting.');
  }
}

const port = async (values: HubSettingValues, name: 'port' | 'broker_port', isOurs: boolean): Promise<Finding> => ({
  ...(await checkPort({ host: values.host, port: values[name], isOurs, service: 'hub' })),
  check: name === 'port' ? 'Port' : 'Broker port',
});

/** Undefined where no HTTPS is spoken. */
function certificate(values: HubSettingValues): Finding | undefined {
  if (values['tls.mode'] === 'off' || areLoopback([values])) return undefined;
  const { host, public_host: publicHost } = values;
  const isAny = host === '0.0.0.0' || host === '::';
  return checkServerCertificate(values, () => [publicHost ?? (isAny ? hostname() : host)]);
}
