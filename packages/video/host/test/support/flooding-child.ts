import { writeSync } from 'node:fs';
import { serialize } from 'node:v8';
import { PIPE_FD } from '@kitestring/video-process/process';

/** A compromised media process, for media-child.test.ts: endless valid messages. */
const body = serialize({ kind: 'demand', streamIds: [] });
const message = Buffer.concat([Buffer.from([0, 0, body.length >> 8, body.length & 0xff]), body]);
const many = Buffer.concat(Array.from({ length: 1000 }, () => message));
for (;;) write(many);

/** Writes everything, however little the pipe takes at a time. */
function write(bytes: Buffer): void {
  for (let at = 0; at < bytes.length; ) {
    try {
      at += writeSync(PIPE_FD, bytes, at);
    } catch (fault) {
      if ((fault as NodeJS.ErrnoException).code !== 'EAGAIN') throw fault;
    }
  }
}
