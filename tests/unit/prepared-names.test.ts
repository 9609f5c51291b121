import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { serverModules } from '../helpers/server-modules.ts'

test('no two prepared statements have the same name, under which a connection would keep the first', () => {
  const names = serverModules().flatMap(file =>
    [...readFileSync(file, 'utf8').matchAll(/\bprepared\(\s*'(\w+)'/g)].map(([, name]) => name),
  )
  expect(names.length).toBeGreaterThan(30)
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
})
