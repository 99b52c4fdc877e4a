import { Recorder } from '../../src/record/recorder.ts';
import { ClipSource } from './clip.ts';

/* A process that records two films into the folder that is named and says how many pictures there were, until it is killed. */

const [folder = ''] = process.argv.slice(2);
const sources = ['zoom', 'thermal'].map((id) => new ClipSource(id).play());
const recorder = new Recorder({
  directory: { find: (id) => sources.find((source) => source.id === id), list: () => sources },
  report: () => setInterval(() => process.send?.({ given: sources[0]?.given }), 10),
  nowMs: () => performance.now(),
});
const tracks = [
  { streamId: 'zoom', fileId: 'main.mp4' },
  { streamId: 'thermal', fileId: 'sub.mp4' },
];
recorder.handle({ act: 'start', recordingId: 'one', folder, tracks });
