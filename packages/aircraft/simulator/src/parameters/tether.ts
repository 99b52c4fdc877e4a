import { ANGLE_DEG, choice, FORCE_N, figure, NOISE, SHARE, SHORT_S, SPEED_MPS, WANDER_S } from '../parameter-ranges.ts';

/** Tether, winch and force sensor. */
export const TETHER_PARAMETERS = {
  tether: {
    /** A catenary at every step with its first mode, or a chain of twelve masses with all its oscillations. */
    model: choice('quasi_static', 'quasi_static', 'lumped'),
    /** A thin one with power and data lines. Assumed; published ones have 12.5 g/m at 3.4 mm, 26 g/m at 6 mm. */
    massPerM: figure(0.0065, 1e-7, 1, 'a thread to steel rope of 16 mm; 0 is divided by'),
    diameterM: figure(0.002, 0.0001, 0.1, 'wire AWG 38 to a mooring rope'),
    /** A round line across the wind. Assumed; 1.2 published. */
    dragCoefficient: figure(1.1, 0, 3, 'Hoerner: 0.3 to 1.2 for cylinders, 2.3 for an open half tube'),
    /** Force per strain (EA), newton, and breaking load. Assumed. */
    stiffnessN: figure(20_000, 100, 1e9, 'a rubber cord to the mooring lines of MoorPy’s tests'),
    breakLoadN: figure(300, 1, 1e6, 'a sewing thread to a mooring rope'),
    /** Intermittent resistance of a damaged power line. Assumed. */
    damagedFlickerOhm: figure(2, 0, 1000, 'more is an open line'),
    /** Torsional stiffness (GJ). Assumed: copper strands in a soft jacket, far below that of solid copper, 0.07. */
    torsionNm2: figure(0.0003, 0, 600, 'a thread to a steel rod of 16 mm'),
    /** Spring constant of the tether path: dancer, force sensor, wraps on the spool. Assumed. */
    seriesNPerM: figure(1500, 50, 1e6, 'limit of the step: 50 for the softest dancer to a rigid one'),
    /** Lower bound of the length in the stiffness. Assumed. */
    leastLengthM: figure(0.5, 0.05, 10, 'limit of the step: shorter lines are stiffer than it follows'),
    /** From the exit at the force sensor up to the seat of the Kite in its cradle; not part of the length. Assumed. */
    throatM: figure(0.3, 0.01, 2, 'limit of the model: a line needs a length, and the height of a Ground Station'),
    /** Damping of the stretching, as a share of critical damping with the Kite's mass. Assumed. */
    damping: figure(0.1, ...SHARE),
    /** Total length, metres. Assumed: 5 m more than the maximum height. */
    spoolM: figure(50, 1, 1000, 'published tethered multirotors end below 200 m; five times that'),
    /** Friction of tether on the ground, as a share of its weight. Assumed: rope on grass or asphalt. */
    groundFriction: figure(0.5, 0, 2, 'ice to rubber on dry concrete'),
    /** A Kite that touches down within this distance is pulled into its cradle. Assumed. */
    catchRadiusM: figure(1.5, 0, 100, 'the length of a tether'),
  },
  winch: {
    /** Speed loop of the motor. Assumed. */
    lagS: figure(0.15, 0, 5, 'a motor that takes longer holds no tension'),
    maxSpeedMps: figure(1.8, ...SPEED_MPS),
    accelerationMps2: figure(3, 0.01, 100, 'ten times gravity'),
    /** Tension at the base at which the clutch slips. Assumed: three times the pay-out tension. */
    clutchN: figure(60, 1, 1e6, 'a toy to one that never slips'),
    /**
     * Error of the length by the winding of the layers, as a share (1 sigma), and resolution of the encoder. Assumed:
     * a spool that is calibrated layer by layer.
     */
    layerErrorShare: figure(0.001, 0, 0.2, 'a fifth: a spool that is wound up wildly'),
    encoderStepM: figure(0.005, ...SHARE),
  },
  /** Control of the winch. */
  tension: {
    /**
     * Tension at the Kite in a calm, and its increase with the square of the wind (N s^2/m^2) at full height: limits
     * the base angle. Derived: 10 % more power at 30 km/h, as a published tethered quadrotor needs (Beffert and Zell
     * 2025, arXiv 2504.07802).
     */
    calmN: figure(6, ...FORCE_N),
    perWind2: figure(0.04, 0, 100, 'drag of 160 m2: more than any line has'),
    leastN: figure(6, ...FORCE_N),
    mostN: figure(15, ...FORCE_N),
    /** With a failed motor. Assumed. */
    relievedN: figure(3, ...FORCE_N),
    /**
     * Reel speed per tension error. Derived: 0.13 to 0.3 N of error at full length, with a margin for a slow sensor.
     */
    gainMpsPerN: figure(0.2, 0, 10, 'limit of the winch’s lag: more swings'),
    /** Below this length the gain decreases with it, down to this share: a short line is stiff. Derived. */
    shortM: figure(3, 0.01, 100, 'the length of a tether'),
    shortGainShare: figure(0.1, ...SHARE),
    /** Slack: less than this at the base for this time; the tether is reeled in. Assumed. */
    slackN: figure(1, ...FORCE_N),
    slackS: figure(0.3, ...SHORT_S),
    slackReelMps: figure(0.5, 0, 50, 'terminal speed of a falling multirotor, 30, with room'),
    /** Above this tension the winch pays out at full speed. Assumed. */
    payOutN: figure(20, ...FORCE_N),
  },
  /** At the tether exit: force and its direction. */
  forceSensor: {
    noiseN: figure(0.1, ...NOISE),
    noiseDeg: figure(0.2, ...ANGLE_DEG),
    /** Slow drift of the zero, each axis. All assumed. */
    driftDeg: figure(0.5, ...ANGLE_DEG),
    driftTimeS: figure(300, ...WANDER_S),
    /** Minimum force for a valid direction. Assumed. */
    leastN: figure(0.5, ...FORCE_N),
    /** Low-pass of the readings for the position of the Kite. Assumed. */
    filterS: figure(0.2, ...SHORT_S),
  },
};
