/** Directions of the camera that follow one another: all around, from the horizon to steeply down. */
const TURN_DEG = 50;
const TILTS_DEG = [20, 45, 30, 70, 12, 55];
const SHORTEST_S = 4;
const TURNS_MAX = 150;

/** Text of a scenario: a Kite at 30 m whose camera looks around for this long. */
export function lookAroundScenario(durationS: number): string {
  const turnS = Math.max(SHORTEST_S, Math.ceil(durationS / TURNS_MAX));
  const turns = Math.ceil(durationS / turnS) + 1;
  const steps = Array.from({ length: turns }, (_, index) => {
    // There and back, so that the tether is not twisted.
    const round = (TURN_DEG * index) % 600;
    const pan = round < 300 ? round : 600 - round;
    const tilt = TILTS_DEG[index % TILTS_DEG.length];
    return `  - do: { rotate_to: { pan_deg: ${pan}, tilt_deg: ${tilt} } }\n  - wait: ${turnS} s\n`;
  });
  return `title: A Kite that looks around
description: Pictures of a town from 30 m.
family: data sets
seed: 1
initial:
  wind: { speed_mps: 3, from_deg: 250, turbulence: light }
  airborne_at_m: 30
clients:
  operator: { scopes: [read, control] }
timeline:
${steps.join('')}expect:
  - always: altitude > 25 m
`;
}
