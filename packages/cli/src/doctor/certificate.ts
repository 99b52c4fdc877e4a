import type { SettingValues } from '@kitestring/server/config/settings.ts';
import type { Finding } from './finding.ts';
export async function checkCertificate(_values: SettingValues): Promise<Finding | undefined> {
  return undefined;
}
