export { until } from '@kitestring/lab-testing/until.ts';
