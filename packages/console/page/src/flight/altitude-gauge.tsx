import { classNames } from '@kitestring/console-ui/class-names.ts';
import type { AltitudeBounds, Ceiling } from '@kitestring/station-contract/flight/altitude-limits.ts';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { Slider, SliderThumb, SliderTrack } from 'react-aria-components/Slider';
import { useQuantities } from '../quantities/use-quantities.ts';
import { heightTicksM } from '../situation/scales.ts';
import { useWords } from '../words/words-context.tsx';
import type { AltitudeChoice } from './altitude-control.tsx';
import styles from './altitude-gauge.module.css';
import { choosableM, shownCeilings } from './altitude-limits.ts';
import { spreadLabels } from './spread-labels.ts';

/** Margin above the hard maximum as a share of it, so that its line is not the edge. */
const HEADROOM = 1.06;
/** Minimum distance of two labels of ceilings, as a share of the height. */
const LABEL_GAP = 0.155;
/** Highest place of a label, as a share of the height: its upper half must not rise above the scale. */
const LABEL_END = 0.95;

interface AltitudeGaugeProps extends AltitudeChoice {
  readonly limits: AltitudeBounds | undefined;
  readonly altitudeM: number | undefined;
  readonly isStale: boolean;
}

/** The altitude as a scale: position, target and limits of the Kite. The target can be dragged. */
export function AltitudeGauge({ altitudeM, isStale, limits, ...choice }: AltitudeGaugeProps) {
  const { lengthUnitM } = useQuantities();
  if (limits === undefined) return <div className={styles.gauge} />;
  const topM = limits.hardMaxM * HEADROOM;
  const share = (m: number) => Math.min(1, Math.max(0, m / topM));
  return (
    <div className={classNames(styles.gauge, isStale && styles.stale)}>
      <div className={styles.ticks} aria-hidden="true">
        {heightTicksM(limits.hardMaxM, lengthUnitM).map((m) => (
          <span key={m} style={{ bottom: percent(share(m)) }}>
            {Math.round(m / lengthUnitM)}
          </span>
        ))}
      </div>
      <div className={styles.column}>
        <div className={styles.fill} style={{ transform: `scaleY(${share(altitudeM ?? 0)})` }} />
        {shownCeilings(limits).map((ceiling) => (
          <span
            key={ceiling.name}
            className={classNames(styles.line, lineClass(ceiling))}
            style={{ bottom: percent(share(ceiling.altitudeM)) }}
          />
        ))}
        <TargetSlider {...choice} limits={limits} share={share} />
      </div>
      <CeilingNames ceilings={shownCeilings(limits)} share={share} />
    </div>
  );
}

const percent = (share: number) => `${(share * 100).toFixed(2)}%`;

const lineClass = ({ isInForce, name }: Ceiling) => classNames(styles[name], !isInForce && styles.off);

interface ShareOf {
  readonly share: (altitudeM: number) => number;
}

function CeilingNames({ ceilings, share }: ShareOf & { readonly ceilings: readonly Ceiling[] }) {
  const words = useWords();
  const quantities = useQuantities();
  const places = spreadLabels(
    ceilings.map(({ altitudeM }) => share(altitudeM)),
    LABEL_GAP,
    LABEL_END,
  );
  return (
    <ul className={styles.names}>
      {ceilings.map((ceiling, index) => (
        <li
          key={ceiling.name}
          className={lineClass(ceiling)}
          data-ceiling={ceiling.name}
          style={{ bottom: percent(places[index]?.shownAt ?? 0) }}
        >
          {words.flight.ceilings[ceiling.name]}{' '}
          <b className={classNames(styles.limit, 'figures')}>{quantities.roundText(ceiling.altitudeM)}</b>
        </li>
      ))}
    </ul>
  );
}

/** Covers only the available range, so that nothing else can be selected. */
function TargetSlider(props: AltitudeChoice & ShareOf & { readonly limits: AltitudeBounds }) {
  const { draft, isOpen, limits, share, targetM } = props;
  const words = useWords();
  const quantities = useQuantities();
  const { maxM, minM } = choosableM(limits);
  const { sliderProps, wrapperProps } = useSliderSending(props);
  const shownM = draft?.altitudeM ?? targetM;
  if (!isOpen || shownM === undefined) return null;
  return (
    <div className={styles.slider} {...wrapperProps}>
      <Slider
        {...sliderProps}
        className={styles.range ?? ''}
        style={{ top: percent(1 - share(maxM)), bottom: percent(share(minM)) }}
        orientation="vertical"
        aria-label={words.flight.targetSlider}
        minValue={minM}
        maxValue={maxM}
        step={1}
        value={shownM}
        formatOptions={{ style: 'unit', unit: 'meter', maximumFractionDigits: 1 }}
      >
        <SliderTrack className={styles.track ?? ''}>
          <SliderThumb className={classNames(styles.thumb, draft !== undefined && styles.draft)}>
            <span className="figures" aria-hidden="true">
              {quantities.short(shownM / quantities.lengthUnitM, quantities.style.length === 'm' ? 1 : 0)}
            </span>
          </SliderThumb>
        </SliderTrack>
      </Slider>
    </div>
  );
}

/** The result of arrow keys is sent after this time without a further key. */
const KEYS_REST_MS = 700;

/** A slipping hand must not move the Kite far: a larger change by pointer is sent only by Set, metres. */
const SLIP_MAX_M = 5;

/** Sends the value when the handle is released, not while it moves. Escape cancels. */
function useSliderSending({ draft, isOpen, send, setDraft, targetM = 0 }: AltitudeChoice) {
  const isByKeys = useRef(false);
  const isDropped = useRef(false);
  const hasMoved = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it sends nothing after it is closed
  useEffect(() => () => clearTimeout(timer.current), [isOpen]);
  const finish = (altitudeM: number) => {
    clearTimeout(timer.current);
    void send(altitudeM);
  };
  const letGo = (altitudeM: number) => {
    // A press without movement requests nothing.
    if (!hasMoved.current) return;
    if (Math.abs(altitudeM - targetM) > SLIP_MAX_M) setDraft({ altitudeM, waitsForSet: true });
    else finish(altitudeM);
  };
  const drop = () => {
    clearTimeout(timer.current);
    isDropped.current = true;
    setDraft(undefined);
  };
  const onKeyDownCapture = ({ key }: KeyboardEvent) => {
    isByKeys.current = true;
    isDropped.current = false;
    if (key === 'Escape') drop();
    if (key === 'Enter' && draft !== undefined) finish(draft.altitudeM);
  };
  const wrapperProps = {
    onKeyDownCapture,
    onPointerDownCapture: () => {
      isByKeys.current = false;
      isDropped.current = false;
      hasMoved.current = false;
    },
  };
  const sliderProps = {
    onChange: (altitudeM: number) => {
      hasMoved.current = true;
      if (!isDropped.current) setDraft({ altitudeM, waitsForSet: false });
    },
    onChangeEnd: (altitudeM: number) => {
      if (isDropped.current) return;
      if (!isByKeys.current) return letGo(altitudeM);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => finish(altitudeM), KEYS_REST_MS);
    },
  };
  return { sliderProps, wrapperProps };
}
