import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Topology, world } from './world.ts';

/*
 * Writes the overview of the world that our pages ship: Natural Earth, 1:110 million, public domain, from the package world-atlas.
 *   node scripts/node.mjs packages/console/ui/build/write-world.ts
 */
const atlas = fileURLToPath(import.meta.resolve('world-atlas/countries-110m.json'));
const topology = JSON.parse(readFileSync(atlas, 'utf8')) as Topology;
writeFileSync(join(import.meta.dirname, '../src/map/world.json'), world(topology));
