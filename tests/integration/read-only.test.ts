import { expect } from 'vitest'
import { messages } from '../../rules/messages.ts'
import type { Actor } from '../../server/access/actor.ts'
import { actAsJobs } from '../../server/database/act-as.ts'
import { SiteHold } from '../../server/database/hold-site.ts'
import { readSiteState } from '../../server/database/site-state.ts'
import { isReadOnly } from '../../server/database/watch-site-state.ts'
import { sendCode } from '../../server/identity/sign-in.ts'
import { enqueue } from '../../server/jobs/jobs.ts'
import { getUserProfile, updateUserProfile } from '../../server/people/profiles.ts'
import { seal } from '../../server/platform/seal.ts'
import { eventually } from '../helpers/eventually.ts'
import { givenDocument } from '../helpers/insert-document.ts'
import { type SharedPortal, test } from '../helpers/shared-portal.ts'
import { uploader } from '../helpers/uploads.ts'

const aMove = { kind: 'files', to: 's3://a-bucket' } as const
const readOnly = { code: 'READ_ONLY', status: 503, retryAfter: 10 }

const rename = (person: Actor, full_name: string) =>
  updateUserProfile(person, person.id, { full_name, organization: '' })

async function held(portal: SharedPortal): Promise<SiteHold> {
  const hold = await SiteHold.open(portal.ownerUrl, aMove)
  await hold.hold()
  await eventually('this process', () => isReadOnly())
  return hold
}

test('while the site is read-only everything is read, nothing is changed, and jobs wait', async ({
  portal,
  investor,
  domain,
}) => {
  const { id, content } = await givenDocument(portal, investor)
  const cookie = await portal.sessionOf(investor)
  // Its session would be renewed when it is next used.
  await portal.owner.query("update auth.sessions set expires_at = now() + interval '1 hour' where user_id = $1", [
    investor.id,
  ])
  const person = uploader(portal, cookie)
  const announced = await person.announce({ filename: 'a.txt', content: 'a letter' })
  const mail = { to: `later@${domain}`, subject: 'Later', text: 'Later', html: '' }
  {
    await using _ = await held(portal)
    const refused = await person.announce({ filename: 'b.txt', content: 'another' })
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '10'])
    expect(await refused.json()).toMatchObject({ code: 'READ_ONLY', message: messages.READ_ONLY })
    const sent = await person.send(announced.headers.get('location') ?? '', 'a letter')
    expect(sent.status).toBe(503)
    await expect(rename(investor, 'Somebody Else')).rejects.toMatchObject(readOnly)
    const client = { ip: '192.0.2.7', userAgent: '', cookie: '' }
    await expect(sendCode(client as never, investor.email)).rejects.toMatchObject(readOnly)
    await expect(portal.owner.query("update user_profiles set full_name = 'x'")).rejects.toMatchObject({
      code: '25006',
    })
    await expect(actAsJobs(tx => enqueue(tx, 'send-mail', { sealed: seal('mail', mail) }))).rejects.toMatchObject(
      readOnly,
    )

    const answer = await portal.fetch(`/files/${id}`, { cookie })
    expect([answer.status, await answer.text()]).toEqual([200, content.toString()])
    const session = await portal.fetch('/api/session', { method: 'POST', cookie })
    expect([session.status, (await session.json()).profile.email]).toEqual([200, investor.email])
    expect(await getUserProfile(investor, investor.id)).toMatchObject({ full_name: 'Iris Vestor' })
    expect((await portal.fetch('/readyz')).status).toBe(200)
  }
  await eventually('this process', () => !isReadOnly())
  await eventually('the record of what was read meanwhile', async () => {
    const { rowCount } = await portal.owner.query(
      "select from audit_log where action = 'file.opened' and subject_id = $1",
      [id],
    )
    return rowCount === 1
  })
  // The upload goes on where it was, and jobs are done again.
  const rest = await person.look(announced.headers.get('location') ?? '')
  if (rest.headers.get('upload-offset') !== '8')
    await person.send(announced.headers.get('location') ?? '', 'a letter', Number(rest.headers.get('upload-offset')))
  const { rows } = await portal.owner.query(
    "select filename from documents where user_id = $1 and filename = 'a.txt'",
    [investor.id],
  )
  expect(rows).toHaveLength(1)
  await actAsJobs(tx => enqueue(tx, 'send-mail', { sealed: seal('mail', mail) }))
  await eventually('the mail', () => portal.mailbox.count(mail.to) === 1)
})

