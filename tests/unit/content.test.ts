import { expect, test, vi } from 'vitest'
import site from '../../app/routes.ts'
import { calls } from '../../content/call-offers.ts'
import { type Content, faultsIn, takenPaths } from '../../content/check.ts'
import { fund } from '../../content/fund.ts'
import { leaders } from '../../content/leaders.ts'
import { noteSettings } from '../../content/notes.ts'
import { testimonials } from '../../content/testimonials.ts'
import { tiers } from '../../content/tiers.ts'
import type { Leader, Tier } from '../../content/types.ts'
import { content as sample } from '../../scripts/content.ts'

/** Every fund has two tiers, and a partner. */
const [first, second, ...more] = tiers as readonly Tier[] as [Tier, Tier, ...Tier[]]
const [founder] = leaders as readonly [Leader]

test('the fund has no problems', () => {
  expect(faultsIn(sample)).toEqual([])
})

const taxWith = (settings: Partial<Content['tax']['settings']>): Partial<Content> => ({
  tax: { ...sample.tax, settings: { ...sample.tax.settings, ...settings } },
})
const [threshold] = sample.tax.settings.threshold as [Content['tax']['settings']['threshold'][number]]

const taxFaults: [string, Partial<Content>, string][] = [
  [
    'an EIN that can’t be one',
    taxWith({ payer: { ...sample.tax.settings.payer, ein: '123456789' } }),
    "content/tax.ts: payer.ein '123456789' is not an EIN such as '12-3456789'.",
  ],
  [
    'thresholds in another order than their years',
    taxWith({ threshold: [{ ...threshold, from: 2027 }, threshold] }),
    'content/tax.ts: threshold is not in the order of its years.',
  ],
  [
    'a threshold of nothing',
    taxWith({ threshold: [{ ...threshold, cents: 0n }] }),
    'content/tax.ts: threshold has an amount that is not above zero.',
  ],
  [
    'no number of returns from which they are filed electronically',
    taxWith({ electronicFrom: 0 }),
    'content/tax.ts: electronicFrom 0 is not a whole number from 1.',
  ],
  [
    'no days in which the IRS answers an application',
    taxWith({ transmitterCode: { ...sample.tax.settings.transmitterCode, businessDays: 0 } }),
    'content/tax.ts: transmitterCode.businessDays 0 is not a whole number from 1.',
  ],
  [
    'a last day for corrections that does not exist',
    taxWith({ corrections: { ...sample.tax.settings.corrections, last: { month: 8, day: 32 } } }),
    'content/tax.ts: corrections has a day that does not exist.',
  ],
  [
    'forms that go before October 15',
    taxWith({ staysUntil: { month: 10, day: 14 } }),
    'content/tax.ts: staysUntil is before October 15, until which a paperless form has to stay.',
  ],
  [
    'a disclosure without all that has to be said',
    { tax: { ...sample.tax, paperless: { ...sample.tax.paperless, parts: sample.tax.paperless.parts.slice(1) } } },
    'content/paperless.ts: parts has 7 of the 8 parts that Publication 1179 demands.',
  ],
]

