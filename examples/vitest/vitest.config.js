import { defineConfig } from 'vitest/config';

// The station starts before the first test of a file.
export default defineConfig({ test: { hookTimeout: 60_000 } });
