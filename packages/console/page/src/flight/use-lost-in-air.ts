import { isLostInAir } from '../station/source.ts';
import { useKiteLoss } from '../station/use-loss.ts';
import { useFlightFigures } from './use-flight-figures.ts';

/** The station has no data of a Kite that was in the air. */
export function useIsLostInAir(): boolean {
  const loss = useKiteLoss();
  const { value: figures } = useFlightFigures();
  return loss !== undefined && isLostInAir(loss, figures?.in_flight);
}
