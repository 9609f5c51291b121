import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

test('the files that docs/add-a-page.md leads to exist, and what it names is in one of them', () => {
  const page = readFileSync('docs/add-a-page.md', 'utf8')
  const files = [...page.matchAll(/\]\(([^)]+)\)/g)].map(([, path = '']) => join('docs', path))
  expect(files.length).toBeGreaterThan(5)
  expect(files.filter(file => !existsSync(file))).toEqual([])
  const sources = files.map(file => readFileSync(file, 'utf8')).join('\n')
  const names = [...page.matchAll(/`([A-Za-z]+)`/g)].map(([, name = '']) => name)
  expect(names.filter(name => !sources.includes(name))).toEqual([])
})
