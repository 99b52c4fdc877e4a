import { classNames } from '@kitestring/console-ui/class-names.ts';
import { SeverityIcon } from '@kitestring/console-ui/severity-mark.tsx';
import { Button } from 'react-aria-components/Button';
import { useNumberText } from '../preferences/preferences.tsx';
import { addressOfPlace } from '../shell/route.ts';
import { hasAlarm, isFlying, isLostInFlight, severityRank, worstOf } from '../stations/fleet-view.ts';
import { useWords } from '../words/words-context.tsx';
import type { MapMark } from './clusters.ts';
import styles from './fleet-map.module.css';
import type { LabelSide } from './label-sides.ts';

interface FleetMarkProps {
  readonly mark: MapMark;
  readonly chosen: string | undefined;
  /** Where its name has room; undefined: it is shown only while the mark is pointed at, focused or chosen. */
  readonly side: LabelSide | undefined;
  /** A mark of several stations is pressed. */
  readonly onOpen: () => void;
}

/** A station, or several together, in the shape and colour of the one that needs most attention. */
export function FleetMark({ chosen, mark, onOpen, side }: FleetMarkProps) {
  const words = useWords();
  const number = useNumberText();
  const { stations, xPx, yPx } = mark;
  const [station] = stations;
  if (station === undefined) return null;
  const worst = worstOf(station);
  const rank = severityRank(station);
  const tone = rank >= 6 ? styles.fatal : rank >= 4 ? styles.critical : rank === 3 ? styles.warning : '';
  const isAlone = stations.length === 1;
  const isChosen = stations.some(({ sid }) => sid === chosen);
  const names = classNames(
    styles.mark,
    tone,
    isAlone ? styles.single : styles.cluster,
    isAlone && isFlying(station) && styles.flying,
    isAlone && station.state === 'offline' && styles.offline,
    isChosen && styles.chosen,
  );
  // Moved without a new layout: hundreds of marks follow the map.
  const style = { transform: `translate(${xPx}px, ${yPx}px) translate(-50%, -50%)` };
  if (!isAlone) {
    const alarms = stations.filter(hasAlarm).length;
    return (
      <Button
        className={names}
        style={style}
        aria-label={words.map.cluster(number(stations.length), number(alarms))}
        onPress={onOpen}
      >
        <span className="figures">{number(stations.length)}</span>
      </Button>
    );
  }
  const state = isLostInFlight(station)
    ? words.states.lostInFlight
    : [words.states.link[station.state], words.states.flight[station.flight_state ?? 'Unknown']].join(', ');
  const alarm = worst === undefined ? '' : `, ${words.severities[worst]}`;
  return (
    <a
      className={names}
      style={style}
      href={addressOfPlace('map', station.sid)}
      aria-label={words.map.station(station.name, `${state}${alarm}`)}
      aria-current={isChosen ? 'true' : undefined}
    >
      {worst !== undefined && worst !== 'Info' ? <SeverityIcon severity={worst} /> : <span className={styles.dot} />}
      <span className={styles.label} data-side={side} aria-hidden="true">
        {station.name}
      </span>
    </a>
  );
}
