import { LatePart } from '@kitestring/console-ui/late-part.ts';
import { PartWait, usePagePart } from '../shell/page-part.tsx';
import type { ThermalLayerProps } from './thermal-layer.tsx';
import { useThermalTools } from './thermal-tools.ts';

/** Not needed before a thermal picture is shown. */
const THERMAL = new LatePart(() => import('./thermal-parts.ts'));

/** Starts loading while there is a network. */
export const fetchThermalEarly = THERMAL.fetchEarly;

/** Temperatures over the picture, while they are wanted. */
export const LateThermalLayer = (props: ThermalLayerProps) => (useThermalTools().isOn ? <Layer {...props} /> : null);

function Layer(props: ThermalLayerProps) {
  const { part } = usePagePart(THERMAL);
  return part === undefined ? null : <part.ThermalLayer {...props} />;
}

/** Their controls, below the picture. */
export const LateThermalPanel = () => (useThermalTools().isOn ? <Panel /> : null);

function Panel() {
  const { part, ...wait } = usePagePart(THERMAL);
  return part === undefined ? <PartWait {...wait} /> : <part.ThermalPanel />;
}
