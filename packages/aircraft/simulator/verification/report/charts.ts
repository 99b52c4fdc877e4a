import { airCharts } from './air-charts.ts';
import type { Chart } from './line-chart.ts';
import { responseCharts } from './response-charts.ts';
import { tetherCharts } from './tether-charts.ts';

/** All charts of the verification, in page order. */
export const verificationCharts = (): readonly Chart[] => [...responseCharts(), ...airCharts(), ...tetherCharts()];
