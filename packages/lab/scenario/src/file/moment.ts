import { DURATION_PATTERN, readDuration, wrongDuration } from './duration.ts';

/** Start of the timeline, a reserved step name. */
export const START = 'start';

export const STEP_NAME_PATTERN = "[A-Za-z][A-Za-z0-9 _'-]*[A-Za-z0-9]|[A-Za-z]";
const STEP_NAME = new RegExp(`^(?:${STEP_NAME_PATTERN})$`);
export const MOMENT_PATTERN = `^(?:${STEP_NAME_PATTERN})(?: ?\\+ ?${DURATION_PATTERN})?$`;

/** Time of a named step, with an optional delay. */
export interface StepMoment {
  readonly step: string;
  readonly laterS: number;
}

export const MOMENT_ALLOWED = 'the name of a step, or start; and perhaps a time after it: gps goes + 5 s';

export const isStepName = (text: string): boolean => STEP_NAME.test(text);

/** Parses `NAME` or `NAME + 5 s`; else returns the error. */
export function readMoment(text: string): StepMoment | { readonly wrong: string } {
  const [name = '', later, ...rest] = text.split('+').map((part) => part.trim());
  if (rest.length > 0 || !isStepName(name)) return { wrong: `got ${text}, allowed: ${MOMENT_ALLOWED}` };
  if (later === undefined) return { step: name, laterS: 0 };
  const wrong = wrongDuration(later);
  return wrong === undefined ? { step: name, laterS: readDuration(later) ?? 0 } : { wrong: `after the +: ${wrong}` };
}
