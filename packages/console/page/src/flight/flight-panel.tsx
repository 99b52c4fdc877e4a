import { Fact } from '@kitestring/console-ui/fact-list.tsx';
import { Off } from '@kitestring/console-ui/off.tsx';
import { Panel } from '@kitestring/console-ui/panel.tsx';
import { positionText } from '@kitestring/console-ui/quantity-text.ts';
import { useClockTick } from '@kitestring/console-ui/use-clock-tick.ts';
import { useNotifications } from '../notifications/use-notifications.ts';
import { AmountFigure, Figure } from '../parts/facts.tsx';
import { rounded } from '../parts/numbers.ts';
import { useWhyNotText } from '../permission/use-why-not.ts';
import { useQuantities, useShownLength } from '../quantities/use-quantities.ts';
import { useWindLoad } from '../situation/use-wind-load.ts';
import { useStation } from '../station/station-context.tsx';
import { useIsLost } from '../station/use-loss.ts';
import { useTopicPart, useTopicShown } from '../station/use-topic.ts';
import { useWords } from '../words/words-context.tsx';
import { AltitudeControl } from './altitude-control.tsx';
import { ContextButton } from './context-button.tsx';
import { batteryTone, batteryUnit, clockText, flightTimeS } from './flight-figures.ts';
import styles from './flight-panel.module.css';
import { StateBanner } from './flight-state.tsx';
import { ReadinessList } from './readiness-list.tsx';
import { SoftMaxControl } from './soft-max-control.tsx';
import { useAltitudeLimits } from './use-altitude-limits.ts';
import { useClimbRate, useFlightFigures, useFlightFiguresFollowed } from './use-flight-figures.ts';
import { useInstruments } from './use-instruments.ts';

/** State of the flight and its commands. */
export function FlightPanel() {
  const words = useWords();
  return (
    <Panel title={words.flight.title} isTitleHidden>
      <div className="stack">
        <StateBanner />
        <ContextButton />
        <Off why={useWhyNotText('fly')}>
          <AltitudeControl />
          <FlightFigures />
        </Off>
        <ReadinessList />
      </div>
    </Panel>
  );
}

/** Values that are needed occasionally. */
function FlightFigures() {
  const words = useWords();
  const { isStale, value: system } = useTopicShown('system/state', (state) => ({
    kite_battery_level: rounded(state.kite_battery_level, 0),
    gs_battery_level: rounded(state.gs_battery_level, 0),
  }));
  const limits = useAltitudeLimits();
  const { active } = useNotifications();
  const { flight } = words;
  const { gs_battery_left_s: stationS, kite_battery_left_s: kiteS } = useInstruments() ?? {};
  return (
    <div className={styles.figures}>
      <Figure
        name={flight.kiteBattery}
        value={system?.kite_battery_level}
        unit={batteryUnit(kiteS)}
        places={0}
        isStale={isStale}
        tone={batteryTone('kite', active)}
      />
      <Figure
        name={flight.stationBattery}
        value={system?.gs_battery_level}
        unit={batteryUnit(stationS)}
        places={0}
        isStale={isStale}
        tone={batteryTone('station', active)}
      />
      <FlightTimes isStale={isStale} />
      <WindFigures isStale={isStale} />
      <AttitudeFigures isStale={isStale} />
      <GpsFigure />
      <SoftMaxControl limits={limits} />
      <PositionLine />
    </div>
  );
}

/** Duration of this or the last flight, maximum altitude, and tether, as counted by the station. */
function FlightTimes({ isStale: isStationStale }: { readonly isStale: boolean }) {
  const { flight } = useWords();
  const isLost = useIsLost('kite');
  const isStale = isStationStale || isLost;
  const { link } = useStation();
  useFlightFiguresFollowed();
  const { value: figures } = useFlightFigures();
  const { altitude_max, in_flight: isInFlight = false, tether_out } = figures ?? {};
  const climbMps = useClimbRate();
  const quantities = useQuantities();
  const length = useShownLength();
  useClockTick(isInFlight);
  const altitudeM = useTopicPart('flight/state', ({ altitude }) => rounded(altitude, 1));
  const seconds = figures && flightTimeS(figures, link.clock.nowMs());
  // The current altitude may be newer than the last reported maximum.
  const greatestM = altitude_max === undefined ? undefined : Math.max(altitude_max, isInFlight ? (altitudeM ?? 0) : 0);
  return (
    <>
      <Figure
        name={isInFlight || seconds === undefined ? flight.flightTime : flight.lastFlight}
        value={seconds === undefined ? undefined : clockText(seconds)}
        isStale={isStale}
      />
      <AmountFigure name={flight.greatestHeight} amount={length(greatestM)} isStale={isStale} />
      <AmountFigure name={flight.tetherOut} amount={length(tether_out)} isStale={isStationStale} />
      <AmountFigure
        name={flight.verticalSpeed}
        amount={climbMps === undefined ? undefined : quantities.climb(climbMps)}
        isStale={isStale}
      />
    </>
  );
}

