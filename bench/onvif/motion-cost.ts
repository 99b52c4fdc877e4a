import { setTimeout as after } from 'node:timers/promises';
import { cpuSeconds } from '@kitestring/lab-testing/station-process.ts';
import { post, securityHeader, soapMessage } from '../../packages/onvif/test/support/soap-client.ts';
import { OnvifCamera } from '../../test/support/onvif-camera.ts';
import { type BenchRow, figure, median } from '../result.ts';
import { mediaPid } from '../soak/soak-station.ts';

const ROUNDS = 3;
const WINDOW_S = 15;
/** Compilation, the start of threads, and their end. */
const SETTLES_S = 10;

/** Processor time of a camera without viewers whose events are pulled, over that of one without clients. */
export async function benchMotion(): Promise<BenchRow[]> {
  await using camera = await OnvifCamera.start();
  const shares = { alone: [] as number[], pulled: [] as number[] };
  for (let round = 0; round < ROUNDS; round += 1) {
    shares.alone.push(await share(camera));
    const end = await pullEvents(camera);
    shares.pulled.push(await share(camera));
    await end();
  }
  const [alone, pulled] = [100 * median(shares.alone), 100 * median(shares.pulled)];
  const note = `server and media process, ${alone.toFixed(1)} without and ${pulled.toFixed(1)} with; no viewer`;
  return [figure('a subscription to all events, motion among them: share of a core', pulled - alone, '%', { note })];
}

async function share({ pid }: OnvifCamera): Promise<number> {
  await after(SETTLES_S * 1000);
  const seconds = () => cpuSeconds(pid) + cpuSeconds(mediaPid(pid));
  const [before, beganMs] = [seconds(), performance.now()];
  await after(WINDOW_S * 1000);
  return ((seconds() - before) * 1000) / (performance.now() - beganMs);
}

/** As Home Assistant does. @returns ends the subscription */
async function pullEvents({ announced }: OnvifCamera): Promise<() => Promise<void>> {
  const ask = async (call: string, url = announced.onvif) => {
    const header = securityHeader({ ...announced, createdMs: Date.now() });
    const { status, text } = await post(url, soapMessage(call, header));
    if (status !== 200) throw new Error(`${call} was answered ${status}: ${text.slice(0, 500)}`);
    return text;
  };
  const created = await ask('tev:CreatePullPointSubscription');
  const address = /<wsa:Address>(.*?)</.exec(created)?.[1] ?? '';
  let hasEnded = false;
  const pulling = (async () => {
    while (!hasEnded) await ask('tev:PullMessages <Timeout>PT60S</Timeout><MessageLimit>100</MessageLimit>', address);
  })();
  return async () => {
    hasEnded = true;
    await ask('wsnt:Unsubscribe', address);
    await pulling.catch(() => {});
  };
}
