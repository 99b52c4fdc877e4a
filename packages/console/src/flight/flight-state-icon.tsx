import type { FlightStateName } from '@kitestring/contract/flight/flight-state.ts';
import type { ReactNode } from 'react';
import { Icon } from '../kit/icons.tsx';

/** The Kite as a bar with two rotors; where it is and where it goes tell the states apart without their colour. */
const kiteAt = (y: number) => <path d={`M6 ${y}h12M6 ${y}v-2M18 ${y}v-2M3.500 ${y - 2}h5M15.500 ${y - 2}h5`} />;
const GROUND = <path d="M3 21h18" />;

const PICTURES: Readonly<Record<FlightStateName, ReactNode>> = {
  Unknown: <path d="M9 9a3 3 0 1 1 4.500 2.600c-1 .6-1.500 1.200-1.500 2.400M12 18v.1" />,
  StandBy: (
    <>
      {kiteAt(18)}
      {GROUND}
    </>
  ),
  TakingOff: (
    <>
      {kiteAt(7)}
      <path d="m9 14 3-3 3 3M12 11v7" />
      {GROUND}
    </>
  ),
  Flying: (
    <>
      {kiteAt(7)}
      <path d="M12 7v11" strokeDasharray="1.500 3" />
      {GROUND}
    </>
  ),
  Landing: (
    <>
      {kiteAt(7)}
      <path d="m9 15 3 3 3-3M12 11v7" />
      {GROUND}
    </>
  ),
  SafetyLanding: (
    <>
      {kiteAt(6)}
      <path d="m8 9.500 4 4 4-4M8 14l4 4 4-4" />
      {GROUND}
    </>
  ),
  SafetyDescending: (
    <>
      {kiteAt(6)}
      <path d="m8 10 4 4 4-4M5 18h14" />
    </>
  ),
};

export const FlightStateIcon = ({ state }: { readonly state: FlightStateName }) => <Icon>{PICTURES[state]}</Icon>;
