export { until } from '@kitestring/testing/until.ts';
