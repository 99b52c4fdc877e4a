import { LatePart, useLatePart } from '@kitestring/kit/late-part.ts';
import { useWords } from '../words/words-context.tsx';
import type { ThermalLayerProps } from './thermal-layer.tsx';
import { useThermalTools } from './thermal-tools.ts';

/** Not needed before a thermal picture is shown. */
const THERMAL = new LatePart(() => import('./thermal-parts.ts'));

/** Begins to fetch it, while there is a network. */
export const fetchThermalEarly = THERMAL.fetchEarly;

/** Temperatures over the picture, while they are wanted. */
export const LateThermalLayer = (props: ThermalLayerProps) => (useThermalTools().isOn ? <Layer {...props} /> : null);

function Layer(props: ThermalLayerProps) {
  const { part } = useLatePart(THERMAL, () => location.reload());
  return part === undefined ? null : <part.ThermalLayer {...props} />;
}

/** Their controls, below the picture. */
export const LateThermalPanel = () => (useThermalTools().isOn ? <Panel /> : null);

function Panel() {
  const words = useWords();
  const { fault, part } = useLatePart(THERMAL, () => location.reload());
  if (part !== undefined) return <part.ThermalPanel />;
  return <p role="status">{fault === undefined ? words.shell.loading : words.shell.loadFaults[fault]}</p>;
}
