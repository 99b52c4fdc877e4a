import { MavlinkAircraft } from '@kitestring/aircraft-mavlink';
import type { Clock } from '@kitestring/base/clock.ts';
import { type LinkSigning, MavlinkLink, type SigningKey } from '@kitestring/mavlink-link';
import { LossyLink, type LossyLinkOptions } from '@kitestring/mavlink-link/testing.ts';
import { MavlinkVehicle, type PersonaName } from '@kitestring/mavlink-vehicle';
import type { Station } from '@kitestring/station-core/station.ts';
import { stationOfPersona } from './station-of-persona.ts';

const OUR_IDS = { system: 255, component: 190 };

export type TrialLine = Omit<LossyLinkOptions, 'clock'>;

interface JoinOptions {
  readonly line?: TrialLine | undefined;
  /** Called before the driver hears of the vehicle, while time passes by itself. */
  readonly prepare?: (link: MavlinkLink) => Promise<void>;
  readonly signing?: TrialSigning;
}

/** Signing at each end; absent: it signs nothing. */
export interface TrialSigning {
  readonly vehicle?: SigningKey;
  readonly station?: LinkSigning;
}

/** The aircraft of a station as a vehicle with a persona, and the driver of a real aircraft at the other end of a line. */
export class JoinedPersona implements AsyncDisposable {
  readonly line: LossyLink;
  readonly aircraft: MavlinkAircraft;
  readonly #owned: AsyncDisposableStack;

  private constructor(line: LossyLink, aircraft: MavlinkAircraft, owned: AsyncDisposableStack) {
    this.line = line;
    this.aircraft = aircraft;
    this.#owned = owned;
  }

  /** @param clock that of the station: all is in its time */
  static async of(
    station: Station,
    persona: PersonaName,
    clock: Clock,
    { line, prepare = async () => {}, signing = {} }: JoinOptions = {},
  ): Promise<JoinedPersona> {
    await using cleanup = new AsyncDisposableStack();
    const joined = new LossyLink({ seed: 1, ...line, clock });
    const [near, far] = joined.ends;
    cleanup.use(
      await MavlinkVehicle.over((options) => MavlinkLink.over(far.open, options), {
        station: stationOfPersona(station),
        persona,
        clock,
        ...(signing.vehicle !== undefined && { signing: signing.vehicle }),
      }),
    );
    const link = cleanup.use(await MavlinkLink.over(near.open, { ids: OUR_IDS, clock, signing: signing.station }));
    await prepare(link);
    const aircraft = cleanup.use(new MavlinkAircraft({ link, signing: signing.station }));
    return new JoinedPersona(joined, aircraft, cleanup.move());
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#owned.disposeAsync();
  }
}
