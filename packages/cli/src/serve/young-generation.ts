import { setFlagsFromString } from 'node:v8';

/**
 * Keeps the memory for new objects at its first size of two times 1 MiB. While everything is loaded V8 lets it grow to 30 MB and more,
 * which a station in real time never needs again and never gives back. Simulated time that runs faster does need it: there it saves
 * a quarter of the processor time. To be called before anything large is loaded; it holds for the whole process.
 */
export function keepYoungGenerationSmall(): void {
  setFlagsFromString('--semi-space-growth-factor=1');
}
