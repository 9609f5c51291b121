import { randomBytes } from 'node:crypto'
import { expect } from 'vitest'
import type { Actor } from '../../../server/access/actor.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import { insertEntry, moved } from '../../../server/sample/notes.ts'
import { givenDelegate } from '../../../tests/helpers/delegates.ts'
import { insertHolder, insertNote } from '../../../tests/helpers/insert-notes.ts'
import { testOnPortal } from '../../../tests/helpers/shared-portal.ts'
import { givenConsent, givenW9 } from '../../../tests/helpers/tax.ts'
import type { HolderKind } from '../../holders/holders.ts'
import { nextForm } from '../promised-form.ts'

/** Pages promise a Form 1099-INT exactly to payees with a form in the year's run. */

const test = testOnPortal({ VAULT_KEY: randomBytes(32).toString('base64') }, true)

const promise = /form will be here by|Form 1099-INT(?: for \d{4})? will be here by/i
const ira = 'IRAs don’t receive a 1099-INT. Each January we report the account’s value to your custodian.'

type OnFile = Parameters<typeof givenW9>[3] & { form: 'w9' | 'w8' }
const ein = { tinKind: 'ein', tin: '12-3456789' }
const cases: { name: string; kind?: HolderKind; onFile?: OnFile; words?: string }[] = [
  { name: 'A person' },
  { name: 'A person with a W-9', onFile: { form: 'w9', classification: 'individual' } },
  { name: 'An LLC taxed as a partnership', kind: 'llc', onFile: { form: 'w9', classification: 'llc_p', ...ein } },
  { name: 'A futures merchant', kind: 'llc', onFile: { form: 'w9', classification: 'llc_p', exemptCode: '7', ...ein } },
  { name: 'An IRA', kind: 'sdira', words: ira },
  { name: 'A solo 401(k)', kind: 'solo_401k', words: 'Solo 401(k) plans don’t receive a 1099-INT.' },
  { name: 'A corporation', kind: 'corporation', words: 'Corporations don’t receive a 1099-INT.' },
  {
    name: 'An LLC taxed as a corporation',
    kind: 'llc',
    onFile: { form: 'w9', classification: 'llc_s', ...ein },
    words: 'Corporations don’t receive a 1099-INT.',
  },
  {
    name: 'A charity',
    kind: 'irrevocable_trust',
    onFile: { form: 'w9', classification: 'trust_estate', exemptCode: '1', ...ein },
    words: 'Payees with an exempt payee code on their W-9 don’t receive a 1099-INT.',
  },
  {
    name: 'A foreigner',
    onFile: { form: 'w8', tin: '', tinKind: '' },
    words: 'Payees with a Form W-8 don’t receive a 1099-INT.',
  },
]

test.for(cases)(
  '$name is told on every page what the run does',
  async ({ name, kind = 'individual', onFile, words }, { portal, domain, admin, colleague }) => {
    const { owner } = portal
    const person = await portal.newPerson(`holder@${domain}`, { fullName: 'Hol Der' })
    const cpa = await portal.newPerson(`cpa@${domain}`, { fullName: 'Carla Paula' })
    const custodian = kind === 'sdira' ? 'Lone Star Trust Company' : ''
    const holder = await insertHolder(owner.query.bind(owner) as never, [person], { name, kind, custodian })
    const today = fundDay()
    const { year } = nextForm(today, { month: 1, day: 31 }, false)
    await insertNote(owner.query.bind(owner) as never, holder, {
      issueDate: `${year - 1}-12-15`,
      termMonths: 24,
      until: today,
    })
    if (onFile) {
      const { form, ...typed } = onFile
      await givenW9(portal, { admin, colleague, investor: person }, holder, { nameLine1: name, ...typed }, form)
    }
    await givenDelegate(portal, person, cpa, holder, { figures: true })
    const readings: [Actor, string][] = [
      [person, '/profile'],
      [person, `/profile/tax?holder=${holder}`],
      [person, `/profile/year/${year}`],
      [cpa, `/profile/year/${year}`],
    ]
    for (const [reader, path] of readings) {
      const answer = await portal.fetch(path, { cookie: await portal.sessionOf(reader) })
      expect(answer.status).toBe(200)
      const text = textOf(await answer.text())
      const found = {
        reader: reader.email,
        path,
        promised: promise.test(text),
        why: words ? text.includes(words) : true,
      }
      expect(found).toMatchObject({ promised: words === undefined, why: true })
    }
  },
)

