// Processor time and memory of a process and its children, from /proc of Linux; elsewhere both are 0.
import { readdirSync, readFileSync } from 'node:fs';

/** Processor time of a process itself, and of its children that have ended, seconds. Fields 14 to 17 of proc(5). */
export function processorTime(pid = 'self') {
  // Linux counts in hundredths of a second. The name, in brackets, may contain spaces.
  const fields = text(`${pid}/stat`)
    .replace(/^.*\) /s, '')
    .split(' ');
  const [ownUser = 0, ownSystem = 0, user = 0, system = 0] = fields.slice(11, 15).map((ticks) => Number(ticks) / 100);
  return { ownS: ownUser + ownSystem, childrenS: user + system };
}

/** Memory of a process and all its descendants that is shared with no file, bytes. */
export function memoryBytes(pid) {
  const ownKiB = Number(/^RssAnon:\s+(\d+)/m.exec(text(`${pid}/status`))?.[1] ?? 0);
  const threads = namesIn(`${pid}/task`).map((thread) => text(`${pid}/task/${thread}/children`));
  const children = threads.flatMap((pids) => pids.split(' ').filter(Boolean));
  return children.reduce((total, child) => total + memoryBytes(child), ownKiB * 1024);
}

function text(path) {
  try {
    return readFileSync(`/proc/${path}`, 'utf8');
  } catch {
    return '';
  }
}

function namesIn(path) {
  try {
    return readdirSync(`/proc/${path}`);
  } catch {
    return [];
  }
}
