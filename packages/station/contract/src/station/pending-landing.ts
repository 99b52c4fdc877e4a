import Type, { type Static } from 'typebox';
import { FlightState } from '../flight/flight-state.ts';
import { named, Text, Timestamp } from '../schema.ts';

/** Longest time that a landing waits for the Kite, seconds: the operator then decides again. */
export const PENDING_LANDING_S = 600;

export const LastKnown = named('LastKnown', 'What the Kite said last, while nothing is heard of it.', {
  time: Timestamp('When it was measured, in station time.'),
  state: FlightState,
});
export type LastKnown = Static<typeof LastKnown>;

export const PendingLanding = named('PendingLanding', 'A landing that waits for data of the Kite.', {
  ordered_time: Timestamp('When it was ordered, in station time.'),
  until_time: Timestamp('When it ends unless the Kite has been heard, in station time.'),
  ordered_by: Text('Name of the API key or account that ordered it.', 'desk 1'),
});
export type PendingLanding = Static<typeof PendingLanding>;

export const PendingLandingReply = named('PendingLandingReply', 'The pending landing; nothing when it began at once.', {
  pending_landing: Type.Optional(PendingLanding),
});
export type PendingLandingReply = Static<typeof PendingLandingReply>;
