import { operation } from '../operation.ts';
import { STATION_BASE } from './paths.ts';
import { NewSignature, SIGNATURES_MAX, Signature, SignatureList } from './signature.ts';

const SIGNATURE = {
  name: 'M. Rossi',
  signed_at: '2026-03-01T09:30:00.250000+00:00',
  plugin_name: 'desk 1',
  ready: true,
  revision: '5f3a09c1',
  checks: [{ check: 'kite_battery', state: 'ok', value: 98.5, min: 50, unit: '%' }],
};

export const listSignatures = operation({
  base: STATION_BASE,
  access: ['read'],
  id: 'station.readiness.signatures',
  method: 'GET',
  path: '/readiness/signatures',
  summary: 'Who has signed the readiness list',
  description:
    'Signatures for the next take-off, and in the air those of this flight. They are gone after the landing; the flight log keeps them.',
  replies: { 200: SignatureList },
  errors: [],
  replyExample: { signatures: [SIGNATURE] },
});

export const signReadiness = operation({
  base: STATION_BASE,
  access: ['control'],
  id: 'station.readiness.sign',
  method: 'POST',
  path: '/readiness/signatures',
  summary: 'Sign the readiness list',
  description: `Keeps the name with the whole list and its figures, for the flight log and its report. A list in which a check has changed its state since it was read is refused: read it again. Several people may sign; all signatures are kept, in order, ${SIGNATURES_MAX} at most. A take-off needs none.`,
  body: NewSignature,
  bodyRequired: true,
  replies: { 201: Signature },
  errors: ['READINESS_CHANGED', 'WRONG_FLIGHT_STATE', 'TOO_MANY_SIGNATURES', 'STORE_UNUSABLE'],
  examples: [{ summary: 'What was looked at', value: { name: 'M. Rossi', revision: '5f3a09c1' } }],
  replyExample: SIGNATURE,
});
