import { figure, LONG_S, NOISE, SHARE, SHORT_S, WANDER_S } from '../parameter-ranges.ts';

/** Vehicle or vessel that carries the Ground Station. */
export const BASE_PARAMETERS = {
  rooftopBox: {
    /** From one end to the other. Assumed. */
    lidTravelS: figure(8, 0.1, 600, 'a drive that takes ten minutes does not move'),
    lidsOpenAtStart: false,
  },
  /** The Ground Station on a moving base. */
  base: {
    /** Acceleration of a vehicle that drives off gently. Assumed. */
    accelerationMps2: figure(0.5, 0.01, 50, 'five times gravity: no vehicle brakes harder'),
    /** Comfortable for most drivers under braking, and in a turn at 50 km/h. AASHTO Green Book. */
    brakingMps2: figure(3.4, 0.01, 12, 'tyres on dry asphalt hold 1.2 times gravity'),
    lateralMps2: figure(1.9, 0.01, 12, 'tyres on dry asphalt hold 1.2 times gravity'),
    /** Smallest turning radius of a single-unit lorry. AASHTO Green Book. */
    turnRadiusM: figure(12.8, 0.5, 10_000, 'a quad bike to a ship that keeps its course'),
    /**
     * Tilt of the body outwards and forwards by acceleration. Gillespie: passenger cars roll 3 to 7; the pitch is
     * assumed.
     */
    rollDegPerG: figure(6, 0, 30, 'an articulated lorry has turned over there'),
    pitchDegPerG: figure(3, 0, 30, 'an articulated lorry has turned over there'),
    /** Suspension of the body. Gillespie: 1 to 1.5 Hz, damped by 0.2 to 0.4. */
    suspensionRadps: figure(7.5, 0.1, 100, 'limit of the rate of control: a quarter of it'),
    suspensionDamping: figure(
      0.3,
      0,
      0.999,
      'limit of the model: at 1 and above the response would be another formula',
    ),
    /** Height of the tether exit above the roll axis of the body. Assumed: the roof of a van. */
    exitAboveRollAxisM: figure(1.5, 0, 50, 'a mast of a fire engine'),
    /** The inertial sensor removes the tilt of the base from the direction of the force sensor. */
    correctsTilt: true,
    /** Attitude error of a moving inertial sensor. Typical for such a MEMS unit; its time is assumed. */
    attitudeErrorDeg: figure(0.5, 0, 90, 'worse is no attitude at all'),
    attitudeErrorTimeS: figure(10, ...WANDER_S),
    /** Averaging time of its barometer: the Kite holds its height above the mean deck. Assumed. */
    heightMeanS: figure(60, ...LONG_S),
    /** At sea its velocity is averaged over this time, so that waves do not count as movement. Assumed. */
    seaSpeedFilterS: figure(120, ...LONG_S),
    /** Measurement of its own speed by inertial sensor and receiver: noise of one reading, filter. Assumed. */
    speedNoiseMps: figure(0.02, ...NOISE),
    speedFilterS: figure(0.5, ...SHORT_S),
    /** Moving above this speed; no longer below this share of it. Assumed. */
    movingAboveMps: figure(0.04, 0, 50, 'the speed of a vehicle on a motorway'),
    clearShare: figure(0.6, ...SHARE),
  },
  /** The vessel that carries the Ground Station at sea: R/V Point Sur, whose motion was measured (Collins 2005). */
  vessel: {
    /** Waterline, beam and draught of a monohull of 539 t. Published, the waterline assumed. */
    lengthM: figure(38, 3, 460, 'a dinghy to the longest ship ever built'),
    beamM: figure(9.75, 1, 80, 'a dinghy to the widest of ships'),
    draughtM: figure(2.74, 0.2, 30, 'a dinghy to the deepest of ships'),
    /** Displaced volume per length, beam and draught. Derived. */
    blockCoefficient: figure(0.52, 0.3, 1, 'a racing yacht to a box'),
    /** Natural period and damping of its roll, as a share of critical. Typical for the size. */
    rollPeriodS: figure(7, 1, 40, 'a raft to a tender liner'),
    rollDamping: figure(0.15, 0.01, 1, 'a bare hull to one that does not roll'),
    /** Effective wave slope as a share of the surface's. IMO weather criterion, centre of gravity in the waterline. */
    rollSlopeShare: figure(0.73, 0.1, 1, 'IMO weather criterion: at most the slope of the surface'),
    /** Tether exit relative to the centre of the vessel: on the deckhouse of its aft deck. Assumed. */
    exitForwardM: figure(-6, -230, 230, 'within the longest ship ever built'),
    exitStarboardM: figure(0, -40, 40, 'within the widest of ships'),
    exitUpM: figure(5, -15, 80, 'keel to mast'),
  },
};
