/**
 * Prints the memory, MiB, that an ONVIF device keeps in a process while no client speaks to it: its code, its port, its discovery. Memory of
 * JavaScript and of buffers after a collection: what the engine reserves depends on how a program is packed.
 */
import '@kitestring/web/http';
import '@kitestring/video-process/rtsp';
import '@kitestring/lab-testing/virtual-clock.ts';

function keptMiB(): number {
  (globalThis as { gc?: () => void }).gc?.();
  const { arrayBuffers, external, heapUsed } = process.memoryUsage();
  return (heapUsed + external + arrayBuffers) / 2 ** 20;
}

const before = keptMiB();
const { TestDevice } = await import('../../packages/onvif/test/support/scripted-camera.ts');
await using device = await TestDevice.start({ discoveryPort: 0 });
process.stdout.write(String(keptMiB() - before));
process.exitCode = device.bugs.length;