test('a file that is stored while the connection that follows the site’s state is broken waits for it', async ({
  portal,
  investor,
}) => {
  const person = uploader(portal, await portal.sessionOf(investor))
  const announced = await person.announce({ filename: 'a.txt', content: 'a letter' })
  await portal.owner.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'promissory state' and datname = current_database()",
  )
  const sent = await person.send(announced.headers.get('location') ?? '', 'a letter')
  expect(sent.status).toBe(204)
})

test('the hold waits for what is being changed, and nothing is changed afterward', async ({ portal, investor }) => {
  const { owner } = portal
  await owner.query('begin')
  await owner.query("update user_profiles set organization = 'Begun before' where id = $1", [investor.id])
  const hold = await SiteHold.open(portal.ownerUrl, aMove)
  const holding = hold.hold()
  await eventually('the pause', async () => (await readSiteState(owner)).isPaused)
  const first = await Promise.race([
    holding.then(() => 'held'),
    new Promise(resolve => setTimeout(resolve, 500, 'waiting')),
  ])
  expect(first).toBe('waiting')
  await owner.query('commit')
  await holding
  await expect(rename(investor, 'Too late')).rejects.toMatchObject(readOnly)
  expect(await getUserProfile(investor, investor.id)).toMatchObject({ organization: 'Begun before' })
  await hold[Symbol.asyncDispose]()
})

test('a move that dies leaves the site read-only for half a minute at most, and one that was away too long is told', async ({
  portal,
  investor,
}) => {
  const hold = await held(portal)
  await expect(SiteHold.open(portal.ownerUrl, aMove)).rejects.toThrow('A move is already running')
  // The half minute is over.
  await portal.owner.query("update app.site_state set paused_until = now() - interval '1 second'")
  await eventually('this process', () => !isReadOnly())
  await rename(investor, 'Meanwhile')
  await expect(hold.finish({ filesAt: 's3://a-bucket' })).rejects.toThrow('interrupted for too long')
  await hold[Symbol.asyncDispose]()
  const other = { kind: 'files', to: '/elsewhere' } as const
  await expect(SiteHold.open(portal.ownerUrl, other)).rejects.toThrow('has begun and isn’t done')
})

test('once its files are elsewhere, a process that doesn’t know takes no more of them, and does everything else', async ({
  portal,
  investor,
}) => {
  const person = uploader(portal, await portal.sessionOf(investor))
  const hold = await held(portal)
  await hold.finish({ filesAt: 's3://a-bucket' })
  await hold[Symbol.asyncDispose]()
  await eventually('this process', () => !isReadOnly())
  const refused = await person.upload({ filename: 'c.txt', content: 'a third' })
  expect([refused.status, (await refused.json()).code]).toEqual([503, 'STORAGE_UNAVAILABLE'])
  await rename(investor, 'Goes on')
  await portal.owner.query('update app.site_state set files_at = null; notify site_state')
})

test('every table refuses changes while the site is read-only, except those of the move itself', async ({ portal }) => {
  const { rows } = await portal.owner.query(
    `select format('%s.%s', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and n.nspname in ('public', 'auth', 'app', 'audit', 'jobs')
      and not exists (select from pg_trigger g where g.tgrelid = c.oid and g.tgname = 'refuse_while_read_only')
    order by 1`,
  )
  expect(rows.map(({ name }) => name)).toEqual(['app.moved_files', 'app.site_state'])
})
