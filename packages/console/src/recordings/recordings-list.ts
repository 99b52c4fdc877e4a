import type { Recording } from '@kitestring/contract/recordings/recording.ts';

export const sizeOf = ({ videos }: Recording): number => videos.reduce((sum, { size }) => sum + size, 0);
