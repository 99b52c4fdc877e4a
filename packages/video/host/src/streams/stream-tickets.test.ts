import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { PluginRecord } from '@kitestring/station-core/ports';
import { StreamTickets } from './stream-tickets.ts';

const plugin = (id: string, change: Partial<PluginRecord> = {}): PluginRecord => ({
  id,
  name: id,
  scopes: ['read'],
  enabled: true,
  epoch: 1,
  keyHash: `hash of the key of ${id}`,
  createdAtUs: 0,
  ...change,
});

const SECRET = Buffer.from('of this station');

describe('tickets for streams', () => {
  it('are the same after a restart, others for another plugin, and others at another station', () => {
    const plugins = () => [plugin('recorder'), plugin('wall')];
    const before = new StreamTickets({ secret: SECRET, plugins });
    const after = new StreamTickets({ secret: SECRET, plugins });
    const ticket = before.of('recorder') ?? '';
    assert.match(ticket, /^[A-Za-z0-9_-]{27}$/);
    assert.equal(after.pluginId(ticket), 'recorder');
    assert.notEqual(before.of('wall'), ticket);
    const elsewhere = new StreamTickets({ secret: Buffer.from('of another'), plugins });
    assert.deepEqual([elsewhere.pluginId(ticket), elsewhere.pluginId('')], [undefined, undefined]);
  });

  it('end when the key is rotated, and when the plugin is disabled or removed', () => {
    let plugins = [plugin('a'), plugin('b'), plugin('c'), plugin('d')];
    const tickets = new StreamTickets({ secret: SECRET, plugins: () => plugins });
    const texts = ['a', 'b', 'c', 'd'].map((id) => tickets.of(id) ?? '');
    plugins = [plugin('a', { keyHash: 'hash of another key' }), plugin('b', { enabled: false }), plugin('d')];
    assert.deepEqual(tickets.reload(), ['a', 'b', 'c']);
    assert.deepEqual(
      texts.map((text) => tickets.pluginId(text)),
      [undefined, undefined, undefined, 'd'],
    );
    assert.deepEqual(
      [...tickets.current()].map(([, id]) => id),
      ['a', 'd'],
    );
  });

  it('are for plugins with the scope read', () => {
    const tickets = new StreamTickets({ secret: SECRET, plugins: () => [plugin('a', { scopes: ['control'] })] });
    assert.equal(tickets.of('a'), undefined);
  });
});
