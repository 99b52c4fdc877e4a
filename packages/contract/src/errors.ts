import { ADMINISTRATION_ERRORS } from './errors/administration.ts';
import { NO_ACCESS_ERRORS } from './errors/no-access.ts';
import { NOT_NOW_ERRORS } from './errors/not-now.ts';
import { NOT_THERE_ERRORS } from './errors/not-there.ts';
import { SIMULATION_ERRORS } from './errors/simulation.ts';
import { STATION_TROUBLE_ERRORS } from './errors/station-trouble.ts';
import { WHOLE_REQUEST_ERRORS } from './errors/whole-request.ts';
import { WRONG_INPUT_ERRORS } from './errors/wrong-input.ts';

export type { ErrorDefinition } from './errors/error-definition.ts';

/**
 * Every error the API answers with. `code` is stable: clients branch on it. The message of an answer is made where the
 * error happens and names the field, the limit and the value.
 */
export const ERRORS = {
  ...WRONG_INPUT_ERRORS,
  ...NO_ACCESS_ERRORS,
  ...NOT_THERE_ERRORS,
  ...NOT_NOW_ERRORS,
  ...WHOLE_REQUEST_ERRORS,
  ...STATION_TROUBLE_ERRORS,
  ...SIMULATION_ERRORS,
  ...ADMINISTRATION_ERRORS,
};

export type ErrorCode = keyof typeof ERRORS;
