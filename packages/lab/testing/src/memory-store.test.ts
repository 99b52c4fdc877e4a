import { describeStore } from './describe-store.ts';
import { MemoryStore } from './memory-store.ts';

describeStore('the store in memory', () => {
  const store = new MemoryStore();
  return { store, reopen: () => store, end: () => {} };
});
