import Type, { type Static } from 'typebox';
import { named } from '../schema.ts';
import { NotificationSeverity } from './notification.ts';

export const NotificationParameter = named('NotificationParameter', 'A value that the texts of a notification use.', {
  name: Type.String({
    description: 'Name, as in `{name}` in the texts and as the key in `parameters`.',
    examples: ['wind_speed'],
  }),
  description: Type.String({ description: 'Description.', examples: ['Wind at the Kite'] }),
  unit: Type.Optional(Type.String({ description: 'Unit. Absent for a text or a count.', examples: ['m/s'] })),
});
export type NotificationParameter = Static<typeof NotificationParameter>;

export const NotificationDictionaryItem = named(
  'NotificationDictionaryItem',
  'Definition of a notification. In the texts, `{name}` stands for a parameter.',
  {
    code: Type.Integer({ description: 'Stable number.', examples: [30001] }),
    severity: NotificationSeverity,
    message: Type.String({
      description: 'The condition, stated first.',
      examples: ['High wind ({wind_speed} m/s): above the limit for normal flight.'],
    }),
    system_reaction: Type.Optional(
      Type.String({
        description: 'Automatic reaction of the system.',
        examples: ['The Kite descends to a safe altitude.'],
      }),
    ),
    instructions: Type.Optional(
      Type.String({ description: 'Action for the operator.', examples: ['Land, and wait until the wind decreases.'] }),
    ),
    parameters: Type.Optional(Type.Array(NotificationParameter, { description: 'The values that the texts use.' })),
  },
);
export type NotificationDictionaryItem = Static<typeof NotificationDictionaryItem>;
