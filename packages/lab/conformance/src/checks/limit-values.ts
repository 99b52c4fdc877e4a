import type { Operation } from '@kitestring/station-contract/operation.ts';
import type { CheckedApi } from '../api-version.ts';
import { type ContractCheck, decided, NotApplicableFault, sourceOf } from '../check.ts';
import type { Answer } from '../link/answer.ts';
import type { FieldSchema } from '../schema/fields.ts';
import type { RunSession } from '../station/sessions.ts';
import type { StationUnderTest } from '../station/station-under-test.ts';
import { level } from './level.ts';
import { validBody } from './valid-bodies.ts';

/** Refusals by a state, by another client or for a part that is not fitted, which say nothing of a limit. */
const saysNothing = ({ object, status }: Answer): boolean =>
  status === 403 || status === 409 || object.code === 'NOT_FITTED';

/** Values at the ends of what the contract allows, which must be taken. */
export const limitValueChecks = (api: CheckedApi): ContractCheck[] =>
  api.operations.flatMap((op) => {
    const bodies = bodiesAtLimits(op);
    return bodies.length === 0 ? [] : [takesLimits(op, bodies)];
  });

interface BodyAtLimit {
  readonly text: string;
  readonly json: object;
}

const takesLimits = (op: Operation, bodies: readonly BodyAtLimit[]): ContractCheck => ({
  id: `${op.id}.takes-its-limits`,
  sentence: `${op.method} ${op.path} takes the values that are its limits: ${bodies.map(({ text }) => text).join(', ')}.`,
  source: isOfHandoff(op) ? decided('Handoff and Remote ID') : sourceOf(op, success(op)),
  level: level(op),
  run: async (expect, station) => {
    const as = isOfHandoff(op) ? await clientFor(op, station) : undefined;
    for (const { json, text } of bodies) {
      const answer = await station.ask(op, { json, ...(as && { as }) });
      const isTaken = answer.status < 300 || saysNothing(answer);
      expect.that(isTaken, `${text} is taken, got ${answer.status}`, answer.exchange);
    }
    if (as === undefined) await station.ask('camera.control.rotate_to_angle', { json: { tilt_ned: 0 } });
    else await station.ask('handoff.control.release', { as });
  },
});

const isOfHandoff = ({ id }: Operation): boolean => id.startsWith('handoff.');

/** A client that may ask for control, while no other has it. @throws NotApplicableFault */
async function clientFor({ id }: Operation, station: StationUnderTest): Promise<RunSession> {
  const { controlling_client: holder } = await station.read('handoff.state');
  if (holder !== null) throw new NotApplicableFault('another client is in control');
  const overrides = id === 'handoff.control.override';
  return overrides ? station.shared('overrider', 'read control can_override') : station.shared('a', 'read control');
}

const success = ({ replies }: Operation): number => Math.min(...Object.keys(replies).map(Number));

/** Each limit in a body that is right otherwise: the fullest of its examples, where one field may need another. */
function bodiesAtLimits(op: Operation): readonly BodyAtLimit[] {
  const { properties = {} } = (op.body ?? {}) as FieldSchema;
  const at = (field: string, value: unknown): BodyAtLimit => ({
    text: `${field} ${typeof value === 'string' ? `with ${value.length} characters` : String(value)}`,
    json: { ...base(op, field), [field]: value },
  });
  return Object.entries(properties).flatMap(([field, { maximum, maxLength, minimum }]) => [
    ...(minimum === undefined ? [] : [at(field, minimum)]),
    ...(maximum === undefined ? [] : [at(field, maximum)]),
    ...(maxLength === undefined ? [] : [at(field, 'x'.repeat(maxLength))]),
  ]);
}

function base(op: Operation, field: string): Readonly<Record<string, unknown>> {
  const examples = (op.examples ?? []).map(({ value }) => value as Record<string, unknown>);
  // A camera would move by the other values of an example.
  const fullest = isOfHandoff(op) ? examples.find((example) => field in example) : undefined;
  return fullest ?? validBody(op) ?? {};
}
