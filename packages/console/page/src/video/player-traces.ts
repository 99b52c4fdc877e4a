import { onePer, Store } from '@kitestring/console-ui/store.ts';
import type { PlayerTrace } from '@kitestring/video-player/player-trace.ts';
import type { StationLink } from '../station/station-link.ts';

/** Logs of the players of this page by stream: the newest player of each. */
class PlayerTraces extends Store<ReadonlyMap<string, PlayerTrace>> {
  constructor() {
    super(new Map());
  }

  readonly keep = (streamId: string, trace: PlayerTrace): void =>
    this.become(new Map([...this.snapshot(), [streamId, trace]]));
}

export const tracesOf = onePer((_: StationLink) => new PlayerTraces());

/** All of them, for copying. */
export const traceText = (traces: ReadonlyMap<string, Pick<PlayerTrace, 'text'>>): string =>
  [...traces].map(([streamId, trace]) => `${streamId}\n${trace.text()}`).join('\n');
