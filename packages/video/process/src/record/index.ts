export { fileSource } from './file-source.ts';
export { finishFile } from './finish-file.ts';
export { PARTS_MAX, partsAmong } from './part-name.ts';
export { Recorder } from './recorder.ts';
export { WriterLock } from './writer-lock.ts';