test('a person without a note, or with one that isn’t funded, is promised nothing', async ({ portal, investor }) => {
  const query = portal.owner.query.bind(portal.owner) as never
  const { year } = nextForm(fundDay(), { month: 1, day: 31 }, false)
  const read = async (path: string) => {
    const answer = await portal.fetch(path, { cookie: await portal.sessionOf(investor) })
    return textOf(await answer.text())
  }
  // Without a holder, with one, and for one with a note that is only agreed on.
  for (const path of ['/profile', '/profile/tax']) expect(await read(path), path).not.toMatch(promise)
  const holder = await insertHolder(query, [investor])
  const paths = ['/profile', `/profile/tax?holder=${holder}`, `/profile/year/${year}`]
  const nothing = `There’s no 1099-INT for ${year}: no interest is paid in it.`
  for (const path of paths) {
    expect(await read(path), path).not.toMatch(promise)
    expect(await read(path), path).toContain(nothing)
  }
})

test('with several holders, the home says whose form comes', async ({ portal, investor }) => {
  const query = portal.owner.query.bind(portal.owner) as never
  const today = fundDay()
  const { year } = nextForm(today, { month: 1, day: 31 }, false)
  const issued = { issueDate: `${year - 1}-12-15`, termMonths: 24, until: today } as const
  await insertNote(query, await insertHolder(query, [investor], { name: 'Iris Vestor' }), issued)
  const custodian = 'Lone Star Trust Company'
  const account = await insertHolder(query, [investor], { kind: 'sdira', custodian, name: 'An IRA of hers' })
  await insertNote(query, account, issued)
  const answer = await portal.fetch('/profile', { cookie: await portal.sessionOf(investor) })
  expect(textOf(await answer.text())).toContain(`The ${year} form for Iris Vestor will be here by`)
})

test('who had agreed to paperless forms and gets none now is promised none by that', async ({ portal, investor }) => {
  const query = portal.owner.query.bind(portal.owner) as never
  const holder = await insertHolder(query, [investor], { name: 'Iris Vestor' })
  await givenConsent(portal, investor, holder)
  const read = async () => {
    const answer = await portal.fetch(`/profile/tax?holder=${holder}`, { cookie: await portal.sessionOf(investor) })
    return textOf(await answer.text())
  }
  const mailed = 'We’ll e-mail you when a form is in your portal.'
  expect(await read()).toContain(mailed)
  await portal.owner.query("update holders set kind = 'corporation' where id = $1", [holder])
  const page = await read()
  expect(page).toContain('This account gets no form now.')
  expect(page).not.toContain(mailed)
  expect(page).not.toContain('under which we report your interest')
})

test('what was withheld is reported to an IRA, too, and a year without interest promises nothing', async ({
  portal,
  investor,
}) => {
  const { owner } = portal
  const today = fundDay()
  const { year } = nextForm(today, { month: 1, day: 31 }, false)
  const query = owner.query.bind(owner) as never
  const holder = await insertHolder(query, [investor], { kind: 'sdira', custodian: 'Lone Star Trust Company' })
  const read = async (path: string) =>
    textOf(await (await portal.fetch(path, { cookie: await portal.sessionOf(investor) })).text())
  // Signed, with its first payment years away.
  expect(await read(`/profile/year/${year}`)).toContain(ira)
  const { id } = await insertNote(query, holder, { issueDate: `${year - 1}-12-15`, termMonths: 24, until: today })
  const note = { id, holder_id: holder }
  await insertEntry(owner, { kind: 'payment', day: `${year}-01-15`, note, n: 1, lines: moved(1010, 2030, 440_00n) })
  for (const path of ['/profile', `/profile/tax?holder=${holder}`, `/profile/year/${year}`])
    expect(await read(path), path).toMatch(promise)
  const other = await insertHolder(query, [investor], { name: 'Unpaid' })
  expect(await read(`/profile/tax?holder=${other}`)).toContain(
    `There’s no 1099-INT for ${year}: no interest is paid in it.`,
  )
})

/** @returns the text of a page, without its tags and scripts */
function textOf(html: string): string {
  const body = html.replaceAll(/<(script|style|noscript)\b.*?<\/\1>/gs, '').replaceAll(/<!--.*?-->/gs, '')
  return body
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll('&#x27;', '’')
    .replaceAll('&amp;', '&')
}
