import { setTimeout as pause } from 'node:timers/promises';
import { cpuSeconds } from '@kitestring/lab-testing/station-process.ts';
import { TestFolder } from '@kitestring/lab-testing/test-folder.ts';
import { hoverOverTheTown } from './hover.ts';
import { type BenchRow, figure, progress } from './result.ts';
import { SoakStation } from './soak/soak-station.ts';
import { SoakViewer } from './soak/viewer.ts';
import { pictureCost } from './x264-alone.ts';

/** Compilation and filling of caches at the start are not a running cost. */
const WARM_UP_S = 20;
const WINDOW_S = 6;
const SETTLES_S = 5;
const GOAL = 1.6;
const PER_S = 30;
const LEAST_PER_S = 27;

/** Processor time of a watched picture of 1280x720 over that of its encoding alone: how fast the machine is matters little. */
export async function* benchVideoCost(): AsyncGenerator<BenchRow> {
  using temporary = new TestFolder();
  progress('drawing and x264 alone, before and after');
  // A machine with other work is slower at some times than at others.
  const before = await pictureCost();
  const { hidden, idleMs, plain } = await watched(temporary.path);
  const after = await pictureCost();
  const drawMs = (before.drawMs + after.drawMs) / 2;
  const encodeMs = (before.encodeMs + after.encodeMs) / 2;
  const { mediaMs, serverMs } = plain;
  const totalMs = serverMs + mediaMs;
  const rest = mediaMs - drawMs - encodeMs;
  yield figure('video: processor time of a watched picture over that of x264 alone', totalMs / encodeMs, 'times', {
    atMost: GOAL,
    note: `${totalMs.toFixed(2)} ms, of it server ${serverMs.toFixed(2)} (${idleMs.toFixed(2)} for the flight, without a viewer), drawing ${drawMs.toFixed(2)}, x264 ${encodeMs.toFixed(2)}, rest of the media process ${rest.toFixed(2)}`,
  });
  yield figure('video: masks on the ground and a display add to a watched picture', hidden.mediaMs - mediaMs, 'ms', {
    note: `${mediaMs.toFixed(2)} without, ${hidden.mediaMs.toFixed(2)} with, media process; two masks, ten lines`,
  });
}

interface Cost {
  readonly serverMs: number;
  readonly mediaMs: number;
}

/** @returns the costs without and with masks and a display, measured in turn, and that of the server without a viewer in the time of a picture */
async function watched(
  folder: string,
): Promise<{ readonly plain: Cost; readonly hidden: Cost; readonly idleMs: number }> {
  await using station = await SoakStation.start(folder);
  await hoverOverTheTown(station);
  const idleMs = await idleCost(station);
  using viewer = await SoakViewer.watch(await station.address('color'));
  progress(`${WARM_UP_S + 4 * WINDOW_S} s of a watched stream`);
  await pause(WARM_UP_S * 1000);
  const costs = { plain: [] as Cost[], hidden: [] as Cost[] };
  for (let round = 0; round < 2; round += 1) {
    costs.plain.push(await cost(station, viewer));
    await hide(station);
    costs.hidden.push(await cost(station, viewer));
    await show(station);
  }
  return { plain: mean(costs.plain), hidden: mean(costs.hidden), idleMs };
}

async function idleCost({ pid }: SoakStation): Promise<number> {
  await pause(SETTLES_S * 1000);
  const before = cpuSeconds(pid);
  await pause(WINDOW_S * 1000);
  return ((cpuSeconds(pid) - before) * 1000) / (WINDOW_S * PER_S);
}

async function cost(station: SoakStation, viewer: SoakViewer): Promise<Cost> {
  const now = () => ({
    server: cpuSeconds(station.pid),
    media: cpuSeconds(station.mediaPid),
    pictures: viewer.pictures,
  });
  const before = now();
  await pause(WINDOW_S * 1000);
  const { media, pictures, server } = now();
  const perS = (pictures - before.pictures) / WINDOW_S;
  // Too few pictures would share the costs of each second.
  if (perS < LEAST_PER_S)
    throw new Error(`${perS.toFixed(0)} pictures/s came, and ${PER_S} should: the machine is too busy`);
  const perPicture = 1000 / (pictures - before.pictures);
  return { serverMs: (server - before.server) * perPicture, mediaMs: (media - before.media) * perPicture };
}

/** Two gardens below, ten metres high, and texts in two corners. */
async function hide(station: SoakStation): Promise<void> {
  for (const x of [0.1, 0.6]) {
    const corners = [
      { x, y: 0.4 },
      { x: x + 0.25, y: 0.8 },
    ];
    const mask = { holds: 'ground', stream_id: 'color', corners, height_m: 10 };
    await station.own('POST', 'privacy-masks', mask);
  }
  const lines = ['time_utc', 'position', 'incident', 'altitude', 'direction'];
  const blocks = ['top_left', 'bottom_right'].map((corner) => ({ corner, size: 'medium', lines }));
  await station.own('POST', 'display', { blocks });
}

async function show(station: SoakStation): Promise<void> {
  await station.own('DELETE', 'privacy-masks/all');
  await station.own('POST', 'display', { blocks: [] });
}

const mean = (costs: readonly Cost[]): Cost => ({
  serverMs: costs.reduce((sum, { serverMs }) => sum + serverMs, 0) / costs.length,
  mediaMs: costs.reduce((sum, { mediaMs }) => sum + mediaMs, 0) / costs.length,
});
