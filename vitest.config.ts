import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that start whole sites, or kill something again and again: the longest, the longest of them first. */
const wholeSites = [
  'another-fund',
  'uploads-crash',
  'embedded',
  'crash',
  'races',
  'notifications-crash',
  'database-outage',
  'deletion-crash',
  'outbox',
  'document-actions',
].map(name => `tests/integration/${name}.test.ts`)

/** What takes longest begins first, so that nothing long is left alone at the end of its group. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const found = wholeSites.findIndex(path => moduleId.endsWith(path))
      return found < 0 ? wholeSites.length : found
    }
    return (await super.sort(files)).toSorted((one, other) => place(one) - place(other))
  }
}

const setup = {
  setupFiles: ['tests/helpers/log-to-file.ts'],
  hookTimeout: 60_000,
}
const sites = {
  test: {
    ...setup,
    name: 'whole sites',
    include: wholeSites,
    // Each waits long for its site to come back: three keep two cores busy, and more would only outwait their patience.
    maxWorkers: 3,
    testTimeout: 60_000,
    sequence: { groupOrder: 0 },
  },
}
const stories = {
  test: {
    ...setup,
    name: 'stories',
    include: ['tests/unit/**/*.test.ts', 'tests/integration/**/*.test.ts', 'tests/attacks/**/*.test.ts'],
    exclude: wholeSites,
    // A story waits as long as it works, for disk, mail and queue: two for each of the two cores they are meant for.
    maxWorkers: 4,
    testTimeout: 30_000,
    // Files share a process one after the other, and with it the modules of the server: loading them costs most files
    // more than their stories. Each file closes the portal it has opened.
    isolate: false,
    sequence: { groupOrder: 1 },
  },
}

export default defineConfig({
  test: {
    globalSetup: ['tests/helpers/cluster.ts'],
    sequence: { sequencer: LongestFirst },
    pool: 'forks',
    // `npm run test:quick` does without what starts whole sites.
    projects: process.env.TEST_QUICK ? [stories] : [sites, stories],
  },
})
