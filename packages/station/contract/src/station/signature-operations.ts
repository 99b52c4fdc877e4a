import { operation } from '../operation.ts';
import { CONTROLS, READS } from './paths.ts';
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
  ...READS,
  id: 'station.readiness.signatures',
  path: '/readiness/signatures',
  summary: 'Signatures of the readiness list',
  description:
    'Signatures for the next take-off, or during a flight those of this flight. They are removed after the landing; the flight log keeps them.',
  replies: { 200: SignatureList },
  replyExample: { signatures: [SIGNATURE] },
});

export const signReadiness = operation({
  ...CONTROLS,
  id: 'station.readiness.sign',
  method: 'POST',
  path: '/readiness/signatures',
  summary: 'Sign the readiness list',
  description: `Stores the name with the whole list and its values, for the flight log and its report. It is refused if a check has changed its state since the list was read: read it again. Several people may sign; all signatures are stored, in order, at most ${SIGNATURES_MAX}. Take-off does not require one.`,
  body: NewSignature,
  replies: { 201: Signature },
  errors: ['READINESS_CHANGED', 'WRONG_FLIGHT_STATE', 'TOO_MANY_SIGNATURES', 'STORE_UNUSABLE'],
  examples: [{ summary: 'The reviewed revision', value: { name: 'M. Rossi', revision: '5f3a09c1' } }],
  replyExample: SIGNATURE,
});
