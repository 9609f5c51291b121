import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { actionWords, isKnownAction, readAuditQuery } from '../../rules/audit-words.ts'

const server = new URL('../../server/', import.meta.url).pathname

test('every action that the server records has words', () => {
  const sources = readdirSync(server, { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.ts'))
    .map(name => readFileSync(join(server, name), 'utf8'))
  const patterns = [
    /\b(?:audit|auditAll|writeAudit)\([^'"`)]*('[a-z_.]+')/g,
    /\baction(?::| =)[^'\n]*((?:'[a-z_.]+'[^'\n]*)+)/g,
  ]
  const actions = sources
    .flatMap(source => patterns.flatMap(pattern => [...source.matchAll(pattern)].map(([, found = '']) => found)))
    .flatMap(found => found.match(/(?<=')[a-z_]+\.[a-z_.]+(?=')/g) ?? [])
  expect(actions.length).toBeGreaterThan(20)
  expect(actions.filter(action => !isKnownAction(action))).toEqual([])
})

test('an action without words is made readable', () => {
  expect(actionWords('document.viewed')).toBe('Viewed a document')
  expect(actionWords('some_thing.was_done')).toBe('Some thing was done')
})

test('a query keeps what is valid', () => {
  const fields = new URLSearchParams({ person: ' Iris ', group: 'constructor', from: '2026-13-01', to: '2026-11-22' })
  expect(readAuditQuery(fields)).toEqual({ person: 'Iris', to: '2026-11-22' })
})
