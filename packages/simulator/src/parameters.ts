import { mergeOverrides } from './parameter-overrides.ts';
import {
  ANGLE_DEG,
  FIELD_UT,
  type Figure,
  FORCE_N,
  figure,
  GAIN,
  HEAT_J_PER_K,
  HEAT_K_PER_W,
  LEAN_ERROR_DEG,
  LONG_S,
  NOISE,
  OFF_SHARE,
  POWER_W,
  SHARE,
  SHORT_S,
  SOME_SHARE,
  SPEED_MPS,
  VEHICLE_V,
  WANDER_S,
} from './parameter-ranges.ts';

/**
 * Every figure of the simulated aircraft, in one place: default, what is physically possible and where that limit is from.
 * Units are in the names. Sources of the defaults stand above them: "published" is a public figure of this kind of
 * product, "Firefly" the hexacopter model of ETH's RotorS, "PX4" and "Beard" the sensor models of PX4's Gazebo plugins and
 * of Beard and McLain's book, "derived" follows from others here, "assumed" waits for the builder's number.
 */
export const PARAMETERS = {
  /** Where the Ground Station stands. */
  site: {
    latDeg: figure(47.3769, -90, 90, 'WGS 84'),
    lonDeg: figure(8.5417, -180, 180, 'WGS 84'),
    /** Above mean sea level. */
    elevationM: figure(408, -430, 9000, 'shore of the Dead Sea to the top of Mount Everest'),
    /** The weather's pressure, reduced to sea level (QNH). ISO 2533. */
    seaLevelPressureHpa: figure(1013.25, 870, 1085, 'WMO: records, 870 (Typhoon Tip) and 1,084.8 (Tosontsengel)'),
    /** Heading of a Kite in its cradle. Assumed: any will do. */
    cradleHeadingDeg: figure(40, -360, 360, 'a full turn either way'),
    /** Assumed: a mild day. */
    ambientC: figure(20, -68, 57, 'WMO: records of inhabited places'),
  },
  kite: {
    /** With gimbal. Assumed; Firefly is 1.5, comparable tethered hexacopters 1.3 to 2.3. */
    massKg: figure(1.2, 0.1, 25, 'Regulation (EU) 2019/945: classes C0 to C4 weigh less than 25 kg'),
    /** Drag area, drag coefficient included. Assumed. */
    dragAreaM2: figure(0.02, 1e-9, 1, 'a flat plate of 0.85 m2 (Hoerner: 1.17)'),
    /** Rotor drag: linear in airspeed, as in RotorPy. Assumed. */
    linearDragNsPerM: figure(0.06, 0, 5, 'published multirotors have 0.05 to 0.5; ten times that'),
    /** Moment of inertia about the vertical. Firefly. */
    yawInertiaKgM2: figure(0.0977, 0.001, 10, 'a rod of 0.1 kg and 0.35 m to one of 20 kg and 2.4 m'),
    /** Gusts that last longer meet all rotors alike and turn nothing. Assumed. */
    yawGustTimeS: figure(1.5, ...WANDER_S),
    /** Moment by a faster one across its nose, per pressure of wind times gust. Derived: heading of 0.5 to 1 degree sd in 8 m/s, moderate. */
    yawGustVolumeM3: figure(0.0018, 0, 1, 'an arm of 1 m with all of the drag area at its end'),
    /** Friction on the ground beside its cradle, share of its weight. Assumed: plastic feet on asphalt or grass. */
    groundFriction: figure(0.6, 0, 2, 'ice to rubber on dry concrete'),
    /** Faster than this on the ground is a crash. Assumed. */
    crashSpeedMps: figure(3, ...SPEED_MPS),
    /** The tether draws a Kite that has touched down into its cradle, which centres and turns it. Assumed. */
    seatingTimeS: figure(0.3, ...SHORT_S),
  },
  rotor: {
    /** Six of these, at sea level; goes with the density of the air. Firefly: 8.54858e-6 N s^2 at 838 rad/s. */
    maxThrustN: figure(6.003, 0.1, 200, 'the weight of 10 g to that of 20 kg'),
    /** Firefly. */
    lagS: figure(0.025, 0, 1, 'published motors have 0.01 to 0.1 s; ten times that'),
    /** Reaction torque per thrust. Firefly. */
    torquePerThrustM: figure(0.016, 0, 1, 'less than the greatest radius: more would be no propeller'),
    /** Spread of that torque from propeller to propeller, share. Assumed: hand-picked ones differ by 1 %, worn ones by 5. */
    torqueSpread: figure(0.02, ...OFF_SHARE),
    /** Of the greatest thrust of each, kept for turning when all give the most. PX4: its mixer leaves the heading 15 %. */
    yawMarginShare: figure(0.15, ...SHARE),
    /** Thrust of an idling rotor, share of the maximum. Assumed. */
    idleShare: figure(0.08, ...SHARE),
    /** Firefly. */
    radiusM: figure(0.1, 0.01, 1, 'propellers of one inch to those of a manned multicopter'),
    /** Speed at the greatest thrust, which goes with its square, at any density. Firefly. */
    topSpeedRadps: figure(838, 10, 10_000, 'a manned multicopter idling to a motor without load'),
    /** Of motor, speed controller and propeller: power into the air by momentum theory per electrical power, at hover. Assumed. */
    efficiency: figure(0.55, 0.05, 1, 'none is ideal; 0.05 is a propeller that hardly works'),
    /** Of the propeller alone: power by momentum theory per power at its shaft, at hover. Assumed: a small one. */
    figureOfMerit: figure(0.65, 0.1, 1, 'none is ideal; 0.1 is a propeller that hardly works'),
    /** Its disc over what the Kite stands on. Assumed. */
    aboveGroundM: figure(0.15, 0.01, 5, 'a palm-sized craft to a manned multicopter'),
    /** Distance from the middle, and moment of inertia about a level axis. Firefly. */
    armM: figure(0.215, 0.01, 2, 'a palm-sized craft to a manned multicopter'),
    leanInertiaKgM2: figure(0.04, 0.0001, 10, 'a craft of 0.1 kg and 0.1 m to one of 20 kg and 2.4 m'),
  },
  attitude: {
    /** Second-order response of the lean. Assumed. */
    naturalFrequencyRadps: figure(12, 0.1, 100, 'limit of the rotors’ lag: a quarter of the rate of control'),
    damping: figure(0.7, 0, 0.999, 'limit of the model: at 1 and above the response would be another formula'),
    maxLeanDeg: figure(30, 1, 80, 'upright at 0; at 90 no thrust is left to carry'),
  },
  yaw: {
    /** Gains of the yaw controller, per s^2 and per s. Assumed. */
    stiffness: figure(8, ...GAIN),
    damping: figure(4, ...GAIN),
    maxRateDps: figure(40, 0.1, 720, 'two turns a second: full scale of small gyros is 2,000'),
    /** Of the commanded heading. Assumed; half of what the rotors can give the Kite. */
    accelerationDps2: figure(30, 0.1, 7200, 'ten times the greatest rate in a second'),
    maxAccelerationDps2: figure(60, 0.1, 7200, 'ten times the greatest rate in a second'),
    /** A Kite that can't hold its heading turns with this rate (1 sigma), another one after this time. Assumed. */
    freeRateDps: figure(20, 0, 720, 'two turns a second: full scale of small gyros is 2,000'),
    freeTimeS: figure(3, ...WANDER_S),
  },
  flight: {
    /** Mean rate of climb and descent: 45 m in 60 s. Published. */
    normalRateMps: figure(0.75, 0.01, 20, 'a multirotor’s rates: Regulation (EU) 2019/945 ends at 19 m/s'),
    /** Published: 45 m in 30 s. */
    safetyRateMps: figure(1.5, 0.01, 20, 'a multirotor’s rates: Regulation (EU) 2019/945 ends at 19 m/s'),
    /** Of the height setpoint. Assumed. */
    accelerationMps2: figure(0.5, 0.01, 20, 'twice gravity'),
    /** From motor start to lift-off. Assumed. */
    spinUpS: figure(1, ...SHORT_S),
    /** Rate at which the Kite meets its cradle, and the height above which it has slowed down to it. Assumed. */
    touchDownRateMps: figure(0.4, 0.01, 5, 'a fall from 1.3 m'),
    flareHeightM: figure(0.5, 0, 50, 'the length of a tether'),
    /** A landing Kite has turned to its cradle's heading this long before it would be there at its rate. Assumed. */
    alignMarginS: figure(2, ...SHORT_S),
    /** Thrust below this share of the weight, without motion, for this long: the Kite has landed. Assumed. */
    touchDownThrustShare: figure(0.6, ...SHARE),
    touchDownSpeedMps: figure(0.15, 0, 5, 'a fall from 1.3 m'),
    touchDownS: figure(0.5, ...SHORT_S),
    /** The tether ends there. Published. */
    maxHeightM: figure(45, 1, 1000, 'published tethered multirotors end below 200 m; five times that'),
    /** From switching on to the first data. Assumed. */
    bootS: figure(2, 0, 600, 'computers start within ten minutes'),
  },
  height: {
    /** Climb rate per height error, 1/s; acceleration per climb rate error, 1/s; integral of it, 1/s^2. Assumed. */
    positionGain: figure(0.8, ...GAIN),
    rateGain: figure(3, ...GAIN),
    integralGain: figure(0.8, ...GAIN),
    /** Limits of what an error of height and the integral may ask for. Assumed. */
    maxCorrectionMps: figure(1, 0, 50, 'terminal speed of a falling multirotor, 30, with room'),
    maxIntegralN: figure(5, ...FORCE_N),
    /** The Kite climbs no further against a tether that pulls harder than this. Assumed: what makes the winch pay out. */
    maxPullN: figure(20, ...FORCE_N),
    /** Low-pass of the vertical disturbance, which is the tether's pull: the thrust carries it at once. Assumed. */
    disturbanceTimeS: figure(0.3, ...SHORT_S),
    /** In this time the length of the tether corrects the barometer. Assumed. */
    tetherTimeS: figure(30, ...WANDER_S),
  },
  position: {
    /** Acceleration per position error (1/s^2), speed (1/s) and integral of the error (1/s^3). Assumed. */
    errorGain: figure(0.6, ...GAIN),
    speedGain: figure(1.2, ...GAIN),
    integralGain: figure(0.12, ...GAIN),
    maxIntegralMps2: figure(4, 0, 50, 'five times gravity'),
    maxAccelerationMps2: figure(5, 0, 50, 'five times gravity'),
    /** Low-pass of the disturbance that accelerometer and thrust show: the wind's drag and the tether's pull. Assumed. */
    disturbanceTimeS: figure(0.7, ...SHORT_S),
    /** Share of a new position fix that goes into the estimate. Assumed. */
    fixShare: figure(0.25, ...SHARE),
  },
  inertial: {
    /** White noise and constant bias of the accelerometer, filtered to 100 Hz. Assumed: a MEMS sensor of the kind. */
    accelerometerNoiseMps2: figure(0.05, ...NOISE),
    accelerometerBiasMps2: figure(0.03, ...NOISE),
    /** The height filter takes no more than this for it: what is more comes from elsewhere. Assumed. */
    maxBiasMps2: figure(0.15, ...NOISE),
    /** Error of the horizontal speed by GPS and accelerometer. Assumed. */
    speedErrorMps: figure(0.05, ...NOISE),
    speedErrorTimeS: figure(5, ...WANDER_S),
    /** White noise of the gyro's rate, filtered to 100 Hz. PX4: 0.0107 degrees per second and root hertz. */
    gyroNoiseDps: figure(0.076, ...NOISE),
    /** Slow drift of the gyro's rate. Assumed. */
    gyroDriftDps: figure(0.02, ...NOISE),
    gyroDriftTimeS: figure(300, ...WANDER_S),
    /** Natural frequency of the height filter. Assumed. */
    heightFilterRadps: figure(0.7, 0.001, 20, 'limit of the rate of control: a fifth of 100 per second'),
    /** Time in which the compass corrects the gyro. Assumed. */
    headingFilterS: figure(10, ...LONG_S),
  },
  /** How far the figures of the aircraft's own software are from the real ones: standard deviations, shares of them. */
  ownModel: {
    /** Weighed with its payload. Assumed: a kitchen scale's. */
    massShare: figure(0.01, ...OFF_SHARE),
    /** Thrust by the speed of the rotors: wear and spread of propellers. Assumed. */
    thrustShare: figure(0.02, ...OFF_SHARE),
    /** Drag of the Kite. Flight tests against anemometers leave 0.3 m/s of 5: Drones 2020, 4(2), 23; twice that in drag. */
    dragShare: figure(0.1, ...OFF_SHARE),
    /** Drag of the line: 1.0 to 1.2 is published for a smooth cylinder at these Reynolds numbers (Hoerner 1965). */
    tetherDragShare: figure(0.06, ...OFF_SHARE),
    tetherMassShare: figure(0.02, ...OFF_SHARE),
    /** Exponent of the wind profile that it takes for granted, wherever it flies: open country. */
    profileExponent: figure(1 / 7, ...SHARE),
    /** Error of the lean as gyro and accelerometer know it, each axis: constant, and slowly varying. Assumed. */
    leanBiasDeg: figure(0.3, ...LEAN_ERROR_DEG),
    leanErrorDeg: figure(0.3, ...LEAN_ERROR_DEG),
    leanErrorTimeS: figure(60, ...WANDER_S),
  },
  gps: {
    /** Error that receivers close to each other share: cancels in Kite minus Ground Station. Derived: 0.8 m in all. */
    commonHorizontalM: figure(0.76, ...NOISE),
    commonVerticalM: figure(1.43, ...NOISE),
    /** Each receiver's own; a relative error of 0.35 m. Assumed. */
    ownHorizontalM: figure(0.25, ...NOISE),
    ownVerticalM: figure(0.45, ...NOISE),
    /** After this time an error has become another. Assumed, inside PX4's and Beard's bounds. */
    errorTimeS: figure(60, ...WANDER_S),
    whiteM: figure(0.05, ...NOISE),
    /** Age of a position when it arrives. Assumed. */
    delayS: figure(0.12, 0, 0.19, 'limit of the model: less than the period of 0.2 s'),
    /** Standard deviation that the receiver states. Derived. */
    statedAccuracyM: figure(0.8, 0, 1000, 'more is no fix'),
    /** With too few satellites a receiver states more than it errs by. Assumed. */
    fewSatellitesFactor: figure(1.5, 1, 100, 'never better than with many'),
    /** The Kite does not fly by a position that is stated worse than this. Published as a warning of bad GPS: assumed figure. */
    worstTrustedM: figure(5, 0, 1000, 'more is no fix'),
    /** From the start to the first fix; 0 is a receiver that has been on. Assumed. */
    coldStartS: figure(0, ...LONG_S),
    /** From a clear sky to a fix. Assumed. */
    reacquireS: figure(3, ...LONG_S),
  },
  barometer: {
    /** PX4. */
    whitePa: figure(1, ...NOISE),
    /** Slow drift of Kite minus Ground Station: the weather cancels, the sensors' warmth does not. Assumed. */
    driftM: figure(0.3, ...NOISE),
    driftTimeS: figure(600, ...WANDER_S),
    /** Error by dynamic pressure at the static port, share of it. Assumed: a port in foam; a bare one has 0.1. */
    windPressureShare: figure(0.02, -1, 1, 'Bernoulli: a port sees at most all of the dynamic pressure'),
  },
  /** Three axes, calibrated: what is left of the Kite's own field. Standard deviations of each axis. */
  magnetometer: {
    /** Of its iron, constant. Beard: 1 degree of a heading in Central Europe. */
    hardIronUt: figure(0.37, ...FIELD_UT),
    /** Share by which its iron bends the field. Assumed: a calibration by turning it leaves half a per cent. */
    softIronShare: figure(0.005, ...OFF_SHARE),
    /** Slow change. Assumed. */
    driftUt: figure(0.04, ...FIELD_UT),
    driftTimeS: figure(300, ...WANDER_S),
    /** Of one reading. HMC5883L: 2 milligauss. */
    whiteUt: figure(0.2, ...FIELD_UT),
    /** Field of the leads to the motors. ArduPilot calls less than 30 % of the Earth's at full power good: a third of it. */
    leadsUtPerKw: figure(8, 0, 2000, 'a lead of 60 A 2 cm away: 0.6 mT at a kilowatt of 16 V; three times that'),
    /** By how much the calibration of that field is off, share. Assumed. */
    leadsErrorShare: figure(0.15, ...SHARE),
  },
  /** How the heading by the magnetometer is judged. */
  compass: {
    /** A field that is off by this share, or a heading off the gyro's by this angle for this time, is disturbed. Assumed. */
    fieldTolerance: figure(0.25, 0, 10, 'ten times the field'),
    headingToleranceDeg: figure(15, 0, 180, 'half a turn'),
    headingToleranceS: figure(3, ...SHORT_S),
  },
  tether: {
    /** A thin one with power and data lines. Assumed; published ones have 12.5 g/m at 3.4 mm, 26 g/m at 6 mm. */
    massPerM: figure(0.0065, 1e-7, 1, 'a thread to steel rope of 16 mm; 0 is divided by'),
    diameterM: figure(0.002, 0.0001, 0.1, 'wire AWG 38 to a mooring rope'),
    /** A round line across the wind. Assumed; 1.2 published. */
    dragCoefficient: figure(1.1, 0, 3, 'Hoerner: 0.3 to 1.2 for cylinders, 2.3 for an open half tube'),
    /** Force per strain (EA), newton, and the load that breaks it. Assumed. */
    stiffnessN: figure(20_000, 100, 1e9, 'a rubber cord to the mooring lines of MoorPy’s tests'),
    breakLoadN: figure(300, 1, 1e6, 'a sewing thread to a mooring rope'),
    /** Resistance that comes and goes in a damaged power line. Assumed. */
    damagedFlickerOhm: figure(2, 0, 1000, 'more is an open line'),
    /** Stiffness against twist (GJ). Assumed: copper strands in a soft jacket, far below that of solid copper, 0.07. */
    torsionNm2: figure(0.0003, 0, 600, 'a thread to a steel rod of 16 mm'),
    /** Spring of what the line runs over: dancer, force sensor, wraps on the spool. Assumed. */
    seriesNPerM: figure(1500, 50, 1e6, 'limit of the step: 50 for the softest dancer to a rigid one'),
    /** The line is as stiff as one of this length when it is shorter. Assumed. */
    leastLengthM: figure(0.5, 0.05, 10, 'limit of the step: shorter lines are stiffer than it follows'),
    /** From the exit at the force sensor up to the seat of the Kite in its cradle; not counted as length. Assumed. */
    throatM: figure(0.3, 0, 2, 'the height of a Ground Station'),
    /** Of its stretching, share of critical damping with the Kite's mass. Assumed. */
    damping: figure(0.1, ...SHARE),
    /** All of it, metres. Assumed: 5 m more than the greatest height. */
    spoolM: figure(50, 1, 1000, 'published tethered multirotors end below 200 m; five times that'),
    /** Friction of line that lies on the ground, share of its weight. Assumed: rope on grass or asphalt. */
    groundFriction: figure(0.5, 0, 2, 'ice to rubber on dry concrete'),
    /** A Kite that touches down within this of its cradle is drawn into it. Assumed. */
    catchRadiusM: figure(1.5, 0, 100, 'the length of a tether'),
  },
  winch: {
    /** Speed loop of the motor. Assumed. */
    lagS: figure(0.15, 0, 5, 'a motor that takes longer holds no tension'),
    maxSpeedMps: figure(1.8, ...SPEED_MPS),
    accelerationMps2: figure(3, 0.01, 100, 'ten times gravity'),
    /** Its clutch slips above this tension at the base. Assumed: three times what makes it pay out. */
    clutchN: figure(60, 1, 1e6, 'a toy to one that never slips'),
    /** Error of the length by how the layers lie, share of it (1 sigma), and step of the encoder. Assumed. */
    layerErrorShare: figure(0.003, 0, 0.2, 'a fifth: a spool that is wound up wildly'),
    encoderStepM: figure(0.005, ...SHARE),
  },
  /** How the winch is driven. */
  tension: {
    /** Tension at the Kite in a calm, and by the wind's square (N s^2/m^2) with all of the greatest height out: bounds the base angle. Derived. */
    calmN: figure(6, ...FORCE_N),
    perWind2: figure(0.1, 0, 100, 'drag of 160 m2: more than any line has'),
    leastN: figure(6, ...FORCE_N),
    mostN: figure(15, ...FORCE_N),
    /** With a motor out. Assumed. */
    relievedN: figure(3, ...FORCE_N),
    /** Reel speed per error of the tension. Derived: 0.13 to 0.3 N of error at full length, with room for a slow sensor. */
    gainMpsPerN: figure(0.2, 0, 10, 'limit of the winch’s lag: more swings'),
    /** Below this length the gain falls with it, down to this share: a short line is stiff. Derived. */
    shortM: figure(3, 0.01, 100, 'the length of a tether'),
    shortGainShare: figure(0.1, ...SHARE),
    /** Less than this at the base for this long is slack, and reeled in. Assumed. */
    slackN: figure(1, ...FORCE_N),
    slackS: figure(0.3, ...SHORT_S),
    slackReelMps: figure(0.5, 0, 50, 'terminal speed of a falling multirotor, 30, with room'),
    /** More than this pays out as fast as it goes. Assumed. */
    payOutN: figure(20, ...FORCE_N),
  },
  /** At the exit of the tether: force and direction. */
  forceSensor: {
    noiseN: figure(0.1, ...NOISE),
    noiseDeg: figure(0.2, ...ANGLE_DEG),
    /** Slow change of its zero, each axis. All assumed. */
    driftDeg: figure(0.5, ...ANGLE_DEG),
    driftTimeS: figure(300, ...WANDER_S),
    /** Less force has no direction. Assumed. */
    leastN: figure(0.5, ...FORCE_N),
    /** Of the readings that the Kite's place is worked out from. Assumed. */
    filterS: figure(0.2, ...SHORT_S),
  },
  wind: {
    /** Exponent of the profile: open country. Turbulence that goes by the wind is in proportion to it (Counihan 1975). */
    profileExponent: figure(1 / 7, ...SHARE),
    /** The Kite's estimate is averaged over this time. Assumed. */
    estimateTimeS: figure(2, ...SHORT_S),
    /** Noise of the anemometer that stands in for the estimate while the Kite is in its cradle. Assumed. */
    anemometerNoiseMps: figure(0.3, ...NOISE),
    /** The mean wind that the tension of the tether goes by is averaged over this time. Assumed. */
    sustainedTimeS: figure(10, ...LONG_S),
  },
  /** What the camera looks through. It changes nothing in the flight. */
  weather: {
    /** Where 2 % of a contrast are left. A clear day. */
    visibilityM: figure(14_000, 20, 300_000, 'denser than any fog to the clearest air (Rayleigh)'),
    /** Share of the sky. */
    cloudCover: figure(0.25, ...SHARE),
    /** Takes contrast away by Carbonneau's 1.076 R^0.67 dB/km. */
    rainMmph: figure(0, 0, 300, 'none to a cloudburst; WMO: violent rain is above 50'),
  },
  gimbal: {
    /** Turn of the camera against the Kite, either way. Assumed. */
    panRangeDeg: figure(20, ...ANGLE_DEG),
    /** Travel of tilt against the Kite, positive down. Published figures of the 2nd Generation. */
    tiltMinDeg: figure(-11, -180, 180, 'half a turn either way'),
    tiltMaxDeg: figure(80, -180, 180, 'half a turn either way'),
    /** Rate of moves to an angle. Assumed, within the published 2 to 25 degrees per second. */
    moveRateDps: figure(20, 0.1, 720, 'two turns a second: full scale of small gyros is 2,000'),
    /** Published. */
    maxRateDps: figure(25, 0.1, 720, 'two turns a second: full scale of small gyros is 2,000'),
    accelerationDps2: figure(40, 0.1, 7200, 'ten times the greatest rate in a second'),
    /** Of a stop. Assumed. */
    brakingDps2: figure(120, 0.1, 7200, 'ten times the greatest rate in a second'),
    /** Second-order response of the axes. Assumed. */
    naturalFrequencyRadps: figure(30, 0.1, 300, 'limit of the step of 5 ms: 2 / step = 400, with room'),
    damping: figure(0.9, 0, 10, 'ten times critical'),
    /** Noise of the reported angles. Assumed. */
    jitterDeg: figure(0.02, ...NOISE),
    /** What the motors do not hold at 8 m/s of air, standard deviation. Makers of small gimbals publish 0.01 to 0.02. */
    servoErrorDeg: figure(0.01, ...ANGLE_DEG),
    /** Each of its two lags: it wanders at some 2 Hz. Assumed. */
    servoErrorTimeS: figure(0.08, ...WANDER_S),
    /** By which its own attitude is wrong, slowly, in tilt and roll. Assumed; makers let users trim 2 degrees. */
    attitudeBiasDeg: figure(0.15, ...ANGLE_DEG),
    attitudeBiasTimeS: figure(120, ...WANDER_S),
    /** Of the propellers' unbalance at hover, behind the dampers, each axis, standard deviation. Assumed, within the 0.01 of makers. */
    vibrationDeg: figure(0.004, ...ANGLE_DEG),
    /** From switching on to the first picture. Assumed. */
    cameraBootS: figure(3, 0, 600, 'computers start within ten minutes'),
  },
  power: {
    /** At the Ground Station's end of the tether. A published example value. */
    inputVoltageV: figure(112, 1, 1500, 'Directive 2014/35/EU: low voltage ends at 1,500 V direct'),
    /** Of the whole tether, both ways, at 20 degrees. Derived: 50 m of copper pair, thinner than AWG 22 (5.3). */
    loopOhm: figure(6, 0.01, 1000, 'a bar of copper to a thread of it'),
    /** The Kite's converter needs this at its input. Assumed. */
    dropOutV: figure(70, 0, 1500, 'Directive 2014/35/EU: low voltage ends at 1,500 V direct'),
    /** On board without rotors and camera; camera with gimbal. Assumed. */
    avionicsW: figure(25, ...POWER_W),
    cameraW: figure(5, ...POWER_W),
    /** The Kite's battery is charged while the line could bring so much more. Assumed. */
    chargeMarginW: figure(50, ...POWER_W),
    initialPercent: figure(100, 0, 100, 'empty to full'),
    /** Computers of the Ground Station. Assumed. */
    groundStationW: figure(30, ...POWER_W),
    /** Of the winch: what holding takes, and mechanical per electrical power when it reels in. Assumed. */
    winchHoldingW: figure(10, ...POWER_W),
    winchEfficiency: figure(0.4, ...SOME_SHARE),
  },
  /** Backup batteries, lithium polymer; a landing for safety from 45 m takes the Kite's 33 s at 230 to 300 W. Assumed. */
  kiteBattery: {
    cells: figure(4, 1, 20, 'one cell to 84 V'),
    capacityAh: figure(0.65, 0.01, 1000, 'a button cell to a vehicle’s battery'),
    resistanceOhm: figure(0.06, 0, 10, 'a button cell has most, 10'),
    /** Under load; leaves about a sixth of the charge at 300 W. Usual for the kind. */
    cutOffCellV: figure(3, 2, 4.2, 'lithium polymer: ruined to full'),
    /** Charging current per capacity. */
    chargeRatePerH: figure(0.5, 0, 20, 'the fastest published lithium polymer cells, 20'),
    /** Warmer than the air by this, heat to the air, heat capacity. */
    warmthK: figure(3, 0, 60, '60 warmer than the air no lithium cell lives'),
    heatKPerW: figure(8, 0, 1000, 'still air around a coin; 0 is a perfect sink'),
    heatJPerK: figure(75, 0.1, 1e6, 'a chip to a vehicle’s battery'),
  },
  /** Sized for two minutes of computers and a winch that reels in with full force at its full speed. Assumed. */
  groundStationBattery: {
    cells: figure(3, 1, 20, 'one cell to 84 V'),
    capacityAh: figure(0.6, 0.01, 1000, 'a button cell to a vehicle’s battery'),
    resistanceOhm: figure(0.03, 0, 10, 'a button cell has most, 10'),
    cutOffCellV: figure(3, 2, 4.2, 'lithium polymer: ruined to full'),
    chargeRatePerH: figure(0.5, 0, 20, 'the fastest published lithium polymer cells, 20'),
    warmthK: figure(3, 0, 60, '60 warmer than the air no lithium cell lives'),
    heatKPerW: figure(8, 0, 1000, 'still air around a coin; 0 is a perfect sink'),
    heatJPerK: figure(60, 0.1, 1e6, 'a chip to a vehicle’s battery'),
  },
  /** Supply of a Rooftop Box. */
  vehicle: {
    /** With the engine running. Assumed. */
    voltageV: figure(13.8, ...VEHICLE_V),
    /** Below this for this long the box sleeps, above this it wakes up. Published. */
    sleepBelowV: figure(12.4, ...VEHICLE_V),
    sleepAfterS: figure(300, ...LONG_S),
    wakeAboveV: figure(13.1, ...VEHICLE_V),
    /** The converter that makes the supply of the tether needs this. Assumed. */
    converterMinV: figure(10.5, ...VEHICLE_V),
  },
  thermal: {
    /** All six motors: share of their power that heats them, resistance at rest in still air, heat capacity. Derived: 1.2 K/W in the wash of a hover. */
    motorLossShare: figure(0.12, ...SHARE),
    motorKPerW: figure(2.32, ...HEAT_K_PER_W),
    motorJPerK: figure(50, ...HEAT_J_PER_K),
    /** Converter and speed controllers: share of the Kite's power; resistance as of the motors, 2 K/W in a hover. Assumed. */
    converterLossShare: figure(0.05, ...SHARE),
    converterKPerW: figure(3.87, ...HEAT_K_PER_W),
    converterJPerK: figure(80, ...HEAT_J_PER_K),
    /** The spool, heated by the part of the line that is on it. Assumed. */
    spoolKPerW: figure(0.8, ...HEAT_K_PER_W),
    spoolJPerK: figure(900, ...HEAT_J_PER_K),
    /** The resistance falls by 1 / (1 + this times the speed of wind and wash), s/m. On the Kite only: the spool is housed. Assumed. */
    airflowGain: figure(0.15, 0, 10, 'published heat sinks: 0.1 to 1 per m/s; ten times that'),
  },
  /** How the Kite finds a motor that does not give what it is asked for: by the speeds that the controllers report. */
  motorMonitor: {
    /** Error of a reading, share of the speed. Assumed. */
    speedNoise: figure(0.01, ...SHARE),
    /** A motor that is to give less than this is not judged. Assumed; an idling one gives 0.48 N. */
    leastThrustN: figure(0.3, ...FORCE_N),
    /** Below this share of the thrust for this long it has failed. Assumed. */
    failedShare: figure(0.5, ...SHARE),
    failedS: figure(0.15, ...SHORT_S),
    /** Below this share, averaged over this time, for this long it is weak; above this it is well again. Assumed. */
    weakShare: figure(0.9, ...SHARE),
    averageS: figure(0.5, ...SHORT_S),
    weakS: figure(1, ...SHORT_S),
    wellShare: figure(0.95, ...SHARE),
    /** A stopped motor passes the test of its windings for this long: it counts as well again. Assumed. */
    wellS: figure(2, ...SHORT_S),
  },
  /** How mains and power line are judged by voltage and current at both ends of the tether. */
  powerMonitor: {
    /** Errors of the readings. Assumed. */
    voltageNoiseV: figure(0.1, ...NOISE),
    currentNoiseA: figure(0.02, ...NOISE),
    /** Below this share of the supply's voltage for this long the mains are gone. Assumed. */
    mainsShare: figure(0.6, ...SHARE),
    mainsS: figure(0.2, ...SHORT_S),
    /** More resistance than this times that of a cold line is none of warmth: 1.35 is 110 degrees. Derived. */
    warmestFactor: figure(1.35, 1, 10, 'copper: 10 would be far above its melting point'),
    /** A voltage that is lost beyond that, for this long: the line is damaged. Assumed. */
    excessV: figure(3, 0, 1500, 'Directive 2014/35/EU: low voltage ends at 1,500 V direct'),
    excessS: figure(0.5, ...SHORT_S),
    /** Mean change of resistance from one reading to the next, over this time: above this it flickers. Assumed. */
    flickerOhm: figure(0.4, 0, 1000, 'more is an open line'),
    flickerS: figure(3, ...SHORT_S),
    /** Currents below this say nothing about the resistance. Assumed. */
    leastA: figure(1, 0, 1000, 'short circuit of a mains connection'),
    /** Found damage that is not seen for this long is gone. Assumed. */
    clearS: figure(5, ...LONG_S),
  },
  /** How a spool that does not turn is found: by the way that it was told to go and the way that its encoder counted. */
  spoolMonitor: {
    /** Ways are counted over about this time; one told that is shorter says nothing. Assumed. */
    memoryS: figure(1.5, ...SHORT_S),
    leastWayM: figure(0.1, 0, 100, 'the length of a tether'),
    /** Less than this share of it, for this long: stuck; more than that one for that long: it turns. Assumed. */
    stuckShare: figure(0.2, ...SHARE),
    stuckS: figure(0.5, ...SHORT_S),
    freeShare: figure(0.5, ...SHARE),
    clearS: figure(1, ...LONG_S),
    /** So close to either end of the tether the winch stops by itself. Derived: twice the error of the encoder there. */
    endM: figure(0.3, 0, 100, 'the length of a tether'),
  },
  /** How readings of the force sensor are judged that can't be true. */
  forceSensorMonitor: {
    /** None for this long. Assumed. */
    silentS: figure(0.2, ...SHORT_S),
    /** The same to the last digit for this long: noise would not let it. A slack tether reads 0 for a while. Assumed. */
    frozenS: figure(0.5, ...SHORT_S),
    frozenSlackS: figure(3, ...SHORT_S),
    /** Against what the Kite feels, averaged over this time, off by this for this long. Assumed. */
    averageS: figure(2, ...SHORT_S),
    /** What the Kite's own figures are off by is learnt in flight in this time, up to so much. Derived: 3 sd of ownModel at full thrust. */
    zeroS: figure(30, ...LONG_S),
    mostZeroN: figure(2.5, ...FORCE_N),
    disagreeN: figure(1.4, ...FORCE_N),
    /** And by this more with the square of the wind's load on the tether, some of which pulls up or down. Derived: see README. */
    disagreePerLoad2: figure(0.008, 0, 100, 'not negative; more would never disagree'),
    disagreeS: figure(1.5, ...SHORT_S),
    /** Below this share of it for this long it is well again. Assumed. */
    agreeShare: figure(0.5, ...SHARE),
    clearS: figure(3, ...LONG_S),
  },
  /** How the barometer is judged: by its noise and by the height by the tether. */
  barometerMonitor: {
    /** The same to the last digit for this long. Assumed. */
    frozenS: figure(1, ...SHORT_S),
    /** Its zero in the cradle is averaged over this time. Assumed: the weather is slower, a fault faster. */
    zeroS: figure(20, ...LONG_S),
    averageS: figure(2, ...SHORT_S),
    /** Off by this, and by this share more of the way by which wind bows the tether to the side. Derived: see README. */
    disagreeM: figure(1.8, 0, 1000, 'published tethered multirotors end below 200 m; five times that'),
    disagreeShare: figure(0.08, ...SHARE),
    disagreeS: figure(1.5, ...SHORT_S),
    agreeShare: figure(0.5, ...SHARE),
    clearS: figure(3, ...LONG_S),
  },
  /** How the position by satellites is judged: by where the tether leads to. */
  estimationMonitor: {
    /** A shorter tether says too little. Assumed. */
    leastLengthM: figure(3, 0, 1000, 'published tethered multirotors end below 200 m; five times that'),
    averageS: figure(1, ...SHORT_S),
    /** As for the barometer: in a strong wind the tether itself says little. Derived: see README. */
    disagreeM: figure(3, 0, 1000, 'published tethered multirotors end below 200 m; five times that'),
    disagreeShare: figure(0.3, ...SHARE),
    disagreeS: figure(1.5, ...SHORT_S),
    agreeShare: figure(0.6, ...SHARE),
    clearS: figure(5, ...LONG_S),
    /** In more wind than this, or while its short mean is off its longer one by this, the tether is not compared. Assumed. */
    mostWindMps: figure(14, 0, 100, 'WMO: the strongest measured gust is 113 m/s'),
    steadyMps: figure(1.8, 0, 100, 'WMO: the strongest measured gust is 113 m/s'),
    /** And it must have been so for this long. Assumed. */
    steadyS: figure(3, ...SHORT_S),
    /** So many fixes in a row that are this far from where the Kite's own motion leads to are a jump. Assumed. */
    jumpM: figure(2.5, 0.1, 1000, 'published tethered multirotors end below 200 m; five times that'),
    jumpFixes: figure(5, 1, 1000, '200 s of fixes'),
  },
  /** How a cut tether shows at the Ground Station. */
  tetherMonitor: {
    /** Less pull and less current than these, and nothing heard, for this long, without a Kite in the cradle. Assumed. */
    leastN: figure(0.4, ...FORCE_N),
    leastA: figure(0.1, 0, 1000, 'short circuit of a mains connection'),
    cutS: figure(0.3, ...SHORT_S),
    clearS: figure(1, ...LONG_S),
  },
  rooftopBox: {
    /** From one end to the other. Assumed. */
    lidTravelS: figure(8, 0.1, 600, 'a drive that takes ten minutes does not move'),
    lidsOpenAtStart: false,
  },
  /** The Ground Station as a thing that may be driven away. */
  base: {
    /** Of a vehicle that drives off gently. Assumed. */
    accelerationMps2: figure(0.5, 0.01, 50, 'five times gravity: no vehicle brakes harder'),
    /** What most drivers are comfortable with under the brakes, and in a turn at 50 km/h. AASHTO Green Book. */
    brakingMps2: figure(3.4, 0.01, 12, 'tyres on dry asphalt hold 1.2 times gravity'),
    lateralMps2: figure(1.9, 0.01, 12, 'tyres on dry asphalt hold 1.2 times gravity'),
    /** Of the tightest turn of a single-unit lorry. AASHTO Green Book. */
    turnRadiusM: figure(12.8, 0.5, 10_000, 'a quad bike to a ship that keeps its course'),
    /** Lean of the body outwards and ahead by acceleration. Gillespie: passenger cars roll 3 to 7; the pitch is assumed. */
    rollDegPerG: figure(6, 0, 30, 'an articulated lorry has turned over there'),
    pitchDegPerG: figure(3, 0, 30, 'an articulated lorry has turned over there'),
    /** Of the body on its springs. Gillespie: 1 to 1.5 Hz, damped by 0.2 to 0.4. */
    suspensionRadps: figure(7.5, 0.1, 100, 'limit of the rate of control: a quarter of it'),
    suspensionDamping: figure(
      0.3,
      0,
      0.999,
      'limit of the model: at 1 and above the response would be another formula',
    ),
    /** Height of the tether's exit above the axis that the body leans about. Assumed: the roof of a van. */
    exitAboveRollAxisM: figure(1.5, 0, 50, 'a mast of a fire engine'),
    /** Its inertial sensor takes the lean of the base off the direction that the force sensor measures. */
    correctsTilt: true,
    /** Error of roll and pitch of a moving inertial sensor. Usual for a MEMS unit of the kind; its time is assumed. */
    attitudeErrorDeg: figure(0.5, 0, 90, 'worse is no attitude at all'),
    attitudeErrorTimeS: figure(10, ...WANDER_S),
    /** What its barometer says is averaged over this time: the Kite holds its height over the mean deck. Assumed. */
    heightMeanS: figure(60, ...LONG_S),
    /** At sea its speed is averaged over this time, so that waves are no way. Assumed. */
    seaSpeedFilterS: figure(120, ...LONG_S),
    /** Its own measurement of its speed, by inertial sensor and receiver: noise of one reading, filter. Assumed. */
    speedNoiseMps: figure(0.02, ...NOISE),
    speedFilterS: figure(0.5, ...SHORT_S),
    /** Faster is moving; below this share of it no longer. Assumed. */
    movingAboveMps: figure(0.04, 0, 50, 'the speed of a vehicle on a motorway'),
    clearShare: figure(0.6, ...SHARE),
  },
  /** The vessel that carries the Ground Station in a sea: R/V Point Sur, whose motion has been measured (Collins 2005). */
  vessel: {
    /** Waterline, beam and draught of a monohull of 539 t. Published, the waterline assumed. */
    lengthM: figure(38, 3, 460, 'a dinghy to the longest ship ever built'),
    beamM: figure(9.75, 1, 80, 'a dinghy to the widest of ships'),
    draughtM: figure(2.74, 0.2, 30, 'a dinghy to the deepest of ships'),
    /** Displaced volume per length, beam and draught. Derived. */
    blockCoefficient: figure(0.52, 0.3, 1, 'a racing yacht to a box'),
    /** Natural period and damping of its roll, share of the critical one. Usual for the size. */
    rollPeriodS: figure(7, 1, 40, 'a raft to a tender liner'),
    rollDamping: figure(0.15, 0.01, 1, 'a bare hull to one that does not roll'),
    /** Slope of the wave that heels it, share of the surface's. IMO weather criterion, centre of gravity in the waterline. */
    rollSlopeShare: figure(0.73, 0.1, 1, 'IMO weather criterion: at most the slope of the surface'),
    /** The tether's exit against the middle of the vessel: on the house of its aft deck. Assumed. */
    exitForwardM: figure(-6, -230, 230, 'within the longest ship ever built'),
    exitStarboardM: figure(0, -40, 40, 'within the widest of ships'),
    exitUpM: figure(5, -15, 80, 'keel to mast'),
  },
  link: {
    /** Without an answer of the Ground Station for so long the Kite makes a safety landing by itself. Published. */
    silentS: figure(5, ...LONG_S),
    /** Nothing from the Kite for so long: the Ground Station's hardware no longer counts on what it heard last. Assumed. */
    unheardS: figure(0.5, ...LONG_S),
  },
  remoteId: {
    /** From the start. Assumed. */
    selfTestS: figure(2, ...LONG_S),
  },
};

type ValuesOf<T> = T extends Figure
  ? number
  : T extends boolean
    ? boolean
    : { readonly [K in keyof T]: ValuesOf<T[K]> };
export type SimulatorParameters = ValuesOf<typeof PARAMETERS>;

type DeepPartial<T> = T extends object ? { readonly [K in keyof T]?: DeepPartial<T[K]> } : T;
export type ParameterOverrides = DeepPartial<SimulatorParameters>;

export const DEFAULT_PARAMETERS = mergeOverrides(PARAMETERS, {}) as SimulatorParameters;

/**
 * The default parameters with some of them replaced.
 * @throws RangeError for a name that does not exist, a value of another type, and a number that is not possible
 */
export function parametersWith(overrides: ParameterOverrides = {}): SimulatorParameters {
  return mergeOverrides(PARAMETERS, overrides) as SimulatorParameters;
}
