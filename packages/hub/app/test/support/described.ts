import { fleetAsyncApiDocument } from '@kitestring/hub-contract/fleet/asyncapi.ts';
import { fleetOpenApiDocument } from '@kitestring/hub-contract/fleet/openapi.ts';
import { UNROUTED_ERRORS } from '@kitestring/station-contract/operation.ts';
import { AnswerDocument, assertDocumentedIn, CHECKS } from '@kitestring/web/test/support/documented-answer.ts';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';

/** A change with the cookie of a sign-in that comes from a page of another site. */
const OF_ANY_CHANGE: readonly string[] = ['FOREIGN_PAGE'];
const documents = [new AnswerDocument(fleetOpenApiDocument(), [...UNROUTED_ERRORS, ...OF_ANY_CHANGE])];
const messages = new Ajv2020(CHECKS);
messages.addSchema(fleetAsyncApiDocument(), 'asyncapi');
const checks = new Map<string, ValidateFunction>();

/** Whether an answer of the hub is what /openapi.json says. @throws what is not */
export const assertDescribed = (answer: Parameters<typeof assertDocumentedIn>[1]): void =>
  assertDocumentedIn(documents, answer);

/** Whether a message that the hub sends by itself is what /asyncapi.json says. @throws what is not */
export function assertDescribedMessage(channel: string, message: string, value: unknown): void {
  const pointer = `#/channels/${channel}/messages/${message}/payload`;
  const check = checks.get(pointer) ?? messages.compile({ $ref: `asyncapi${pointer}` });
  checks.set(pointer, check);
  if (!check(value)) {
    const faults = (check.errors ?? []).map(({ instancePath, message: fault }) => `${instancePath} ${fault}`);
    throw new Error(`${pointer}: ${faults.join('; ')}: ${JSON.stringify(value)}`);
  }
}
