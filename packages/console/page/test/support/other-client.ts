import { KitestringClient } from '@kitestring/client/kitestring-client.ts';
import { nodePlatform } from '@kitestring/client/node.ts';
import { TEST_API_KEY } from '@kitestring/lab-testing/station-process.ts';

/** How long a topic may take for anything: as long as the page. */
const WITHIN_MS = 180_000;

/** A program beside the pages, with all that the first key allows. What it waits for on a topic, and does not come, is named. */
export function otherClient(url: string, key: string = TEST_API_KEY): KitestringClient {
  const platform = nodePlatform();
  const client = new KitestringClient({ url, key, tokenName: 'other', platform, timeoutMs: WITHIN_MS });
  const topic = client.topic.bind(client);
  client.topic = (name) => {
    const found = topic(name);
    const { until } = Object.getPrototypeOf(found) as typeof found;
    found.until = (holds, signal = AbortSignal.timeout(WITHIN_MS)) =>
      until.call(found, holds, signal).catch((error: Error) => {
        if (error.name !== 'TimeoutError') throw error;
        throw new Error(`timed out waiting on ${name}, which is ${JSON.stringify(found.latest)}`, { cause: error });
      });
    return found;
  };
  return client;
}
