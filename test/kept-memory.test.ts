import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { it } from 'node:test';
import { INSPECTED, KeptMemory } from '../bench/crowd/kept-memory.ts';

/** Makes 200,000 objects at each line of its input, and keeps them if it says so. */
const PROGRAM = `
  const kept = [];
  process.stdin.on('data', (line) => {
    const made = Array.from({ length: 200_000 }, (_, index) => ({ index }));
    if (String(line) === 'keep') kept.push(made);
    console.log('made');
  });`;

it('what a process keeps is measured without its garbage', async () => {
  const child = spawn(process.execPath, [INSPECTED, '--eval', PROGRAM]);
  let output = '';
  child.stderr.on('data', (text) => {
    output += text;
  });
  while (!output.includes('Debugger listening')) await once(child.stderr, 'data');
  const make = async (line: string) => {
    child.stdin.write(line);
    await once(child.stdout, 'data');
  };
  try {
    using memory = await KeptMemory.of({ output, residentMib: 1 });
    const first = (await memory.measure()).heapMib;
    for (let round = 0; round < 5; round += 1) await make('drop');
    const afterGarbage = (await memory.measure()).heapMib;
    await make('keep');
    const afterLeak = (await memory.measure()).heapMib;
    assert.ok(Math.abs(afterGarbage - first) < 1, `${first} to ${afterGarbage} MiB`);
    assert.ok(afterLeak - afterGarbage > 3, `${afterGarbage} to ${afterLeak} MiB`);
  } finally {
    child.kill('SIGKILL');
  }
});
