import type { LoadedSettings } from '@kitestring/server/config/load-settings.ts';
import type { Context, ExitStatus } from '../context.ts';
export async function runStation(_loaded: LoadedSettings, _context: Context): Promise<ExitStatus> {
  throw new Error('later');
}
