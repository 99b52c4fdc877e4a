import type { AxisMove } from '@kitestring/station-core/ports';
import type { Simulation } from '../simulation.ts';

/** A command to the Kite as it travels over the data link: plain data, so that one in transit can be saved. */
export type KiteCommand =
  | { readonly kind: 'takeOff' | 'setAltitude'; readonly altitudeM: number }
  | { readonly kind: 'land'; readonly how: 'normal' | 'safety' }
  | { readonly kind: 'movePan' | 'moveTilt'; readonly move: AxisMove }
  | { readonly kind: 'holdAltitude' | 'reset' };

/** Executes a command on board; a Kite that is off ignores it. */
export function carryOutCommand(simulation: Simulation, command: KiteCommand): void {
  if (!simulation.onBoard.isKiteReady) return;
  const { autopilot, camera, onBoard, rates } = simulation;
  if (command.kind === 'takeOff') autopilot.takeOff(command.altitudeM);
  else if (command.kind === 'setAltitude') autopilot.setAltitude(command.altitudeM);
  else if (command.kind === 'land') autopilot.land(command.how);
  else if (command.kind === 'movePan') autopilot.movePan(command.move);
  else if (command.kind !== 'moveTilt') autopilot[command.kind]();
  else if (onBoard.isCameraReady) camera.moveTilt(command.move, rates.seconds(rates.gimbal));
}
