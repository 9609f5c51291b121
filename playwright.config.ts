import { defineConfig } from '@playwright/test'

/** The browsers are Debian's or others that are already there; `npm test` finds or installs them. */
const browser = process.env.CHROMIUM_PATH || '/usr/bin/chromium'
/** The same without a window to draw around each page, which takes a quarter off the stories' time. */
const shell = process.env.CHROMIUM_SHELL_PATH || browser
/** What the shell has not: a viewer of PDFs. */
const needWindow = '**/viewer-framed.spec.ts'

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
    // A trace costs every story time: `npm test -- playwright FILE --trace retain-on-failure` has one.
    trace: 'off',
    screenshot: 'only-on-failure',
  },
  projects: [
    {
      name: 'shell',
      testIgnore: needWindow,
      use: { launchOptions: { executablePath: shell, args: browserArgs } },
    },
    {
      name: 'browser',
      testMatch: needWindow,
      use: { launchOptions: { executablePath: browser, args: browserArgs } },
    },
  ],
})
