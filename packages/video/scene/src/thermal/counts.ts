/** The thermal picture consists of counts of 20 mK: 0 is absolute zero, 65,535 is 1,037 °C. */
export const COUNTS_PER_K = 50;

const ZERO_C_K = 273.15;

export const toCounts = (temperatureC: number): number => Math.round((temperatureC + ZERO_C_K) * COUNTS_PER_K);
export const toCelsius = (counts: number): number => counts / COUNTS_PER_K - ZERO_C_K;
