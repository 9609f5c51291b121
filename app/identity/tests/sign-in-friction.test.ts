import pg from 'pg'
import { expect, vi } from 'vitest'
import {
  alarmAddresses,
  alarmTries,
  codeAttempts,
  freeCodesPerAddress,
  freeCodesPerNetwork,
  freeTriesPerNetwork,
  proofOfWorkBits,
  strangerTriesPerHour,
} from '../../../rules/limits.ts'
import { users } from '../../../server/sample/people.ts'
import { slowOf } from '../../../tests/helpers/lane.ts'
import { countedUses } from '../../../tests/helpers/owner.ts'
import { solve } from '../../../tests/helpers/proof-of-work.ts'
import { allSent, type SharedPortal, test } from '../../../tests/helpers/shared-portal.ts'
import { browserAt } from '../../../tests/helpers/sign-in.ts'
import { cleanUpIdentity } from '../server/clean-up-identity.ts'

const slow = slowOf(test)

const minute = 60
const wrong = (code = '') => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

/** Ages all of sign-in's data. */
async function pass(portal: SharedPortal, seconds: number): Promise<void> {
  const back = `- make_interval(secs => ${seconds})`
  await portal.owner.query(`update auth.limits set window_ends_at = window_ends_at ${back}`)
  await portal.owner.query(
    `update auth.sign_in_codes set created_at = created_at ${back}, expires_at = expires_at ${back},
      attempted_at = attempted_at ${back}`,
  )
}

test.beforeEach(async ({ portal }) => {
  await portal.owner.query('delete from auth.limits')
  await portal.owner.query('delete from auth.sign_in_codes')
})

let networks = 0
const newNetwork = () => `198.18.${++networks >> 8}.${networks & 255}`

slow(
  'a stranger who does everything for an hour doesn’t keep the owner out of a browser seen before',
  async ({ portal, investor }) => {
    const { email } = investor
    // The stranger even shares the owner's network.
    const own = browserAt('192.0.2.1', { userAgent: 'the usual browser' })
    await own.signIn(portal.mailbox, email)
    const mails = () => portal.mailbox.count(email)
    const strangers = ['192.0.2.1', newNetwork(), newNetwork()].map(ip => browserAt(ip))
    let refused = 0
    for (let time = 0; time <= 60; time += 5) {
      for (const stranger of strangers) {
        await stranger.sendCode(email).catch(() => refused++)
        const work = await stranger.sendCode(email, { canWork: true }).catch(() => undefined)
        if (work?.work && work.work.bits <= proofOfWorkBits) {
          await stranger.sendCode(email, { canWork: true, proof: solve(work.work) }).catch(() => refused++)
        }
        for (let i = 0; i <= codeAttempts; i++) await stranger.enter(email, '000000', '000000').catch(() => refused++)
      }
      if (time % 20 === 0) {
        const before = mails()
        await own.sendCode(email)
        await allSent(portal)
        // The only mail with one code is the owner's.
        const codes = portal.mailbox
          .allTo(email)
          .slice(before)
          .map(({ text }) => text?.match(/^\d{6}$/gm) ?? [])
        const [code = ''] = codes.find(({ length }) => length === 1) ?? []
        await own.enter(email, code)
      }
      await pass(portal, 5 * minute)
    }
    expect(refused).toBeGreaterThan(100)
    await allSent(portal)
    expect(
      portal.mailbox.allTo(email).filter(({ text }) => text?.match(/^\d{6}$/gm)?.length === 2).length,
    ).toBeLessThan(20)
  },
)

