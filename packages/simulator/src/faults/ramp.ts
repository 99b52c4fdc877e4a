/** Share of a straight ramp from 0 to 1 this long after its begin; a ramp of no length is over at once. */
export const rampShare = (sinceS: number, lengthS: number): number => (sinceS >= lengthS ? 1 : sinceS / lengthS);
