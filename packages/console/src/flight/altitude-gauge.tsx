import { Slider, SliderThumb, SliderTrack } from 'react-aria-components';
import { classNames } from '../kit/class-names.ts';
import { useWords } from '../words/words-context.tsx';
import type { AltitudeChoice } from './altitude-control.tsx';
import styles from './altitude-gauge.module.css';
import { type AltitudeLimits, type Ceiling, ceilingsOf, choosableM } from './altitude-limits.ts';
import { spreadLabels } from './spread-labels.ts';
import { useSliderSending } from './use-slider-sending.ts';

/** Above the hard maximum, so that its line is not the edge, share of it. */
const HEADROOM = 1.06;
const TICK_EVERY_M = 10;
/** Least distance of two names of ceilings, share of the whole height. */
const LABEL_GAP = 0.155;

export interface AltitudeGaugeProps extends AltitudeChoice {
  readonly limits: AltitudeLimits | undefined;
  readonly altitudeM: number | undefined;
  readonly isStale: boolean;
}

/** The altitude as a scale: where the Kite is, where it goes, and what bounds it. The target can be dragged. */
export function AltitudeGauge({ altitudeM, isStale, limits, ...choice }: AltitudeGaugeProps) {
  if (limits === undefined) return <div className={styles.gauge} />;
  const topM = limits.hardMaxM * HEADROOM;
  const share = (m: number) => Math.min(1, Math.max(0, m / topM));
  return (
    <div className={classNames(styles.gauge, isStale && styles.stale)}>
      <div className={styles.ticks} aria-hidden="true">
        {ticksUpTo(limits.hardMaxM).map((m) => (
          <span key={m} style={{ bottom: percent(share(m)) }}>
            {m}
          </span>
        ))}
      </div>
      <div className={styles.column}>
        <div className={styles.fill} style={{ transform: `scaleY(${share(altitudeM ?? 0)})` }} />
        {ceilingsOf(limits).map((ceiling) => (
          <span
            key={ceiling.name}
            className={classNames(styles.line, lineClass(ceiling))}
            style={{ bottom: percent(share(ceiling.altitudeM)) }}
          />
        ))}
        <TargetSlider {...choice} limits={limits} share={share} />
      </div>
      <CeilingNames ceilings={ceilingsOf(limits)} share={share} />
    </div>
  );
}

const percent = (share: number) => `${(share * 100).toFixed(2)}%`;

const ticksUpTo = (maxM: number) =>
  Array.from({ length: Math.floor(maxM / TICK_EVERY_M) + 1 }, (_, index) => index * TICK_EVERY_M);

const lineClass = ({ isInForce, name }: Ceiling) => classNames(styles[name], !isInForce && styles.off);

interface ShareOf {
  readonly share: (altitudeM: number) => number;
}

function CeilingNames({ ceilings, share }: ShareOf & { readonly ceilings: readonly Ceiling[] }) {
  const words = useWords();
  const places = spreadLabels(
    ceilings.map(({ altitudeM }) => share(altitudeM)),
    LABEL_GAP,
    1,
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
          {words.flight.ceilings[ceiling.name]}
          <b className="figures"> {words.flight.meters(ceiling.altitudeM)}</b>
        </li>
      ))}
    </ul>
  );
}

/** Reaches only over what can be chosen, so that nothing else can be. */
function TargetSlider(props: AltitudeChoice & ShareOf & { readonly limits: AltitudeLimits }) {
  const { draftM, isOpen, limits, share, targetM } = props;
  const words = useWords();
  const { maxM, minM } = choosableM(limits);
  const { sliderProps, wrapperProps } = useSliderSending(props);
  const shownM = draftM ?? targetM;
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
          <SliderThumb className={classNames(styles.thumb, draftM !== undefined && styles.draft)}>
            <span className="figures" aria-hidden="true">
              {Number(shownM.toFixed(1))}
            </span>
          </SliderThumb>
        </SliderTrack>
      </Slider>
    </div>
  );
}
