export type { SnapshotFacts } from './exif.ts';
export { jpegWithFacts } from './jpeg-with-facts.ts';
export { radiometricJpeg } from './radiometric-jpeg.ts';
export { radiometricTiff } from './radiometric-tiff.ts';
export { thermalMap } from './thermal-map.ts';
