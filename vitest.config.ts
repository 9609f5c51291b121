import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { isEverything, patience } from './tests/helpers/lane.ts'
import { cacheCompiledModules, storeFilesInMemory } from './tests/helpers/lighter-runs.ts'

/** Files that start whole sites, or kill something again and again. */
const wholeSites = 'tests/sites/'
/** What takes longest begins first, so that nothing long is left alone at the end. */
const longest = [
  wholeSites,
  'tests/attacks/',
  // By name, because these are small files with much to wait for; the others begin by their size.
  ...['note-lives', 'note-races', 'demo', 'backup', 'statements', 'accreditation', 'archive', 'uploads-'],
  ...['another-fund', 'rows-read', 'move', 'vault', 'register-check', 'audit-command'],
].map(name => (name.includes('/') ? name : `/${name}`))

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const found = longest.findIndex(folder => moduleId.includes(folder))
      return found < 0 ? longest.length : found
    }
    return (await super.sort(files)).toSorted((one, other) => place(one) - place(other))
  }
}

cacheCompiledModules()
storeFilesInMemory()

export default defineConfig({
  test: {
    include: process.env.TEST_CLUSTER
      ? ['tests/cluster/*.test.ts']
      : [
          'app/*/tests/*.test.ts',
          ...['unit', 'integration', 'sites', 'attacks'].map(folder => `tests/${folder}/**/*.test.ts`),
        ],
    exclude: [
      // tests/helpers/lane.ts
      ...(isEverything ? [] : ['**/*.slow.test.ts']),
      // `npm run test:quick` does without what starts whole sites.
      ...(process.env.TEST_QUICK ? [`${wholeSites}**`] : []),
    ],
    globalSetup: ['tests/helpers/cluster.ts'],
    // As the site runs. React decides when it is first loaded which of its builds it is, and files share a process.
    env: { NODE_ENV: 'production' },
    setupFiles: ['tests/helpers/log-to-file.ts', 'tests/helpers/declared-refusals.ts'],
    sequence: { sequencer: LongestFirst },
    pool: 'forks',
    // A file waits as long as it works, for disk, mail, queue and sites: two for each of the two cores they are meant for.
    maxWorkers: 4,
    // Files share a process one after the other, and with it the modules of the server: loading them costs most files
    // more than their stories. Each file closes the portal it has opened.
    isolate: false,
    testTimeout: 4 * patience,
    // As `eventually` (tests/helpers/eventually.ts).
    expect: { poll: { timeout: patience, interval: 20 } },
    hookTimeout: 4 * patience,
  },
})
