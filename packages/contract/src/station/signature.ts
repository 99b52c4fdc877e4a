import Type, { type Static } from 'typebox';
import { named, Timestamp } from '../schema.ts';
import { ReadinessCheck } from './readiness.ts';

/** Maximum number of signatures of one take-off. */
export const SIGNATURES_MAX = 20;

const name = Type.String({ description: 'Who signs: 1 to 100 characters.', examples: ['M. Rossi'] });

export const NewSignature = named('NewSignature', 'A signature under the list that was read.', {
  name,
  revision: Type.String({
    maxLength: 100,
    description: 'The `revision` of the list that was looked at.',
    examples: ['5f3a09c1'],
  }),
});
export type NewSignature = Static<typeof NewSignature>;

export const Signature = named('Signature', 'Who has signed the readiness list, and what it said at that moment.', {
  name,
  signed_at: Timestamp('When it was signed.'),
  plugin_name: Type.String({ description: 'Plugin of the client.', examples: ['desk 1'] }),
  ready: Type.Boolean({ description: 'No check refused a take-off.', examples: [true] }),
  revision: Type.String({ description: 'Of the list that was signed.', examples: ['5f3a09c1'] }),
  checks: Type.Array(ReadinessCheck, { description: 'The list with its figures, as it was.', examples: [[]] }),
});
export type Signature = Static<typeof Signature>;

export const SignatureList = named(
  'SignatureList',
  'Signatures for the next take-off, in the order in which they came.',
  {
    signatures: Type.Array(Signature, { description: 'Each of them once' }),
  },
);
