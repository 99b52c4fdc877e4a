export { flight } from './flight.ts';
export { handoff, incident, permission, watching } from './handoff.ts';
export { map, place, situation } from './map.ts';
export { plugins } from './plugins.ts';
export { flights, recorded, recordings } from './recordings.ts';
export { shell, station, ui } from './shell.ts';
export { simulator } from './simulator.ts';
export { notifications, system } from './system.ts';
export { camera, video } from './video.ts';
