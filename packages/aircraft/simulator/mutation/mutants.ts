/** A mutant: one small mistake in the simulator's source, as a typing error would leave it. */
export interface Mutant {
  /** Under `packages/aircraft/simulator/src`. */
  readonly file: string;
  /** Source text to replace; occurs once. */
  readonly from: string;
  readonly to: string;
  /** Description of the mistake. */
  readonly is: string;
}

type Slip = readonly [is: string, from: string, to: string];

/** By file. */
const SLIPS: Readonly<Record<string, readonly Slip[]>> = {
  'tether/profile-load.ts': [
    ['the mean load of the profile is that of its top', '(1 - evenLoad) / (1 + this.#exponent)', '(1 - evenLoad)'],
    ['the load leans on the top too much', '(2 + this.#exponent)', '(1 + this.#exponent)'],
    ['the load goes with the wind, not with its square', '= 2 * exponent', '= exponent'],
  ],
  'tether/free-tail.ts': [
    ['the tail has twice its drag', '0.5 * dragCoefficient * diameterM', 'dragCoefficient * diameterM'],
    ['the tail lifts the Kite', 'this.upN = -pullN * cosine', 'this.upN = pullN * cosine'],
    ['air from below blows from above', '+ this.airUpMps * Math.sin(angle)', '- this.airUpMps * Math.sin(angle)'],
  ],
  'tether/tether.ts': [
    ['the spring gets stiffer with its length', '(lengthM / stiffnessN + 1 / seriesNPerM)', '(1 / seriesNPerM)'],
  ],
  'tether/quasi-static-line.ts': [
    [
      'half of the line moves with the Kite, not a third',
      '(this.wholeM - throatM)) / 3',
      '(this.wholeM - throatM)) / 2',
    ],
    ['a winch that pays out pulls', '- this.#winch.speedMps', '+ this.#winch.speedMps'],
  ],
  'tether/bow-mode.ts': [
    ['drag with the wind is as that across', '1 / (1 + 2 * loss)', '1 / (1 + loss)'],
    [
      'the bow swings three times as slowly',
      'Math.sqrt(loadPerBow / this.#kgPerM)',
      'Math.sqrt(loadPerBow / this.#kgPerM) / 3',
    ],
    [
      'a Kite that moves away does not pull the bow',
      '(8 * springNPerM * bowM * share)',
      '(0 * springNPerM * bowM * share)',
    ],
    ['the line does not stretch for its bow', 'MOST_STIFFENING = 2 ** 2 - 1', 'MOST_STIFFENING = 1e-9'],
  ],
  'tether/lumped-line.ts': [
    ['the line has twice its drag', '0.25 * this.#motion.airDensity', '0.5 * this.#motion.airDensity'],
    ['half of the last segment hangs from nowhere', '- halfWeightN);', ');'],
  ],
  'tether/tension-solver.ts': [
    ['a slack segment damps', 'tension === 0 ? 0 : (tension', '(tension'],
    ['points move half as far', '(index === 0 ? 0 : move) + (index === last ? 0 : move)', 'move'],
  ],
  'tether/winch.ts': [
    ['the encoder errs the other way', '1 + layerError', '1 - layerError'],
    ['the drum is a hundredth too small', '+= this.speedMps * this.#stepS', '+= 0.99 * this.speedMps * this.#stepS'],
    ['the clutch slips twice as far', 'this.lengthM + lengthM)', 'this.lengthM + 2 * lengthM)'],
  ],
  'tether/tension-control.ts': [
    [
      'the weight of the line is taken off',
      'this.#sensor.tensionN + this.#weightNPerM',
      'this.#sensor.tensionN - this.#weightNPerM',
    ],
    ['the tension goes by the wind alone', ' * (this.#winch.measuredM / this.#fullM)', ''],
    ['a short line is held as hard as a long one', 'Math.max(shortGainShare, Math.min(1, lengthM / shortM))', '1'],
  ],
  'air/wind-profile.ts': [
    ['the logarithmic law begins at 4 m', 'POWER_LAW_FROM_M = 2', 'POWER_LAW_FROM_M = 4'],
    ['the wind is even close to the ground', 'windMps * lowShare(heightM, exponent)', 'windMps'],
  ],
  'air/gust.ts': [
    ['a gust rises to twice its peak', '(peakMps / 2) * (1 - Math.cos', 'peakMps * (1 - Math.cos'],
    ['a gust fades from the wrong height', '(goneM - heightM) /', '(wholeM - heightM) /'],
  ],
  'air/wind.ts': [
    ['the tether meets a third of a gust', 'TETHER_GUST_SHARE = 0.9', 'TETHER_GUST_SHARE = 0.3'],
    [
      'the north gust on the tether is that from the east',
      'TETHER_GUST_SHARE * this.gustNorthMps',
      'TETHER_GUST_SHARE * this.gustEastMps',
    ],
    ['across is along', '- turbulence.acrossMps * this.blowsEast', '+ turbulence.acrossMps * this.blowsEast'],
  ],
  'air/dryden.ts': [
    [
      'the length of the turbulence does not grow with the height as it should',
      '0.000823 * feet) ** 1.2',
      '0.000823 * feet) ** 1',
    ],
    ['up and down are twice as strong', '0.1 * w20Mps', '0.2 * w20Mps'],
    ['the filter across mixes its states wrongly', 'lost / 4 - (x * e * e) / 2;\n', 'lost / 4 + (x * e * e) / 2;\n'],
    [
      'up and down are as long as along',
      '(airspeedMps / verticalScaleM(heightM))',
      '(airspeedMps / horizontalScaleM(heightM))',
    ],
  ],
  'air/atmosphere.ts': [
    ['the air gets colder as dry air does', 'LAPSE_K_PER_M = 0.0065', 'LAPSE_K_PER_M = 0.0098'],
    ['air is nitrogen', 'GAS_CONSTANT = 287.05287', 'GAS_CONSTANT = 296.8'],
  ],
  'body/translation.ts': [
    ['the Kite has twice its drag', '0.5 * this.airDensity * dragAreaM2', 'this.airDensity * dragAreaM2'],
    ['the line has no mass for the Kite', '(massKg + this.lineKg)', 'massKg'],
    ['a gust from below presses down', 'this.upMps - this.windUpMps', 'this.upMps + this.windUpMps'],
    ['friction is twice as strong', 'groundFriction * Math.max(0, loadN)', '2 * groundFriction * Math.max(0, loadN)'],
    [
      'a line that pulls down lightens a Kite on the ground',
      '- this.verticalThrustN - this.tetherUpN',
      '- this.verticalThrustN + this.tetherUpN',
    ],
  ],
  'body/rotor.ts': [
    ['thin air carries as much', '= this.#seaLevelMaxN * this.#densityShare', '= this.#seaLevelMaxN'],
    ['thrust does not lag', 'expected + this.#share *', 'expected + 1 *'],
    ['the rotors stand elsewhere on one axis', 'Math.sin((30 + 60 * index)', 'Math.sin((60 * index)'],
    ['a failed motor leaves no torque', 'turn += thrust *', 'turn += 0 *'],
  ],
  'body/tilt-loop.ts': [
    ['the lean is damped the wrong way', '(cosine + decay * sine)', '(cosine - decay * sine)'],
    ['the lean swings a tenth faster', '= damping * frequency', '= 1.1 * damping * frequency'],
  ],
  'body/yaw-loop.ts': [['the heading is not damped', 'damping * (demand.headingRateDps', '0 * (demand.headingRateDps']],
  'power/rotor-power.ts': [
    ['the ground is felt from twice as high', 'radiusM / (4 *', 'radiusM / (2 *'],
    ['the vortex ring ends at half of the wind', 'RING_ENDS_ACROSS = 0.95', 'RING_ENDS_ACROSS = 0.5'],
    ['a descent costs more', '[-1.125,', '[-1.25,'],
    ['the disc is half as wide', '(2 * airDensity * Math.PI', '(airDensity * Math.PI'],
  ],
  'power/electrics.ts': [
    ['a winch that pays out draws power', 'Math.max(0, -winch.speedMps)', 'Math.abs(winch.speedMps)'],
  ],
  'power/battery.ts': [['cold cells give more', '1 - LOST_PER_K * this.coldK', '1 + LOST_PER_K * this.coldK']],
  'power/backup-battery.ts': [['the heater is always on', 'this.#cells.currentA > 0 ? unheatedC', 'false ? unheatedC']],
  'failsafe/kite-failsafe.ts': [
    ['no voltage is no reason to land', 'this.#unfedS >= this.#limits.unfedS', 'false'],
    ['the battery may be emptied', '(isGiving && kiteBattery.measuredPercent', '(false && kiteBattery.measuredPercent'],
  ],
  'power/tether-wires.ts': [
    ['copper is as good when it is hot', 'copperOhm(this.#ohmAt20C, wireC)', 'this.#ohmAt20C'],
    ['the loss grows with the current, not with its square', 'this.currentA * this.currentA *', 'this.currentA *'],
  ],
  'thermal/thermal-node.ts': [
    ['the time constant forgets the resistance', 'resistance * this.#capacityJPerK)', 'this.#capacityJPerK)'],
  ],
  'thermal/heat.ts': [
    ['the wash cools nothing', 'windMps * windMps + washMps * washMps', 'windMps * windMps'],
    ['the whole line is on the spool', 'power.line.lossW * spoolShare', 'power.line.lossW'],
  ],
  'camera/gimbal-error.ts': [
    ['the error goes with the wind, not with its force', '0.5 * push * push', '0.5 * push'],
    ['the second lag takes half of the variance', 'Math.SQRT2 * sigmaDeg', 'sigmaDeg'],
  ],
  'noise/rng.ts': [['normal numbers have no tail', 'TAIL_FROM + beyond', 'TAIL_FROM']],
  'noise/gauss-markov.ts': [['a slow error is too large', '1 - this.#phi * this.#phi', '1 - this.#phi']],
  'sensors/barometer.ts': [
    ['wind lets the Kite seem lower', '- suction', '+ suction'],
    [
      'the weather stays in the reading of the Ground Station',
      'this.#groundPressurePa + weatherPa',
      'this.#groundPressurePa',
    ],
  ],
  'sensors/gps-dilution.ts': [['the clock of the receiver is known', 'up[index]! - meanUp', 'up[index]!']],
  'sensors/gps-constellation.ts': [
    ['the Earth turns the other way', 'orbit.node - EARTH_TURN_RADPS', 'orbit.node + EARTH_TURN_RADPS'],
    ['the satellites stand higher than they are', 'z - EARTH_RADIUS_KM', 'z'],
  ],
  'sensors/gps-sky.ts': [['houses hide what is along the street', '>= roofSlope * across', '>= roofSlope']],
  'sensors/gps-corrections.ts': [['old corrections are as good', 'this.#ageS <= fixedAgeS && ', '']],
  'geoid.ts': [['the table begins at Greenwich', 'lonDeg + 180', 'lonDeg']],
  'sensors/gps-error.ts': [['two receivers share nothing of their height', 'common.upM + own.upM', 'own.upM']],
  'sensors/magnetometer.ts': [
    [
      'the heading turns the field the wrong way',
      'northUt * cosine + eastUt * sine',
      'northUt * cosine - eastUt * sine',
    ],
  ],
  'sensors/magnetic-dipole.ts': [
    [
      'the field falls with the square',
      '(along * east - this.#east) / distance ** 3',
      '(along * east - this.#east) / distance ** 2',
    ],
    ['a dipole is the same on all sides', '(3 * (this.#east', '(0 * (this.#east'],
  ],
  'ground/vehicle.ts': [
    ['a vehicle turns twice as tightly', 'this.speedMps / turnRadiusM', '(2 * this.speedMps) / turnRadiusM'],
  ],
  'geodesy.ts': [
    [
      'East goes North on the ellipsoid',
      'outM * this.#sinLon + eastM * this.#cosLon',
      'outM * this.#sinLon - eastM * this.#cosLon',
    ],
  ],
};

export const MUTANTS: readonly Mutant[] = Object.entries(SLIPS).flatMap(([file, slips]) =>
  slips.map(([is, from, to]) => ({ file, from, to, is })),
);
