import { expect } from 'vitest'
import { adjust } from '../../../rules/business-days.ts'
import { addDays, addMonths } from '../../../rules/days.ts'
import { sumCents } from '../../../rules/money.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import { givenHolder } from '../../../tests/helpers/holders.ts'
import { givenNote, givenPayment } from '../../../tests/helpers/notes.ts'
import { test } from '../../../tests/helpers/shared-portal.ts'
import { getApprovals } from '../../approvals/server/approvals-list.ts'
import { decideApproval } from '../../approvals/server/decide-approval.ts'
import { compareRegister, differencesOf } from '../../register/server/compare-register.ts'
import { getNoteStory } from '../../register/server/note-story.ts'
import { getRegister } from '../../register/server/register-list.ts'
import { requestCure, requestDefault } from '../server/default-and-cure.ts'
import { requestPayoff } from '../server/payoff.ts'
import { requestReversal } from '../server/reversals.ts'
import { requestTransfer } from '../server/transfer.ts'

const death = { reason: 'death', paper: 'Letters testamentary' }

test('a note in default stays so with its new holder, until what is owed to both has been paid', async ({
  portal,
  people,
  second,
}) => {
  const { admin, colleague } = people
  const today = fundDay()
  const note = await givenNote(portal, people, addMonths(today, -4))
  await decideApproval(colleague, await requestDefault(admin, note.id, { reason: 'Nothing was paid' }), 'approved')
  const { id: toHolderId } = await givenHolder(admin, second, { legalName: 'Second Person' })
  const id = await requestTransfer(admin, note.id, { ...death, holder: toHolderId, day: today })
  const { waiting } = await getApprovals(colleague)
  expect(waiting.find(each => each.id === id)?.lines.join()).toContain('The note is in default, and stays so')
  await decideApproval(colleague, id, 'approved')
  const { lines, successor } = await getNoteStory(admin, note.id)
  const heirs = successor?.id ?? ''
  const stateInRegister = async () =>
    (await getRegister(admin, { on: today, holderId: toHolderId })).notes.map(({ state }) => state)
  expect([(await getNoteStory(admin, heirs)).state, ...(await stateInRegister())]).toEqual(['defaulted', 'defaulted'])

  const owed = sumCents(lines.map(({ interest, paid }) => interest - paid))
  await expect(requestCure(admin, heirs, { why: 'paid', reason: 'All paid' })).rejects.toMatchObject({
    code: 'CURE_STILL_DUE',
    message: expect.stringContaining(note.number),
  })
  await givenPayment(people, note.id, { day: today, amount: owed, reference: 'To the first holder' })
  await decideApproval(colleague, await requestCure(admin, heirs, { why: 'paid', reason: 'All paid' }), 'approved')
  expect(await stateInRegister()).toEqual(['current'])
})

test('a note that came by transfer in default, and whose payoff came back, is in default again', async ({
  portal,
  people,
  second,
}) => {
  const { admin, colleague } = people
  const today = fundDay()
  const note = await givenNote(portal, people, addMonths(today, -16))
  await decideApproval(colleague, await requestDefault(admin, note.id, { reason: 'Not repaid' }), 'approved')
  const { id: toHolderId } = await givenHolder(admin, second, { legalName: 'Second Person' })
  const transfer = { ...death, holder: toHolderId, day: addDays(today, -10) }
  await decideApproval(colleague, await requestTransfer(admin, note.id, transfer), 'approved')
  const heirs = (await getNoteStory(admin, note.id)).successor?.id ?? ''
  const payoff = { day: adjust(today, 'preceding'), reference: 'All', reason: 'Recovered' }
  await decideApproval(colleague, await requestPayoff(admin, heirs, payoff), 'approved')
  const paid = (await getNoteStory(admin, heirs)).entries.find(({ kind }) => kind === 'principal')
  const back = await requestReversal(admin, paid?.id ?? '', { why: 'returned', day: today })
  await decideApproval(colleague, back, 'approved')
  expect(await getNoteStory(admin, heirs)).toMatchObject({ state: 'defaulted', owed: 200_000_00n })
  expect(differencesOf(await compareRegister())).toEqual([])
})
