import { randomBytes } from 'node:crypto'
import { expect } from 'vitest'
import type { Actor } from '../../../server/access/actor.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import { givenPayment } from '../../../tests/helpers/notes.ts'
import { type SharedPortal, testOnPortal } from '../../../tests/helpers/shared-portal.ts'
import { furnished, givenForms, givenPayee, monthly } from '../../../tests/helpers/tax.ts'

const test = testOnPortal({ VAULT_KEY: randomBytes(32).toString('base64') }, true)

test('the office reads which form differs from the ledger, by how much, and is led to its correction', async ({
  portal,
  people,
}) => {
  const { admin } = people
  const { holder, note } = await givenPayee(portal, people, 2012)
  await givenPayment(people, note.id, { day: '2012-02-01', amount: monthly })
  const run = await givenForms(admin, 2012)
  await furnished(people, run)
  const page = `/profile/admin/tax/forms/${run}`
  expect(await read(portal, admin, page)).not.toContain('iffers from the ledger')
  await givenPayment(people, note.id, { day: '2012-12-31', amount: monthly })

  const today = await read(portal, admin, '/profile/admin/today')
  expect(wordsOf(today)).toContain('Tax form of 2012 differs from the ledger')
  expect(wordsOf(today)).toContain(`Iris Vestor (${holder.number}): The form says $1,833.33, the ledger $3,666.66.`)
  expect(today).toContain(`href="${page}"`)
  expect(wordsOf(await read(portal, admin, '/profile/admin/tax/forms'))).toContain('1 form differs from the ledger')
  const shown = await read(portal, admin, page)
  for (const said of ['Differs from the ledger', '$1,833.33', '$3,666.66', 'Why they are filed although forms differ'])
    expect(shown).toContain(said)
  expect(shown).toContain(`href="${page}?correct=${holder.number}#correct"`)
  const correcting = await read(portal, admin, `${page}?correct=${holder.number}`)
  expect(correcting).toContain(`value="${holder.number}"`)
  expect(correcting).toContain('>The form says $1,833.33, the ledger $3,666.66.</textarea>')
  expect(correcting).toContain('wrong by $100 or less, $25 for tax withheld')
  expect(wordsOf(correcting)).toContain('corrected by May 1, 2013 with the IRS and by')
})

test('the dates of the law stand beside the forms once interest was paid in the year', async ({ portal, people }) => {
  const { admin } = people
  const year = Number(fundDay().slice(0, 4)) - 1
  const { note } = await givenPayee(portal, people, year)
  await givenPayment(people, note.id, { day: `${year}-02-03`, amount: monthly })
  const shown = await read(portal, admin, '/profile/admin/tax/forms')
  for (const said of ['Compliance dates', 'Forms 1099-INT to the IRS']) expect(shown).toContain(said)
})

const wordsOf = (html: string) => html.replaceAll(/<[^>]+>/g, '')

/** @returns a page, without scripts and React's comments */
async function read(portal: SharedPortal, person: Actor, path: string): Promise<string> {
  const answer = await portal.fetch(path, { cookie: await portal.sessionOf(person) })
  expect(answer.status).toBe(200)
  return (await answer.text()).replaceAll(/<script\b.*?<\/script>/gs, '').replaceAll('<!-- -->', '')
}