/** Wind and load of the tether, each with its limit, as measured by the aircraft. */
function WindFigures({ isStale }: { readonly isStale: boolean }) {
  const { flight } = useWords();
  const quantities = useQuantities();
  const { tether, wind } = useWindLoad();
  const angleDeg = tether?.angleDeg;
  const warnDeg = String(tether?.warnDeg);
  const isHigh = (value: number | undefined, limit: number | undefined) =>
    value !== undefined && limit !== undefined && value > limit ? 'warn' : undefined;
  return (
    <>
      <AmountFigure
        name={flight.windFrom(wind?.fromDeg)}
        amount={wind && quantities.speed(wind.speedMps)}
        limit={wind && flight.limit(quantities.speed(wind.warnMps, 0).text)}
        isStale={isStale || wind?.isOld === true}
        tone={isHigh(wind?.speedMps, wind?.warnMps)}
      />
      <AmountFigure
        name={flight.tension}
        amount={tether && { text: quantities.number(tether.tensionN, 0), unit: 'N' }}
        limit={angleDeg === undefined ? undefined : `${quantities.number(angleDeg, 0)}° ${flight.limit(warnDeg)}`}
        isStale={isStale || tether?.isOld === true}
        tone={isHigh(angleDeg, tether?.warnDeg)}
      />
    </>
  );
}

/** Tilt of the Kite with its limit, and the link to it. */
function AttitudeFigures({ isStale: isStationStale }: { readonly isStale: boolean }) {
  const { flight } = useWords();
  const quantities = useQuantities();
  const isLost = useIsLost('kite');
  const isStale = isStationStale || isLost;
  const { kite_tilt, kite_tilt_max, link_delay_s, link_lost_percent } = useInstruments() ?? {};
  const isHigh = kite_tilt !== undefined && kite_tilt_max !== undefined && kite_tilt > kite_tilt_max;
  return (
    <>
      <Figure
        name={flight.tilt}
        value={kite_tilt}
        unit="°"
        limit={kite_tilt_max === undefined ? undefined : flight.limit(String(kite_tilt_max))}
        isStale={isStale}
        tone={isHigh ? 'warn' : undefined}
      />
      <Figure
        name={flight.link}
        value={link_lost_percent === undefined ? undefined : 100 - link_lost_percent}
        unit="%"
        places={0}
        limit={link_delay_s === undefined ? undefined : `${quantities.number(link_delay_s * 1000, 0)} ms`}
        isStale={isStale}
      />
    </>
  );
}

/** GPS fix of the Kite, with its accuracy. */
function GpsFigure() {
  const { flight } = useWords();
  const { isStale, value } = useTopicShown('flight/state', (state) => ({
    hasFix: state.kite_gps_has_fix,
    accuracyM: rounded(state.kite_gps_accuracy, 1),
  }));
  const quantities = useQuantities();
  const { accuracyM, hasFix } = value ?? {};
  const text = hasFix === undefined ? undefined : hasFix ? flight.gpsFix : flight.gpsNoFix;
  const accuracy = hasFix && accuracyM !== undefined ? `± ${quantities.lengthText(accuracyM)}` : undefined;
  const tone = hasFix === false ? 'warn' : undefined;
  return <Figure name={flight.gps} value={text} limit={accuracy} isStale={isStale} tone={tone} />;
}

/** Position of the Kite, to a metre. */
function PositionLine() {
  const { flight } = useWords();
  const { isStale, value } = useTopicShown('flight/state', (state) => ({
    latDeg: rounded(state.kite_gps_lat, 5),
    lonDeg: rounded(state.kite_gps_lon, 5),
  }));
  const { latDeg, lonDeg } = value ?? {};
  const text = latDeg === undefined || lonDeg === undefined ? undefined : positionText(latDeg, lonDeg);
  return (
    <dl className={styles.position}>
      <Fact name={flight.position} value={text} isStale={isStale} />
    </dl>
  );
}
