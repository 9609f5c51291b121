import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

interface Lock {
  packages: Record<string, { devDependencies?: object; optionalDependencies?: object; resolved?: string }>
}

const { lockFor } = await import(new URL('../../scripts/install-packages.mjs', import.meta.url).href)
const lock: Lock = JSON.parse(readFileSync('package-lock.json', 'utf8'))

test('what runs the site is installed without what tests and checks need, and without stores that nobody uses', () => {
  const { packages }: Lock = lockFor(lock, false)
  expect(packages['']).not.toHaveProperty('devDependencies.vitest')
  expect(packages['']).toHaveProperty('dependencies.vite')
  expect(packages['node_modules/@tus/server']?.optionalDependencies).toEqual({})
  expect(packages['node_modules/@react-router/dev']).not.toHaveProperty('peerDependencies.typescript')
  // Packages for one kind of machine are optional, too.
  expect(packages['node_modules/rolldown']?.optionalDependencies).toHaveProperty('@rolldown/binding-linux-x64-gnu')
  expect(packages['node_modules/pdfjs-dist']?.optionalDependencies).toHaveProperty('@napi-rs/canvas')
})

test('tests and checks install everything that is locked', () => {
  const { packages }: Lock = lockFor(lock, true)
  const { resolved, ...vite } = packages['node_modules/vite'] ?? {}
  expect(resolved).toMatch(/\/vite\/-\/vite-\d+\.\d+\.\d+\.tgz$/)
  expect(vite).toEqual(lock.packages['node_modules/vite'])
  expect(packages['']).toEqual(lock.packages[''])
  expect(Object.keys(packages)).toEqual(Object.keys(lock.packages))
})
