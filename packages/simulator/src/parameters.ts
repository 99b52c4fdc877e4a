/**
 * Every figure of the simulated aircraft, in one place. Units are in the names. Sources: "published" is a public figure of
 * this kind of product, "Firefly" the hexacopter model of ETH's RotorS, "PX4" and "Beard" the sensor models of PX4's Gazebo
 * plugins and of Beard and McLain's book, "derived" follows from others here, "assumed" waits for the builder's number.
 */
export const DEFAULT_PARAMETERS = {
  /** Where the Ground Station stands. */
  site: {
    latDeg: 47.3769,
    lonDeg: 8.5417,
    /** Above mean sea level. */
    elevationM: 408,
    /** Heading of a Kite in its cradle. Assumed: any will do. */
    cradleHeadingDeg: 40,
    /** Assumed: a mild day. */
    ambientC: 20,
  },
  kite: {
    /** With gimbal. Assumed; Firefly is 1.5, comparable tethered hexacopters 1.3 to 2.3. */
    massKg: 1.2,
    /** Drag area, drag coefficient included. Assumed. */
    dragAreaM2: 0.02,
    /** Rotor drag: linear in airspeed, as in RotorPy. Assumed. */
    linearDragNsPerM: 0.06,
    /** Moment of inertia about the vertical. Firefly. */
    yawInertiaKgM2: 0.0977,
    /** Faster than this on the ground is a crash. Assumed. */
    crashSpeedMps: 3,
    /** The tether draws a Kite that has touched down into its cradle, which centres and turns it. Assumed. */
    seatingTimeS: 0.3,
  },
  rotor: {
    /** Six of these. Firefly: 8.54858e-6 N s^2 at 838 rad/s. */
    maxThrustN: 6.003,
    /** Firefly. */
    lagS: 0.025,
    /** Reaction torque per thrust. Firefly. */
    torquePerThrustM: 0.016,
    /** Thrust of an idling rotor, share of the maximum. Assumed. */
    idleShare: 0.08,
  },
  attitude: {
    /** Second-order response of the lean. Assumed. */
    naturalFrequencyRadps: 12,
    damping: 0.7,
    maxLeanDeg: 30,
  },
  yaw: {
    /** Gains of the yaw controller, per s^2 and per s. Assumed. */
    stiffness: 8,
    damping: 4,
    maxRateDps: 40,
    /** Of the commanded heading. Assumed; half of what the rotors can give the Kite. */
    accelerationDps2: 30,
    maxAccelerationDps2: 60,
  },
  flight: {
    /** Mean rate of climb and descent: 45 m in 60 s. Published. */
    normalRateMps: 0.75,
    /** Published: 45 m in 30 s. */
    safetyRateMps: 1.5,
    /** Of the height setpoint. Assumed. */
    accelerationMps2: 0.5,
    /** From motor start to lift-off. Assumed. */
    spinUpS: 1,
    /** Rate at which the Kite meets its cradle, and the height above which it has slowed down to it. Assumed. */
    touchDownRateMps: 0.4,
    flareHeightM: 0.5,
    /** A landing Kite has turned to its cradle's heading this long before it would be there at its rate. Assumed. */
    alignMarginS: 2,
    /** Thrust below this share of the weight, without motion, for this long: the Kite has landed. Assumed. */
    touchDownThrustShare: 0.6,
    touchDownSpeedMps: 0.15,
    touchDownS: 0.5,
    /** The tether ends there. Published. */
    maxHeightM: 45,
    /** From switching on to the first data. Assumed. */
    bootS: 2,
  },
  height: {
    /** Climb rate per height error, 1/s; acceleration per climb rate error, 1/s; integral of it, 1/s^2. Assumed. */
    positionGain: 0.8,
    rateGain: 3,
    integralGain: 0.8,
    /** Limits of what an error of height and the integral may ask for. Assumed. */
    maxCorrectionMps: 1,
    maxIntegralN: 5,
  },
  position: {
    /** Acceleration per position error (1/s^2), speed (1/s) and integral of the error (1/s^3). Assumed. */
    errorGain: 0.6,
    speedGain: 1.2,
    integralGain: 0.12,
    maxIntegralMps2: 4,
    maxAccelerationMps2: 5,
    /** Low-pass of the disturbance that accelerometer and thrust show: mostly the wind's drag. Assumed. */
    disturbanceTimeS: 0.7,
    /** Share of a new position fix that goes into the estimate. Assumed. */
    fixShare: 0.25,
  },
  inertial: {
    /** White noise and constant bias of the accelerometer, filtered to 100 Hz. Assumed: a MEMS sensor of the kind. */
    accelerometerNoiseMps2: 0.05,
    accelerometerBiasMps2: 0.03,
    /** Error of the horizontal speed by GPS and accelerometer. Assumed. */
    speedErrorMps: 0.05,
    speedErrorTimeS: 5,
    /** Slow drift of the gyro's rate. Assumed. */
    gyroDriftDps: 0.02,
    gyroDriftTimeS: 300,
    /** Natural frequency of the height filter. Assumed. */
    heightFilterRadps: 0.7,
    /** Time in which the compass corrects the gyro. Assumed. */
    headingFilterS: 10,
  },
  gps: {
    /** Error that receivers close to each other share: cancels in Kite minus Ground Station. Derived: 0.8 m in all. */
    commonHorizontalM: 0.76,
    commonVerticalM: 1.43,
    /** Each receiver's own; a relative error of 0.35 m. Assumed. */
    ownHorizontalM: 0.25,
    ownVerticalM: 0.45,
    /** After this time an error has become another. Assumed, inside PX4's and Beard's bounds. */
    errorTimeS: 60,
    whiteM: 0.05,
    /** Age of a position when it arrives. Assumed. */
    delayS: 0.12,
    /** Standard deviation that the receiver states. Derived. */
    statedAccuracyM: 0.8,
    /** From the start to the first fix; 0 is a receiver that has been on. Assumed. */
    coldStartS: 0,
    /** From a clear sky to a fix. Assumed. */
    reacquireS: 3,
  },
  barometer: {
    /** PX4. */
    whitePa: 1,
    /** Slow drift of Kite minus Ground Station: the weather cancels, the sensors' warmth does not. Assumed. */
    driftM: 0.08,
    driftTimeS: 600,
    /** Error by dynamic pressure at the static port, share of it. Assumed: a port in foam; a bare one has 0.1. */
    windPressureShare: 0.02,
  },
  compass: {
    /** Constant error of one mounting. Beard. */
    biasDeg: 1,
    /** Slow change of it. Assumed. */
    driftDeg: 0.1,
    driftTimeS: 300,
    whiteDeg: 0.03,
    /** Horizontal field, microtesla. Central Europe. */
    horizontalFieldUt: 21.5,
    /** A field that is off by this share, or a heading off the gyro's by this angle for this time, is disturbed. Assumed. */
    fieldTolerance: 0.25,
    headingToleranceDeg: 15,
    headingToleranceS: 3,
  },
  /** What the tether tells the Ground Station. The tether itself is not simulated yet: true values with these errors. */
  tether: {
    /** Error of the length that is out, share of it, and step of the encoder. Assumed. */
    lengthErrorShare: 0.001,
    lengthStepM: 0.005,
    /** Error of the angle at the base. Assumed. */
    angleErrorDeg: 0.5,
    angleErrorTimeS: 300,
  },
  wind: {
    /** Exponent of the profile: open country. */
    profileExponent: 1 / 7,
    /** The Kite's estimate is averaged over this time. Assumed. */
    estimateTimeS: 2,
    /** Noise of the anemometer that stands in for the estimate while the Kite is in its cradle. Assumed. */
    anemometerNoiseMps: 0.3,
    /**
     * The mean wind of so long, or the drift, above these for so long: the wind is over the limit. Assumed: it must let
     * pass 8 m/s with light turbulence at 45 m, and catch 10 m/s with moderate turbulence; drift published.
     */
    limitMps: 14,
    sustainedTimeS: 10,
    limitDriftM: 2.5,
    limitS: 5,
    /** Below this share of both for this time it is no longer. Assumed: 70 % of the force, which grows as the square. */
    clearShare: 0.84,
    clearS: 60,
  },
  gimbal: {
    /** Turn of the camera against the Kite, either way. Assumed. */
    panRangeDeg: 20,
    /** Travel of tilt against the Kite, positive down. Published figures of the 2nd Generation. */
    tiltMinDeg: -11,
    tiltMaxDeg: 80,
    /** Rate of moves to an angle. Assumed, within the published 2 to 25 degrees per second. */
    moveRateDps: 20,
    /** Published. */
    maxRateDps: 25,
    accelerationDps2: 40,
    /** Of a stop. Assumed. */
    brakingDps2: 120,
    /** Second-order response of the axes. Assumed. */
    naturalFrequencyRadps: 30,
    damping: 0.9,
    /** Noise of the reported angles. Assumed. */
    jitterDeg: 0.02,
    /** From switching on to the first picture. Assumed. */
    cameraBootS: 3,
  },
  power: {
    /** At the Ground Station's input. A published example value. */
    inputVoltageV: 112,
    inputRippleV: 0.2,
    /** Backup batteries. Assumed. */
    kiteCells: 4,
    kiteCapacityAh: 0.65,
    kiteResistanceOhm: 0.06,
    groundStationCells: 3,
    groundStationCapacityAh: 5,
    groundStationResistanceOhm: 0.03,
    initialPercent: 100,
    /** Charging current per capacity. Assumed. */
    chargeRatePerH: 0.5,
    /** Batteries are this much warmer than the air. Assumed. */
    batteryWarmthK: 3,
  },
  thermal: {
    /** Motors: heat at hover, resistance to the air, heat capacity. Assumed. */
    hoverLossW: 21,
    resistanceKPerW: 1.2,
    capacityJPerK: 50,
    /** Above this the Kite reports overheating. Assumed. */
    limitC: 100,
  },
  rooftopBox: {
    /** From one end to the other. Assumed. */
    lidTravelS: 8,
    lidsOpenAtStart: false,
  },
  remoteId: {
    /** From the start. Assumed. */
    selfTestS: 2,
  },
};

