import { Choice } from '@kitestring/console-ui/choice.tsx';
import { CloseButton } from '@kitestring/console-ui/close-button.tsx';
import { Switch } from '@kitestring/console-ui/switch.tsx';
import { Slider } from '../parts/slider.tsx';
import { useStage } from '../video/use-stage.ts';
import { useWords } from '../words/words-context.tsx';
import styles from './thermal.module.css';
import { type IsothermSide, useThermalTools } from './thermal-tools.ts';
import { type KnownScale, limitOf, useThermalScale } from './use-thermal-scale.ts';
import { useThermalWords } from './use-thermal-words.ts';

const SIDES: readonly IsothermSide[] = ['off', 'above', 'below'];

/** Controls of the thermal picture, below it. */
export function ThermalPanel() {
  const { ui } = useWords();
  const words = useThermalWords();
  const { scale, trouble } = useThermalScale();
  const { blend, choose } = useThermalTools();
  const { main } = useStage();
  return (
    <section className={styles.panel} aria-label={words.title} data-scale={scale?.palette}>
      {scale === undefined ? <p className={styles.none}>{trouble ?? words.waiting}</p> : <Measures scale={scale} />}
      {main?.type !== 'Thermal' && (
        <Slider
          label={words.blend}
          min={0}
          max={1}
          step={0.05}
          value={blend}
          text={words.percent}
          onChange={(chosen) => choose({ blend: chosen })}
        />
      )}
      <CloseButton label={ui.close} onPress={() => choose({ isOn: false })} />
    </section>
  );
}

function Measures({ scale }: { readonly scale: KnownScale }) {
  const words = useThermalWords();
  const { choose, isArea, isSpot, isotherm, limitC = limitOf(scale) } = useThermalTools();
  const [lowest, highest] = [Math.ceil(scale.low_c), Math.floor(scale.high_c)];
  const isBeyond = limitC < scale.low_c || limitC > scale.high_c;
  return (
    <>
      <Switch isSelected={isSpot} onChange={(chosen) => choose({ isSpot: chosen })}>
        {words.spotName}
      </Switch>
      <Switch isSelected={isArea} onChange={(chosen) => choose({ isArea: chosen })}>
        {words.areaName}
      </Switch>
      <Choice
        label={words.isotherm}
        options={SIDES.map((id) => ({ id, name: words.sides[id] }))}
        value={isotherm}
        onChange={(chosen) => choose({ isotherm: chosen })}
      />
      {isotherm !== 'off' && (
        <Slider
          label={isBeyond ? words.beyond : words.limit}
          min={Math.min(lowest, limitC)}
          max={Math.max(highest, limitC)}
          step={1}
          value={limitC}
          text={words.degrees}
          onChange={(chosen) => choose({ limitC: chosen })}
        />
      )}
    </>
  );
}
