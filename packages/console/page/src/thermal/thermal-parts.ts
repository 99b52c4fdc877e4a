/** Thermal tools, in a separate file. */
export { ThermalLayer } from './thermal-layer.tsx';
export { ThermalPanel } from './thermal-panel.tsx';
