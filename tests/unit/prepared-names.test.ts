import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

test('no two prepared statements have the same name, under which a connection would keep the first', () => {
  const files = execFileSync('git', ['ls-files', '--', 'server/**/*.ts'], { encoding: 'utf8' }).trim().split('\n')
  const names = files.flatMap(file =>
    [...readFileSync(file, 'utf8').matchAll(/\bprepared\(\s*'(\w+)'/g)].map(([, name]) => name),
  )
  expect(names.length).toBeGreaterThan(30)
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
})
