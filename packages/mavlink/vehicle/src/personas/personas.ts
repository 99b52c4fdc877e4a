import { ARDUPILOT } from './ardupilot.ts';
import { GENERIC } from './generic.ts';
import type { Persona, PersonaName } from './persona.ts';
import { PX4 } from './px4.ts';

export const PERSONAS: Readonly<Record<PersonaName, Persona>> = { generic: GENERIC, px4: PX4, ardupilot: ARDUPILOT };
