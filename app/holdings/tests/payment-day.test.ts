import { expect } from 'vitest'
import { givenNote, givenPayment } from '../../../tests/helpers/notes.ts'
import { allNotified, endNotificationDelay } from '../../../tests/helpers/notifications.ts'
import { test } from '../../../tests/helpers/shared-portal.ts'
import { givenToday } from '../../../tests/helpers/today.ts'
import { getHoldings } from '../server/holdings.ts'

test('on payment day the mail says how far the note is and what comes next, and the home what was sent', async ({
  portal,
  people,
}) => {
  const { investor } = people
  givenToday('2026-08-14')
  const note = await givenNote(portal, people, '2026-06-15')
  await givenPayment(people, note.id, { day: '2026-07-15', amount: 1_833_33n })
  await endNotificationDelay(portal)
  await allNotified(portal)
  givenToday('2026-08-17')
  await givenPayment(people, note.id, { day: '2026-08-17', amount: 1_833_33n })
  await endNotificationDelay(portal)
  await allNotified(portal)
  const mail = await portal.mailbox.to(investor.email)
  expect(mail.text).toContain('We’ve recorded a payment on a note of yours. 2 of 12. Next: Sep 15, 2026.')
  expect(`${mail.subject}${mail.text}`).not.toContain('$')

  const progress = { paid: 2, of: 12, next: '2026-09-15' }
  const sent = { day: '2026-08-17', cents: 1_833_33n, notes: 1, progress }
  expect((await getHoldings(investor))?.sent).toEqual(sent)
  givenToday('2026-08-20')
  expect((await getHoldings(investor))?.sent).toBeUndefined()
})
