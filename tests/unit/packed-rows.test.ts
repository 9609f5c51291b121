import { expect, test } from 'vitest'
import { noRows, unpackRows } from '../../rules/packed-rows.ts'

test('packed rows name their columns, and columns of times become dates', () => {
  const packed = `{"columns":["id","read_at","opened_at","size"],"rows":[["a","2026-02-28T23:59:59.999999+00:00",null,1],["b",null,null,2]]}`
  expect(unpackRows(packed)).toEqual([
    { id: 'a', read_at: new Date('2026-02-28T23:59:59.999Z'), opened_at: null, size: 1 },
    { id: 'b', read_at: null, opened_at: null, size: 2 },
  ])
  expect(unpackRows(noRows)).toEqual([])
})
