import { expect, test } from 'vitest'
import { type BankShape, shapeNames } from '../helpers/bank-shapes.ts'
import { closeMonth, givenClosingFund } from '../helpers/closing.ts'
import { someOf } from '../helpers/lane.ts'
import { testPortal } from '../helpers/portal.ts'

/* Two people close the sample fund's books from what its bank exports, as its pages let them. */

const someShapes: BankShape[] = ['chase']

test.each(someOf(someShapes, shapeNames))(
  'a month is closed from a file as a bank exports it: nobody has to choose anything, the bank ties to the books, and each program has them: %s',
  async shape => {
    await using portal = await testPortal()
    const colleague = await portal.newPerson('colleague@example.com', { isAdmin: true })
    const people = { admin: portal.admin, colleague, investor: portal.investor }
    const fund = await givenClosingFund(portal, people, '2025-10-31')
    const { lines, matched } = await closeMonth(fund, '2025-11-01', shape)
    expect([lines, matched]).toEqual([43, 43])
  },
)
