import { resolveConfig } from 'vite'
import { expect, test } from 'vitest'

test('a build of the pages leaves the bundled server, beside them, where it is', async () => {
  const { build } = await resolveConfig({ configFile: 'vite.config.ts', logLevel: 'silent' }, 'build', 'production')
  expect(build.emptyOutDir).toBe(false)
})
