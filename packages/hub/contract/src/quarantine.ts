import Type, { type Static } from 'typebox';
import { Boot, Version } from './tokens.ts';

/** The hub has received beats of two services with one identity: this start, the later one, must disconnect. */
export const Quarantine = Type.Object({
  v: Version,
  boot: Boot,
  message: Type.String({ maxLength: 500, description: 'The reason, and what to do.' }),
});
export type Quarantine = Static<typeof Quarantine>;
