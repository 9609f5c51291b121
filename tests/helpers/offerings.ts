import { randomUUID } from 'node:crypto'
import { decideApproval } from '../../app/approvals/server/decide-approval.ts'
import { holderKinds } from '../../app/holders/holders.ts'
import { draftOffering, publishDisclosure, requestOfferingOpening } from '../../app/subscriptions/server/offerings.ts'
import { fund } from '../../content/fund.ts'
import type { Actor } from '../../server/access/actor.ts'
import { fundDay } from '../../server/platform/fund-day.ts'
import { enterCoveredPerson } from '../../server/sample/covered-persons.ts'
import { givenDocument } from './insert-document.ts'
import { type NotePeople, withFreshProof } from './notes.ts'
import type { SharedPortal } from './shared-portal.ts'

/** Wire instructions in force, and a register of covered persons that is current: what every offering needs. */
export async function givenSaleable({ owner }: SharedPortal, { admin }: Pick<NotePeople, 'admin'>): Promise<void> {
  const { rows } = await owner.query('select app.wire_in_force() is null as missing')
  // Without a VAULT_KEY, as the tests' files aren't sealed.
  if (rows[0].missing)
    await owner.query(
      `with number as (insert into vault_numbers (id, kind, ciphertext, key_id, hmac, last4) values (gen_random_uuid(),
          'wire_account', decode(repeat('00', 40), 'hex'), decode(repeat('00', 16), 'hex'), sha256('x'), '4321') returning id),
        approval as (insert into approvals (kind, subject_id, content, summary, asked_by, decision, decided_by, decided_at)
          values ('wire.change', gen_random_uuid(), $2, 'A test', $1, 'withdrawn', $1, now()) returning id)
      insert into wire_instructions (bank_name, bank_address, routing_number, account_name, number_id, account_last4, approval_id,
        approved_by, approved_at) select 'First Bank of Dallas', '1 Main Street', '111000025', 'Larkstone', n.id, '4321', a.id, $1,
        now() - interval '4 days' from number n, approval a`,
      [
        admin.id,
        { bankName: 'x', bankAddress: 'x', routingNumber: 'x', accountName: 'x', last4: '4321', furtherCredit: null },
      ],
    )
  const { rows: covered } = await owner.query('select 1 from covered_persons where ended_on is null')
  if (covered.length > 0) return
  await enterCoveredPerson(owner, admin, fund.name, 'issuer', admin, fundDay())
  await enterCoveredPerson(owner, admin, 'Ada Ministrator', 'executive_officer', admin, fundDay())
}

/** Publishes a disclosure of an offering. @returns its document's id */
export async function givenDisclosure(portal: SharedPortal, admin: Actor, offeringId: string, title = 'Memorandum') {
  const { id: document } = await givenDocument(portal, admin, { filename: `${title}.pdf` })
  await publishDisclosure(await withFreshProof(portal, admin), offeringId, { document, title })
  return document
}

/** An offering for every kind of holder, opened by two people. @returns its id */
export async function givenOffering(portal: SharedPortal, people: NotePeople): Promise<string> {
  const admin = await withFreshProof(portal, people.admin)
  const kinds = Object.keys(holderKinds)
  await givenSaleable(portal, { ...people, admin })
  const id = await draftOffering(admin, { name: `Offering ${randomUUID()}`, kinds: kinds as never })
  await givenDisclosure(portal, admin, id)
  await decideApproval(people.colleague, await requestOfferingOpening(admin, id), 'approved')
  return id
}

/** Has a person open every disclosure of an offering to its last byte. */
export async function openDisclosures(portal: SharedPortal, person: Actor, offeringId: string): Promise<void> {
  const { rows } = await portal.owner.query('select document_id from disclosures where offering_id = $1', [offeringId])
  const cookie = await portal.sessionOf(person)
  for (const { document_id } of rows) {
    const answer = await portal.fetch(`/files/${document_id}`, { cookie })
    if (answer.status !== 200) throw new Error(`a disclosure was answered with ${answer.status}`)
    await answer.arrayBuffer()
  }
}
