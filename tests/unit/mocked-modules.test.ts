import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

test('a file that mocks a module loads the real one again, because files share a process', () => {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.test.ts'], { encoding: 'utf8' })
  const mocking = listed
    .split('\n')
    .filter(Boolean)
    .map(path => ({ path, text: readFileSync(path, 'utf8') }))
    .filter(({ text }) => /\bvi\.(?:do)?[mM]ock\(/.test(text))
  expect(mocking.length).toBeGreaterThan(3)
  for (const { path, text } of mocking) expect(text, path).toMatch(/vi\.doUnmock\([^)]*\)\n\s+vi\.resetModules\(\)/)
})
