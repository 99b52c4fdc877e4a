import { Button } from '@kitestring/console-ui/button.tsx';
import { classNames } from '@kitestring/console-ui/class-names.ts';
import { SeverityBadge } from '@kitestring/console-ui/severity-mark.tsx';
import { Trouble } from '@kitestring/console-ui/trouble.tsx';
import type { FleetAlarm } from '@kitestring/hub-contract/fleet/alarms.ts';
import { useState } from 'react';
import { CallFault } from '../api/call-hub.ts';
import { useFleet, useHub, useScope } from '../fleet-context.tsx';
import { useNumberText, useTimestampText } from '../preferences/preferences.tsx';
import { addressOfPlace } from '../shell/route.ts';
import { isFlying } from '../stations/fleet-view.ts';
import { useWords } from '../words/words-context.tsx';
import styles from './alarms.module.css';

interface AlarmCardProps {
  readonly alarm: FleetAlarm;
  /** If the station is named above it. */
  readonly isNameHidden?: boolean;
}

/** One alarm: severity, text, station, time, and the person who acknowledged it. */
export function AlarmCard({ alarm, isNameHidden = false }: AlarmCardProps) {
  const { alarms: texts, severities, states } = useWords();
  const number = useNumberText(1);
  const { bySid } = useFleet();
  const time = useTimestampText();
  const { acknowledged, began, code, ended, message, severity, sid } = alarm;
  const station = bySid.get(sid);
  return (
    <article className={styles.card} data-acknowledged={acknowledged !== undefined || undefined} aria-label={message}>
      <div className={styles.line}>
        <SeverityBadge severity={severity}>{severities[severity]}</SeverityBadge>
        {!isNameHidden && (
          <a className={styles.station} href={addressOfPlace('alarms', sid)}>
            {station?.name ?? sid}
          </a>
        )}
        {station !== undefined && ended === undefined && (
          <span className={isFlying(station) ? styles.flying : 'quiet small'}>
            {states.flight[station.flight_state ?? 'Unknown']}
            {isFlying(station) && station.altitude !== undefined && ` ${number(station.altitude)} m`}
          </span>
        )}
        {station !== undefined && station.state !== 'online' && <span className="quiet small">{texts.old}</span>}
      </div>
      <p className={styles.message} lang="en">
        {message}
      </p>
      <div className={styles.line}>
        <span className="quiet small figures">
          {texts.began(time(began))} · {texts.code(code)}
          {ended !== undefined && ` · ${texts.ended(time(ended))}`}
        </span>
        {acknowledged === undefined ? (
          ended === undefined && <Acknowledge alarm={alarm} name={station?.name ?? sid} />
        ) : (
          <span className={classNames(styles.acknowledged, styles.aside)}>
            {texts.acknowledged(acknowledged.who, time(acknowledged.time))}
          </span>
        )}
      </div>
    </article>
  );
}

function Acknowledge({ alarm: { id, message }, name }: { readonly alarm: FleetAlarm; readonly name: string }) {
  const { alarms: texts, trouble } = useWords();
  const { alarms } = useHub();
  const mayCommand = useScope('control');
  const mayAdminister = useScope('internal');
  const [isBusy, setIsBusy] = useState(false);
  const [fault, setFault] = useState<string>();
  if (!mayCommand && !mayAdminister) return null;
  const acknowledge = async () => {
    setIsBusy(true);
    setFault(undefined);
    try {
      await alarms.acknowledge(id);
    } catch (error) {
      setFault(error instanceof CallFault ? trouble.of(error.status, error.message) : trouble.failed);
    }
    setIsBusy(false);
  };
  return (
    <div className={styles.aside}>
      <Button isPending={isBusy} aria-label={texts.acknowledgeOf(message, name)} onPress={() => void acknowledge()}>
        {texts.acknowledge}
      </Button>
      <Trouble text={fault} />
    </div>
  );
}
