import { writeSync } from 'node:fs';

/** A compromised media process, for media-child.test.ts: invalid messages. */
writeSync(3, Buffer.from('00000008ffffffffffffffff', 'hex'));
setInterval(() => {}, 60_000);
