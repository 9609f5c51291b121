import { expect } from 'vitest'
import { addDays, addMonths } from '../../../rules/days.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import { givenNote, withFreshProof } from '../../../tests/helpers/notes.ts'
import { allNotified, endNotificationDelay } from '../../../tests/helpers/notifications.ts'
import { testOnPortal } from '../../../tests/helpers/shared-portal.ts'
import { decideApproval, withdrawApproval } from '../../approvals/server/decide-approval.ts'
import { electAtMaturity, getMaturityWindow, requestLateElection } from '../server/elections.ts'

const test = testOnPortal({}, true)
const inWords = (html: string) => html.replaceAll(/<[^>]*>/g, '').replaceAll('&#x27;', '’')

test('who chose too late reads and hears what was decided: rejected, asked again, and accepted', async ({
  portal,
  people,
  approver,
}) => {
  const { admin, colleague } = people
  const investor = await withFreshProof(portal, people.investor)
  const cookie = await portal.sessionOf(investor)
  const note = await givenNote(portal, people, addMonths(addDays(fundDay(), 5), -12))
  await electAtMaturity(investor, note.id, { choice: 'renew' })
  const { late } = await getMaturityWindow(investor, note.id)
  const pages = async () => {
    const paths = [`/profile/notes/${note.id}`, `/profile/notes/${note.id}/choice`]
    const read = paths.map(async path => inWords(await (await portal.fetch(path, { cookie })).text()))
    return Promise.all(read)
  }
  const waits = 'two people of the fund have to agree to it'
  const declined =
    /You chose to renew \$200,000 on .*?, after the last day to choose\. The fund didn’t agree to it any more \(.*?\), so \$200,000 is paid out\./
  expect((await pages())[1]).toContain(waits)

  const requested = await requestLateElection(admin, late?.id ?? '')
  await withdrawApproval(admin, requested)
  expect((await pages())[1]).toContain(waits)
  await decideApproval(approver, await requestLateElection(admin, late?.id ?? ''), 'rejected', 'The cash is promised.')
  for (const page of await pages()) {
    expect(page).toMatch(declined)
    expect(page).not.toContain(waits)
  }
  expect(await getMaturityWindow(investor, note.id)).toMatchObject({ election: undefined, late: undefined })
  await endNotificationDelay(portal)
  await allNotified(portal)
  const mails = () => portal.mailbox.allTo(investor.email).map(({ text }) => text)
  expect(mails().join('\n')).toContain('after the election had closed can’t count any more')

  const again = await requestLateElection(admin, late?.id ?? '')
  expect((await pages())[1]).toContain(waits)
  await decideApproval(colleague, again, 'approved')
  for (const page of await pages()) expect(page).not.toMatch(/didn’t agree|have to agree/)
  expect(await getMaturityWindow(investor, note.id)).toMatchObject({ election: { choice: 'renew' } })
  await endNotificationDelay(portal)
  await allNotified(portal)
  expect(mails().join('\n')).toContain('we’ve agreed to it')
})
