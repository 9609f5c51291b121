import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const { isSupported } = await import(new URL('../../scripts/packaged-node.mjs', import.meta.url).href)

test('what starts the site may be an old Node; what runs it is one that gets security fixes', () => {
  for (const version of ['24.0.0', '24.21.0', '26.1.0']) expect(isSupported(version), version).toBe(true)
  for (const version of ['18.20.0', '20.19.0', '22.12.0', '23.1.0', '25.0.0', '27.0.0'])
    expect(isSupported(version), version).toBe(false)
  const { engines } = JSON.parse(readFileSync('package.json', 'utf8'))
  expect(engines.node).toBe('>=20.19')
  // The Node that runs these tests was chosen in the same way.
  expect(isSupported(process.versions.node)).toBe(true)
  expect(readFileSync('deploy/Dockerfile', 'utf8')).toMatch(/NODE_IMAGE=node:24-/)
})

test('no script of the project is run by the Node that starts it', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'))
  const started = Object.values(scripts as Record<string, string>)
    .map(command => /exec node scripts\/([\w-]+\.mjs)/.exec(command)?.[1])
    .filter(file => file !== undefined)
  expect(started.length).toBeGreaterThan(20)
  for (const file of new Set(started)) {
    const source = readFileSync(`scripts/${file}`, 'utf8')
    expect(source, file).toMatch(/become\(|node24\(|environment\(|ensureBuilt\(/)
  }
  expect(readFileSync('scripts/build.mjs', 'utf8')).toMatch(/environment\(|node24\(/)
  expect(readFileSync('deploy/promissory.service', 'utf8')).toMatch(/^ExecStart=\/usr\/bin\/node scripts\/start\.mjs$/m)
})