test('many unused codes to an address make strangers wait or compute, for known and unknown addresses alike', async ({
  portal,
  investor,
  domain,
}) => {
  for (const email of [investor.email, `nobody@${domain}`]) {
    for (let i = 0; i < freeCodesPerAddress; i++) await browserAt(newNetwork()).sendCode(email)
    await expect(browserAt(newNetwork()).sendCode(email)).rejects.toMatchObject({
      code: 'RATE_LIMIT',
      message: expect.stringMatching(/^Too many requests. Please wait ([1-5]?\d|60) seconds before trying again.$/),
    })
    const browser = browserAt(newNetwork())
    const { work } = await browser.sendCode(email, { canWork: true })
    expect(work).toMatchObject({ bits: proofOfWorkBits })
    if (!work) return
    // Neither an invalid number, nor a proof computed by another browser.
    const proof = solve(work)
    const ask = (at: ReturnType<typeof browserAt>, number = proof.number) =>
      at.sendCode(email, { canWork: true, proof: { ...proof, number } })
    expect((await ask(browser, proof.number + 1)).work).toBeDefined()
    expect((await ask(browserAt(newNetwork()))).work).toBeDefined()
    expect((await ask(browser)).work).toBeUndefined()
    await allSent(portal)
    expect(portal.mailbox.count(email)).toBe(freeCodesPerAddress + 1)

    // A proof is valid once, and the next code needs more work.
    await pass(portal, minute)
    expect((await ask(browser)).work).toMatchObject({ bits: proofOfWorkBits + 1 })
    // Waiting is enough, too: now for two minutes.
    await expect(browserAt(newNetwork()).sendCode(email)).rejects.toMatchObject({ code: 'RATE_LIMIT' })
    await pass(portal, minute)
    await browserAt(newNetwork()).sendCode(email)
  }
})

test('a network that leaves many codes unused must wait or compute, whatever the addresses', async ({
  portal,
  domain,
}) => {
  const ip = newNetwork()
  for (let i = 0; i < freeCodesPerNetwork; i++) await browserAt(ip).sendCode(`person${i}@${domain}`)
  await expect(browserAt(ip).sendCode(`another@${domain}`)).rejects.toMatchObject({ code: 'RATE_LIMIT' })
  await browserAt(newNetwork()).sendCode(`another@${domain}`)
  await portal.mailbox.to(`another@${domain}`)
})

test('wrong attempts make a network wait longer and longer', async ({ portal, domain }) => {
  const ip = newNetwork()
  const [one, two, three] = ['a', 'b', 'c'].map(who => ({ email: `${who}@${domain}`, browser: browserAt(ip) }))
  if (!one || !two || !three) throw new Error('three are needed')
  const tryWrong = async ({ email, browser }: typeof one) =>
    browser.enter(email, wrong(await portal.mailbox.code(email))).catch(error => error)
  for (const { email, browser } of [one, two, three]) await browser.sendCode(email)
  expect(codeAttempts * 2).toBe(freeTriesPerNetwork)
  for (const at of [one, two]) {
    for (let i = 0; i < codeAttempts; i++) expect(await tryWrong(at)).toMatchObject({ code: 'INVALID_CODE' })
  }
  // The next seven would have to wait 1, 2, 4 … seconds, then 64.
  await portal.owner.query(
    'update auth.sign_in_codes set attempts = attempts + 3, attempted_at = now() where attempts = 5',
  )
  const { code, retryAfter } = await tryWrong(three)
  expect(code).toBe('RATE_LIMIT')
  expect(retryAfter).toBeGreaterThan(45)
  expect(retryAfter).toBeLessThanOrEqual(64)
  await pass(portal, retryAfter)
  expect(await tryWrong(three)).toMatchObject({ code: 'INVALID_CODE' })
  // Even the right code, while wrong ones are being tried, but not in another network.
  expect(await tryWrong(three)).toMatchObject({ code: 'RATE_LIMIT' })
  await browserAt(newNetwork()).signIn(portal.mailbox, two.email)
})

