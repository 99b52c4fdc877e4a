import { ERRORS } from '@kitestring/station-contract/errors.ts';
import type { Refusal } from '@kitestring/station-contract/refusal.ts';
import { errorBody, type FlatHeaders, JSON_TYPE } from './answers.ts';
import { nodeHttp } from './node-http.ts';

/** Status, headers and body of an error that ends its connection. */
export function errorParts(refusal: Refusal, headers: FlatHeaders) {
  const body = JSON.stringify(errorBody(refusal, undefined));
  const length = String(Buffer.byteLength(body));
  const fields = [...headers, 'Content-Type', JSON_TYPE, 'Content-Length', length, 'Connection', 'close'];
  return { status: ERRORS[refusal.code].status, fields, body };
}

/** The same as bytes with the Date of every response, for a socket on which no request could be parsed. */
export function rawError(refusal: Refusal, headers: FlatHeaders): Buffer {
  const { status, fields, body } = errorParts(refusal, headers);
  const lines = [`HTTP/1.1 ${status} ${nodeHttp.STATUS_CODES[status]}`];
  for (let index = 0; index < fields.length; index += 2) lines.push(`${fields[index]}: ${fields[index + 1]}`);
  lines.push(`Date: ${new Date().toUTCString()}`);
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body}`);
}
