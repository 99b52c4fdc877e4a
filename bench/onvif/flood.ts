/** Asks the port in its argument, as strangers and guessers do, as fast as it answers, on eight connections, until it is ended. Tells when it is refused. */
import { securityHeader, soapMessage } from '../../packages/onvif/test/support/soap-client.ts';
import { CONNECTIONS, post } from './post.ts';

const port = Number(process.argv[2]);
const guess = { user: 'admin', password: 'guessed', createdMs: Date.now() };
const bodies = [
  soapMessage('tds:GetSystemDateAndTime'),
  soapMessage('tds:GetUsers'),
  soapMessage('tds:GetUsers', securityHeader(guess)),
  soapMessage('tds:GetUsers', '<a b="c"/>'.repeat(1900)),
  'no XML',
];

async function ask(): Promise<void> {
  for (let count = 0; ; count += 1) {
    const text = await post(port, bodies[count % bodies.length] ?? '');
    if (text.startsWith('too many')) process.stdout.write('refused');
  }
}

await Promise.all(Array.from({ length: CONNECTIONS }, ask));
