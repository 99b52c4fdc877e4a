import type { Cancel } from '@kitestring/base/clock.ts';
import type {
  Aircraft,
  AircraftIdentity,
  AircraftNote,
  AircraftSample,
  AxisMove,
  GroundEquipment,
  GroundReading,
  GroundStationSample,
  RooftopBoxSample,
} from '@kitestring/station-core/ports';

/** Every member of an aircraft, also those that it may lack: a new one is forgotten by no compiler. */
type WholeAircraft = { readonly [Name in keyof Required<Aircraft>]: Aircraft[Name] };

/** An aircraft with ground equipment that is not its own: the station sees one of both. */
export class EquippedAircraft implements WholeAircraft {
  readonly #aircraft: Aircraft;
  readonly #ground: GroundEquipment;

  constructor(aircraft: Aircraft, ground: GroundEquipment) {
    this.#aircraft = aircraft;
    this.#ground = ground;
  }

  get identity(): AircraftIdentity {
    const { identity } = this.#aircraft;
    const { name } = this.#ground;
    if (name === undefined || name === '') return identity;
    return { ...identity, boards: [...identity.boards, { board: 'ground-equipment', id: name }] };
  }

  get link(): Aircraft['link'] {
    return this.#aircraft.link;
  }

  get video(): Aircraft['video'] {
    return this.#aircraft.video;
  }

  get capabilities(): Aircraft['capabilities'] {
    const { capabilities } = this.#aircraft;
    const ground = this.#ground.capabilities;
    return {
      ...capabilities,
      lids: capabilities.lids || ground.lids,
      winch: capabilities.winch || ground.spoolTemperature,
      cradleSwitch: capabilities.cradleSwitch || ground.cradleSwitch,
      mainPower: capabilities.mainPower || ground.supply || ground.tetherPower !== undefined,
    };
  }

  onSample(listener: (sample: AircraftSample) => void): Cancel {
    return this.#aircraft.onSample((sample) => listener(this.#equipped(sample)));
  }

  onNote(listener: (note: AircraftNote) => void): Cancel {
    return this.#aircraft.onNote?.(listener) ?? (() => {});
  }

  takeOff(altitudeM: number): void {
    this.#aircraft.takeOff(altitudeM);
  }
  setAltitude(altitudeM: number): void {
    this.#aircraft.setAltitude(altitudeM);
  }
  holdAltitude(): void {
    this.#aircraft.holdAltitude();
  }
  land(how: 'normal' | 'safety'): void {
    this.#aircraft.land(how);
  }
  movePan(move: AxisMove): void {
    this.#aircraft.movePan(move);
  }
  moveTilt(move: AxisMove): void {
    this.#aircraft.moveTilt(move);
  }
  reset(): void {
    this.#aircraft.reset();
  }

  openLids(): void {
    this.#moveLids('Opened');
  }

  closeLids(): void {
    this.#moveLids('Closed');
  }

  /** Their limit switches say whether they follow. */
  #moveLids(end: 'Opened' | 'Closed'): void {
    if (!this.#ground.capabilities.lids) {
      if (end === 'Opened') this.#aircraft.openLids();
      else this.#aircraft.closeLids();
      return;
    }
    void this.#ground.order({ kind: 'lids', end });
  }

  #equipped(sample: AircraftSample): AircraftSample {
    const { link, reading } = this.#ground;
    if (reading === undefined) {
      if (link === 'NotHeard') return sample;
      const { groundStation } = sample;
      return {
        ...sample,
        groundStation: { ...groundStation, hazards: { ...groundStation.hazards, equipmentSilent: link === 'Lost' } },
      };
    }
    const rooftopBox = { ...sample.rooftopBox, ...rooftopBoxOf(reading) };
    return {
      ...sample,
      groundStation: { ...sample.groundStation, ...groundStationOf(reading, sample.groundStation) },
      ...(Object.keys(rooftopBox).length > 0 && { rooftopBox }),
    };
  }
}

function groundStationOf(reading: GroundReading, own: GroundStationSample): Partial<GroundStationSample> {
  const { kiteInCradle, line, spoolTemperatureC, supply } = reading;
  return {
    ...(line?.lengthM !== undefined && {
      tether: { lengthM: line.lengthM, ...(line.tensionN !== undefined && { tensionN: line.tensionN }) },
    }),
    ...(supply?.voltageV !== undefined && { inputVoltageV: supply.voltageV }),
    ...(kiteInCradle !== undefined && { kiteInCradle }),
    ...(spoolTemperatureC !== undefined && { spoolTemperatureC }),
    hazards: hazards(reading, own.hazards),
  };
}

function hazards(
  { faults, supply, tetherPower }: GroundReading,
  own: GroundStationSample['hazards'],
): GroundStationSample['hazards'] {
  // Without power in the tether the Kite flies on its battery, whatever the mains do.
  const isPowerLost = supply?.source === 'Battery' || supply?.source === 'None' || tetherPower?.isOn === false;
  return {
    mainPowerLost: own.mainPowerLost || isPowerLost,
    tetherDamaged: own.tetherDamaged || faults.includes('TetherDamaged'),
    spoolStuck: own.spoolStuck || faults.includes('SpoolStuck'),
    forceSensorFault: own.forceSensorFault || faults.includes('ForceSensor'),
    equipmentSilent: false,
  };
}

const rooftopBoxOf = ({ lids, parkingBrakeEngaged, safetyLandButtonPressed }: GroundReading): RooftopBoxSample => ({
  ...(lids !== undefined && { lids }),
  ...(safetyLandButtonPressed !== undefined && { safetyLandButtonPressed }),
  ...(parkingBrakeEngaged !== undefined && { parkingBrakeEngaged }),
});
