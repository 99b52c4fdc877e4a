import { setTimeout as after } from 'node:timers/promises';
import { Recorder } from '../../src/record/recorder.ts';
import { ClipSource } from './clip.ts';

/* A process that records two films of so many pictures into the folder that is named, says when it has given them, and goes on until it is killed. */

const [folder = '', pictures = ''] = process.argv.slice(2);
const sources = ['zoom', 'thermal'].map((id) => new ClipSource(id));
const recorder = new Recorder({
  directory: { find: (id) => sources.find((source) => source.id === id), list: () => sources },
  report: () => {},
  nowMs: () => 0,
  textAt: () => undefined,
});
const tracks = [
  { streamId: 'zoom', fileId: 'main.mp4' },
  { streamId: 'thermal', fileId: 'sub.mp4' },
];
recorder.handle({ act: 'start', recordingId: 'one', folder, tracks });
while (sources.some(({ watchers }) => watchers === 0)) await after(1);
for (const source of sources) source.push(Number(pictures));
process.send?.('given');
