import type { Words } from '../words.ts';
import { audit } from './audit.ts';
import { camera } from './camera.ts';
import { flight } from './flight.ts';
import { handoff } from './handoff.ts';
import { kit } from './kit.ts';
import { notifications } from './notifications.ts';
import { plugins } from './plugins.ts';
import { recordings } from './recordings.ts';
import { shell } from './shell.ts';
import { simulator } from './simulator.ts';
import { situation } from './situation.ts';
import { station } from './station.ts';
import { system } from './system.ts';
import { video } from './video.ts';

export const de: Words = {
  audit,
  camera,
  flight,
  handoff,
  kit,
  notifications,
  plugins,
  recordings,
  shell,
  simulator,
  situation,
  station,
  system,
  video,
};
