export type { SnapshotFacts } from './exif.ts';
export { jpegWithFacts } from './jpeg-with-facts.ts';
