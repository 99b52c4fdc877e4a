import Type, { type Static } from 'typebox';
import { named, Text, Timestamp, YesNo } from '../schema.ts';
import { ReadinessCheck } from './readiness.ts';

/** Maximum number of signatures of one take-off. */
export const SIGNATURES_MAX = 20;

const name = Text('Name of the signer: 1 to 100 characters.', 'M. Rossi');

export const NewSignature = named('NewSignature', 'A signature of the reviewed list.', {
  name,
  revision: Text('The `revision` of the reviewed list.', '5f3a09c1', { maxLength: 100 }),
});
export type NewSignature = Static<typeof NewSignature>;

export const Signature = named('Signature', 'A signature of the readiness list, with the list at that time.', {
  name,
  signed_at: Timestamp('When it was signed.'),
  plugin_name: Text('Plugin of the client.', 'desk 1'),
  ready: YesNo('Whether no check refused a take-off.', true),
  revision: Text('Revision of the signed list.', '5f3a09c1'),
  checks: Type.Array(ReadinessCheck, { description: 'The list with its values at that time.', examples: [[]] }),
});
export type Signature = Static<typeof Signature>;

export const SignatureList = named('SignatureList', 'Signatures for the next take-off, in order of time.', {
  signatures: Type.Array(Signature, { description: 'Each of them once' }),
});
