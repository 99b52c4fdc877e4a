import Type, { type Static } from 'typebox';
import { named, Text, Whole } from '../schema.ts';
import { NotificationSeverity } from './notification.ts';

export const NotificationParameter = named('NotificationParameter', 'A value that the texts of a notification use.', {
  name: Text('Name, as in `{name}` in the texts and as the key in `parameters`.', 'wind_speed'),
  description: Text('Description.', 'Wind at the Kite'),
  unit: Type.Optional(Text('Unit. Absent for a text or a count.', 'm/s')),
});
export type NotificationParameter = Static<typeof NotificationParameter>;

export const NotificationDictionaryItem = named(
  'NotificationDictionaryItem',
  'Definition of a notification. In the texts, `{name}` stands for a parameter.',
  {
    code: Whole('Stable number.', 30001),
    severity: NotificationSeverity,
    message: Text('The condition, stated first.', 'Wind load high: {measure} {value} {unit}, limit {limit} {unit}.'),
    system_reaction: Type.Optional(Text('Automatic reaction of the system.', 'The Kite descends to a safe altitude.')),
    instructions: Type.Optional(Text('Action for the operator.', 'Land, and wait until the wind decreases.')),
    parameters: Type.Optional(Type.Array(NotificationParameter, { description: 'The values that the texts use.' })),
  },
);
export type NotificationDictionaryItem = Static<typeof NotificationDictionaryItem>;
