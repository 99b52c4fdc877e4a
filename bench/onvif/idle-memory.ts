/**
 * Prints the memory, MiB, that an ONVIF device keeps in a process while no client speaks to it: its code, its port, its discovery; then
 * what idle pull points keep beside that. Memory of JavaScript and of buffers after a collection: what the engine reserves depends on how a
 * program is packed.
 */
import '@kitestring/web/http';
import '@kitestring/video-process/rtsp';
import '@kitestring/lab-testing/virtual-clock.ts';

const PULL_POINTS = 32;
const PER_USER = 10;
const CREATE = 'tev:CreatePullPointSubscription <InitialTerminationTime>PT1H</InitialTerminationTime>';

function keptMiB(): number {
  (globalThis as { gc?: () => void }).gc?.();
  const { arrayBuffers, external, heapUsed } = process.memoryUsage();
  return (heapUsed + external + arrayBuffers) / 2 ** 20;
}

const before = keptMiB();
const { TestDevice } = await import('../../packages/onvif/test/support/scripted-camera.ts');
await using device = await TestDevice.start({ discoveryPort: 0 });
const idleMiB = keptMiB() - before;

const { closeConnections, post, signed } = await import('./post.ts');
const users = Array.from({ length: Math.ceil(PULL_POINTS / PER_USER) }, (_, number) => `user${number}`);
device.users.set([
  ...device.users.list,
  ...users.map((name) => ({ name, level: 'User' as const, password: 'a long password' })),
]);
const { port } = device.server;
await post(port, signed(device, 'tds:GetUsers'));
const withoutMiB = keptMiB();
let made = 0;
for (; made < PULL_POINTS; made += 1) {
  const user = users[Math.floor(made / PER_USER)] ?? '';
  const path = new URL(/<wsa:Address>(.*?)</.exec(await post(port, signed(device, CREATE, user)))?.[1] ?? '').pathname;
  await post(port, signed(device, 'tev:PullMessages', user), path);
}
process.stdout.write(JSON.stringify({ idleMiB, pullPointsMiB: keptMiB() - withoutMiB }));
closeConnections();
process.exitCode = device.bugs.length;
