/** TLS settings of all servers of the station: 1.2 and 1.3, with authenticated encryption (AEAD) and forward secrecy (ECDHE). */
export const TLS_RULES = {
  minVersion: 'TLSv1.2',
  maxVersion: 'TLSv1.3',
  ciphers: [
    'TLS_AES_256_GCM_SHA384',
    'TLS_CHACHA20_POLY1305_SHA256',
    'TLS_AES_128_GCM_SHA256',
    ...['AES256-GCM-SHA384', 'CHACHA20-POLY1305', 'AES128-GCM-SHA256'].flatMap((cipher) => [
      `ECDHE-ECDSA-${cipher}`,
      `ECDHE-RSA-${cipher}`,
    ]),
  ].join(':'),
} as const;
