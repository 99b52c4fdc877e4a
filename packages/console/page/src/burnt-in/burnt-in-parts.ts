export { DisplayPanel } from './display-panel.tsx';
export { MasksPanel } from './masks-panel.tsx';