type DeepReadonly<T> = T extends object ? { readonly [K in keyof T]: DeepReadonly<T[K]> } : T;
export type SimulatorParameters = DeepReadonly<typeof DEFAULT_PARAMETERS>;

type DeepPartial<T> = T extends object ? { readonly [K in keyof T]?: DeepPartial<T[K]> } : T;
export type ParameterOverrides = DeepPartial<SimulatorParameters>;

/**
 * The default parameters with some of them replaced.
 * @throws RangeError for a name that does not exist and a value that is no finite number where there must be one
 */
export function parametersWith(overrides: ParameterOverrides = {}): SimulatorParameters {
  return merge(DEFAULT_PARAMETERS, overrides, '') as SimulatorParameters;
}

function merge(defaults: object, overrides: object, path: string): object {
  const merged: Record<string, unknown> = { ...defaults };
  for (const [name, value] of Object.entries(overrides)) {
    if (value === undefined) continue;
    const at = path === '' ? name : `${path}.${name}`;
    if (!Object.hasOwn(defaults, name)) throw new RangeError(`there is no parameter ${at}`);
    merged[name] = replaced(merged[name], value, at);
  }
  return merged;
}

function replaced(standard: unknown, value: unknown, at: string): unknown {
  if (typeof standard === 'object' && standard !== null && typeof value === 'object' && value !== null) {
    return merge(standard, value, at);
  }
  if (typeof value !== typeof standard || (typeof value === 'number' && !Number.isFinite(value))) {
    throw new RangeError(`parameter ${at} must be of type ${typeof standard}, got ${String(value)}`);
  }
  return value;
}
