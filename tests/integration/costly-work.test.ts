import { expect } from 'vitest'
import { addEvidence } from '../../app/accreditation/server/evidence.ts'
import { saveAccreditation } from '../../app/accreditation/server/start.ts'
import { saveProfile } from '../../app/people/server/profiles.ts'
import { changesPerGuest, changeWindow, evidenceSearched } from '../../rules/limits.ts'
import type { Actor } from '../../server/access/actor.ts'
import { CostlyWork } from '../../server/access/costly-work.ts'
import { isUsedUp } from '../../server/access/rate-limit.ts'
import { fundDay } from '../../server/platform/fund-day.ts'
import { storage } from '../../server/storage/storage.ts'
import { ownMoney, uploadedEvidence } from '../helpers/accreditation.ts'
import { givenHolder } from '../helpers/holders.ts'
import { type SharedPortal, test } from '../helpers/shared-portal.ts'

const busy = { code: 'EVIDENCE_BUSY', status: 429 }
const stays = new AbortController().signal
let works = 0

/** Work with a limit of one running and one waiting, and the running ones. The portal's database counts it. */
function givenWork(_: SharedPortal, { perHour = 10, time = 60_000 } = {}) {
  const work = new CostlyWork(`work ${works++}`, { atOnce: 1, waiting: 1, perHour, time, code: 'EVIDENCE_BUSY' })
  const running = new Map<string, () => void>()
  const start = (who: string, left: AbortSignal = stays) =>
    work.run(who, left, canceled => {
      const { promise, resolve } = Promise.withResolvers<string>()
      running.set(who, () => resolve('done'))
      canceled.addEventListener('abort', () => resolve('canceled'))
      return promise.finally(() => running.delete(who))
    })
  const has = (who: string) => expect.poll(() => running.has(who)).toBe(true)
  return { start, running, has }
}

test('costly work is bounded in number, in all and for a person, who can start again once it is done', async ({
  portal,
}) => {
  const { start, running, has } = givenWork(portal)
  const first = start('a')
  await has('a')
  await expect(start('a')).rejects.toMatchObject(busy)
  const second = start('b')
  await expect(start('c')).rejects.toMatchObject(busy)
  running.get('a')?.()
  expect(await first).toBe('done')
  await has('b')
  const again = start('a')
  running.get('b')?.()
  await has('a')
  running.get('a')?.()
  expect(await Promise.all([second, again])).toEqual(['done', 'done'])
})

test('a person who leaves has their work canceled, or gives up their place in the queue', async ({ portal }) => {
  const { start, running, has } = givenWork(portal)
  const runner = new AbortController()
  const first = start('a', runner.signal)
  await has('a')
  const waiter = new AbortController()
  const waiting = start('b', waiter.signal)
  const refused = expect(waiting).rejects.toMatchObject(busy)
  await expect(start('c')).rejects.toMatchObject(busy)
  waiter.abort()
  await refused
  const third = start('c')
  const gone = expect(first).rejects.toMatchObject(busy)
  runner.abort()
  await gone
  await has('c')
  running.get('c')?.()
  expect(await third).toBe('done')
  await expect(start('d', runner.signal)).rejects.toMatchObject(busy)
})

test('what takes too long is canceled, and one person can start only so much in an hour', async ({ portal }) => {
  const { start } = givenWork(portal, { perHour: 1, time: 50 })
  expect(await start('a')).toBe('canceled')
  await expect(start('a')).rejects.toMatchObject(busy)
  expect(await start('b')).toBe('canceled')
})

test('evidence is read only for those who may add it, and not added for somebody who has left', async ({
  portal,
  admin,
  investor,
  second,
}) => {
  const { id: holder } = await givenHolder(admin, investor)
  const { id } = await saveAccreditation(investor, { holderId: holder, ...ownMoney, method: 'net_worth' })
  const described = async (of: typeof investor) => ({
    documentId: await uploadedEvidence(portal, of, ['Assets'], 'assets.pdf'),
    kind: 'assets',
    datedOn: fundDay(),
  })
  const theirs = await described(second)
  // The file is gone, and its reader gets an error.
  const { rows: stored } = await portal.owner.query('select file_path from documents where id = $1', [
    theirs.documentId,
  ])
  await storage().delete(stored[0]?.file_path)
  await expect(addEvidence(second, id, theirs)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(addEvidence(investor, id, await described(investor), AbortSignal.abort())).rejects.toMatchObject(busy)
  const { rows } = await portal.owner.query('select from evidence where accreditation_id = $1', [id])
  expect(rows).toEqual([])
})

test('a file that is too large isn’t read, which its reviewers are told', async ({ portal, admin, investor }) => {
  const { id: holder } = await givenHolder(admin, investor)
  const { id } = await saveAccreditation(investor, { holderId: holder, ...ownMoney, method: 'net_worth' })
  const documentId = await uploadedEvidence(portal, investor, ['SSN 123-45-6789'], 'assets.pdf')
  await portal.owner.query('update documents set file_size = $2 where id = $1', [documentId, evidenceSearched + 1])
  const { ssnPages } = await addEvidence(investor, id, { documentId, kind: 'assets', datedOn: fundDay() })
  expect(ssnPages).toEqual([])
  const { rows } = await portal.owner.query('select is_searched from evidence where accreditation_id = $1', [id])
  expect(rows).toEqual([{ is_searched: false }])
})

test('a person who changes something all day grows the log only so far; the office isn’t limited', async ({
  portal,
  admin,
  domain,
}) => {
  const guest = { ...(await portal.newPerson(`guest@${domain}`, { guest: true })), isGuest: true }
  const save = (actor: Actor, n: number) => saveProfile(actor, { full_name: `Name ${n}`, organization: '' })
  for (let n = 0; n < changesPerGuest; n++) await save(guest, n)
  await expect(save(guest, changesPerGuest)).rejects.toMatchObject({ code: 'TOO_MANY_CHANGES', status: 429 })
  const entries = await portal.owner.query('select from audit_log where actor_id = $1', [guest.id])
  expect(entries.rowCount).toBe(changesPerGuest)
  // Administrators' and approvers' actions aren't counted: one decision may be a whole payday.
  const approver = { ...(await portal.newPerson(`approver@${domain}`, { isApprover: true })), isApprover: true }
  for (const actor of [admin, approver]) {
    await save(actor, 1)
    expect(await isUsedUp(`changes by ${actor.id}`, 1, changeWindow)).toBe(false)
  }
})
