import { expect, test } from 'vitest'
import { actionWords, isKnownAction } from '../../../rules/audit-words.ts'
import { isOperation } from '../../../server/access/perform.ts'
import * as operations from '../../../server/operations.ts'
import { readAuditQuery } from '../audit-query.ts'

test('the log has words for every entry that a command names', () => {
  const commands = Object.values<unknown>(operations).flatMap(each => (isOperation(each) ? each.command : []))
  const named = commands.flatMap(({ log = {}, sharedLog = [] }) => [...Object.keys(log), ...sharedLog])
  expect(named.length).toBeGreaterThan(100)
  expect(named.filter(action => !isKnownAction(action))).toEqual([])
})

test('an action without words is made readable', () => {
  expect(actionWords('document.viewed')).toBe('Viewed a document')
  expect(actionWords('some_thing.was_done')).toBe('Some thing was done')
})

test('a query keeps what is valid', () => {
  const fields = new URLSearchParams({ person: ' Iris ', group: 'constructor', from: '2026-13-01', to: '2026-11-22' })
  expect(readAuditQuery(fields)).toEqual({ person: 'Iris', to: '2026-11-22' })
})
