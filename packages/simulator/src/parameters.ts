import { PARAMETER_RANGES, type Range } from './parameter-ranges.ts';

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
    /** Firefly. */
    radiusM: 0.1,
    /** Of motor, speed controller and propeller: power into the air by momentum theory per electrical power. Assumed. */
    efficiency: 0.55,
    /** Distance from the middle, and moment of inertia about a level axis. Firefly. */
    armM: 0.215,
    leanInertiaKgM2: 0.04,
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
    /** A Kite that can't hold its heading turns with this rate (1 sigma), another one after this time. Assumed. */
    freeRateDps: 20,
    freeTimeS: 3,
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
    /** The Kite climbs no further against a tether that pulls harder than this. Assumed: what makes the winch pay out. */
    maxPullN: 20,
    /** Low-pass of the vertical disturbance, which is the tether's pull: the thrust carries it at once. Assumed. */
    disturbanceTimeS: 0.3,
    /** In this time the length of the tether corrects the barometer. Assumed. */
    tetherTimeS: 30,
  },
  position: {
    /** Acceleration per position error (1/s^2), speed (1/s) and integral of the error (1/s^3). Assumed. */
    errorGain: 0.6,
    speedGain: 1.2,
    integralGain: 0.12,
    maxIntegralMps2: 4,
    maxAccelerationMps2: 5,
    /** Low-pass of the disturbance that accelerometer and thrust show: the wind's drag and the tether's pull. Assumed. */
    disturbanceTimeS: 0.7,
    /** Share of a new position fix that goes into the estimate. Assumed. */
    fixShare: 0.25,
  },
  inertial: {
    /** White noise and constant bias of the accelerometer, filtered to 100 Hz. Assumed: a MEMS sensor of the kind. */
    accelerometerNoiseMps2: 0.05,
    accelerometerBiasMps2: 0.03,
    /** The height filter takes no more than this for it: what is more comes from elsewhere. Assumed. */
    maxBiasMps2: 0.15,
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
    /** With too few satellites a receiver states more than it errs by. Assumed. */
    fewSatellitesFactor: 1.5,
    /** The Kite does not fly by a position that is stated worse than this. Published as a warning of bad GPS: assumed figure. */
    worstTrustedM: 5,
    /** From the start to the first fix; 0 is a receiver that has been on. Assumed. */
    coldStartS: 0,
    /** From a clear sky to a fix. Assumed. */
    reacquireS: 3,
  },
  barometer: {
    /** PX4. */
    whitePa: 1,
    /** Slow drift of Kite minus Ground Station: the weather cancels, the sensors' warmth does not. Assumed. */
    driftM: 0.3,
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
  tether: {
    /** A thin one with power and data lines. Assumed; published ones have 12.5 g/m at 3.4 mm, 26 g/m at 6 mm. */
    massPerM: 0.0065,
    diameterM: 0.002,
    /** A round line across the wind. Assumed; 1.2 published. */
    dragCoefficient: 1.1,
    /** Force per strain (EA), newton, and the load that breaks it. Assumed. */
    stiffnessN: 20_000,
    breakLoadN: 300,
    /** Resistance that comes and goes in a damaged power line. Assumed. */
    damagedFlickerOhm: 2,
    /** Spring of what the line runs over: dancer, force sensor, wraps on the spool. Assumed. */
    seriesNPerM: 1500,
    /** The line is as stiff as one of this length when it is shorter. Assumed. */
    leastLengthM: 0.5,
    /** From the exit at the force sensor up to the seat of the Kite in its cradle; not counted as length. Assumed. */
    throatM: 0.3,
    /** Of its stretching, share of critical damping with the Kite's mass. Assumed. */
    damping: 0.1,
    /** All of it, metres. Assumed: 5 m more than the greatest height. */
    spoolM: 50,
    /** A Kite that touches down within this of its cradle is drawn into it. Assumed. */
    catchRadiusM: 1.5,
  },
  winch: {
    /** Speed loop of the motor. Assumed. */
    lagS: 0.15,
    maxSpeedMps: 1.8,
    accelerationMps2: 3,
    /** Error of the length by how the layers lie, share of it (1 sigma), and step of the encoder. Assumed. */
    layerErrorShare: 0.003,
    encoderStepM: 0.005,
  },
  /** How the winch is driven. */
  tension: {
    /** Tension at the Kite in a calm, and with the square of the wind (N s^2/m^2): bounds the angle at the base. Derived. */
    calmN: 6,
    perWind2: 0.1,
    leastN: 6,
    mostN: 15,
    /** With a motor out. Assumed. */
    relievedN: 3,
    /** Reel speed per error of the tension. Derived: 0.13 to 0.3 N of error at full length, with room for a slow sensor. */
    gainMpsPerN: 0.2,
    /** Below this length the gain falls with it, down to this share: a short line is stiff. Derived. */
    shortM: 3,
    shortGainShare: 0.1,
    /** Less than this at the base for this long is slack, and reeled in. Assumed. */
    slackN: 1,
    slackS: 0.3,
    slackReelMps: 0.5,
    /** More than this pays out as fast as it goes. Assumed. */
    payOutN: 20,
  },
  /** At the exit of the tether: force and direction. */
  forceSensor: {
    noiseN: 0.1,
    noiseDeg: 0.2,
    /** Slow change of its zero, each axis. All assumed. */
    driftDeg: 0.5,
    driftTimeS: 300,
    /** Less force has no direction. Assumed. */
    leastN: 0.5,
    /** Of the readings that the Kite's place is worked out from. Assumed. */
    filterS: 0.2,
  },
  wind: {
    /** Exponent of the profile: open country. */
    profileExponent: 1 / 7,
    /** The Kite's estimate is averaged over this time. Assumed. */
    estimateTimeS: 2,
    /** Noise of the anemometer that stands in for the estimate while the Kite is in its cradle. Assumed. */
    anemometerNoiseMps: 0.3,
    /** The mean wind that the tension of the tether goes by is averaged over this time. Assumed. */
    sustainedTimeS: 10,
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
    /** At the Ground Station's end of the tether. A published example value. */
    inputVoltageV: 112,
    /** Of the whole tether, both ways, at 20 degrees. Derived: 50 m of copper pair, thinner than AWG 22 (5.3). */
    loopOhm: 6,
    /** The Kite's converter needs this at its input. Assumed. */
    dropOutV: 70,
    /** On board without rotors and camera; camera with gimbal. Assumed. */
    avionicsW: 25,
    cameraW: 5,
    /** The Kite's battery is charged while the line could bring so much more. Assumed. */
    chargeMarginW: 50,
    initialPercent: 100,
    /** Computers of the Ground Station. Assumed. */
    groundStationW: 30,
    /** Of the winch: what holding takes, and mechanical per electrical power when it reels in. Assumed. */
    winchHoldingW: 10,
    winchEfficiency: 0.4,
  },
  /** Backup batteries, lithium polymer; a landing for safety from 45 m takes the Kite's 33 s at 230 to 300 W. Assumed. */
  kiteBattery: {
    cells: 4,
    capacityAh: 0.65,
    resistanceOhm: 0.06,
    /** Under load; leaves about a sixth of the charge at 300 W. Usual for the kind. */
    cutOffCellV: 3,
    /** Charging current per capacity. */
    chargeRatePerH: 0.5,
    /** Warmer than the air by this, heat to the air, heat capacity. */
    warmthK: 3,
    heatKPerW: 8,
    heatJPerK: 75,
  },
  /** Sized for two minutes of computers and a winch that reels in with full force at its full speed. Assumed. */
  groundStationBattery: {
    cells: 3,
    capacityAh: 0.6,
    resistanceOhm: 0.03,
    cutOffCellV: 3,
    chargeRatePerH: 0.5,
    warmthK: 3,
    heatKPerW: 8,
    heatJPerK: 60,
  },
  /** Supply of a Rooftop Box. */
  vehicle: {
    /** With the engine running. Assumed. */
    voltageV: 13.8,
    /** Below this for this long the box sleeps, above this it wakes up. Published. */
    sleepBelowV: 12.4,
    sleepAfterS: 300,
    wakeAboveV: 13.1,
    /** The converter that makes the supply of the tether needs this. Assumed. */
    converterMinV: 10.5,
  },
  thermal: {
    /** All six motors: share of their power that heats them, resistance to still air, heat capacity. Assumed. */
    motorLossShare: 0.12,
    motorKPerW: 1.2,
    motorJPerK: 50,
    /** Converter and speed controllers: share of the Kite's power. Assumed. */
    converterLossShare: 0.05,
    converterKPerW: 2,
    converterJPerK: 80,
    /** The spool, heated by the part of the line that is on it. Assumed. */
    spoolKPerW: 0.8,
    spoolJPerK: 900,
    /** The resistance falls by 1 / (1 + this times the airspeed), s/m. On the Kite only: the spool is housed. Assumed. */
    airflowGain: 0.15,
  },
  /** How the Kite finds a motor that does not give what it is asked for: by the speeds that the controllers report. */
  motorMonitor: {
    /** Error of a reading, share of the speed. Assumed. */
    speedNoise: 0.01,
    /** A motor that is to give less than this is not judged. Assumed; an idling one gives 0.48 N. */
    leastThrustN: 0.3,
    /** Below this share of the thrust for this long it has failed. Assumed. */
    failedShare: 0.5,
    failedS: 0.15,
    /** Below this share, averaged over this time, for this long it is weak; above this it is well again. Assumed. */
    weakShare: 0.9,
    averageS: 0.5,
    weakS: 1,
    wellShare: 0.95,
    /** A stopped motor passes the test of its windings for this long: it counts as well again. Assumed. */
    wellS: 2,
  },
  /** How mains and power line are judged by voltage and current at both ends of the tether. */
  powerMonitor: {
    /** Errors of the readings. Assumed. */
    voltageNoiseV: 0.1,
    currentNoiseA: 0.02,
    /** Below this share of the supply's voltage for this long the mains are gone. Assumed. */
    mainsShare: 0.6,
    mainsS: 0.2,
    /** More resistance than this times that of a cold line is none of warmth: 1.35 is 110 degrees. Derived. */
    warmestFactor: 1.35,
    /** A voltage that is lost beyond that, for this long: the line is damaged. Assumed. */
    excessV: 3,
    excessS: 0.5,
    /** Mean change of resistance from one reading to the next, over this time: above this it flickers. Assumed. */
    flickerOhm: 0.4,
    flickerS: 3,
    /** Currents below this say nothing about the resistance. Assumed. */
    leastA: 1,
    /** Found damage that is not seen for this long is gone. Assumed. */
    clearS: 5,
  },
  /** How a spool that does not turn is found: by the way that it was told to go and the way that its encoder counted. */
  spoolMonitor: {
    /** Ways are counted over about this time; one told that is shorter says nothing. Assumed. */
    memoryS: 1.5,
    leastWayM: 0.1,
    /** Less than this share of it, for this long: stuck; more than that one for that long: it turns. Assumed. */
    stuckShare: 0.2,
    stuckS: 0.5,
    freeShare: 0.5,
    clearS: 1,
    /** So close to either end of the tether the winch stops by itself. Derived: twice the error of the encoder there. */
    endM: 0.3,
  },
  /** How readings of the force sensor are judged that can't be true. */
  forceSensorMonitor: {
    /** None for this long. Assumed. */
    silentS: 0.2,
    /** The same to the last digit for this long: noise would not let it. A slack tether reads 0 for a while. Assumed. */
    frozenS: 0.5,
    frozenSlackS: 3,
    /** Against what the Kite feels, averaged over this time, off by this for this long. Assumed. */
    averageS: 2,
    disagreeN: 1.4,
    /** And by this more with the square of the wind's load on the tether, some of which pulls up or down. Derived: see README. */
    disagreePerLoad2: 0.008,
    disagreeS: 1.5,
    /** Below this share of it for this long it is well again. Assumed. */
    agreeShare: 0.5,
    clearS: 3,
  },
  /** How the barometer is judged: by its noise and by the height by the tether. */
  barometerMonitor: {
    /** The same to the last digit for this long. Assumed. */
    frozenS: 1,
    /** Its zero in the cradle is averaged over this time. Assumed: the weather is slower, a fault faster. */
    zeroS: 20,
    averageS: 2,
    /** Off by this, and by this share more of the way by which wind bows the tether to the side. Derived: see README. */
    disagreeM: 1.8,
    disagreeShare: 0.08,
    disagreeS: 1.5,
    agreeShare: 0.5,
    clearS: 3,
  },
  /** How the position by satellites is judged: by where the tether leads to. */
  estimationMonitor: {
    /** A shorter tether says too little. Assumed. */
    leastLengthM: 3,
    averageS: 1,
    /** As for the barometer: in a strong wind the tether itself says little. Derived: see README. */
    disagreeM: 3,
    disagreeShare: 0.3,
    disagreeS: 1.5,
    agreeShare: 0.6,
    clearS: 5,
    /** In more wind than this, or while its short mean is off its longer one by this, the tether is not compared. Assumed. */
    mostWindMps: 14,
    steadyMps: 1.5,
    /** So many fixes in a row that are this far from where the Kite's own motion leads to are a jump. Assumed. */
    jumpM: 2.5,
    jumpFixes: 5,
  },
  /** How a cut tether shows at the Ground Station. */
  tetherMonitor: {
    /** Less pull and less current than these, and nothing heard, for this long, without a Kite in the cradle. Assumed. */
    leastN: 0.4,
    leastA: 0.1,
    cutS: 0.3,
    clearS: 1,
  },
  rooftopBox: {
    /** From one end to the other. Assumed. */
    lidTravelS: 8,
    lidsOpenAtStart: false,
  },
  /** The Ground Station as a thing that may be driven away. */
  base: {
    /** Of a vehicle that drives off gently. Assumed. */
    accelerationMps2: 0.5,
    /** Its own measurement of its speed, by inertial sensor and receiver: noise of one reading, filter. Assumed. */
    speedNoiseMps: 0.02,
    speedFilterS: 0.5,
    /** Faster is moving; below this share of it no longer. Assumed. */
    movingAboveMps: 0.04,
    clearShare: 0.6,
  },
  link: {
    /** Without an answer of the Ground Station for so long the Kite makes a safety landing by itself. Published. */
    silentS: 5,
    /** Nothing from the Kite for so long: the Ground Station's hardware no longer counts on what it heard last. Assumed. */
    unheardS: 0.5,
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
 * @throws RangeError for a name that does not exist, a value of another type, and a number that is not possible
 */
export function parametersWith(overrides: ParameterOverrides = {}): SimulatorParameters {
  return merge(DEFAULT_PARAMETERS, overrides, PARAMETER_RANGES, '') as SimulatorParameters;
}

type RangeTable = { readonly [name: string]: Range | RangeTable };

function merge(defaults: object, overrides: object, ranges: RangeTable, path: string): object {
  const merged: Record<string, unknown> = { ...defaults };
  for (const [name, value] of Object.entries(overrides)) {
    if (value === undefined) continue;
    const at = path === '' ? name : `${path}.${name}`;
    if (!Object.hasOwn(defaults, name)) throw new RangeError(`there is no parameter ${at}`);
    merged[name] = replaced(merged[name], value, ranges[name], at);
  }
  return merged;
}

function replaced(standard: unknown, value: unknown, range: Range | RangeTable | undefined, at: string): unknown {
  if (isGroup(standard) && isGroup(value)) return merge(standard, value, range as RangeTable, at);
  if (typeof value !== typeof standard || isGroup(value) !== isGroup(standard)) {
    throw new RangeError(`parameter ${at} must be of type ${typeof standard}, got ${shown(value)}`);
  }
  if (typeof value === 'number') checkRange(value, range as Range, at);
  return value;
}

function checkRange(value: number, [least, greatest]: Range, at: string): void {
  if (value >= least && value <= greatest) return;
  throw new RangeError(`parameter ${at} must be from ${least} to ${greatest}, got ${value}`);
}

const isGroup = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const shown = (value: unknown): string => (value !== null && typeof value === 'object' ? 'an object' : String(value));
