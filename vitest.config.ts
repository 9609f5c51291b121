import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['tests/unit/**/*.test.ts', 'tests/integration/**/*.test.ts', 'tests/attacks/**/*.test.ts'],
    globalSetup: ['tests/helpers/cluster.ts'],
    setupFiles: ['tests/helpers/log-to-file.ts'],
    pool: 'forks',
    // A test waits as long as it works, for disk, mail and queue: three for each of the two cores it is meant for.
    maxWorkers: 6,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
