import type { Flags } from '../command.ts';

/** Flags of commands that bring stations to a hub. */
export const HUB_FLAGS: Flags = {
  hub: { value: 'URL', description: 'Address of the hub, https://hub.example/; its stations are enrolled there.' },
  'hub-key-file': {
    value: 'FILE',
    description:
      'File with an API key of an administrator of the hub; or KITESTRING_HUB_KEY. Default: that of the first administrator, in the data folder of a hub on this machine.',
  },
  'hub-ca': {
    value: 'FILE',
    description:
      "Certificate authority of the hub and its broker, PEM, if it is not a public one; for a self-signed certificate: tls-cert.pem of the hub's data folder.",
  },
};
