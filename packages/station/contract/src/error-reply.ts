import Type, { type Static } from 'typebox';
import { named, Text } from './schema.ts';

const properties = {
  code: Text('Stable code; one per cause.', 'ALTITUDE_ABOVE_SOFT_MAX'),
  message: Text(
    'Description for people: the field, the limit and the received value. Its wording may change.',
    'altitude must be lower than altitude_soft_max (30 m), got 45 m',
  ),
  details: Type.Optional(
    Type.Array(
      Type.Object({
        path: Text('JSON pointer into the body, or `query/<name>`, `params/<name>`.', '/altitude'),
        message: Text('Description of the error.', 'must be a number'),
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
    error: Type.Optional(Text('Error code of RFC 6749 section 5.2.', 'invalid_client')),
    error_description: Type.Optional(Text('The same as `message`.', 'the API key is unknown')),
  },
);
export type TokenErrorReply = Static<typeof TokenErrorReply>;
