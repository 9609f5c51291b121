import { expect, test } from 'vitest'
import { isException } from '../helpers/plans.ts'

test('a statement may read a whole table whether PostgreSQL collected it with its constants or without', () => {
  const year = 'select m.holder_id from app.note_movements m where m.about ='
  expect(isException(`${year} $1 group by m.holder_id`)).toBe(true)
  expect(isException(`${year} 'payment' group by m.holder_id`)).toBe(true)
  expect(isException("select filename from documents where filename like 'A%'")).toBe(false)
})
