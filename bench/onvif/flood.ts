/** Asks the ONVIF device at the port in its argument as fast as it answers, on eight connections, until it is ended. Tells when it is refused. */
import { soapMessage } from '../../packages/onvif/test/support/soap-client.ts';
import { CONNECTIONS, post } from './post.ts';

const port = Number(process.argv[2]);
const bodies = [soapMessage('tds:GetSystemDateAndTime'), soapMessage('tds:GetUsers'), 'no XML'];

async function ask(): Promise<void> {
  for (let count = 0; ; count += 1) {
    const text = await post(port, bodies[count % bodies.length] ?? '');
    if (text.startsWith('too many')) process.stdout.write('refused');
  }
}

await Promise.all(Array.from({ length: CONNECTIONS }, ask));
