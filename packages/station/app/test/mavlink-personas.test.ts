import { PERSONA_NAMES } from '@kitestring/mavlink-vehicle';
import { describeLossyPersona, describePersona, LOSSES } from './support/persona-suite.ts';

for (const persona of PERSONA_NAMES) describePersona(persona);

/** A third of the suite at each loss: each test flies at each loss, and with each persona. The whole is in mavlink-personas-whole. */
for (const [place, persona] of PERSONA_NAMES.entries()) {
  for (const [offset, loss] of LOSSES.entries()) {
    const isChosen = (index: number) => index % LOSSES.length === (place + offset) % LOSSES.length;
    describeLossyPersona({ persona, loss, seed: 7, isChosen });
  }
}
