import { KitestringClient } from '@kitestring/client/kitestring-client.ts';
import { nodePlatform } from '@kitestring/client/node.ts';
import { StationProcess, TEST_API_KEY, WIDE_LIMITS } from '@kitestring/lab-testing/station-process.ts';
import { type BenchRow, figure, median } from './result.ts';

const ROUNDS = 7;
const ROUND_MS = 1500;

/**
 * Sequential operations over keep-alive connections, by the client on both platforms, and by bare `fetch`, which sends
 * the same request and parses the same response. The station is another process on the same machine.
 */
export async function benchClient(): Promise<BenchRow[]> {
  await using station = await StationProcess.start({ env: WIDE_LIMITS });
  const options = { url: station.url, key: TEST_API_KEY };
  await using onNode = new KitestringClient({ ...options, platform: nodePlatform() });
  await using onWeb = new KitestringClient(options);
  const authorization = `Bearer ${await station.token()}`;
  const subjects = {
    node: () => onNode.flight.getFlightState(),
    web: () => onWeb.flight.getFlightState(),
    fetch: async () => {
      const response = await fetch(`${station.url}/api/v1/flight/state`, { headers: { authorization } });
      return response.json();
    },
  };
  const rates = { node: [] as number[], web: [] as number[], fetch: [] as number[] };
  for (const operation of Object.values(subjects)) await rateOf(operation);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const name of ['node', 'web', 'fetch'] as const) rates[name].push(await rateOf(subjects[name]));
  }
  const unit = 'operations/s';
  const note = `GET flight/state, one after another; medians of ${ROUNDS} rounds in turn`;
  return [
    figure('client, nodePlatform', median(rates.node), unit, { atLeast: 1000, note }),
    figure('client, webPlatform', median(rates.web), unit, { atLeast: 1000 }),
    figure('the same by bare fetch', median(rates.fetch), unit),
    figure(
      'client, webPlatform / bare fetch',
      median(rates.web.map((rate, round) => rate / (rates.fetch[round] ?? Number.NaN))),
      '',
    ),
  ];
}

async function rateOf(operation: () => Promise<unknown>): Promise<number> {
  const startMs = performance.now();
  let count = 0;
  while (performance.now() - startMs < ROUND_MS) {
    await operation();
    count += 1;
  }
  return (count / (performance.now() - startMs)) * 1000;
}
