import type { BoxElectronics } from '@kitestring/aircraft-ground';
import type { SimulatedAircraft } from '@kitestring/aircraft-simulator/simulated-aircraft.ts';
import type {
  AircraftSample,
  GroundCapabilities,
  GroundFault,
  GroundOrder,
  GroundOutcome,
  GroundReading,
  GroundStationSample,
  LineOrder,
} from '@kitestring/station-core/ports';

/** Winch, supply and box of a simulated aircraft, as their own electronics would see them: by their sensors. */
export class SimulatedBox implements BoxElectronics {
  readonly name = 'Kitestring simulator';
  readonly #aircraft: SimulatedAircraft;
  readonly #sample: () => AircraftSample | undefined;

  /** @param sample newest one of the aircraft */
  constructor(aircraft: SimulatedAircraft, sample: () => AircraftSample | undefined) {
    this.#aircraft = aircraft;
    this.#sample = sample;
  }

  get capabilities(): GroundCapabilities {
    const { tension, tether, winch } = this.#aircraft.simulation.parameters;
    return {
      line: {
        orders: ['lineLength', 'lineRate', 'lineTension', 'lineStop'],
        maxLengthM: tether.spoolM,
        maxRateMps: winch.maxSpeedMps,
        maxTensionN: tension.mostN,
      },
      tetherPower: { isSwitched: false },
      lids: this.#aircraft.capabilities.lids,
      cradleSwitch: true,
      supply: true,
      spoolTemperature: true,
    };
  }

  reading(): GroundReading | undefined {
    const sample = this.#sample();
    return sample === undefined ? undefined : reading(sample);
  }

  order(order: GroundOrder): GroundOutcome {
    switch (order.kind) {
      case 'tetherPower':
        return { outcome: 'NotFitted' };
      case 'lids':
        if (!this.capabilities.lids) return { outcome: 'NotFitted' };
        if (order.end === 'Opened') this.#aircraft.openLids();
        else this.#aircraft.closeLids();
        return { outcome: 'Accepted' };
      default:
        return this.#orderLine(order);
    }
  }

  /** The winch follows the Kite again. */
  stationLost(): void {
    this.#aircraft.orderWinch(undefined);
  }

  #orderLine(order: LineOrder): GroundOutcome {
    const { body, parameters } = this.#aircraft.simulation;
    if (body.isInCradle && order.kind !== 'lineStop') {
      return { outcome: 'Refused', reason: 'the Kite is in its cradle' };
    }
    const { maxSpeedMps } = parameters.winch;
    if (order.kind === 'lineTension') this.#aircraft.orderTension(order.tensionN);
    else if (order.kind === 'lineStop') this.#aircraft.orderWinch({ kind: 'stop' });
    else if (order.kind === 'lineRate') this.#aircraft.orderWinch({ kind: 'rate', rateMps: order.rateMps });
    else {
      const rateMps = Math.min(maxSpeedMps, order.rateMps ?? maxSpeedMps);
      this.#aircraft.orderWinch({ kind: 'length', lengthM: order.lengthM, rateMps });
    }
    return { outcome: 'Accepted' };
  }
}

function reading({ groundStation, rooftopBox }: AircraftSample): GroundReading {
  const { hazards, inputVoltageV, kiteInCradle, spoolTemperatureC, tether } = groundStation;
  return {
    ...(tether !== undefined && {
      line: {
        lengthM: Math.max(0, tether.lengthM),
        ...(tether.tensionN !== undefined && { tensionN: tether.tensionN }),
      },
    }),
    tetherPower: {
      isOn: !hazards.mainPowerLost,
      ...(inputVoltageV !== undefined && { voltageV: inputVoltageV }),
    },
    supply: {
      source: hazards.mainPowerLost ? 'Battery' : 'Mains',
      ...(inputVoltageV !== undefined && { voltageV: inputVoltageV }),
    },
    ...rooftopBox,
    ...(kiteInCradle !== undefined && { kiteInCradle }),
    ...(spoolTemperatureC !== undefined && { spoolTemperatureC }),
    faults: faults(hazards),
  };
}

function faults(hazards: GroundStationSample['hazards']): GroundFault[] {
  return [
    ...(hazards.spoolStuck ? (['SpoolStuck'] as const) : []),
    ...(hazards.tetherDamaged ? (['TetherDamaged'] as const) : []),
    ...(hazards.forceSensorFault ? (['ForceSensor'] as const) : []),
  ];
}
