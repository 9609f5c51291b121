import { expect } from 'vitest'
import type { Actor } from '../../../server/access/actor.ts'
import { givenDelegate } from '../../../tests/helpers/delegates.ts'
import { foundDocuments } from '../../../tests/helpers/found-documents.ts'
import { givenDocument } from '../../../tests/helpers/insert-document.ts'
import { insertHolder, insertNote } from '../../../tests/helpers/insert-notes.ts'
import { type SharedPortal, testOnPortal } from '../../../tests/helpers/shared-portal.ts'
import { getOwnAccreditation } from '../../accreditation/server/own-accreditation.ts'
import { getOwnDelegates } from '../../delegates/server/own-delegates.ts'
import { getYear } from '../../delegates/server/year.ts'
import { countDocuments } from '../../documents/server/document-search.ts'
import { getHoldings } from '../../holdings/server/holdings.ts'
import { getOwnTax } from '../../tax/server/own-tax.ts'
import type { HolderKind } from '../holders.ts'
import { getAccounts } from '../server/accounts.ts'
import { getHoldersOf } from '../server/holders-list.ts'

/** A member of several holders views one of them, or all. */

const test = testOnPortal({}, true)

/** An IRA, a trust and the person, each with a note and a document; and a document without a holder. */
async function givenAccounts(portal: SharedPortal, investor: Actor) {
  const query = (text: string, values?: unknown[]) => portal.owner.query(text, values)
  const given = async (name: string, kind: HolderKind) => {
    const id = await insertHolder(query, [investor], { name, kind, custodian: kind === 'sdira' ? 'A Custodian' : '' })
    await insertNote(query, id, { issueDate: '2025-12-15', until: '2026-07-20', paid: [1] })
    const { id: document } = await givenDocument(portal, investor, { filename: `${name}.pdf` })
    await query('update documents set holder_id = $2 where id = $1', [document, id])
    return id
  }
  const ira = await given('A Custodian FBO Vestor IRA', 'sdira')
  const trust = await given('Birch Trust', 'revocable_trust')
  const self = await given('Vestor, Iris', 'individual')
  await givenDocument(portal, investor, { filename: 'Upload.pdf' })
  return { ira, trust, self }
}

/** The contents of each page for an account. */
async function shownOf(person: Actor, account: string | undefined) {
  const documents = await foundDocuments(person, person.id, { search: '', sort: 'name' }, 50, account)
  const found = await foundDocuments(person, person.id, { search: 'pdf', sort: 'name' }, 50, account)
  const counts = await countDocuments(person, person.id, { search: '' }, account)
  const holdings = await getHoldings(person, '2026-07-27', account)
  const year = await getYear(person, '2026', '2026-07-27', account)
  const { holders, delegates } = await getOwnDelegates(person, account)
  expect(found).toEqual(documents)
  expect(documents).toMatchObject({ total: counts.kinds.pdf, matching: counts.kinds.pdf })
  return {
    documents: documents.rows.map(({ filename }) => filename),
    notes: holdings?.notes.map(({ holder }) => holder.id).toSorted(),
    year: year.holders.map(({ holderId }) => holderId),
    invitesFor: holders[0]?.id,
    delegates: delegates.map(({ holderId }) => holderId).toSorted(),
    tax: (await getOwnTax(person, account)).holder?.id,
    accreditation: (await getOwnAccreditation(person, account)).holder?.id,
  }
}

