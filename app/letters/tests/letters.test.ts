import { expect } from 'vitest'
import type { Actor } from '../../../server/access/actor.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import { eventually } from '../../../tests/helpers/eventually.ts'
import { givenPayment, withFreshProof } from '../../../tests/helpers/notes.ts'
import { allNotified, endNotificationDelay } from '../../../tests/helpers/notifications.ts'
import { textOfPdf } from '../../../tests/helpers/pdf-tools.ts'
import { type SharedPortal, test } from '../../../tests/helpers/shared-portal.ts'
import { codeOf, givenPayee, monthly } from '../../../tests/helpers/tax.ts'
import { getApprovals } from '../../approvals/server/approvals-list.ts'
import { decideApproval } from '../../approvals/server/decide-approval.ts'
import { getRuns } from '../../runs/server/runs-list.ts'
import {
  beginLetters,
  getLetterRun,
  leaveOutLetter,
  recallLetters,
  requestLetterRelease,
  rewriteLetters,
  takeBackLetter,
} from '../server/yearly-letters.ts'

const written = {
  subject: 'Your notes in {year}',
  text: 'Dear {holder},\n\nwe owe you {principal} of principal.\n\nWe paid you {interest} of interest.',
}

const untilPrepared = (actor: Actor, id: string) =>
  eventually('prepared letters', async () => {
    const found = await getLetterRun(actor, id)
    return found.run.state === 'prepared' && found
  })

async function read(portal: SharedPortal, reader: Actor, document: string | null | undefined) {
  const answer = await portal.fetch(`/files/${document}`, { cookie: await portal.sessionOf(reader) })
  const bytes = Buffer.from(await answer.arrayBuffer())
  return answer.status === 200 ? textOfPdf(bytes) : answer.status
}

test('a year’s letters have each holder’s figures, are released by two people, read by the holder alone, and recalled', async ({
  portal,
  people,
  second,
}) => {
  const { admin, colleague, investor } = people
  const { holder, note } = await givenPayee(portal, people, 2014)
  const other = await givenPayee(portal, people, 2014, { legalName: 'Vestor Trust' })
  await givenPayment(people, note.id, { day: '2014-02-01', amount: monthly })
  expect(await codeOf(beginLetters(investor, { year: '2014', ...written }))).toBe('FORBIDDEN')
  expect(await codeOf(beginLetters(admin, { year: fundDay().slice(0, 4), ...written }))).toBe('LETTER_YEAR')
  expect(await codeOf(beginLetters(admin, { year: '1999', ...written }))).toBe('LETTER_NOBODY')
  const misspelled = { ...written, text: 'Dear {name}' }
  expect(await codeOf(beginLetters(admin, { year: '2014', ...misspelled }))).toBe('LETTER_PLACEHOLDER')
  const run = await beginLetters(admin, { year: '2014', ...written })
  expect(await codeOf(beginLetters(colleague, { year: '2014', ...written }))).toBe('LETTER_EXISTS')

  const prepared = await untilPrepared(admin, run)
  const of = (holderId: string) => prepared.entries.find(entry => entry.holderId === holderId)
  expect(of(holder.id)).toMatchObject({ principal: '20000000', interest: '183333', leftOut: null })
  expect(of(other.holder.id)).toMatchObject({ principal: '20000000', interest: '0' })
  const text = await read(portal, admin, of(holder.id)?.documentId)
  for (const said of ['Your notes in 2014', '$200,000.00', '$1,833.33', holder.number, '1 Congress Avenue'])
    expect(text).toContain(said)
  expect(await read(portal, investor, of(holder.id)?.documentId)).toBe(404)

  // One is left out, included, and left out again.
  const letter = of(other.holder.id)?.id ?? ''
  await leaveOutLetter(admin, run, { letter, reason: 'Wound up' })
  const without = await untilPrepared(admin, run)
  expect(without.run).toMatchObject({ letters: prepared.run.letters - 1, leftOut: 1 })
  expect(without.entries.find(({ id }) => id === letter)).toMatchObject({ leftOut: 'Wound up', documentId: null })
  await takeBackLetter(admin, run, { letter })
  expect((await untilPrepared(admin, run)).run).toMatchObject({ letters: prepared.run.letters, leftOut: 0 })
  await leaveOutLetter(admin, run, { letter, reason: 'Wound up' })
  await untilPrepared(admin, run)

  // What is booked after the request isn't in the letters.
  const early = await requestLetterRelease(admin, run)
  expect(await codeOf(decideApproval(admin, early, 'approved'))).toBe('APPROVE_OWN')
  await givenPayment(people, note.id, { day: '2014-03-01', amount: monthly })
  expect(await codeOf(decideApproval(colleague, early, 'approved'))).toBe('LETTER_STALE')
  await rewriteLetters(admin, run, { ...written, subject: 'The year 2014' })
  expect(await codeOf(decideApproval(colleague, early, 'approved'))).toBe('APPROVAL_GONE')
  const { entries } = await untilPrepared(admin, run)
  const mine = entries.find(entry => entry.holderId === holder.id)
  expect(mine?.interest).toBe('366666')
  const approval = await requestLetterRelease(admin, run)
  const { waiting } = await getApprovals(colleague)
  const lines = waiting.find(({ id }) => id === approval)?.lines.join('\n')
  for (const said of ['The year 2014', 'we owe you {principal} of principal.', '1 left out'])
    expect(lines).toContain(said)
  await decideApproval(colleague, approval, 'approved')

  expect(await read(portal, investor, mine?.documentId)).toContain('$3,666.66')
  expect(await read(portal, second, mine?.documentId)).toBe(404)
  await endNotificationDelay(portal)
  await allNotified(portal)
  expect(portal.mailbox.allTo(investor.email).length).toBeGreaterThan(0)
  const listed = async () => (await getRuns(admin, 0, 'letters')).runs.find(({ id }) => id === run)
  expect(await listed()).toMatchObject({ title: 'Letters of 2014', state: 'Released', released: entries.length - 1 })
  expect(await codeOf(rewriteLetters(admin, run, written))).toBe('LETTER_STATE')

  await recallLetters(await withFreshProof(portal, admin), run, { reason: 'A wrong sentence' })
  expect(await read(portal, investor, mine?.documentId)).toBe(404)
  expect(await read(portal, admin, mine?.documentId)).toContain('$3,666.66')
  expect(await listed()).toMatchObject({ state: 'Recalled', released: 0 })
  const { rows } = await portal.owner.query(
    "select user_id from notices where kind = 'document-recalled' and document_id = $1",
    [mine?.documentId],
  )
  expect(rows).toEqual([{ user_id: investor.id }])
  // The year can have another.
  await untilPrepared(admin, await beginLetters(admin, { year: '2014', ...written }))
})
