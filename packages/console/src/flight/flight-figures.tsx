import { useEffect, useState } from 'react';
import { Figure } from '../kit/figure.tsx';
import { useWind } from '../situation/use-simulated-world.ts';
import { useTopic, useTopicPart } from '../station/use-topic.ts';
import { useWords } from '../words/words-context.tsx';
import styles from './flight-figures.module.css';
import { clockText, flightTimeS, NO_FLIGHT_TIME, nextFlightTime } from './flight-time.ts';
import { SoftMaxControl } from './soft-max-control.tsx';
import { useAltitudeLimits, useFlightInfo } from './use-altitude-limits.ts';

/** What one glances at now and then. */
export function FlightFigures() {
  const words = useWords();
  const { isStale, value: system } = useTopic('system/state');
  const limits = useAltitudeLimits();
  const wind = useWind();
  const { flight } = words;
  return (
    <div className={styles.figures}>
      <Figure name={flight.kiteBattery} value={system?.kite_battery_level} unit="%" places={0} isStale={isStale} />
      <Figure name={flight.stationBattery} value={system?.gs_battery_level} unit="%" places={0} isStale={isStale} />
      <FlightTimes isStale={isStale} />
      {wind !== undefined && (
        <Figure
          name={`${flight.wind} ${flight.windFrom(Math.round(wind.fromDeg) % 360)}`}
          value={wind.speedMps}
          unit="m/s"
          isStale={isStale}
        />
      )}
      <SoftMaxControl limits={limits} />
    </div>
  );
}

/** How long this flight lasts, and how long the Kite has flown altogether. */
function FlightTimes({ isStale }: { readonly isStale: boolean }) {
  const { flight } = useWords();
  const state = useTopicPart('flight/state', ({ flight_state }) => flight_state);
  const hours = useFlightInfo().value?.total_kite_flight_hours;
  const [time, setTime] = useState(NO_FLIGHT_TIME);
  useEffect(() => setTime((before) => nextFlightTime(before, hours, state)), [hours, state]);
  const seconds = flightTimeS(time);
  return (
    <>
      <Figure
        name={flight.flightTime}
        value={seconds === undefined ? undefined : clockText(seconds)}
        isStale={isStale}
      />
      <Figure name={flight.totalHours} value={hours} unit="h" isStale={isStale} />
    </>
  );
}
