import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { bundledVersions } from '../../../scripts/bundled-versions.ts'
import { accepted, advisories, components } from '../server/advisories.ts'
import { advisoriesOn, reviewComponents, weaknesses } from '../server/known-vulnerabilities.ts'

const bundled = bundledVersions(path => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8'))
const local = { required: false, bySetting: false, address: 'local' } as const
const onThePublicNet = { required: true, bySetting: false, address: 'public' } as const

test('what comes with the site has been compared with its advisories, and is accepted where one is about it', () => {
  expect(reviewComponents(bundled, '0000-01-01')).toEqual({ faults: [], warnings: [] })
  expect(Object.keys(bundled).toSorted()).toEqual(components.map(({ name }) => name).toSorted())
})

test('a version that nobody has entered, and one that isn’t accepted, are faults; a second look that is due is a warning', () => {
  const newer = reviewComponents({ ...bundled, 'PDF.js': '99.0.0' }, '0000-01-01')
  expect(newer.faults).toEqual([expect.stringContaining('PDF.js 99.0.0')])
  expect(reviewComponents(bundled, '0000-01-01', { advisories, accepted: [] }).faults).toEqual(
    advisoriesOn('PostgreSQL', bundled.PostgreSQL).map(() => expect.stringContaining('PostgreSQL')),
  )
  const late = reviewComponents(bundled, '9999-12-31')
  expect(late.faults).toEqual([])
  expect(late.warnings).toHaveLength(accepted.length)
})

test('an advisory is about older versions of the same series alone', () => {
  const known = [{ component: 'PostgreSQL', fixedIn: '18.10', publishedOn: '2026-08-13', what: 'one' }] as const
  const isAffected = (version: string) => advisoriesOn('PostgreSQL', version, known).length > 0
  expect(['18.4', '18.9.0-beta.1', '18.10', '18.11', '17.4', '19.1'].map(isAffected)).toEqual([
    ...[true, true],
    ...[false, false, false, false],
  ])
})

test('the operator hears of the database, of Node and of root, urgently where strangers reach the site', () => {
  const quiet = { node: '24.21.0', root: false }
  const of = (database: string | undefined, config = {}) =>
    weaknesses({ databaseUrl: undefined, passkeyRule: local, ...config }, { ...quiet, database })
  expect(of('18.4')).toEqual([
    expect.objectContaining({ key: 'database', isUrgent: false, act: expect.stringContaining('DATABASE_URL') }),
  ])
  expect(of('18.6')).toEqual([])
  expect(of('18.4', { passkeyRule: onThePublicNet })).toMatchObject([{ isUrgent: true }])
  // Another server's version is unknown before it answers.
  const own = { databaseUrl: 'postgres://db.example.com/fund' }
  expect(of(undefined, own)).toEqual([])
  expect(of('18.4', own)).toMatchObject([{ key: 'database', act: 'Install its newest minor release.' }])
  expect(
    weaknesses({ databaseUrl: undefined, passkeyRule: local }, { ...quiet, database: '18.6', root: true }),
  ).toMatchObject([{ key: 'root' }])
})
