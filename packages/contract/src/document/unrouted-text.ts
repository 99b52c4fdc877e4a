import { ERRORS } from '../errors.ts';
import { UNROUTED_ERRORS } from '../operation.ts';

const rows = UNROUTED_ERRORS.map((code) => `- ${ERRORS[code].status} \`${code}\`: ${ERRORS[code].meaning}`);

/** Responses that any request can receive before it reaches an operation; no operation lists them. */
export const UNROUTED_TEXT = `**Before an operation.** Any request can also be answered with one of these, whatever its path:

${rows.join('\n')}

Where the station speaks HTTPS only, an unencrypted GET is redirected to HTTPS with 308.`;
