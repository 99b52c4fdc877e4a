import type { ListenAddress } from '../server-settings.ts';

/** What the listeners speak: HTTP and HTTPS by the first byte, HTTPS alone, or HTTP alone. */
export const TLS_MODES = ['both', 'https_only', 'off'] as const;
export type TlsMode = (typeof TLS_MODES)[number];

/** Whether what listens there can be reached from this machine only, so that nobody else reads what is sent in the clear. */
export const isLoopbackHost = (host: string): boolean => /^(localhost|127\.\d+\.\d+\.\d+|::1)$/i.test(host);

export const areLoopback = (listeners: readonly ListenAddress[]): boolean =>
  listeners.every(({ host }) => isLoopbackHost(host));
