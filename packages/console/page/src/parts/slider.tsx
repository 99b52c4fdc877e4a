import { useOff } from '@kitestring/console-ui/off.tsx';
import { Label } from 'react-aria-components/Label';
import { Slider as AriaSlider, SliderOutput, SliderThumb, SliderTrack } from 'react-aria-components/Slider';
import styles from './slider.module.css';

interface SliderProps {
  readonly label: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly step: number;
  /** The value with its unit. */
  readonly text: (value: number) => string;
  readonly onChange: (value: number) => void;
}

/** A value within a range, displayed beside its name. */
export function Slider({ label, max, min, onChange, step, text, value }: SliderProps) {
  const { isDisabled: isOff, ...described } = useOff();
  return (
    <AriaSlider
      className={styles.slider ?? ''}
      minValue={min}
      maxValue={max}
      step={step}
      value={value}
      onChange={onChange}
      isDisabled={isOff}
    >
      <Label className="quiet small">{label}</Label>
      <SliderOutput className="figures small strong">{text(value)}</SliderOutput>
      <SliderTrack className={styles.track ?? ''}>
        <span className={styles.line} />
        <SliderThumb className={styles.thumb ?? ''} {...described} />
      </SliderTrack>
    </AriaSlider>
  );
}
