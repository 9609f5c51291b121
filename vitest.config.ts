import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { keepCompiledModules, keepFilesInMemory } from './tests/helpers/lighter-runs.ts'

/** Files that start whole sites, or kill something again and again. */
const wholeSites = [
  'another-fund',
  'uploads-crash',
  'embedded',
  'crash',
  'races',
  'database-outage',
  'notifications-crash',
  'deletion-crash',
  'outbox',
  'document-actions',
  'archive',
].map(name => `tests/integration/${name}.test.ts`)

/** What takes longest begins first, so that nothing long is left alone at the end. */
const longest = [
  ...wholeSites.slice(0, 5),
  'tests/attacks/doors.test.ts',
  'tests/attacks/abuse.test.ts',
  ...wholeSites.slice(5, 7),
  ...['sign-in-friction', 'file-checks', 'uploads'].map(name => `tests/integration/${name}.test.ts`),
  'tests/attacks/fuzz.test.ts',
  ...wholeSites.slice(7),
]

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const found = longest.findIndex(path => moduleId.endsWith(path))
      return found < 0 ? longest.length : found
    }
    return (await super.sort(files)).toSorted((one, other) => place(one) - place(other))
  }
}

keepCompiledModules()
keepFilesInMemory()

export default defineConfig({
  test: {
    include: ['tests/unit/**/*.test.ts', 'tests/integration/**/*.test.ts', 'tests/attacks/**/*.test.ts'],
    // `npm run test:quick` does without what starts whole sites.
    exclude: process.env.TEST_QUICK ? wholeSites : [],
    globalSetup: ['tests/helpers/cluster.ts'],
    // As the site runs. React decides when it is first loaded which of its builds it is, and files share a process.
    env: { NODE_ENV: 'production' },
    setupFiles: ['tests/helpers/log-to-file.ts'],
    sequence: { sequencer: LongestFirst },
    pool: 'forks',
    // A file waits as long as it works, for disk, mail, queue and sites: two for each of the two cores they are meant for.
    maxWorkers: 4,
    // Files share a process one after the other, and with it the modules of the server: loading them costs most files
    // more than their stories. Each file closes the portal it has opened.
    isolate: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
