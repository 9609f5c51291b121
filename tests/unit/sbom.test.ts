import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type Lock, sbomOf } from '../../scripts/sbom-of.ts'

const text = readFileSync('package-lock.json', 'utf8')
const sbom = sbomOf(JSON.parse(text) as Lock, new Date('2026-01-02T03:04:05Z'))
const purls = sbom.components.map(({ purl }) => purl)

test('the SBOM is a CycloneDX document about this project', () => {
  expect(sbom).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.6', version: 1 })
  expect(sbom.serialNumber).toMatch(/^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/)
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
  expect(sbom.metadata).toMatchObject({
    timestamp: '2026-01-02T03:04:05.000Z',
    component: { type: 'application', name: 'promissory', version, purl: `pkg:npm/promissory@${version}` },
  })
})

test('each component has a version, a license, a package URL and the hash of its archive, and appears once', () => {
  expect(sbom.components.length).toBeGreaterThan(150)
  for (const { name, version, purl, licenses, hashes, type, scope } of sbom.components) {
    expect(type).toBe('library')
    expect(['required', 'optional']).toContain(scope)
    expect(version, name).toMatch(/^\d+\.\d+\.\d+/)
    expect(purl, name).toMatch(/^pkg:npm\/(%40[\w.-]+\/)?[\w.-]+@[\w.+-]+$/)
    expect(purl, name).toContain(`${name}@${version}`)
    const [license] = licenses as [{ license?: { id?: string }; expression?: string }]
    expect(license.license?.id ?? license.expression, name).toMatch(/^[\w.+ ()-]+$/)
    for (const hash of hashes ?? [])
      expect(hash, name).toEqual({ alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) })
    expect(hashes, name).toHaveLength(1)
  }
  expect(new Set(purls).size).toBe(purls.length)
})

test('every dependency is listed, on every platform, and no development tool', () => {
  const { dependencies, optionalDependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
  for (const [name, version] of Object.entries({ ...dependencies, ...optionalDependencies })) {
    expect(purls).toContain(`pkg:npm/${name.replace('@', '%40')}@${version}`)
  }
  const names = sbom.components.map(({ name }) => name)
  for (const tool of ['vitest', 'test', 'biome', 'lighthouse', 'fast-check', 'axe-core'])
    expect(names).not.toContain(tool)
})

test('what each component depends on is in the list', () => {
  const refs = [sbom.metadata.component['bom-ref'], ...sbom.components.map(component => component['bom-ref'])]
  expect(sbom.dependencies.map(({ ref }) => ref).toSorted()).toEqual(refs.toSorted())
  for (const { dependsOn } of sbom.dependencies) for (const ref of dependsOn) expect(refs).toContain(ref)
  expect(sbom.dependencies.find(({ ref }) => ref.startsWith('nodemailer@'))).toBeDefined()
  expect(sbom.dependencies.find(({ ref }) => ref.startsWith('pg@'))?.dependsOn).toContainEqual(
    expect.stringMatching(/^pg-protocol@/),
  )
})
