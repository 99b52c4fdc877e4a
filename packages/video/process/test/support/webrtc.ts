export { PublishedStream } from './published-stream.ts';
export { WhepViewer } from './whep-viewer.ts';
