import { KitestringClient } from '@kitestring/client/kitestring-client.ts';
import { nodePlatform } from '@kitestring/client/node.ts';
import { TEST_API_KEY } from '@kitestring/lab-testing/station-process.ts';

/** A program beside the pages, with all that the first key allows. */
export const otherClient = (url: string, key: string = TEST_API_KEY): KitestringClient =>
  new KitestringClient({ url, key, tokenName: 'other', platform: nodePlatform(), timeoutMs: 180_000 });
