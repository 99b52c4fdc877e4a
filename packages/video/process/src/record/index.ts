export { fileSource } from './file-source.ts';
export { finishFile } from './finish-file.ts';
export { Recorder } from './recorder.ts';
