import Type from 'typebox';
import { HASHED_WITHIN_S } from '../auth/hashed-within.ts';
import { NOTIFICATIONS } from '../notifications/notification-dictionary.ts';
import { operation } from '../operation.ts';
import { Text } from '../schema.ts';
import { AUDIT_PAGE_MAX, AuditPage, AuditQuery } from './audit.ts';
import * as examples from './examples.ts';
import { IssuedKey, KeyRotation, NewPlugin, PLUGINS_MAX, Plugin, PluginList } from './plugin.ts';
import { PluginSessionList } from './plugin-session.ts';
import { REFUSED_REQUESTS_MAX, RefusedRequestList } from './refused-request.ts';

/** Base path of the administration, below the root of the server. */
export const ADMIN_BASE = '/admin/v1';

/** Common to all operations of the administration: they serve the operator's console. */
const SEAT = { base: ADMIN_BASE, access: ['internal'] } as const;

const PluginParams = Type.Object({
  id: Text('Id of the plugin.', '7d444840-9dc0-41d1-b245-5ffdce74fad2'),
});

const SessionParams = Type.Object({
  id: Text('Id of the session.', '0d1b0a9c-3b6f-4f6a-9a39-6d9d6d0b7a51'),
});

export const listPlugins = operation({
  ...SEAT,
  id: 'admin.plugins',
  path: '/plugins',
  summary: 'All plugins',
  description: 'Every registered client with its state, its self-reported status and its last use.',
  replies: { 200: PluginList },
  replyExample: { plugins: [examples.PLUGIN] },
});

export const addPlugin = operation({
  ...SEAT,
  id: 'admin.plugins.add',
  method: 'POST',
  path: '/plugins',
  answersWithinS: HASHED_WITHIN_S,
  summary: 'Add a plugin',
  description: `Registers a client and creates its API key. The key is returned only in this response: the station keeps only its hash. The new plugin is enabled. At most ${PLUGINS_MAX} plugins.`,
  body: NewPlugin,
  replies: { 201: IssuedKey },
  errors: ['TOO_MANY_PLUGINS', 'STATION_BUSY', 'STORE_UNUSABLE'],
  examples: [
    { summary: 'A client with read access', value: { name: 'vms', scopes: ['read'] } },
    { summary: 'A second workstation', value: { name: 'desk 2', scopes: ['read', 'control', 'can_override'] } },
  ],
  replyExample: { plugin: examples.PLUGIN, key: examples.KEY },
});

export const removePlugin = operation({
  ...SEAT,
  id: 'admin.plugins.remove',
  method: 'DELETE',
  path: '/plugins/{id}',
  summary: 'Remove a plugin',
  description:
    'Deletes the client and its key; its sessions end at once. The last enabled plugin with the scope `internal` cannot be removed.',
  params: PluginParams,
  errors: ['PLUGIN_NOT_FOUND', 'LAST_INTERNAL_PLUGIN', 'STORE_UNUSABLE'],
});

export const rotatePluginKey = operation({
  ...SEAT,
  id: 'admin.plugins.rotate',
  method: 'POST',
  path: '/plugins/{id}/rotate',
  answersWithinS: HASHED_WITHIN_S,
  summary: 'Change the key of a plugin',
  description:
    'Creates a new API key. The old one stays valid for the grace period, so that the client can be updated without interruption; with `grace_s` 0 it is revoked at once. Open sessions continue: end them as well if a key has leaked. The key is returned only in this response.',
  params: PluginParams,
  body: KeyRotation,
  isBodyOptional: true,
  replies: { 200: IssuedKey },
  errors: ['PLUGIN_NOT_FOUND', 'STATION_BUSY', 'STORE_UNUSABLE'],
  examples: [
    { summary: 'With the usual grace period', value: {} },
    { summary: 'The old key is revoked at once', value: { grace_s: 0 } },
  ],
  replyExample: { plugin: examples.ROTATED_PLUGIN, key: examples.KEY },
});

export const enablePlugin = operation({
  ...SEAT,
  id: 'admin.plugins.enable',
  method: 'POST',
  path: '/plugins/{id}/enable',
  summary: 'Enable a plugin',
  description: 'The plugin may request tokens again. Enabling an enabled plugin changes nothing.',
  params: PluginParams,
  replies: { 200: Plugin },
  errors: ['PLUGIN_NOT_FOUND', 'STORE_UNUSABLE'],
  replyExample: examples.PLUGIN,
});

export const disablePlugin = operation({
  ...SEAT,
  id: 'admin.plugins.disable',
  method: 'POST',
  path: '/plugins/{id}/disable',
  summary: 'Disable a plugin',
  description:
    'Its sessions end at once and it gets no token until it is enabled again; its requests appear in the list of refused requests. The last enabled plugin with the scope `internal` cannot be disabled.',
  params: PluginParams,
  replies: { 200: Plugin },
  errors: ['PLUGIN_NOT_FOUND', 'LAST_INTERNAL_PLUGIN', 'STORE_UNUSABLE'],
  replyExample: { ...examples.PLUGIN, enabled: false, state: 'Disabled', self_status_text: '', sessions: 0 },
});

export const listSessions = operation({
  ...SEAT,
  id: 'admin.sessions',
  path: '/sessions',
  summary: 'All sessions',
  description: 'Every valid token of every plugin. Tokens are masked, the caller’s own too.',
  replies: { 200: PluginSessionList },
  replyExample: { sessions: [examples.SESSION] },
});

export const revokeSession = operation({
  ...SEAT,
  id: 'admin.sessions.revoke',
  method: 'DELETE',
  path: '/sessions/{id}',
  summary: 'End a session',
  description:
    'Its token is revoked at once, its WebSockets are closed with 1008, and its control or place in the queue passes on. The plugin can request another token: disable it to prevent that.',
  params: SessionParams,
  errors: ['SESSION_NOT_FOUND', 'STORE_UNUSABLE'],
});

export const listRefusedRequests = operation({
  ...SEAT,
  id: 'admin.refused_requests',
  path: '/refused-requests',
  summary: 'Refused token requests',
  description: `Token requests of disabled plugins since the station started: the latest ${REFUSED_REQUESTS_MAX}. The notification ${NOTIFICATIONS.DISABLED_PLUGIN_REQUESTED_TOKEN.code} reports them, so that a subscribed client need not poll.`,
  replies: { 200: RefusedRequestList },
  replyExample: { requests: [examples.REFUSED_REQUEST] },
});

export const listAudit = operation({
  ...SEAT,
  id: 'admin.audit',
  path: '/audit',
  summary: 'Audit log',
  description: `The audit log, the newest first: sign-ins, administration, controls of the simulator, control and override, deletions and every command, each with its outcome. Entries are never changed. At most ${AUDIT_PAGE_MAX} entries in one answer; \`next_before\` leads to older ones. Requests answered before this one are included.`,
  query: AuditQuery,
  replies: { 200: AuditPage },
  errors: ['STORE_UNUSABLE'],
  replyExample: { entries: [examples.AUDIT_ENTRY], next_before: 4711 },
});

/** The administration, in the order of the reference. */
export const ADMIN_OPERATIONS = [
  listPlugins,
  addPlugin,
  removePlugin,
  rotatePluginKey,
  enablePlugin,
  disablePlugin,
  listSessions,
  revokeSession,
  listRefusedRequests,
  listAudit,
] as const;
