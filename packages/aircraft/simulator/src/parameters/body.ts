import { figure, OFF_SHARE, SHARE, SHORT_S, SPEED_MPS, WANDER_S } from '../parameter-ranges.ts';

/** The Kite and its rotors. */
export const BODY_PARAMETERS = {
  kite: {
    /** With gimbal. Assumed; Firefly is 1.5, comparable tethered hexacopters 1.3 to 2.3. */
    massKg: figure(1.2, 0.1, 25, 'Regulation (EU) 2019/945: classes C0 to C4 weigh less than 25 kg'),
    /**
     * Drag area including the drag coefficient. Derived from DJI's Phantom 4 Pro (published: 1.388 kg, 20 m/s at 42
     * degrees of tilt), minus the rotors' drag, scaled by mass to the power of 2/3.
     */
    dragAreaM2: figure(0.041, 1e-9, 1, 'a flat plate of 0.85 m2 (Hoerner: 1.17)'),
    /** Rotor drag: linear in airspeed, as in RotorPy. Assumed. */
    linearDragNsPerM: figure(0.06, 0, 5, 'published multirotors have 0.05 to 0.5; ten times that'),
    /** Moment of inertia about the vertical. Firefly. */
    yawInertiaKgM2: figure(0.0977, 0.001, 10, 'a rod of 0.1 kg and 0.35 m to one of 20 kg and 2.4 m'),
    /** Slower gusts reach all rotors alike and cause no yaw. Assumed. */
    yawGustTimeS: figure(1.5, ...WANDER_S),
    /**
     * Yaw moment of a faster gust across the nose, per pressure of wind times gust. Derived: heading of 0.5 to 1
     * degree sd in 8 m/s, moderate.
     */
    yawGustVolumeM3: figure(0.0018, 0, 1, 'an arm of 1 m with all of the drag area at its end'),
    /**
     * Friction on the ground beside the cradle, as a share of the weight. Assumed: plastic feet on asphalt or grass.
     */
    groundFriction: figure(0.6, 0, 2, 'ice to rubber on dry concrete'),
    /** Ground contact above this speed is a crash. Assumed. */
    crashSpeedMps: figure(3, ...SPEED_MPS),
    /** The tether pulls a Kite after touch-down into its cradle, which centres and turns it. Assumed. */
    seatingTimeS: figure(0.3, ...SHORT_S),
  },
  rotor: {
    /**
     * Maximum thrust of one of the six rotors at sea level; scales with air density. Firefly: 8.54858e-6 N s^2 at 838
     * rad/s.
     */
    maxThrustN: figure(6.003, 0.1, 200, 'the weight of 10 g to that of 20 kg'),
    /** Firefly. */
    lagS: figure(0.025, 0, 1, 'published motors have 0.01 to 0.1 s; ten times that'),
    /** Reaction torque per thrust. Firefly. */
    torquePerThrustM: figure(0.016, 0, 1, 'less than the greatest radius: more would be no propeller'),
    /**
     * Standard deviation of that torque between propellers, as a share. Assumed: hand-picked ones differ by 1 %, worn
     * ones by 5.
     */
    torqueSpread: figure(0.02, ...OFF_SHARE),
    /** Share of each rotor's maximum thrust that is reserved for yaw. PX4: its mixer reserves 15 %. */
    yawMarginShare: figure(0.15, ...SHARE),
    /** Thrust of an idling rotor, share of the maximum. Assumed. */
    idleShare: figure(0.08, ...SHARE),
    /** Firefly. */
    radiusM: figure(0.1, 0.01, 1, 'propellers of one inch to those of a manned multicopter'),
    /** Speed at maximum thrust, at any density; thrust scales with its square. Firefly. */
    topSpeedRadps: figure(838, 10, 10_000, 'a manned multicopter idling to a motor without load'),
    /**
     * Efficiency of motor, speed controller and propeller: power into the air by momentum theory divided by electrical
     * power, at hover. Assumed.
     */
    efficiency: figure(0.55, 0.05, 1, 'none is ideal; 0.05 is a propeller that hardly works'),
    /** Propeller only: power by momentum theory divided by shaft power, at hover. Assumed: a small one. */
    figureOfMerit: figure(0.65, 0.1, 1, 'none is ideal; 0.1 is a propeller that hardly works'),
    /** Height of the disc above the surface that the Kite stands on. Assumed. */
    aboveGroundM: figure(0.15, 0.01, 5, 'a palm-sized craft to a manned multicopter'),
    /** Distance from the centre, and moment of inertia about a horizontal axis. Firefly. */
    armM: figure(0.215, 0.01, 2, 'a palm-sized craft to a manned multicopter'),
    leanInertiaKgM2: figure(0.04, 0.0001, 10, 'a craft of 0.1 kg and 0.1 m to one of 20 kg and 2.4 m'),
  },
  /** The rigid body that another autopilot flies on our tether (`kitestring tether`); not part of the simulated Kite. */
  airframe: {
    /** The tether's attachment below the centre of mass. Assumed. */
    attachmentBelowM: figure(0.05, -1, 1, 'a mast below a manned multicopter, or one above it'),
  },
};
