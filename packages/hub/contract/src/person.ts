import Type, { type Static } from 'typebox';

/** The caller of a request through the hub. */
export const Person = Type.Object({
  id: Type.String({
    minLength: 1,
    maxLength: 200,
    description: 'Permanent id: issuer and subject, or an API key’s id.',
  }),
  name: Type.String({ minLength: 1, maxLength: 100, description: 'Name, as the station’s audit log shows it.' }),
  role: Type.String({ minLength: 1, maxLength: 40, description: 'Role in the hub.' }),
  session: Type.Optional(
    Type.String({
      minLength: 16,
      maxLength: 64,
      description: 'One of several sign-ins of this person: each has a session of its own at the station.',
    }),
  ),
});
export type Person = Static<typeof Person>;
