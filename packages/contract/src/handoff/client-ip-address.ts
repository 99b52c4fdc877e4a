import Type from 'typebox';

export const ClientIpAddress = Type.Optional(
  Type.String({
    maxLength: 1000,
    description: 'IP address of the client, as it has given it; other clients see it.',
    examples: ['192.168.2.20'],
  }),
);
