/** A change on the link to the autopilot. */
export type PortEvent =
  | { readonly event: 'Connected'; readonly peer: string }
  | { readonly event: 'Disconnected'; readonly peer: string }
  /** Another autopilot while one flies; it gets no answer. */
  | { readonly event: 'SecondPeer'; readonly peer: string }
  /** First data that is not of the protocol, of each peer. */
  | { readonly event: 'Garbage'; readonly peer: string }
  /** The autopilot wishes steps of 0.1 s or more. */
  | { readonly event: 'StepTooLong'; readonly peer: string }
  /** PX4 has not answered a frame in time; the simulation has gone on without it. */
  | { readonly event: 'NoAnswer'; readonly peer: string };

export interface PortCounts {
  /** Frames that were simulated. */
  readonly steps: number;
  /** Datagrams or bytes that are none of the protocol. */
  readonly garbage: number;
}

/** A listening port for one autopilot. */
export interface AutopilotPort extends AsyncDisposable {
  /** The bound port. */
  readonly port: number;
  readonly peer: string | undefined;
  readonly counts: PortCounts;
}
