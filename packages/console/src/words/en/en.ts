import { audit } from './audit.ts';
import { camera } from './camera.ts';
import { flight } from './flight.ts';
import { flights } from './flights.ts';
import { handoff } from './handoff.ts';
import { incident } from './incident.ts';
import { map } from './map.ts';
import { notifications } from './notifications.ts';
import { permission } from './permission.ts';
import { place } from './place.ts';
import { plugins } from './plugins.ts';
import { recorded } from './recorded.ts';
import { recordings } from './recordings.ts';
import { kit, shell, station } from './shell.ts';
import { simulator } from './simulator.ts';
import { situation } from './situation.ts';
import { system } from './system.ts';
import { video } from './video.ts';
import { watching } from './watching.ts';

export const en = {
  audit,
  camera,
  flight,
  flights,
  handoff,
  incident,
  kit,
  map,
  notifications,
  permission,
  place,
  plugins,
  recorded,
  recordings,
  shell,
  simulator,
  situation,
  station,
  system,
  video,
  watching,
};