test('each page shows the account that is chosen, and the person comes first where one is needed', async ({
  portal,
  investor,
  second,
}) => {
  const { ira, trust, self } = await givenAccounts(portal, investor)
  for (const holder of [ira, self]) await givenDelegate(portal, investor, second, holder)
  const order = [self, trust, ira]
  expect((await getHoldersOf(investor, investor.id)).map(({ id }) => id)).toEqual(order)
  expect(await getAccounts(investor, trust)).toMatchObject({
    accounts: [{ id: self, isPerson: true }, { id: trust, isPerson: false }, { id: ira }],
    chosen: trust,
  })
  expect(await shownOf(investor, undefined)).toEqual({
    documents: ['A Custodian FBO Vestor IRA.pdf', 'Birch Trust.pdf', 'Upload.pdf', 'Vestor, Iris.pdf'],
    notes: [ira, trust, self].toSorted(),
    year: order,
    invitesFor: self,
    delegates: [ira, self].toSorted(),
    tax: self,
    accreditation: self,
  })
  expect(await shownOf(investor, 'all')).toEqual(await shownOf(investor, undefined))
  for (const [holder, documents] of [
    [ira, ['A Custodian FBO Vestor IRA.pdf']],
    [self, ['Upload.pdf', 'Vestor, Iris.pdf']],
  ] as const)
    expect(await shownOf(investor, holder)).toEqual({
      documents,
      notes: [holder],
      year: [holder],
      invitesFor: holder,
      delegates: [holder],
      tax: holder,
      accreditation: holder,
    })
})

test('a holder of somebody else’s in the address or the cookie shows nothing of theirs', async ({
  portal,
  investor,
  second,
}) => {
  const { ira } = await givenAccounts(portal, investor)
  const foreign = await givenAccounts(portal, second)
  const own = await shownOf(investor, undefined)
  for (const account of [foreign.ira, foreign.self]) {
    expect(await getAccounts(investor, account)).toMatchObject({ chosen: 'all' })
    expect(await shownOf(investor, account)).toEqual(own)
  }
  // A former member doesn't see the holder anymore.
  await portal.owner.query('update holder_members set ended_at = now() where holder_id = $1', [ira])
  expect(await getAccounts(investor, ira)).toMatchObject({ chosen: 'all' })
  expect((await shownOf(investor, ira)).documents).not.toContain('A Custodian FBO Vestor IRA.pdf')

  const cookie = await portal.sessionOf(investor)
  const ids = Object.values(foreign)
  for (const path of ['/profile', '/profile/notes', '/profile/tax', '/profile/year/2026', '/profile/accreditation']) {
    for (const requested of [
      { path: `${path}?holder=${foreign.trust}`, cookie },
      { path, cookie: `${cookie}; promissory.account=${foreign.trust}` },
    ]) {
      const answer = await portal.fetch(requested.path, { cookie: requested.cookie })
      expect(answer.status, requested.path).toBe(200)
      const page = await answer.text()
      // The address and the account choice may echo the id, but no data.
      for (const id of ids) expect(page.replaceAll(`holder=${foreign.trust}`, ''), requested.path).not.toContain(id)
      expect(page).not.toContain(second.id)
    }
  }
})

test('a choice is remembered until the browser is closed, and no page needs it in its address', async ({
  portal,
  investor,
}) => {
  const { ira } = await givenAccounts(portal, investor)
  const cookie = await portal.sessionOf(investor)
  const chosen = await portal.fetch(`/profile?holder=${ira}`, { cookie })
  const [kept = ''] = chosen.headers.getSetCookie().filter(line => line.startsWith('promissory.account='))
  expect(kept).toBe(`promissory.account=${ira}; Path=/; HttpOnly; SameSite=Lax`)
  const textOf = async (path: string) =>
    (await portal.fetch(path, { cookie: `${cookie}; ${kept.split(';')[0]}` })).text()
  expect(await textOf('/profile')).toContain('A Custodian FBO Vestor IRA.pdf')
  expect(await textOf('/profile')).not.toContain('Upload.pdf')
  expect(await textOf('/profile/notes')).toMatch(/aria-current="true"[^>]*>A Custodian FBO Vestor IRA/)
  // Pages that aren't about an account don't change the choice, and neither does an unknown id.
  for (const path of [
    '/profile?holder=x',
    '/profile/settings',
    `/?holder=${ira}`,
    `/profile/admin/today?holder=${ira}`,
  ])
    expect((await portal.fetch(path, { cookie })).headers.getSetCookie().join(), path).not.toContain(
      'promissory.account',
    )
})
