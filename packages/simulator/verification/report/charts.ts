import { airCharts } from './air-charts.ts';
import type { Chart } from './line-chart.ts';
import { responseCharts } from './response-charts.ts';
import { tetherCharts } from './tether-charts.ts';

/** Every picture of the verification, in the order of the page. */
export const verificationCharts = (): readonly Chart[] => [...responseCharts(), ...airCharts(), ...tetherCharts()];
