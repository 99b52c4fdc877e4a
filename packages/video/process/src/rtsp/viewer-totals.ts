import type { ViewerCounts, ViewerProtocol } from '../process/output-report.ts';
import type { TrackStats } from './rtp-track.ts';
import type { SessionStats } from './rtsp-session.ts';

type Sums = { viewers: number; packets: number; bytes: number; framesSkipped: number };

const PROTOCOLS = ['rtsp-tcp', 'rtsp-udp', 'rtsps'] as const satisfies readonly ViewerProtocol[];
const NOTHING: Sums = { viewers: 0, packets: 0, bytes: 0, framesSkipped: 0 };

/** Totals over all viewers, including those that have left. */
export class ViewerTotals {
  readonly #left = new Map<ViewerProtocol, Sums>();

  /** Call once for each session, at its end. */
  hasLeft(session: SessionStats): void {
    for (const track of session.tracks) add(this.#left, protocol(session, track), track, 0);
  }

  /** @param present sessions in progress */
  with(present: readonly SessionStats[]): readonly ViewerCounts[] {
    const sums = new Map([...this.#left].map(([protocol, each]) => [protocol, { ...each }]));
    for (const session of present) {
      // Pictures and metadata are sent to the same viewer.
      session.tracks.forEach((track, index) => {
        add(sums, protocol(session, track), track, session.state === 'playing' && index === 0 ? 1 : 0);
      });
    }
    return PROTOCOLS.map((protocol) => ({ protocol, ...(sums.get(protocol) ?? NOTHING) }));
  }
}

const protocol = ({ isEncrypted }: SessionStats, { transport }: TrackStats): ViewerProtocol =>
  isEncrypted ? 'rtsps' : `rtsp-${transport}`;

function add(to: Map<ViewerProtocol, Sums>, protocol: ViewerProtocol, track: TrackStats, viewers: number): void {
  const sums = to.get(protocol) ?? { ...NOTHING };
  sums.viewers += viewers;
  sums.packets += track.packets;
  sums.bytes += track.bytes;
  sums.framesSkipped += track.framesSkipped;
  to.set(protocol, sums);
}
