/** Share of a linear ramp from 0 to 1 at this time after its start; 1 for a ramp of no length. */
export const rampShare = (sinceS: number, lengthS: number): number => (sinceS >= lengthS ? 1 : sinceS / lengthS);
