import { ERRORS, type ErrorCode } from './errors.ts';

/** Every code of an error that the API answers with. */
export const ERROR_CODES = Object.keys(ERRORS) as readonly ErrorCode[];
