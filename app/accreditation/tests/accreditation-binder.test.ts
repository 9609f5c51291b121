import { createHash } from 'node:crypto'
import { expect } from 'vitest'
import type { Actor } from '../../../server/access/actor.ts'
import { actAsJobs } from '../../../server/database/act-as.ts'
import * as operations from '../../../server/operations.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import { approvedBy, ownMoney, signedBy, uploadedEvidence } from '../../../tests/helpers/accreditation.ts'
import { givenHolder } from '../../../tests/helpers/holders.ts'
import { givenDocument } from '../../../tests/helpers/insert-document.ts'
import { givenAccreditation, givenNote, givenSignedNote } from '../../../tests/helpers/notes.ts'
import { allSent, type SharedPortal, test } from '../../../tests/helpers/shared-portal.ts'
import { givenToday } from '../../../tests/helpers/today.ts'
import { unzip } from '../../../tests/helpers/unzip.ts'
import { decideApproval } from '../../approvals/server/decide-approval.ts'
import { findMaturingNotes } from '../../notes/server/accreditation-facts.ts'
import { requestFunding } from '../../notes/server/funding.ts'
import { requestTransfer } from '../../notes/server/transfer.ts'
import { endAccreditations } from '../server/end-accreditations.ts'
import { addEvidence } from '../server/evidence.ts'
import { getOwnAccreditation } from '../server/own-accreditation.ts'
import { remindOfAccreditation } from '../server/remind.ts'
import { accreditationSeal } from '../server/signed-copy.ts'
import { saveAccreditation } from '../server/start.ts'

/** Verified by net worth, and approved by two people. @returns the verification's id */
async function verified(
  portal: SharedPortal,
  people: Record<'admin' | 'colleague' | 'investor', Actor>,
  holder: string,
) {
  const { admin, colleague, investor } = people
  const { id } = await saveAccreditation(investor, { holderId: holder, ...ownMoney, method: 'net_worth' })
  for (const kind of ['assets', 'credit_report']) {
    const documentId = await uploadedEvidence(portal, investor, [kind], `${kind}.pdf`)
    await addEvidence(investor, id, { documentId, kind, datedOn: fundDay() })
  }
  const { verification } = await getOwnAccreditation(investor, holder)
  await signedBy(portal, investor, id, { typedName: 'Iris Vestor', text: verification?.text ?? '' })
  for (const reviewer of [admin, colleague]) await approvedBy(reviewer, id)
  return id
}

async function binderOf(admin: Actor, of: { holderId: string } | { offering: string }) {
  const { archive } = await operations.exportBinder(admin, of)
  return unzip(Buffer.from(await new Response(archive).arrayBuffer()))
}

test('the binder has everything a sale rested on, and the SHA-256 of each file', async ({
  portal,
  admin,
  colleague,
  investor,
}) => {
  const { id: holder } = await givenHolder(admin, investor, { legalName: 'Iris Vestor', state: 'TX' })
  const id = await verified(portal, { admin, colleague, investor }, holder)
  const offering = `Offering of ${holder}`
  const note = await givenSignedNote(
    portal,
    { admin, colleague, investor },
    { holderId: holder, offering, saleState: 'TX', signedOn: fundDay() },
  )
  await portal.owner.query(
    'update evidence set destroy_on = current_date - 1 where accreditation_id = $1 and destroy_on is not null',
    [id],
  )
  await endAccreditations()

  const copies = await portal.owner.query('select id from accreditation_copies where accreditation_id = $1', [id])
  const { id: copy } = await givenDocument(portal, investor, { filename: 'copy.pdf', content: 'the signed copy' })
  await actAsJobs(async tx => accreditationSeal.sealed?.(tx, copies.rows[0].id, copy, 'a'.repeat(64)))

  const files = await binderOf(admin, { offering })
  const text = (end: string) => files.find(({ name }) => name.endsWith(end))?.content.toString() ?? ''
  expect(text('Index.txt')).toContain(`Sale: ${note.number}, $200,000.00`)
  expect(text('Index.txt')).toMatch(/Form D is due by \d{4}-\d\d-\d\d\.[\s\S]*TX: first sold on/)
  expect(text('Sales.csv')).toContain('By net worth')
  expect(text('Representations.txt')).toMatch(
    /Signed "Iris Vestor" by Iris Vestor[\s\S]*Under consent to electronic signatures, version .*identity shown with sign-in/,
  )
  expect(files.find(({ name }) => name.includes('/Signed copy of '))?.content.toString()).toBe('the signed copy')
  expect(text('Checklist.txt')).toMatch(/approved by Ada Ministrator[\s\S]*\[x\][\s\S]*approved by Cole League/)
  expect(
    files
      .find(({ name }) => name.endsWith('Evidence/assets.pdf'))
      ?.content.subarray(0, 5)
      .toString(),
  ).toBe('%PDF-')
  expect(text('credit_report.pdf - certificate.txt')).toMatch(/Destroyed on [\s\S]*SHA-256|SHA-256[\s\S]*Destroyed on /)
  expect(text('Log.csv')).toContain('accreditation.evidence_destroyed')
  const sums = text('SHA256SUMS').trim().split('\n')
  expect(sums).toHaveLength(files.length - 1)
  for (const line of sums) {
    const [sum, name] = line.split('  ')
    const file = files.find(one => one.name === name)
    expect(
      createHash('sha256')
        .update(file?.content ?? '')
        .digest('hex'),
      name,
    ).toBe(sum)
  }
  // A holder's own binder has the same files, and doesn't call its first sale the offering's.
  const own = await binderOf(admin, { holderId: holder })
  expect(own.length).toBe(files.length)
  const index = own.find(({ name }) => name === 'Index.txt')?.content.toString() ?? ''
  expect(index).toContain(`Sale: ${note.number}`)
  expect(index).not.toContain('Form D')
  await expect(
    operations.exportBinder({ ...admin, sessionId: undefined } as never, { offering }),
  ).rejects.toMatchObject({
    code: 'PROOF_NEEDED',
  })
})

