/** Values that the reference shows as examples of answers. */

export const KEY = 'kite_4f0c2a61b6d24e0f8f7d1f4a9c5be310';

export const PLUGIN = {
  id: '7d444840-9dc0-41d1-b245-5ffdce74fad2',
  name: 'vms',
  scopes: ['read', 'control'],
  enabled: true,
  state: 'Connected',
  self_status_text: '2 of 3 cameras shown',
  sessions: 1,
  created_at: '2026-03-01T09:30:00.250000+00:00',
  last_used_at: '2026-03-01T11:02:14.100000+00:00',
  is_own: false,
};

export const ROTATED_PLUGIN = { ...PLUGIN, previous_key_valid_until: '2026-03-02T11:05:00.000000+00:00' };

export const SESSION = {
  id: '0d1b0a9c-3b6f-4f6a-9a39-6d9d6d0b7a51',
  plugin_id: '7d444840-9dc0-41d1-b245-5ffdce74fad2',
  plugin_name: 'vms',
  name: 'desk 2',
  scopes: ['read', 'control'],
  masked_token: '9gq0dW**********',
  created_at: '2026-03-01T09:30:00.250000+00:00',
  valid_until: '2026-03-02T09:30:00.250000+00:00',
  last_used_at: '2026-03-01T11:02:14.100000+00:00',
  is_own: false,
};

export const REFUSED_REQUEST = {
  plugin_id: '7d444840-9dc0-41d1-b245-5ffdce74fad2',
  plugin_name: 'vms',
  token_name: 'desk 2',
  address: '192.0.2.7',
  count: 12,
  first_time: '2026-03-01T10:00:00.000000+00:00',
  last_time: '2026-03-01T11:02:14.100000+00:00',
};

export const AUDIT_ENTRY = {
  sequence: 4711,
  time: '2026-03-01T09:30:00.250000+00:00',
  station_time: '2026-03-01T09:30:00.250000+00:00',
  kind: 'Command',
  operation: 'flight.control.altitude',
  outcome: 'Refused',
  status: 409,
  code: 'CONTROL_TAKEN',
  address: '192.0.2.7',
  plugin_id: '7d444840-9dc0-41d1-b245-5ffdce74fad2',
  plugin_name: 'vms',
  session_id: '0d1b0a9c-3b6f-4f6a-9a39-6d9d6d0b7a51',
  input: '{"altitude":60}',
  count: 1,
};
