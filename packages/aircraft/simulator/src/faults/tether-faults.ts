import type { TetheredFaultOf, TetheredFaultWorld } from './fault-kind.ts';

/** Loss of strength of a damaged tether, as a share: at severity 0 and at 1. */
const LEAST_LOSS = 0.5;
const GREATEST_LOSS = 0.95;

const cutAlready = ({ simulation: { tether } }: TetheredFaultWorld) =>
  tether.isCut ? 'the tether is cut already' : undefined;

/** A tether can be replaced only where the Kite can be reached. */
function repairRefusal({ simulation: { tether, body } }: TetheredFaultWorld): string | undefined {
  if (!tether.isCut || body.isOnGround) return undefined;
  return 'the tether is apart and the Kite in the air: it can be replaced when the Kite is on the ground';
}

export const tetherCut: TetheredFaultOf<'tether_cut'> = {
  claims: () => ['tether'],
  refusal: cutAlready,
  begin: (world, { at_m }) => {
    world.simulation.tether.cut(at_m);
    return { endRefusal: () => repairRefusal(world), end: () => world.replaceTether() };
  },
};

/** Reduced strength, with a power line that flickers. A cut on top of it is possible. */
export const tetherDamage: TetheredFaultOf<'tether_damage'> = {
  claims: () => ['strength of the tether'],
  refusal: cutAlready,
  begin: (world, _figures, severity) => {
    const { tether, power, parameters, electrics } = world.simulation;
    const { breakLoadN, damagedFlickerOhm } = parameters.tether;
    tether.strengthN = breakLoadN * (1 - (LEAST_LOSS + severity * (GREATEST_LOSS - LEAST_LOSS)));
    power.line.flickerOhm = damagedFlickerOhm;
    return {
      endRefusal: () => repairRefusal(world),
      end: () => {
        tether.strengthN = breakLoadN;
        power.line.flickerOhm = 0;
        electrics.powerMonitor.renewLine();
        world.replaceTether();
      },
    };
  },
};

/** The spool is blocked and ignores its command. */
export const spoolStuck: TetheredFaultOf<'spool_stuck'> = {
  claims: () => ['spool'],
  begin: ({ simulation: { winch } }) => {
    winch.isStuck = true;
    return () => {
      winch.isStuck = false;
    };
  },
};
