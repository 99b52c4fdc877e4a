import type { Notification } from '@kitestring/station-contract/notifications/notification.ts';
import { useIsLostInAir } from '../flight/use-lost-in-air.ts';
import { useTopicPart } from '../station/use-topic.ts';
import { useWords } from '../words/words-context.tsx';
import { type AlarmFlight, alarmAction } from './alarm-action.ts';
import { useStationNotifications } from './use-notifications.ts';

/** State of the flight, by which the action of an alarm goes. */
function useAlarmFlight(): AlarmFlight {
  const { active } = useStationNotifications();
  const state = useTopicPart('flight/state', ({ flight_state }) => flight_state);
  return { state, isLostInAir: useIsLostInAir(), active };
}

/** Returns the action of a notification as text; undefined where its message says all. */
export function useActionText(): (notification: Notification) => string | undefined {
  const { alarms } = useWords();
  const flight = useAlarmFlight();
  return (notification) => {
    const action = alarmAction(notification, flight);
    return action && alarms[action];
  };
}

/** Action and message in one line. */
export const withAction =
  (action: ReturnType<typeof useActionText>) =>
  (notification: Notification): string =>
    [action(notification), notification.message].filter(Boolean).join(' ');
