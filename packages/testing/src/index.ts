export type { StationOptions } from './station-options.ts';
export { type SeenRequest, TestStation } from './test-station.ts';
