import Type from 'typebox';
import { Text } from '../schema.ts';

export const ClientIpAddress = Type.Optional(
  Text('IP address of the client, as it has given it; other clients see it.', '192.168.2.20', { maxLength: 1000 }),
);
