import { expect, test } from 'vitest'
import { group } from '../../scripts/vite-groups.ts'

test('a group of scripts has the modules that it names', () => {
  const { test: pattern } = group('two', 'rules/(dates|number)', 'rules/commands/[^/]+')
  for (const path of ['rules/dates.ts', 'rules/number.ts', 'rules/commands/command.ts'])
    expect(pattern.test(`/project/${path}`), path).toBe(true)
  expect(pattern.test('/project/rules/limits.ts')).toBe(false)
})

test('one that names a module that has moved is refused', () => {
  expect(() => group('old', 'rules/(dates|moved)')).toThrow('there is no rules/moved')
})
