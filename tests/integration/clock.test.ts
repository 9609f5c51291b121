import { afterEach, expect, vi } from 'vitest'
import { requireFreshProof } from '../../app/identity/server/fresh-proof.ts'
import { consumeChallenge, createChallenge } from '../../app/identity/server/passkeys/challenges.ts'
import { sendMessage } from '../../app/leads/server/visitor-messages.ts'
import { getSystemState } from '../../app/system/server/system-state.ts'
import { codeResendInterval } from '../../rules/limits.ts'
import { openForm } from '../../server/access/form-proof.ts'
import { consumeRateLimit } from '../../server/access/rate-limit.ts'
import type { PortalError } from '../../server/platform/portal-error.ts'
import { derivedSecret } from '../../server/platform/seal.ts'
import { aVisitor, newVisitor } from '../helpers/leads.ts'
import { newSession } from '../helpers/sessions.ts'
import { type SharedPortal, test } from '../helpers/shared-portal.ts'
import { browserAt } from '../helpers/sign-in.ts'
import { uploader } from '../helpers/uploads.ts'

const hour = 3_600_000

afterEach(() => vi.useRealTimers())

/** Moves the clock of the site, which is this process, but not the database’s. Timers are unaffected. */
function moveSite(by: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + by })
}

/** Moves both clocks, like a machine's. The database’s can’t be moved, so all of its stored times are. */
async function moveBoth({ owner }: SharedPortal, by: number): Promise<void> {
  const stored = {
    'auth.sessions': ['created_at', 'updated_at', 'expires_at'],
    'auth.sign_in_codes': ['created_at', 'expires_at', 'attempted_at'],
    'auth.limits': ['window_ends_at'],
    uploads: ['created_at', 'expires_at'],
    'jobs.job': ['created_on', 'started_on', 'start_after', 'keep_until'],
  }
  for (const [table, columns] of Object.entries(stored)) {
    const moved = columns.map(column => `${column} = ${column} - $1 * interval '1 millisecond'`)
    await owner.query(`update ${table} set ${moved.join()}`, [by])
  }
}

/** Like a person: premature attempts are repeated after the wait, which is never longer than without the jump. */
async function withinAMinute(act: () => Promise<unknown>): Promise<void> {
  const refusal = await act().then(
    () => undefined,
    (error: PortalError) => error,
  )
  if (!refusal) return
  expect(refusal).toMatchObject({ code: 'RATE_LIMIT' })
  expect(refusal.retryAfter).toBeLessThanOrEqual(codeResendInterval / 1000)
}

test.for<[whose: 'the site' | 'the machine', by: number]>([
  ['the site', hour],
  ['the site', -hour],
  ['the machine', hour],
  ['the machine', -hour],
])(
  'a jump of the clock of %s by %i ms ends no session, loses no upload and keeps nobody waiting',
  async ([whose, by], { portal, investor, domain }) => {
    const cookie = await portal.sessionOf(investor)
    const tus = uploader(portal, cookie)
    const content = 'first half, second half'
    const announced = await tus.announce({ filename: 'before.txt', content })
    const location = announced.headers.get('location') ?? ''
    expect((await tus.send(location, content.slice(0, 10))).status).toBe(204)
    const [browser, email] = [browserAt('192.0.2.77'), `waiting@${domain}`]
    await browser.sendCode(email)
    const opened = openForm('message', Date.now() - 60_000)

    if (whose === 'the site') moveSite(by)
    else await moveBoth(portal, by)

    expect((await (await portal.fetch('/api/session', { cookie })).json()).profile.email).toBe(investor.email)
    expect((await tus.send(location, content.slice(10), 10)).status).toBe(204)
    expect((await portal.fetch('/profile', { cookie })).status).toBe(200)
    await withinAMinute(() => browser.sendCode(email))
    await withinAMinute(() => browserAt('192.0.2.78').sendCode(email))
    // An open form is sent, or asks for another press of the button, which sends it.
    const question = { ...aVisitor, email: `vera@${domain}`, topic: 'consultation', message: 'Is it safe?' }
    const send = (ticket: string) => sendMessage(newVisitor(), question, { ticket, trap: '' })
    await send(opened).catch(async error => {
      expect(error).toMatchObject({ code: 'FORM_EXPIRED' })
      await send(openForm('message', Date.now() - 2000))
    })
    expect((await portal.mailbox.to(question.email)).subject).toBeTruthy()
    // A new person signs in, with a code that is valid for the usual time.
    await portal.signIn(`new@${domain}`)
  },
)

