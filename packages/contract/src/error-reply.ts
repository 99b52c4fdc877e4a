import Type, { type Static } from 'typebox';
import { named } from './schema.ts';

const properties = {
  code: Type.String({ description: 'Stable code; one per cause.', examples: ['ALTITUDE_ABOVE_SOFT_MAX'] }),
  message: Type.String({
    description: 'Description for people: the field, the limit and the received value. Its wording may change.',
    examples: ['altitude must be lower than altitude_soft_max (30 m), got 45 m'],
  }),
  details: Type.Optional(
    Type.Array(
      Type.Object({
        path: Type.String({
          description: 'JSON pointer into the body, or `query/<name>`, `params/<name>`.',
          examples: ['/altitude'],
        }),
        message: Type.String({ description: 'Description of the error.', examples: ['must be a number'] }),
      }),
      { description: 'Every invalid field.' },
    ),
  ),
};

export const ErrorReply = named('Error', 'Reason of a refused request.', properties);
export type ErrorReply = Static<typeof ErrorReply>;

/**
 * Codes of RFC 6749 section 5.2 that the token request can answer with, and those that other statuses use of RFC 6749.
 */
export const TokenErrorReply = named(
  'TokenError',
  'Why a token was refused, with the fields that OAuth 2.0 libraries read.',
  {
    ...properties,
    error: Type.Optional(
      Type.String({ description: 'Error code of RFC 6749 section 5.2.', examples: ['invalid_client'] }),
    ),
    error_description: Type.Optional(
      Type.String({ description: 'The same as `message`.', examples: ['the API key is unknown'] }),
    ),
  },
);
export type TokenErrorReply = Static<typeof TokenErrorReply>;
