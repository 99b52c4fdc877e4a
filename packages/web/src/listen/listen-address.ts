/** One listening address. Port 0: any free port. */
export interface ListenAddress {
  readonly host: string;
  readonly port: number;
}

/** Whether all listeners are reachable from this machine only, so that unencrypted traffic stays on it. */
export const areLoopback = (listeners: readonly ListenAddress[]): boolean =>
  listeners.every(({ host }) => /^(localhost|127\.\d+\.\d+\.\d+|::1)$/i.test(host));
