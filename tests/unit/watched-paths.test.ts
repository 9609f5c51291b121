import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

// Plain JavaScript without types.
const { watchedPaths } = await import(new URL('../../scripts/watched-paths.mjs', import.meta.url).href)

test('the development server restarts for a capability’s server, rules and commands, and not for a page', () => {
  const paths: string[] = watchedPaths(fileURLToPath(new URL('../..', import.meta.url)))
  expect(paths).toEqual(
    expect.arrayContaining([
      'server',
      'app/tax/server',
      'app/tax/iris.ts',
      'app/tax/card.commands.ts',
      'app/tax/tax.sql',
    ]),
  )
  expect(paths.filter(path => /^app\/[\w-]+$|\/(office|investor|tests)$|\.tsx$/.test(path))).toEqual([])
})
