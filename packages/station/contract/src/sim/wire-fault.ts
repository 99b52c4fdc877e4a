import Type, { type Static } from 'typebox';
import { named, OneOf, Timestamp } from '../schema.ts';
import { WIRE_FAULT_TYPES, WIRE_FAULTS, type WireFaultFigures, type WireFaultType } from './wire-faults.ts';

/** Faults that are active at once, and that are listed, the ended ones included. */
export const WIRE_FAULTS_MAX = 32;

/** Selection of the requests that a fault meets; a fault of the whole listener meets every client. */
const selection = {
  operation: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 100,
      description:
        'Id of an operation, as in the reference: `flight.control.take_off`. Absent: all of the API but requesting and invalidating tokens. The controls of the simulator and the health of the station are never met.',
    }),
  ),
  client: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'Name of a plugin, an account or a token. Absent: all clients.',
    }),
  ),
  probability: Type.Optional(
    Type.Number({
      exclusiveMinimum: 0,
      maximum: 1,
      default: 1,
      description: 'Share of the requests that are hit, drawn one by one',
    }),
  ),
  seed: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 4_294_967_295,
      default: 1,
      description: 'The same seed and order of requests give the same hits',
    }),
  ),
  count: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'Hits after which it ends. Absent: no limit' }),
  ),
};

const duration = Type.Optional(
  Type.Number({
    exclusiveMinimum: 0,
    maximum: 86_400,
    description: 'Time until it ends, s of station time. Absent: until it is removed',
  }),
);

const requestSchema = (type: WireFaultType) => {
  const { summary, place, parameters } = WIRE_FAULTS[type];
  return Type.Object(
    {
      type: Type.Literal(type, { description: 'The fault' }),
      ...(place === 'listener' ? {} : selection),
      duration,
      parameters: Type.Optional({ ...parameters, description: 'Its parameters', additionalProperties: false }),
    },
    { description: summary, additionalProperties: false },
  );
};

const formName = (type: WireFaultType): string =>
  `${type.replaceAll(/(?:^|_)(\w)/g, (_, first) => first.toUpperCase())}WireFault`;

/** A fault as requested. */
export interface WireFaultRequest {
  readonly type: WireFaultType;
  readonly operation?: string;
  readonly client?: string;
  readonly probability?: number;
  readonly seed?: number;
  readonly count?: number;
  /** Seconds of station time. */
  readonly duration?: number;
  readonly parameters?: Readonly<Record<string, number | string>>;
}

/** One schema per type, because each has its own parameters. */
export const WIRE_FAULT_REQUESTS = Object.fromEntries(
  WIRE_FAULT_TYPES.map((type) => [type, requestSchema(type)]),
) as Readonly<Record<WireFaultType, ReturnType<typeof requestSchema>>>;

export const AddWireFault = Type.Unsafe<WireFaultRequest>({
  $id: 'WireFaultRequest',
  description: 'A fault between station and clients. `type` determines its parameters.',
  oneOf: WIRE_FAULT_TYPES.map((type) => ({ ...WIRE_FAULT_REQUESTS[type], $id: formName(type) })),
  discriminator: {
    propertyName: 'type',
    mapping: Object.fromEntries(WIRE_FAULT_TYPES.map((type) => [type, `#/components/schemas/${formName(type)}`])),
  },
});

/** The parameters of a request that its schema accepts, with defaults filled in. */
export function wireFaultFigures<T extends WireFaultType>(
  type: T,
  given: WireFaultRequest['parameters'] = {},
): WireFaultFigures<T> {
  const schemas = WIRE_FAULTS[type].parameters.properties as Readonly<Record<string, { readonly default?: unknown }>>;
  const filled = Object.entries(schemas).map(([name, schema]) => [name, given[name] ?? schema.default]);
  return Object.fromEntries(filled) as WireFaultFigures<T>;
}

export const WireFaultState = named('WireFaultState', 'A fault between station and clients, and its status.', {
  id: Type.String({ description: 'Id of this fault, counted from `1`' }),
  type: OneOf([...WIRE_FAULT_TYPES], 'Type of the fault'),
  status: OneOf(['active', 'ended'], '`active` now; `ended` by its count, its duration, or a removal'),
  met: Type.Integer({ minimum: 0, description: 'Requests and WebSockets that it selected so far' }),
  hits: Type.Integer({ minimum: 0, description: 'Number of them that it hit' }),
  begin_time: Timestamp('Start.'),
  end_time: Type.Optional(Timestamp('End. Absent while it is active.')),
  operation: selection.operation,
  client: selection.client,
  probability: Type.Number({ exclusiveMinimum: 0, maximum: 1, description: 'Share of the requests that are hit' }),
  seed: Type.Integer({ minimum: 0, description: 'Seed of the draws' }),
  count: selection.count,
  parameters: Type.Record(Type.String(), Type.Union([Type.Number(), Type.String()]), {
    description: 'All parameters, defaults included',
  }),
});
export type WireFaultState = Static<typeof WireFaultState>;

export const WireFaultList = named('WireFaults', 'Faults between station and clients, the oldest first.', {
  faults: Type.Array(WireFaultState, {
    description: `The active ones, and of the ended ones the newest, ${WIRE_FAULTS_MAX} at most`,
  }),
});
