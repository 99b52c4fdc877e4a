/** What is shown of temperatures, in a file of its own. */
export { ThermalLayer } from './thermal-layer.tsx';
export { ThermalPanel } from './thermal-panel.tsx';
