import { createHash, randomUUID } from 'node:crypto';
import type { HubSettingValues } from '@kitestring/settings/hub/hub-settings.ts';
import { openStorage } from '../objects/open-objects.ts';
import { fetchTrusting } from '../objects/s3-request.ts';

const TIMEOUT_MS = 10_000;

/** Writes a small object with a ticket, like a station, then reads and removes it. Undefined without S3. Rejects when a step fails. */
export async function probeObjects(settings: HubSettingValues): Promise<{ readonly text: string } | undefined> {
  const objects = openStorage(settings, () => Date.now());
  if (objects === undefined) return undefined;
  const key = `check/${randomUUID()}`;
  const bytes = Buffer.from('kitestring hub check\n');
  const sha256 = createHash('sha256').update(bytes).digest('base64');
  const upload = await objects.begin(key);
  try {
    const { ca, headers, url } = objects.ticket(key, upload, { number: 1, first: 0, bytes: bytes.length, sha256 });
    const put = { method: 'PUT', headers, body: bytes.toString(), signal: AbortSignal.timeout(TIMEOUT_MS) };
    const sent = await fetchTrusting(ca, url, put);
    if (!sent.ok) throw new Error(`a part is answered with ${sent.status}`);
    await objects.complete(key, upload, 1);
    const stored = await objects.read(key);
    const read = stored === undefined ? undefined : Buffer.concat(await Array.fromAsync(stored.body));
    if (read?.equals(bytes) !== true) throw new Error('an object comes back with other bytes than were written');
  } catch (fault) {
    await objects.abort(key, upload).catch(() => {});
    throw fault;
  } finally {
    await objects.remove(key).catch(() => {});
  }
  return { text: objects.text };
}
