import { isMainThread } from 'node:worker_threads';
import { MediaProcess } from './media-process.ts';
import { stationPipe } from './station-pipe.ts';

/*
 * Entry point of the media process. It lives as long as the station that started it. A fault ends it, and the station
 * starts a new one: damage by a native codec cannot be repaired in the process.
 */

if (!isMainThread) throw new Error('media-main.ts is the entry of a process');

/** Deadline for completing a recording. */
const GOODBYE_MS = 4000;

const link = stationPipe();
sayConfinement(process.env.CONFINED_BY);
const media = new MediaProcess(link);

const leave = async (): Promise<void> => {
  setTimeout(() => process.exit(0), GOODBYE_MS).unref();
  await media.stop();
  process.exit(0);
};

// The end of a killed station is detected here, so that this process ends too.
link.listen(
  (message) => {
    if (message.kind === 'stop') void leave();
    else void media.receive(message);
  },
  () => void leave(),
);
// Terminal signals and service managers reach every process of the group; the station decides when to stop.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});

/** @param told by confined-start.mjs; undefined if the system cannot confine processes */
function sayConfinement(told: string | undefined): void {
  if (told === undefined) return;
  const fields = JSON.parse(told) as Record<string, string | number>;
  const { fault = 'this Linux has no Landlock', landlock } = fields;
  if (landlock === 0) link.send({ kind: 'trouble', reason: `the kernel does not confine its files: ${fault}` });
  else link.send({ kind: 'log', line: { level: 'info', message: 'the kernel confines the media process', fields } });
}
