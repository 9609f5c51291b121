import { defineConfig } from '@playwright/test'
import { isEverything, patience } from './tests/helpers/lane.ts'
import { cacheCompiledModules, storeFilesInMemory } from './tests/helpers/lighter-runs.ts'

/** The browsers are Debian's or others already installed; `npm test` finds or installs them. */
const browser = process.env.CHROMIUM_PATH || '/usr/bin/chromium'
/** The headless shell: without a window around each page, tests take a quarter less time. */
const shell = process.env.CHROMIUM_SHELL_PATH || browser
/** The headless shell has no PDF viewer. */
const needWindow = '**/viewer-native-pdf.slow.spec.ts'
/** These have their own site, with widgets (`app/site/tests/widget-site.ts`). */
const needWidgetSite = ['**/developer-pages.slow.spec.ts', '**/embeds.slow.spec.ts', '**/preloader.slow.spec.ts']

/** What only `npm run test:all` runs (tests/helpers/lane.ts). */
const slow = isEverything ? [] : ['**/*.slow.spec.ts']

/** Arguments for a browser that does nothing but show the site. */
export const browserArgs = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // The address bar renders its suggestions as separate pages: a fifth of all work, for a bar that no one sees.
  '--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup',
]

cacheCompiledModules()
storeFilesInMemory()

export default defineConfig({
  testDir: '.',
  testMatch: ['tests/e2e/*.spec.ts', 'app/*/tests/*.spec.ts'],
  outputDir: 'test-results/browser',
  fullyParallel: true,
  // A cluster has ten processes, for which two cores are few.
  workers: process.env.TEST_CLUSTER ? 1 : 2,
  retries: 0,
  timeout: 4 * patience,
  expect: { timeout: patience / 2 },
  reporter: 'list',
  use: {
    viewport: { width: 1280, height: 900 },
    // Animations take time to render and to wait for: tests about them turn motion on.
    reducedMotion: 'reduce',
    // A trace slows down every test: `npm test -- playwright FILE --trace retain-on-failure` records one.
    trace: 'off',
    screenshot: 'only-on-failure',
    // The same as the timeout of expectations: a control that can't be clicked by then won't appear.
    actionTimeout: patience / 2,
  },
  // A worker that switches projects starts a new site and browser: the large project is last, so that each worker switches
  // at most once.
  projects: [
    {
      name: 'widget site',
      testMatch: needWidgetSite,
      testIgnore: slow,
      workers: 1,
      use: { launchOptions: { executablePath: shell, args: browserArgs } },
    },
    {
      name: 'window',
      testMatch: needWindow,
      testIgnore: slow,
      workers: 1,
      use: { launchOptions: { executablePath: browser, args: browserArgs } },
    },
    {
      name: 'site',
      testIgnore: [...needWidgetSite, needWindow, ...slow],
      use: { launchOptions: { executablePath: shell, args: browserArgs } },
    },
  ],
})