test('guessing across addresses raises one alarm, and friction for all strangers but not for known browsers', async ({
  portal,
  investor,
  domain,
}) => {
  const own = browserAt('192.0.2.1')
  await own.signIn(portal.mailbox, investor.email)
  expect(alarmAddresses * codeAttempts).toBeGreaterThan(alarmTries)
  for (let n = 0; n < alarmAddresses; n++) {
    const email = `target${n}@${domain}`
    const stranger = browserAt(newNetwork())
    await stranger.sendCode(email)
    for (let i = 0; i < codeAttempts; i++) await stranger.enter(email, '000000').catch(() => undefined)
  }
  await allSent(portal)
  const mails = portal.mailbox.messages.filter(({ mail }) => mail.subject === 'Someone is guessing sign-in codes')
  expect(mails).toHaveLength(1)
  expect(mails[0]?.mail.text).toContain(`for ${alarmAddresses} e-mail addresses`)

  const email = `newcomer@${domain}`
  const { work } = await browserAt(newNetwork()).sendCode(email, { canWork: true })
  expect(work).toMatchObject({ bits: proofOfWorkBits })
  // Without scripts, codes are sent in turn.
  await browserAt(newNetwork()).sendCode(email)
  await expect(browserAt(newNetwork()).sendCode(`other@${domain}`)).rejects.toMatchObject({ code: 'RATE_LIMIT' })
  await own.signIn(portal.mailbox, investor.email)

  await pass(portal, 61 * minute)
  expect((await browserAt(newNetwork()).sendCode(`later@${domain}`, { canWork: true })).work).toBeUndefined()
})

test('beyond an hour’s attempts of all strangers, theirs are made in turn', async ({ portal, domain }) => {
  await using _ = await countedUses(portal, 'stranger-tries', strangerTriesPerHour)
  const [first, next] = [browserAt(newNetwork()), browserAt(newNetwork())]
  const [one, two] = [`first@${domain}`, `next@${domain}`]
  await first.sendCode(one)
  await next.sendCode(two)
  const codes = [await portal.mailbox.code(one), await portal.mailbox.code(two)]
  await first.enter(one, codes[0] ?? '')
  await expect(next.enter(two, codes[1] ?? '')).rejects.toMatchObject({ code: 'RATE_LIMIT' })
  await pass(portal, 2)
  await next.enter(two, codes[1] ?? '')
})

test('one IPv6 subscriber, however many networks they have, tries only few of all strangers’ codes', async ({
  portal,
  domain,
}) => {
  // Four networks of one /56 have used up their attempts.
  await using _ = await countedUses(portal, 'stranger-tries-from:2001:db8:5:100::/56', 4 * freeTriesPerNetwork)
  const [theirs, others] = [browserAt('2001:db8:5:1ff::1'), browserAt('2001:db8:5:200::1')]
  const [one, two] = [`theirs@${domain}`, `others@${domain}`]
  await theirs.sendCode(one)
  await others.sendCode(two)
  const codes = [await portal.mailbox.code(one), await portal.mailbox.code(two)]
  await expect(theirs.enter(one, codes[0] ?? '')).rejects.toMatchObject({ code: 'RATE_LIMIT' })
  await others.enter(two, codes[1] ?? '')
})

// `npm run bench -- code-requests` compares their times.
test('the same statements run for known and unknown addresses', async ({ portal, domain }) => {
  const each = 5
  const adding = users.from({ email: "'known' || n || '@' || $2" }, 'generate_series(1, $1::int) n')
  await portal.owner.query(adding, [each, domain])
  const statementsFor = async (kind: 'known' | 'unknown') => {
    const query = vi.spyOn(pg.Client.prototype, 'query')
    for (let n = 1; n <= each; n++) {
      // An invented cookie, so that a browser is looked up.
      const browser = browserAt(newNetwork(), { cookie: `promissory.device=${'A'.repeat(43)}` })
      await browser.sendCode(`${kind}${n}@${domain}`)
    }
    const texts = query.mock.calls.map(([requested]) => (requested as { text?: string }).text ?? String(requested))
    query.mockRestore()
    return texts.filter(text => /\bauth"?\./.test(text)).toSorted()
  }
  const known = await statementsFor('known')
  expect(known.length).toBeGreaterThan(each)
  expect(await statementsFor('unknown')).toEqual(known)
})

test('the clean-up keeps codes for a day, because friction counts them', async ({ portal, domain }) => {
  await browserAt(newNetwork()).sendCode(`one@${domain}`)
  const left = async () => (await portal.owner.query('select from auth.sign_in_codes')).rowCount
  await pass(portal, 23 * 60 * minute)
  await cleanUpIdentity()
  expect(await left()).toBe(1)
  await pass(portal, 61 * minute)
  await cleanUpIdentity()
  expect(await left()).toBe(0)
})
