/** Template of a scenario file: a passing flight, with comments on the common elements. */
export const scenarioTemplate = (title: string): string => `# yaml-language-server: $schema=./scenario.schema.json
# What can stand here: docs/reference/scenarios.md. Check it: kitestring scenario check FILE. Fly it: kitestring scenario run FILE.
title: ${JSON.stringify(title)}
description: >
  Describe what the scenario shows. This one loses GPS at 30 m: the Kite descends
  below 25 m by itself, and may go up again when GPS is back.
family: my own
seed: 1

# How everything is when the timeline begins, at the time 0.
initial:
  wind: { speed_mps: 4, from_deg: 250, turbulence: light }
  airborne_at_m: 30

# The first client is meant where a step names none.
clients:
  operator: { scopes: [read, control] }

# What happens, in this order. A step waits for \`at\` a time, \`after\` another step, \`wait\` since the step before,
# or \`when\` a condition holds. What it does: a command (\`do\`), a \`fault\`, \`clear\`, \`wind\`, \`payload\`, ...
timeline:
  - name: gps goes
    at: 5 s
    fault: gps_loss
    duration: 60 s
  - when: flight_state is Flying and altitude < 25 m
    within: 60 s
  - wait: 5 s
    do: { altitude_m: 30 }
    expect: { status: 400, code: ALTITUDE_ABOVE_GPS_MAX }
  - name: gps is back
    when: gps_fix
  - do: { altitude_m: 30 }
  - when: altitude within 0.5 m of 30 m
  - do: land
  - when: flight_state is StandBy

# How long it is watched after the last step.
settle: 15 s

# What must come true.
expect:
  - within: 5 s
    of: gps goes
    that: flight_state is SafetyDescending
  - always: altitude < 25 m
    from: gps goes + 40 s
    until: gps is back
  - notification: KITE_GPS_BAD
    begins: 1
    ends: 1
  - sequence: flight_state
    is: [Flying, SafetyDescending, Flying, Landing, StandBy]
  - never: 5xx
  - at_end: lids is Closed
`;
