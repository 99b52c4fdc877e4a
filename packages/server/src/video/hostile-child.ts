import { writeSync } from 'node:fs';

/** A media process that has been taken over, for media-child.test.ts: what it says is its own source of trouble. */
writeSync(3, Buffer.from('00000008ffffffffffffffff', 'hex'));
setInterval(() => {}, 60_000);
