/** Protocols of the listeners: HTTP and HTTPS by the first byte, HTTPS only, or HTTP only. */
export type TlsMode = 'both' | 'https_only' | 'off';
