import { defineConfig } from '@playwright/test'

/** The browser is Debian's or another one that is already there; `npm test` finds or installs it. */
const executablePath = process.env.CHROMIUM_PATH || '/usr/bin/chromium'

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
    launchOptions: {
      executablePath,
      args: browserArgs,
    },
  },
})
