/** Looks for a camera with the client of npm and the program that its argument names, and prints what each found as JSON. */
import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { promisify } from 'node:util';
import { OWN_ADDRESS } from '@kitestring/lab-testing/own-network.ts';
import type { Discovery as NpmDiscovery } from 'onvif';
import { TestDevice } from './scripted-camera.ts';

// Its names cannot be imported one by one.
const { Discovery } = createRequire(import.meta.url)('onvif') as { Discovery: NpmDiscovery };
const WITHIN_MS = 2000;
const STEP_MS = 20;
const [program, ...words] = process.argv.slice(2);

await using device = await TestDevice.start({ host: OWN_ADDRESS, discoveryPort: 3702 });
// Answers wait for a random part of half a second.
const moving = setInterval(() => device.station.clock.advance(STEP_MS / 1000), STEP_MS);
const byNpm = new Promise<string[]>((resolve, reject) => {
  Discovery.probe({ timeout: WITHIN_MS }, (error, found) => {
    const cams = found as { hostname: string; port: number }[];
    if (error === null) resolve(cams.map(({ hostname, port }) => `${hostname}:${port}`));
    else reject(error);
  });
});
const byProgram =
  program === undefined
    ? undefined
    : promisify(execFile)(program, words, { timeout: 60_000 }).then(({ stdout }) => stdout.trim());
const found = { at: `${OWN_ADDRESS}:${device.server.port}`, byNpm: await byNpm, byProgram: await byProgram };
clearInterval(moving);
process.stdout.write(JSON.stringify(found));