test.each<[string, Partial<Content>, string]>([
  [
    'a gap between tiers',
    { tiers: [first, { ...second, from: first.to + 2 }, ...more] },
    `content/tiers.ts: Tier 2, from is ${first.to + 2}, but must be one dollar more than the end of the tier before it, ${first.to}.`,
  ],
  ['a single tier', { tiers: [first] }, 'content/tiers.ts: tiers has 1 entry, but a fund has 2 to 6 tiers.'],
  [
    'a typeface whose package isn’t installed',
    { missingFonts: ['@fontsource-variable/inter/files/inter-latin-wght-normal.woff2'] },
    'content/typefaces.ts: files, @fontsource-variable/inter/files/inter-latin-wght-normal.woff2 is not there. Add its package with npm install, and look up its name below node_modules.',
  ],
  [
    'a logo that isn’t there',
    {
      logo: {
        own: { day: '/media/our.svg', night: '/media/our.svg', width: 4, height: 3, hasName: false },
        isDrawn: true,
      },
    },
    'content/logo.ts: day is missing at public/media/our.svg. Put it there.',
  ],
  [
    'a logo that no page can show',
    {
      logo: { own: { day: '/og/home.ai', night: '/og/home.png', width: 4, height: 3, hasName: false }, isDrawn: true },
    },
    "content/logo.ts: day '/og/home.ai' must be an SVG or a PNG.",
  ],
  [
    'a tier with a payout that the fund doesn’t offer',
    {
      fund: { ...fund, payouts: ['monthly', 'quarterly'] },
      tiers: [{ ...first, payouts: ['annually'] }, second, ...more],
    },
    "content/tiers.ts: Tier 1, payouts must be one or more of 'monthly', 'quarterly', in this order, not 'annually'.",
  ],
  [
    'payouts in another order',
    { fund: { ...fund, payouts: ['quarterly', 'monthly'] } },
    "content/fund.ts: payouts must be one or more of 'monthly', 'quarterly', 'annually', in this order, not 'quarterly', 'monthly'.",
  ],
  [
    'tiers that overlap',
    { tiers: [first, { ...second, from: first.to }, ...more] },
    `content/tiers.ts: Tier 2, from is ${first.to}, but must be one dollar more than the end of the tier before it, ${first.to}.`,
  ],
  [
    'a tier whose bounds are reversed',
    { tiers: [{ ...first, from: 200_000, to: 100_000 }], fund: { ...fund, minimum: 200_000 } },
    'content/tiers.ts: Tier 1, from is above to: 200000 and 100000.',
  ],
  [
    'a rate with too many decimals',
    { tiers: [{ ...first, oneYear: 11.125 }, second, ...more] },
    'content/tiers.ts: Tier 1, oneYear 11.125 is not a rate above 0 and below 100 with up to two decimals.',
  ],
  [
    'a minimum that is not the start of a tier',
    { fund: { ...fund, minimum: first.from - 1 } },
    'content/fund.ts: minimum is not where the first tier begins.',
  ],
  [
    'a founder’s page with the address of another page',
    { fund: { ...fund, founderPath: '/about' } },
    "content/fund.ts: founderPath '/about' is already another page of the site.",
  ],
  [
    'a founder’s page two levels deep',
    { fund: { ...fund, founderPath: '/meet/us' } },
    "content/fund.ts: founderPath '/meet/us' is not a single segment of lowercase letters, digits and hyphens such as '/founder'.",
  ],
  [
    'a founder who takes calls at no time',
    { calls: { ...calls, founder: { ...calls.founder, hours: {} } } },
    'content/fund.ts: founderTakesCalls is true, but the founder has neither hours in content/call-offers.ts nor a calendar in content/embeds.ts.',
  ],
  [
    'an invalid e-mail address',
    { fund: { ...fund, emails: { ...fund.emails, office: 'office@larkstone' } } },
    "content/fund.ts: emails.office 'office@larkstone' is not an e-mail address.",
  ],
  [
    'a displayed phone number that differs from the one dialed',
    { fund: { ...fund, phone: '(512) 555-0142', phoneDial: '+15125550143' } },
    "content/fund.ts: phone '(512) 555-0142' is not the number in phoneDial, '+15125550143'.",
  ],
  [
    'the sample’s partners in another fund',
    { fund: { ...fund, name: 'Harbour Row' }, leaders: [{ ...founder, name: 'Daniel Whitfield' }] },
    'content/leaders.ts: Daniel Whitfield, name is invented for the sample fund, but this is Harbour Row. Name your own people.',
  ],
  [
    'the sample’s short name beside another fund’s mark',
    { fund: { ...fund, name: 'Harbour Row', shortName: 'Larkstone' } },
    "content/fund.ts: shortName is 'Larkstone', the sample fund’s, but this is Harbour Row. Write what stands beside your mark.",
  ],
  [
    'somebody without a name',
    { leaders: [founder, { ...founder, name: '' }] },
    'content/leaders.ts: leader 2, name is empty. Say who it is, not only what they do.',
  ],
  [
    'a signature that isn’t there',
    { leaders: [{ ...founder, signature: { path: '/media/leaders/none.svg', width: 1, height: 1 } }] },
    `content/leaders.ts: ${founder.name}, signature is missing at public/media/leaders/none.svg. Put it there, or leave signature out.`,
  ],
  ['no questions', { questions: [] }, 'content/faq.ts: questions is empty.'],
  [
    'a source without https',
    {
      testimonials: testimonials.map((each, i) =>
        i === 0 ? { ...each, link: { ...each.link, href: 'http://example.org' } } : each,
      ),
    },
    "content/testimonials.ts: federal-reserve-2024, link.href 'http://example.org' does not start with https://.",
  ],
  [
    'hours that overlap',
    { calls: { ...calls, phone: { ...calls.phone, hours: { 1: ['13:00-17:00', '09:00-13:30'] } } } },
    "content/call-offers.ts: phone.hours[1] must be spans such as '09:00-12:00' that do not overlap, not '13:00-17:00', '09:00-13:30'.",
  ],
  [
    'a date that does not exist',
    { calls: { ...calls, closed: ['2026-02-30'] } },
    "content/call-offers.ts: closed '2026-02-30' is not a date such as '2026-12-25'.",
  ],
  [
    'a time zone that does not exist',
    { calls: { ...calls, timeZone: 'America/Larkstone' } },
    "content/fund-time-zone.ts: timeZone 'America/Larkstone' is not a time zone such as 'America/New_York'.",
  ],
  [
    'a widget without https',
    { embeds: { emailForm: 'http://forms.example/1' } },
    "content/embeds.ts: emailForm 'http://forms.example/1' does not start with https://.",
  ],
  [
    'a page instead of an origin',
    { embeds: { alsoAllow: { connections: ['https://api.example.com/v1'] } } },
    "content/embeds.ts: alsoAllow.connections 'https://api.example.com/v1' is not an origin such as 'https://api.example.com'.",
  ],
  [
    'a security contact that no one has confirmed yet',
    { security: { ...sample.security, confirmed: '2999-01-01' } },
    "content/security.ts: confirmed '2999-01-01' is not a past day such as '2026-01-31'.",
  ],
  [
    'a link to nowhere',
    { links: { footerLinks: [{ label: 'News', to: '/news' }] } },
    "content/navigation.ts: footerLinks leads to '/news', which is not a page of the site.",
  ],
  [
    'a high minimum below the letter’s',
    {
      accreditation: {
        ...sample.accreditation,
        switches: {
          ...sample.accreditation.switches,
          highMinimum: { personCents: 199_999_99n, entityCents: 1_000_000_00n, ownersBelow: 5 },
        },
      },
    },
    'content/accreditation.ts: highMinimum is lower than the letter of March 12, 2025, names: $200,000, $1,000,000, and fewer than 5 owners.',
  ],
  [
    'no reviewer at all',
    {
      accreditation: {
        ...sample.accreditation,
        switches: { ...sample.accreditation.switches, reviewers: 0 as 1 },
      },
    },
    'content/accreditation.ts: reviewers 0 is neither 1 nor 2.',
  ],
  [
    'a representation with a word that nobody fills in',
    {
      accreditation: {
        ...sample.accreditation,
        texts: { ...sample.accreditation.texts, last: 'I am {name}.' },
      },
    },
    'content/representations.ts: {name} is not one of holder, each, fund, category, cite, amount, minimum, year, verified.',
  ],
  [
    'a letter to sign that is about nobody',
    {
      accreditation: {
        ...sample.accreditation,
        toSign: { ...sample.accreditation.toSign, statement: 'I have verified it.' },
      },
    },
    'content/verification-letter.ts: statement doesn’t say {investor}, whom the letter is about.',
  ],
  [
    'a letter that nobody may sign',
    { accreditation: { ...sample.accreditation, toSign: { ...sample.accreditation.toSign, signers: [] } } },
    'content/verification-letter.ts has an empty sentence, or nobody who may sign it.',
  ],
  [
    'a tier above the usury ceiling',
    { notes: { ...noteSettings, limits: { ...noteSettings.limits, rateCeilingBp: 100 } } },
    `content/notes.ts: rateCeilingBp is 1%, but content/tiers.ts offers ${Math.max(...tiers.flatMap(({ oneYear, twoYears }) => [oneYear, twoYears]))}%.`,
  ],
  [
    'a reminder of maturity before its notice',
    { notes: { ...sample.notes, maturity: { notice: 20, firstReminder: 30, secondReminder: 10, closes: 5 } } },
    'content/notes.ts: maturity must fall from notice to closes, not 20, 30, 10, 5.',
  ],
  [
    'an account of the ledger that the fund’s own books don’t have',
    {
      bookkeeping: {
        ...sample.bookkeeping,
        settings: {
          ...sample.bookkeeping.settings,
          accounts: { ...sample.bookkeeping.settings.accounts, 2020: { quickbooks: '', xero: '2020' } },
        },
      },
    },
    'content/bookkeeping.ts: accounts.2020 (interest payable) has no QuickBooks account: name the one in which it is booked.',
  ],
  ...taxFaults,
  [
    'a quota of nothing',
    { people: { ...sample.people, quota: { ...sample.people.quota, gigabytesPerPerson: 0 } } },
    'content/quota.ts: gigabytesPerPerson 0 is not a number of gigabytes above 0 and up to 10,000.',
  ],
  [
    'a reason to keep documents without a number of years',
    {
      people: {
        ...sample.people,
        retention: [{ id: 'tax', documents: 'added-by-fund', years: 0, name: 'Tax forms', law: 'The tax code' }],
      },
    },
    'content/retention.ts: tax, years 0 is not a whole number from 1 to 50.',
  ],
])('%s is reported with its file and field', (_, change, fault) => {
  expect(faultsIn({ ...sample, ...change })).toContain(fault)
})

test('no existing address of the site can be used for the founder’s page', () => {
  const own = site.flatMap(({ path }) => path?.split('/')[0] ?? [])
  expect(own).toContain('faq')
  for (const part of own) if (part !== '*' && `/${part}` !== fund.founderPath) expect(takenPaths).toContain(part)
})

test('home writes a minimum of a million as $1M', async () => {
  vi.resetModules()
  vi.doMock('../../content/fund.ts', () => ({ fund: { ...fund, minimum: 1_000_000 } }))
  const { home } = await import('../../content/home.ts')
  vi.doUnmock('../../content/fund.ts')
  vi.resetModules()
  expect(home.hero.figures).toContainEqual({ value: '$1M', name: 'minimum' })
})
