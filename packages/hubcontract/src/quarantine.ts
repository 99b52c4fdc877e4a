import Type, { type Static } from 'typebox';
import { Boot, Version } from './tokens.ts';

/** The hub has heard two services under one identity: this start of it, the later one, ends its link. */
export const Quarantine = Type.Object({
  v: Version,
  boot: Boot,
  message: Type.String({ maxLength: 500, description: 'The reason, and what to do.' }),
});
export type Quarantine = Static<typeof Quarantine>;
