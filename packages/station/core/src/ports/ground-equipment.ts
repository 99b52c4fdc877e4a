import type { Cancel } from '@kitestring/base/clock.ts';

/** Ways in which a winch takes orders. */
export type LineOrderKind = 'lineLength' | 'lineRate' | 'lineTension' | 'lineStop';

/** An order to the winch. */
export type LineOrder =
  /** Pays out or reels in until so much line is out, metres; at the rate of the winch where none is given, metres per second. */
  | { readonly kind: 'lineLength'; readonly lengthM: number; readonly rateMps?: number }
  /** Moves the line until another order comes, metres per second, positive out. */
  | { readonly kind: 'lineRate'; readonly rateMps: number }
  /** Keeps this tension at the base, newtons; the line follows the Kite. */
  | { readonly kind: 'lineTension'; readonly tensionN: number }
  | { readonly kind: 'lineStop' };

/** Everything that ground equipment can be ordered to do. */
export type GroundOrder =
  | LineOrder
  | { readonly kind: 'tetherPower'; readonly isOn: boolean }
  | { readonly kind: 'lids'; readonly end: 'Opened' | 'Closed' };

/** How an order ended. An acceptance is no movement: that is seen by readings only. */
export type GroundOutcome =
  | { readonly outcome: 'Accepted' }
  | { readonly outcome: 'Refused'; readonly reason: string }
  /** The equipment has no such part. */
  | { readonly outcome: 'NotFitted' }
  /** No answer, or nothing is heard of the equipment. */
  | { readonly outcome: 'Silent' }
  /** A later order to the same part took its place. */
  | { readonly outcome: 'Superseded' };

/** Parts of the ground equipment. `false` and absent mean that the part is not fitted, not that it is silent now. */
export interface GroundCapabilities {
  /** The line is measured: its length, tension or rate. */
  readonly line?: {
    /** Orders that its winch takes; empty where it only measures, or follows the Kite by itself. */
    readonly orders: readonly LineOrderKind[];
    /** Limits of the winch, where it tells them. */
    readonly maxLengthM?: number;
    readonly maxRateMps?: number;
    readonly maxTensionN?: number;
  };
  readonly tetherPower?: {
    /** It is switched by order. */
    readonly isSwitched: boolean;
  };
  /** Lids that open and close by order. */
  readonly lids: boolean;
  readonly cradleSwitch: boolean;
  /** The supply tells where its power comes from. */
  readonly supply: boolean;
  readonly spoolTemperature: boolean;
}

export const NO_GROUND_CAPABILITIES: GroundCapabilities = {
  lids: false,
  cradleSwitch: false,
  supply: false,
  spoolTemperature: false,
};

/** Source of the power. Without mains and generator the flight is on batteries. */
export type SupplySource = 'Mains' | 'Generator' | 'Battery' | 'None';

/** Failures that the equipment finds in itself. */
export type GroundFault = 'SpoolStuck' | 'TetherDamaged' | 'ForceSensor';

/** Values that the equipment measures now; one that is not measured is absent. */
export interface GroundReading {
  readonly line?: {
    /** Length that is out, metres. */
    readonly lengthM?: number;
    /** Tension at the base, newtons. */
    readonly tensionN?: number;
    /** Metres per second, positive out. */
    readonly rateMps?: number;
  };
  /** Power into the tether, at its lower end. */
  readonly tetherPower?: {
    readonly isOn?: boolean;
    readonly voltageV?: number;
    readonly currentA?: number;
    /** The converter's, degrees Celsius. */
    readonly temperatureC?: number;
  };
  readonly supply?: { readonly source?: SupplySource; readonly voltageV?: number };
  /** By their limit switches. */
  readonly lids?: 'Closed' | 'Between' | 'Opened';
  readonly kiteInCradle?: boolean;
  readonly safetyLandButtonPressed?: boolean;
  readonly parkingBrakeEngaged?: boolean;
  readonly spoolTemperatureC?: number;
  readonly faults: readonly GroundFault[];
}

/** `Lost`: it was heard and is no longer, or should have been heard by now. */
export type GroundLink = 'NotHeard' | 'Heard' | 'Lost';

/** Something that the operator of the station should read. */
export interface GroundNote {
  readonly severity: 'info' | 'warn' | 'error';
  readonly text: string;
}

/** Winch, tether power and box of a station that flies a real aircraft, whatever they speak. */
export interface GroundEquipment {
  /** As it calls itself. */
  readonly name: string | undefined;
  readonly link: GroundLink;
  /** Parts as far as they are known now. */
  readonly capabilities: GroundCapabilities;
  /** Undefined unless it is heard. */
  readonly reading: GroundReading | undefined;
  /** Always resolves, within seconds. */
  order(order: GroundOrder): Promise<GroundOutcome>;
  onNote(listener: (note: GroundNote) => void): Cancel;
}
