import { expect, test } from 'vitest'
import { testSecret } from '../helpers/cluster.ts'
import { eventually } from '../helpers/eventually.ts'
import { givenDocument } from '../helpers/insert-document.ts'
import { allNotified, endNotificationDelay, notifyOf } from '../helpers/notifications.ts'
import { testPortal } from '../helpers/portal.ts'
import { startServer } from '../helpers/server.ts'

test('two processes notify each person once, even when one of them is killed in between', async () => {
  // Another process works on the same portal. Its PostgreSQL keeps running: only that process is killed.
  await using portal = await testPortal({ NOTICE_WINDOW: '2' })
  const { mailbox, owner } = portal
  const beside = await startServer({
    DATABASE_URL: portal.ownerUrl,
    AUTH_SECRET: testSecret,
    SMTP_URL: mailbox.url,
    NOTICE_WINDOW: '2',
  })
  try {
    const people: { userId: string; documentId: string }[] = []
    for (let number = 0; number < 20; number++) {
      const person = await portal.newPerson(`person-${number}@example.com`)
      people.push({ userId: person.id, documentId: (await givenDocument(portal, person)).id })
    }
    const notifyAll = () =>
      Promise.all(
        people.map(about => notifyOf({ by: portal.admin, kind: 'document-added', filename: 'Note.pdf', ...about })),
      )
    // Undeliverable mail waits, fetched by either process, while one is killed and restarted.
    mailbox.refusing = true
    await notifyAll()
    await notifyAll()
    await eventually('refused attempts', async () => {
      const { rows } = await owner.query("select from jobs.job where name = 'send-mail' and state = 'retry'")
      return rows.length > 5
    })
    await beside.end('SIGKILL')
    mailbox.refusing = false
    await beside.start()
    await endNotificationDelay(portal)
    // A mail that the killed process was just sending is tried again once a minute has passed without its answer.
    // At some minutes of the hour the office gets mail of its own.
    const toPeople = () => mailbox.messages.filter(({ to }) => to.startsWith('person-'))
    await eventually('a mail to everyone', () => new Set(toPeople().map(({ to }) => to)).size === 20)
    await allNotified(portal)
    // A second mail to a person is correct only for notices added after the window of the first had closed.
    const { rows } = await owner.query(
      'select mail_id, count(*)::int as notices from notices where mail_id is not null group by mail_id',
    )
    expect(rows.reduce((sum, row) => sum + row.notices, 0)).toBe(40)
    const ids = toPeople().map(({ mail }) => mail.messageId)
    expect(ids.sort()).toEqual(rows.map(({ mail_id }) => `<${mail_id}@larkstone.example>`).sort())
  } finally {
    await beside.dispose()
  }
})