test('a limit that began while the clock was an hour ahead ends as soon as it would have', async ({
  portal,
  domain,
}) => {
  const what = `jump ${domain}`
  const minute = 60_000
  await consumeRateLimit(what, 1, minute)
  await expect(consumeRateLimit(what, 1, minute)).rejects.toMatchObject({ code: 'RATE_LIMIT' })
  await moveBoth(portal, -hour)
  await consumeRateLimit(what, 1, minute)
  await expect(consumeRateLimit(what, 1, minute)).rejects.toMatchObject({ code: 'RATE_LIMIT' })
})

test.for([hour, -hour])(
  'codes, challenges and proofs last as long as the database’s clock says, with the site’s %i ms from it',
  async (by, { portal, investor, domain }) => {
    const email = `apart@${domain}`
    const answer = (challenge: string) => Buffer.from(JSON.stringify({ challenge })).toString('base64url')
    const [early, late] = [browserAt('192.0.2.79'), browserAt('192.0.2.80')]
    await early.sendCode(email)
    const [code = '', second] = await portal.mailbox.codes(email, 0)
    const challenges = await Promise.all([createChallenge('proof', 'in time'), createChallenge('proof', 'late')])
    const session = await newSession(portal.owner, derivedSecret('sessions'), investor.id)
    const person = { ...investor, sessionId: session.id }

    moveSite(by)
    await early.enter(email, code, second)
    await consumeChallenge('proof', 'in time', answer(challenges[0]))
    await requireFreshProof(person)
    await late.sendCode(`late@${domain}`)
    const [lateCode = ''] = await portal.mailbox.codes(`late@${domain}`, 0)
    await portal.owner.query(`update auth.sign_in_codes set expires_at = now() - interval '1 second';
      update auth.challenges set expires_at = now() - interval '1 second';
      update auth.sessions set created_at = now() - interval '11 minutes'`)
    await expect(late.enter(`late@${domain}`, lateCode)).rejects.toMatchObject({ code: 'CODE_EXPIRED' })
    await expect(consumeChallenge('proof', 'late', answer(challenges[1]))).rejects.toMatchObject({
      code: 'PASSKEY_EXPIRED',
    })
    await expect(requireFreshProof(person)).rejects.toMatchObject({ code: 'PROOF_NEEDED' })
  },
)

test.for([
  [40 * 24 * hour, '40 days ahead of'],
  [-13 * hour, '13 hours behind'],
] as const)(
  'with the clock of the site %i ms from the database’s, sign-in says why nobody gets in, and System says what to do',
  async ([by, words], { portal, admin, domain }) => {
    const email = `apart-${by}@${domain}`
    const browser = browserAt('192.0.2.81')
    await browser.sendCode(email)
    const [code = '', second] = await portal.mailbox.codes(email, 0)
    const problems = async () => (await getSystemState(admin)).weaknesses.filter(({ key }) => key === 'clock')
    expect(await problems()).toEqual([])

    moveSite(by)
    await expect(browser.enter(email, code, second)).rejects.toMatchObject({
      code: 'CLOCKS_DIFFER',
      message: expect.stringContaining('a clock of our site is wrong'),
    })
    const { rowCount } = await portal.owner.query(
      'select from auth.sessions s join auth.users u on u.id = s.user_id where u.email = $1',
      [email],
    )
    expect(rowCount).toBe(0)
    expect(await problems()).toMatchObject([{ what: expect.stringContaining(words), isUrgent: true }])
  },
)
