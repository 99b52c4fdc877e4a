import { useEffect, useRef, useState } from 'react';
import { useNotifications } from '../notifications/use-notifications.ts';
import { useStation } from '../station/station-context.tsx';
import { useTopic } from '../station/use-topic.ts';
import { NO_TWIST_TRACK, type TwistKnowledge, type TwistTrack, withHeading, withNotifications } from './twist.ts';

/** Turns are told in tenths: nothing is drawn anew for less. */
const SHOWN_TURNS = 0.05;

/** What is known of the turns in the tether. */
export function useTwist(): TwistKnowledge {
  const { link } = useStation();
  const { active, dictionary } = useNotifications();
  const { receivedAtMs, value } = useTopic('flight/state');
  const track = useRef<TwistTrack>(NO_TWIST_TRACK);
  const [knowledge, setKnowledge] = useState<TwistKnowledge>(NO_TWIST_TRACK.knowledge);
  // The dictionary comes with the first list of what is active.
  const isRead = dictionary.size > 0;
  useEffect(() => {
    if (!isRead) return;
    track.current = withNotifications(track.current, active);
    setKnowledge((shown) => newerOf(shown, track.current.knowledge));
  }, [active, isRead]);
  useEffect(() => {
    const stationMs = link.clock.nowMs();
    if (value?.kite_heading === undefined || stationMs === undefined) return;
    track.current = withHeading(track.current, {
      headingDeg: value.kite_heading,
      isOnGround: value.flight_state === 'StandBy',
      atMs: receivedAtMs,
      stationMs,
    });
    setKnowledge((shown) => newerOf(shown, track.current.knowledge));
  }, [value, receivedAtMs, link]);
  return knowledge;
}

function newerOf(shown: TwistKnowledge, now: TwistKnowledge): TwistKnowledge {
  if (shown.kind !== now.kind || shown.kind === 'unread' || shown.kind === 'belowWarning') return now;
  return 'turns' in now && Math.abs(now.turns - shown.turns) < SHOWN_TURNS ? shown : now;
}
