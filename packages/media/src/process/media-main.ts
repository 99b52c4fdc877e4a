import { keepCompiledCode } from './compiled-code.ts';
import { MediaProcess } from './media-process.ts';
import { stationPipe } from './station-pipe.ts';

/*
 * Entry of the media process. It lives as long as the station that has started it. A fault ends it, and the station
 * starts another one: what a native codec has damaged cannot be mended here.
 */

/** By then a recording is finished. */
const GOODBYE_MS = 4000;

keepCompiledCode();
const link = stationPipe();
const media = new MediaProcess(link);

const leave = async (): Promise<void> => {
  setTimeout(() => process.exit(0), GOODBYE_MS).unref();
  await media.stop();
  process.exit(0);
};

// A station that is killed takes nobody with it: its end is seen here.
link.listen(
  (message) => {
    if (message.kind === 'stop') void leave();
    else void media.receive(message);
  },
  () => void leave(),
);
// Keys of the terminal and service managers reach every process of the group; the station says when it is time.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
