import type { HubSettingValues } from '@kitestring/settings/hub/hub-settings.ts';
import { type Finding, fail, fine, warn } from '../doctor/finding.ts';

const CHECK = 'Database';
/** Sign-ins and leases tolerate more, but two such clocks are a sign that one is not kept. */
const CLOCK_MS = 2000;

/** Checks that the database answers, and the version of its schema. That of a running hub is in its own hands. */
export async function checkDatabase(values: HubSettingValues, isRunning: boolean): Promise<Finding> {
  if (values.database === undefined && isRunning) return fine(CHECK, 'in data_dir, in use by the running hub');
  const { databaseReport } = await import('@kitestring/hub/check/database-report.ts');
  try {
    const report = await databaseReport(values);
    if (report === undefined) return fine(CHECK, 'in data_dir, made at the first start');
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
