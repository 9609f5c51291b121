import { defineConfig } from '@playwright/test'

/** The browsers are Debian's or others that are already there; `npm test` finds or installs them. */
const browser = process.env.CHROMIUM_PATH || '/usr/bin/chromium'
/** The same without a window to draw around each page, which takes a quarter off the stories' time. */
const shell = process.env.CHROMIUM_SHELL_PATH || browser
/** What the shell has not: a viewer of PDFs. */
const needWindow = '**/viewer-native-pdf.spec.ts'
/** These have a site of their own (`tests/e2e/widget-site.ts`). */
const needOtherSite = ['**/developer-pages.spec.ts', '**/embeds.spec.ts', '**/preloader.spec.ts']

/** A browser that does nothing but show the site. */
export const browserArgs = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // The address bar draws its suggestions as pages of their own: a fifth of all work, for a bar nobody sees.
  '--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup',
]

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results/browser',
  fullyParallel: true,
  workers: 2,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: 'list',
  use: {
    viewport: { width: 1280, height: 900 },
    // What moves takes time to draw, and to wait for: a story about it asks for motion.
    reducedMotion: 'reduce',
    // A trace costs every story time: `npm test -- playwright FILE --trace retain-on-failure` has one.
    trace: 'off',
    screenshot: 'only-on-failure',
    // What cannot be pressed within the time that anything is expected in will not come.
    actionTimeout: 15_000,
  },
  // A worker that goes over to another project starts a site and a browser anew: the large project comes last, so that
  // each worker changes once at most.
  projects: [
    {
      name: 'other site',
      testMatch: needOtherSite,
      workers: 1,
      use: { launchOptions: { executablePath: shell, args: browserArgs } },
    },
    {
      name: 'window',
      testMatch: needWindow,
      workers: 1,
      use: { launchOptions: { executablePath: browser, args: browserArgs } },
    },
    {
      name: 'site',
      testIgnore: [...needOtherSite, needWindow],
      use: { launchOptions: { executablePath: shell, args: browserArgs } },
    },
  ],
})
