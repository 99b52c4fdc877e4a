/** Starts a camera in the present network, has it send to a group, and prints what was seen there. @see packages/onvif/test/support/send-to-group.ts */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { OnvifCamera } from './onvif-camera.ts';

const SEND = join(import.meta.dirname, '../../packages/onvif/test/support/send-to-group.ts');
const [host = ''] = process.argv.slice(2);

await using camera = await OnvifCamera.start(
  ...['--host', host, '--tls-mode', 'both', '--onvif-multicast', '239.255.77.1:5000'],
);
const { onvif, password, user } = camera.announced;
const { stdout } = await promisify(execFile)(process.execPath, [SEND, onvif, user, password], { timeout: 500_000 });
process.stdout.write(stdout);
