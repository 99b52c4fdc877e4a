import { useNotifications } from '../notifications/use-notifications.ts';
import { useTopicPart } from '../station/use-topic.ts';
import { flightWarnings } from './flight-warnings.ts';
import { useCallForAttention } from './use-attention.ts';

/** Gives Warnings in flight a sound. Used once on a page. */
export function useFlightWarnings(): void {
  const state = useTopicPart('flight/state', ({ flight_state }) => flight_state);
  const { movingInFlight, warning } = flightWarnings(state, useNotifications().active);
  useCallForAttention('movingInFlight', movingInFlight);
  useCallForAttention('warning', warning);
}
