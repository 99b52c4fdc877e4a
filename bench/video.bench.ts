import { setTimeout as after } from 'node:timers/promises';
import { cpuSeconds } from '@kitestring/lab-testing/station-process.ts';
import { TestFolder } from '@kitestring/lab-testing/test-folder.ts';
import { hoverOverTheTown } from './hover.ts';
import { type BenchRow, figure, median, progress } from './result.ts';
import { SoakStation } from './soak/soak-station.ts';
import { SoakViewer } from './soak/viewer.ts';

/** 1280x720, 30 pictures a second. */
const STREAM = 'color';
/** A stream whose thread does not exist before the first viewer. */
const OTHER_STREAM = 'thermal';
const STARTS = 3;
const WINDOW_S = 20;
const ROUNDS = 2;
const SNAPSHOTS = 12;
/** Compilation and filling of caches at the start are not a running cost. */
const WARM_UP_S = 12;
/** After this long without a viewer all is quiet. */
const QUIET_S = 4;
const ROUND_S = 3 * WINDOW_S + WARM_UP_S + 2 * QUIET_S;

/** Processor time of live video, and how soon pictures are there. */
export async function* benchVideo(): AsyncGenerator<BenchRow> {
  using temporary = new TestFolder();
  const folder = temporary.path;
  const starts: FirstPictures[] = [];
  for (let start = 0; start < STARTS; start += 1) {
    progress(`start ${start + 1} of ${STARTS}`);
    await using station = await SoakStation.start(folder);
    starts.push(await firstPictures(station));
  }
  yield* startRows(starts);
  await using station = await SoakStation.start(folder);
  await hoverOverTheTown(station);
  yield snapshotRow(await snapshotsMs(station));
  yield* cpuRows(await processorTime(station));
}

interface FirstPictures {
  /** The first viewer of all, as soon as the station serves. */
  readonly coldMs: number;
  /** For a stream without an earlier viewer. */
  readonly otherMs: number;
  readonly warmMs: number;
}

/** From asking to play until the first picture is whole. */
async function firstPictures(station: SoakStation): Promise<FirstPictures> {
  const coldMs = await firstPictureMs(station, STREAM);
  const otherMs = await firstPictureMs(station, OTHER_STREAM);
  return { coldMs, otherMs, warmMs: await firstPictureMs(station, STREAM) };
}

async function firstPictureMs(station: SoakStation, streamId: string): Promise<number> {
  using viewer = await SoakViewer.watch(await station.address(streamId));
  await shown(viewer, 1);
  return viewer.firstPictureMs - viewer.askedMs;
}

async function shown(viewer: SoakViewer, pictures: number): Promise<void> {
  while (viewer.pictures < pictures && viewer.isWatching) await after(2);
  if (!viewer.isWatching) throw new Error('the stream has ended');
}

/** Without viewers: each picture is rendered for its snapshot. */
async function snapshotsMs(station: SoakStation): Promise<number[]> {
  const times: number[] = [];
  for (let index = 0; index < SNAPSHOTS; index += 1) {
    const beganMs = performance.now();
    await station.snapshot(STREAM);
    times.push(performance.now() - beganMs);
    await after(100);
  }
  return times;
}

interface Usage {
  /** Shares of a core. */
  readonly server: number;
  readonly media: number;
  readonly framesPerS: number;
}

/** Without, with one and with two viewers, in turn. */
async function processorTime(
  station: SoakStation,
): Promise<Readonly<Record<'none' | 'one' | 'two', readonly Usage[]>>> {
  const url = await station.address(STREAM);
  const usages = { none: [] as Usage[], one: [] as Usage[], two: [] as Usage[] };
  for (let round = 0; round < ROUNDS; round += 1) {
    progress(`processor time, round ${round + 1} of ${ROUNDS}, ${ROUND_S} s`);
    await after(QUIET_S * 1000);
    usages.none.push(await usage(station));
    using first = await SoakViewer.watch(url);
    await after(WARM_UP_S * 1000);
    usages.one.push(await usage(station, first));
    using second = await SoakViewer.watch(url);
    await after(QUIET_S * 1000);
    usages.two.push(await usage(station, first, second));
  }
  return usages;
}

async function usage(station: SoakStation, ...viewers: readonly SoakViewer[]): Promise<Usage> {
  const media = station.mediaPid;
  const before = { server: cpuSeconds(station.pid), media: cpuSeconds(media), pictures: viewers[0]?.pictures ?? 0 };
  const beganMs = performance.now();
  await after(WINDOW_S * 1000);
  const seconds = (performance.now() - beganMs) / 1000;
  return {
    server: (cpuSeconds(station.pid) - before.server) / seconds,
    media: (cpuSeconds(media) - before.media) / seconds,
    framesPerS: ((viewers[0]?.pictures ?? 0) - before.pictures) / seconds,
  };
}

function startRows(starts: readonly FirstPictures[]): BenchRow[] {
  const row = (name: string, key: keyof FirstPictures, note: string): BenchRow =>
    figure(`video: first picture after PLAY, ${name}`, median(starts.map((start) => start[key])), 'ms', {
      atMost: 500,
      note: `${note}; ${starts.map((start) => start[key].toFixed(0)).join(', ')}`,
    });
  return [
    row('cold', 'coldMs', 'the first viewer, as soon as the station serves'),
    row('another stream', 'otherMs', 'its thread starts with the viewer'),
    row('warm', 'warmMs', 'watched before'),
  ];
}

const snapshotRow = (times: readonly number[]): BenchRow =>
  figure('video: snapshot 1280x720 without viewers', median(times.slice(2)), 'ms', {
    atMost: 150,
    note: `median of ${times.length - 2}, over HTTP; the first ${times[0]?.toFixed(0)} ms`,
  });

function cpuRows({ none, one, two }: Awaited<ReturnType<typeof processorTime>>): BenchRow[] {
  const percent = (usages: readonly Usage[], of: (usage: Usage) => number) => 100 * median(usages.map(of));
  const total = ({ server, media }: Usage) => server + media;
  const parts = `server ${percent(one, ({ server }) => server).toFixed(1)} %, media ${percent(one, ({ media }) => media).toFixed(1)} %`;
  const unit = '% of a core';
  return [
    figure('video: one 1280x720 stream watched over RTSP/TCP, in flight', percent(one, total), unit, {
      atMost: 50,
      note: parts,
    }),
    figure('video: pictures that came meanwhile', median(one.map(({ framesPerS }) => framesPerS)), '/s', {
      atLeast: 29,
    }),
    figure('video: a second viewer', percent(two, total) - percent(one, total), unit, { atMost: 5 }),
    figure(
      'video: media process, without viewers',
      percent(none, ({ media }) => media),
      unit,
      { atMost: 0.5 },
    ),
    figure(
      'video: server in flight, without viewers',
      percent(none, ({ server }) => server),
      unit,
    ),
  ];
}