test('members are reminded once for a note that matures, and not where it can be renewed as it is', async ({
  portal,
  admin,
  colleague,
  investor,
}) => {
  givenToday('2026-11-20')
  const people = { admin, colleague, investor }
  const note = await givenNote(portal, people, '2026-01-15')
  await portal.owner.query("update accreditations set valid_through = '2026-11-30' where holder_id = $1", [
    note.holderId,
  ])
  await allSent(portal)
  const before = portal.mailbox.count(investor.email)
  const remind = async (day: string) => {
    await remindOfAccreditation(findMaturingNotes, day)
    const { rows } = await portal.owner.query(
      'select kind from accreditation_reminders where note_id = $1 order by kind',
      [note.id],
    )
    return rows.map(({ kind }) => kind)
  }
  expect(await remind('2026-11-15')).toEqual([])
  expect(await remind('2026-11-20')).toEqual(['ends-soon'])
  expect(await remind('2026-11-21')).toEqual(['ends-soon'])
  expect(await remind('2026-12-20')).toEqual(['ends-soon', 'needed-for-renewal'])
  await allSent(portal)
  expect(portal.mailbox.count(investor.email) - before).toBe(2)
  const good = await givenNote(portal, people, '2026-01-15')
  await remindOfAccreditation(findMaturingNotes, '2026-12-20')
  const { rowCount } = await portal.owner.query('select from accreditation_reminders where note_id = $1', [good.id])
  expect(rowCount).toBe(0)
})

test('a note that was taken over is no sale, and what was found out about a wire is in the log', async ({
  portal,
  admin,
  colleague,
  investor,
  second,
}) => {
  givenToday('2026-11-20')
  const people = { admin, colleague, investor }
  const { id: holder } = await givenHolder(admin, investor, { legalName: 'Iris Vestor', state: 'TX' })
  const { id: heir } = await givenHolder(admin, second, { legalName: 'Ian Heritor', state: 'TX' })
  await givenAccreditation(portal, holder, investor)
  const offering = `Offering of ${holder}`
  const note = await givenSignedNote(portal, people, { holderId: holder, offering, saleState: 'TX' })
  const finding = 'Her maiden name; the bank confirmed it.'
  const arrived = { day: '2026-11-02', confirmedDay: '2026-11-02' }
  const wire = { ...arrived, amount: 200_000_00n, reference: 'WIRE', originator: 'Iris Fairchild', finding }
  await decideApproval(colleague, await requestFunding(admin, note.id, wire), 'approved')
  const transfer = { holder: heir, reason: 'death', day: '2026-11-18', paper: 'Letters testamentary' }
  await decideApproval(colleague, await requestTransfer(admin, note.id, transfer), 'approved')
  const files = await binderOf(admin, { offering })
  const text = (end: string) => files.find(({ name }) => name.endsWith(end))?.content.toString() ?? ''
  expect(text('Index.txt').match(/Sale: /g)).toHaveLength(1)
  expect(text('Index.txt')).not.toContain('Ian Heritor')
  expect(text('Log.csv')).toContain(finding)
})
