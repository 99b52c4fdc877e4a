import {
  figure,
  HEAT_J_PER_K,
  HEAT_K_PER_W,
  LONG_S,
  POWER_W,
  SHARE,
  SOME_SHARE,
  VEHICLE_V,
} from '../parameter-ranges.ts';

/** Supply, batteries and heat. */
export const POWER_PARAMETERS = {
  power: {
    /** At the Ground Station's end of the tether. A published example value. */
    inputVoltageV: figure(112, 1, 1500, 'Directive 2014/35/EU: low voltage ends at 1,500 V direct'),
    /**
     * Whole tether, both wires, at 20 degrees. Derived: 50 m of AWG 20, copper-clad aluminium (ASTM B566: 62.9 %
     * IACS).
     */
    loopOhm: figure(5.3, 0.01, 1000, 'a bar of copper to a thread of it'),
    /** Minimum input voltage of the Kite's converter. Assumed. */
    dropOutV: figure(70, 0, 1500, 'Directive 2014/35/EU: low voltage ends at 1,500 V direct'),
    /** Avionics without rotors and camera; camera with gimbal. Assumed. */
    avionicsW: figure(25, ...POWER_W),
    cameraW: figure(5, ...POWER_W),
    /** The Kite's battery is charged while the tether has this much power to spare. Assumed. */
    chargeMarginW: figure(50, ...POWER_W),
    initialPercent: figure(100, 0, 100, 'empty to full'),
    /** Computers of the Ground Station. Assumed. */
    groundStationW: figure(30, ...POWER_W),
    /** Winch: holding power, and mechanical divided by electrical power while reeling in. Assumed. */
    winchHoldingW: figure(10, ...POWER_W),
    winchEfficiency: figure(0.4, ...SOME_SHARE),
  },
  /** Backup batteries, lithium polymer; a safety landing from 45 m takes 33 s at 230 to 300 W. Assumed. */
  kiteBattery: {
    cells: figure(4, 1, 20, 'one cell to 84 V'),
    capacityAh: figure(0.65, 0.01, 1000, 'a button cell to a vehicle’s battery'),
    resistanceOhm: figure(0.06, 0, 10, 'a button cell has most, 10'),
    /** Under load; leaves about a sixth of the charge at 300 W. Typical. */
    cutOffCellV: figure(3, 2, 4.2, 'lithium polymer: ruined to full'),
    /** Charging current per capacity. */
    chargeRatePerH: figure(0.5, 0, 20, 'the fastest published lithium polymer cells, 20'),
    /** Temperature rise at rest, thermal conductance to the air, heat capacity. */
    warmthK: figure(3, 0, 60, '60 warmer than the air no lithium cell lives'),
    /**
     * A heater keeps it warm on power of the tether: cold cells do not carry the peaks of a landing in wind (row X106).
     * Assumed, as the batteries of aircraft that fly in frost have it.
     */
    heatedToC: figure(15, -60, 40, 'colder than any site, which is no heater, to the warmth of a hand'),
    heatKPerW: figure(8, 0, 1000, 'still air around a coin; 0 is a perfect sink'),
    heatJPerK: figure(75, 0.1, 1e6, 'a chip to a vehicle’s battery'),
  },
  /** Sized for two minutes of computers and a winch that reels in at full force and speed. Assumed. */
  groundStationBattery: {
    cells: figure(3, 1, 20, 'one cell to 84 V'),
    capacityAh: figure(0.6, 0.01, 1000, 'a button cell to a vehicle’s battery'),
    resistanceOhm: figure(0.03, 0, 10, 'a button cell has most, 10'),
    cutOffCellV: figure(3, 2, 4.2, 'lithium polymer: ruined to full'),
    chargeRatePerH: figure(0.5, 0, 20, 'the fastest published lithium polymer cells, 20'),
    warmthK: figure(3, 0, 60, '60 warmer than the air no lithium cell lives'),
    /** None: its load is small for its cells. Assumed. */
    heatedToC: figure(-60, -60, 40, 'colder than any site, which is no heater, to the warmth of a hand'),
    heatKPerW: figure(8, 0, 1000, 'still air around a coin; 0 is a perfect sink'),
    heatJPerK: figure(60, 0.1, 1e6, 'a chip to a vehicle’s battery'),
  },
  /** Power supply of a Rooftop Box. */
  vehicle: {
    /** With the engine running. Assumed. */
    voltageV: figure(13.8, ...VEHICLE_V),
    /** The box sleeps after this time below the first voltage, and wakes up above the second. Published. */
    sleepBelowV: figure(12.4, ...VEHICLE_V),
    sleepAfterS: figure(300, ...LONG_S),
    wakeAboveV: figure(13.1, ...VEHICLE_V),
    /** Minimum voltage of the converter that supplies the tether. Assumed. */
    converterMinV: figure(10.5, ...VEHICLE_V),
  },
  thermal: {
    /**
     * All six motors: share of their power that becomes heat, thermal resistance at rest in still air, heat capacity.
     * Derived: 1.2 K/W in the wash of a hover.
     */
    motorLossShare: figure(0.12, ...SHARE),
    motorKPerW: figure(2.32, ...HEAT_K_PER_W),
    motorJPerK: figure(50, ...HEAT_J_PER_K),
    /**
     * Converter and speed controllers: share of the Kite's power; thermal resistance as of the motors, 2 K/W in a
     * hover. Assumed.
     */
    converterLossShare: figure(0.05, ...SHARE),
    converterKPerW: figure(3.87, ...HEAT_K_PER_W),
    converterJPerK: figure(80, ...HEAT_J_PER_K),
    /** The spool, heated by the tether on it. Assumed. */
    spoolKPerW: figure(0.8, ...HEAT_K_PER_W),
    spoolJPerK: figure(900, ...HEAT_J_PER_K),
    /**
     * The thermal resistance decreases by 1 / (1 + this times the speed of wind and wash), s/m. On the Kite only: the
     * spool is housed. Assumed.
     */
    airflowGain: figure(0.15, 0, 10, 'published heat sinks: 0.1 to 1 per m/s; ten times that'),
  },
};
