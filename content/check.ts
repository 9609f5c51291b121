import { countOf } from '../rules/number.ts'
import type { Calls } from './calls-types.ts'
import { type AccreditationRules, inAccreditation } from './check-accreditation.ts'
import { type BookkeepingRules, inBookkeeping } from './check-bookkeeping.ts'
import { inCalls } from './check-calls.ts'
import { inColors } from './check-colors.ts'
import { inCoveredPersons } from './check-covered-persons.ts'
import { type Drawings, inDrawings } from './check-drawings.ts'
import { filled, isLanguage, isPlace, listed, repeated, unless, whole } from './check-helpers.ts'
import { inLeaders, sampleFund, sampleShortName } from './check-leaders.ts'
import { inLegal, type Legal } from './check-legal.ts'
import { inNotes } from './check-notes.ts'
import { inPeopleRules, type PeopleRules } from './check-people.ts'
import { inSanctions } from './check-sanctions.ts'
import { inSigning } from './check-signing.ts'
import { inTax, type TaxRules } from './check-tax.ts'
import type { Colors } from './colors-types.ts'
import type { ConsentTexts } from './consent-types.ts'
import type { CoveredPersonsSettings } from './covered-persons-types.ts'
import type { Embeds } from './embeds-types.ts'
import type { NoteSettings } from './note-types.ts'
import type { SanctionsSettings } from './sanctions.ts'
import type { SecurityContact } from './security.ts'
import type { Fund, Leader, Logo, NavigationLink, Testimonial, Tier } from './types.ts'

/** The checked content of this folder. */
export type Content = {
  fund: Fund
  leaders: readonly Leader[]
  tiers: readonly Tier[]
  questions: readonly { id: string; question: string; answer: readonly string[] }[]
  testimonials: readonly Testimonial[]
  catalogue: readonly { name: string; description: string }[]
  calls: Calls
  callZones: readonly { id: string }[]
  embeds: Embeds
  links: Record<string, readonly NavigationLink[]>
  colors: Colors
  /** Including whether it has been drawn for statements and letters. */
  logo: { own: Logo | null; isDrawn: boolean }
  /** Files of typefaces that no installed package has. */
  missingFonts: readonly string[]
  legal: Legal
  drawings: Drawings
  people: PeopleRules
  notes: NoteSettings
  accreditation: AccreditationRules
  coveredPersons: CoveredPersonsSettings
  bookkeeping: BookkeepingRules
  tax: TaxRules
  sanctions: SanctionsSettings
  security: SecurityContact
  signingHosts: readonly string[]
  electronicRecords: ConsentTexts
}

/** First segments of the site's own addresses, unavailable for a founder's page. */
export const takenPaths = [
  ...[
    'overview',
    'about',
    'faq',
    'investor-info',
    'investor-portal',
    'terms',
    'privacy',
    'pitch-deck',
    'documents',
    'verify',
  ],
  ...['docs', 'contact', 'email-contact', 'phone-call-booking', 'video-call-booking', 'call'],
  ...['login', 'auth', 'profile', 'outbox', 'auth-test', 'signout-debug', 'uploads', 'files', 'events', 'api'],
  ...['guide', 'report', 'stop', 'unsubscribe'],
  ...['healthz', 'readyz', 'assets', 'media', 'og', 'sitemap.xml', 'robots.txt', 'manifest.webmanifest', '.well-known'],
]

/** Specification sections 2 and 3: how many of each there are. */
const counts = { testimonials: 3, catalogue: 5 }
/** A rosette is engraved for each tier. */
const tierCount = { least: 2, most: 6 }

/** Payout frequencies, in the order offered. */
const payouts = ['monthly', 'quarterly', 'annually']

function inPayouts(own: readonly string[], of: readonly string[], at: string): string[] {
  return unless(
    own.length > 0 && String(of.filter(each => own.includes(each))) === String(own),
    at,
    `must be one or more of ${listed(of)}, in this order, not ${listed(own) || 'none'}.`,
  )
}

/**
 * Finds faults that types can't: bounds with a gap, an address without a page, a phone number with two different forms.
 * @returns each fault as a sentence that starts with its file and field; none if the site can be built
 */
export function faultsIn(content: Content): string[] {
  const { fund, tiers, questions, testimonials, catalogue, calls, embeds, links } = content
  return [
    ...inFund(fund, tiers),
    ...unless(
      !fund.founderTakesCalls || embeds.founderCalendar !== undefined || Object.keys(calls.founder.hours).length > 0,
      'content/fund.ts: founderTakesCalls',
      'is true, but the founder has neither hours in content/call-offers.ts nor a calendar in content/embeds.ts.',
    ),
    ...inLeaders(content.leaders, fund, content.drawings.sizeOf),
    ...inTiers(tiers),
    ...(tiers as readonly Tier[]).flatMap(tier =>
      inPayouts(tier.payouts ?? fund.payouts, fund.payouts, `content/tiers.ts: ${tier.name}, payouts`),
    ),
    ...inQuestions(questions),
    ...inTestimonials(testimonials),
    ...inCatalogue(catalogue),
    ...inCalls(calls, content.callZones),
    ...inEmbeds(embeds),
    ...inLinks(links, fund),
    ...inColors(content.colors),
    ...inLogo(content.logo, content.drawings.sizeOf),
    ...content.missingFonts.map(
      file =>
        `content/typefaces.ts: files, ${file} is not there. Add its package with npm install, and look up its name below node_modules.`,
    ),
    ...inLegal(content.legal, fund),
    ...inDrawings(content.drawings),
    ...inPeopleRules(content.people),
    ...inNotes(content.notes, tiers, fund),
    ...inAccreditation(content.accreditation),
    ...inCoveredPersons(content.coveredPersons),
    ...inBookkeeping(content.bookkeeping),
    ...inTax(content.tax),
    ...inSanctions(content.sanctions),
    ...inSecurity(content.security),
    ...inSigning(content.signingHosts, content.electronicRecords),
  ]
}

const atLogo = (field: string) => `content/logo.ts: ${field}`

/** @returns faults of the fund's logo files, without which no picture can be drawn */
export function inLogoFiles(own: Logo | null, sizeOf: Drawings['sizeOf']): string[] {
  return (['day', 'night', 'icon'] as const).flatMap(field => {
    const path = own?.[field]
    return path
      ? [
          ...unless(/\.(svg|png)$/.test(path), atLogo(field), `'${path}' must be an SVG or a PNG.`),
          ...unless(Boolean(sizeOf(path)), atLogo(field), `is missing at public${path}. Put it there.`),
        ]
      : []
  })
}

function inLogo({ own, isDrawn }: Content['logo'], sizeOf: Drawings['sizeOf']): string[] {
  const at = atLogo
  if (!own) return []
  return [
    ...inLogoFiles(own, sizeOf),
    ...unless(own.width > 0 && own.height > 0, at('width'), 'and height must be its shape, such as 40 and 32.'),
    ...unless(isDrawn, at('logo'), 'is not on statements and letters yet. Run npm run media -- icons.'),
  ]
}

const isEmail = (text: string) => /^[^\s@"<>]+@([a-z0-9-]+\.)+[a-z]{2,}$/i.test(text)
const digits = (text = '') => text.replace(/\D/g, '')

function isHttps(address: string): boolean {
  return URL.canParse(address) && new URL(address).protocol === 'https:'
}

function inFund(fund: Fund, tiers: readonly Tier[]): string[] {
  const at = (field: string) => `content/fund.ts: ${field}`
  const words = ['name', 'shortName', 'tagline', 'description', 'governingLaw', 'disclaimer', 'footnote'] as const
  const spans = ['loanMonths', 'commitmentYears', 'reviewDays', 'deploymentHours'] as const
  const path = fund.founderPath
  return [
    ...words.flatMap(field => unless(filled(fund[field]), at(field), 'is empty.')),
    ...unless(
      fund.name === sampleFund || fund.shortName !== sampleShortName,
      at('shortName'),
      `is '${sampleShortName}', the sample fund’s, but this is ${fund.name}. Write what stands beside your mark.`,
    ),
    ...unless(isLanguage(fund.language), at('language'), `'${fund.language}' is not a language tag such as 'en-US'.`),
    ...unless(
      /^\+[1-9]\d{6,14}$/.test(fund.phoneDial),
      at('phoneDial'),
      `'${fund.phoneDial}' is not a full number such as '+12025550100'.`,
    ),
    ...unless(
      digits(fund.phone).length >= 7 && fund.phoneDial.endsWith(digits(fund.phone)),
      at('phone'),
      `'${fund.phone}' is not the number in phoneDial, '${fund.phoneDial}'.`,
    ),
    ...Object.entries(fund.emails).flatMap(([name, email]) =>
      unless(isEmail(email), at(`emails.${name}`), `'${email}' is not an e-mail address.`),
    ),
    ...unless(fund.address.length > 0 && fund.address.every(filled), at('address'), 'has an empty line, or none.'),
    ...unless(
      /^\/[a-z0-9]+(-[a-z0-9]+)*$/.test(path),
      at('founderPath'),
      `'${path}' is not a single segment of lowercase letters, digits and hyphens such as '/founder'.`,
    ),
    ...unless(!takenPaths.includes(path.slice(1)), at('founderPath'), `'${path}' is already another page of the site.`),
    ...unless(fund.minimum === tiers[0]?.from, at('minimum'), 'is not where the first tier begins.'),
    ...inPayouts(fund.payouts, payouts, at('payouts')),
    ...unless(filled(fund.founder), at('founder'), 'is empty.'),
    ...unless(whole(fund.currentRaise), at('currentRaise'), 'is not a number of whole dollars.'),
    ...unless(whole(fund.responseHours), at('responseHours'), 'is not a whole number of hours.'),
    ...spans.flatMap(field =>
      unless(
        whole(fund[field].from) && whole(fund[field].to) && fund[field].from <= fund[field].to,
        at(field),
        `must run from a whole number to an equal or larger one, not ${fund[field].from} to ${fund[field].to}.`,
      ),
    ),
  ]
}

function inTiers(tiers: readonly Tier[]): string[] {
  const twice = repeated(tiers.flatMap(({ name, label }) => [name, label]))
  return [
    ...unless(
      tiers.length >= tierCount.least && tiers.length <= tierCount.most,
      'content/tiers.ts: tiers',
      `has ${countOf(tiers.length, 'entry', 'entries')}, but a fund has ${tierCount.least} to ${tierCount.most} tiers.`,
    ),
    ...unless(twice.length === 0, 'content/tiers.ts: name or label', `is used twice: ${listed(twice)}.`),
    ...tiers.flatMap((tier, i) => {
      const at = (field: string) => `content/tiers.ts: ${tier.name || `tier ${i + 1}`}, ${field}`
      const before = tiers[i - 1]
      return [
        ...unless(filled(tier.name), at('name'), 'is empty.'),
        ...unless(filled(tier.label), at('label'), 'is empty.'),
        ...unless(whole(tier.from) && whole(tier.to), at('from and to'), 'are not whole dollars.'),
        ...unless(tier.from <= tier.to, at('from'), `is above to: ${tier.from} and ${tier.to}.`),
        ...unless(
          !before || tier.from === before.to + 1,
          at('from'),
          `is ${tier.from}, but must be one dollar more than the end of the tier before it, ${before?.to}.`,
        ),
        ...(['oneYear', 'twoYears'] as const).flatMap(term =>
          unless(
            isRate(tier[term]),
            at(term),
            `${tier[term]} is not a rate above 0 and below 100 with up to two decimals.`,
          ),
        ),
      ]
    }),
  ]
}

/** Interest is computed from hundredths of a percent, see rules/returns.ts. */
function isRate(rate: number): boolean {
  return rate > 0 && rate < 100 && Number(rate.toFixed(2)) === rate
}

function inQuestions(questions: Content['questions']): string[] {
  const twice = repeated(questions.map(({ id }) => id))
  return [
    ...unless(questions.length > 0, 'content/faq.ts: questions', 'is empty.'),
    ...unless(twice.length === 0, 'content/faq.ts: id', `is used twice: ${listed(twice)}.`),
    ...questions.flatMap(({ id, question, answer }) => [
      ...unless(isPlace(id), 'content/faq.ts: id', `'${id}' cannot be used in an address.`),
      ...unless(filled(question), `content/faq.ts: ${id}, question`, 'is empty.'),
      ...unless(answer.length > 0 && answer.every(filled), `content/faq.ts: ${id}, answer`, 'has an empty paragraph.'),
    ]),
  ]
}

function inTestimonials(testimonials: readonly Testimonial[]): string[] {
  return [
    ...numbered('content/testimonials.ts: testimonials', testimonials.length, counts.testimonials),
    ...testimonials.flatMap(({ id, quote, link }) => [
      ...unless(filled(quote), `content/testimonials.ts: ${id}, quote`, 'is empty.'),
      ...unless(
        isHttps(link.href),
        `content/testimonials.ts: ${id}, link.href`,
        `'${link.href}' does not start with https://.`,
      ),
    ]),
  ]
}

function inCatalogue(catalogue: Content['catalogue']): string[] {
  const twice = repeated(catalogue.map(({ name }) => name))
  return [
    ...numbered('content/catalogue.ts: catalogue', catalogue.length, counts.catalogue),
    ...unless(twice.length === 0, 'content/catalogue.ts: name', `is used twice: ${listed(twice)}.`),
  ]
}

function numbered(where: string, has: number, needs: number): string[] {
  return unless(has === needs, where, `has ${has} entries, but the pages need ${needs}.`)
}

function inEmbeds({ alsoAllow = {}, ...widgets }: Embeds): string[] {
  return [
    ...Object.entries(widgets).flatMap(([name, address]) =>
      unless(isHttps(address), `content/embeds.ts: ${name}`, `'${address}' does not start with https://.`),
    ),
    ...Object.entries(alsoAllow).flatMap(([name, origins]) =>
      origins.flatMap(origin =>
        unless(
          isHttps(origin) && new URL(origin).origin === origin,
          `content/embeds.ts: alsoAllow.${name}`,
          `'${origin}' is not an origin such as 'https://api.example.com'.`,
        ),
      ),
    ),
  ]
}

function inSecurity({ email, confirmed, languages }: SecurityContact): string[] {
  const at = (field: string) => `content/security.ts: ${field}`
  const day = new Date(confirmed)
  const isDay = !Number.isNaN(day.getTime()) && day.toISOString().slice(0, 10) === confirmed
  return [
    ...unless(isEmail(email), at('email'), `'${email}' is not an e-mail address.`),
    ...unless(
      isDay && day.getTime() <= Date.now(),
      at('confirmed'),
      `'${confirmed}' is not a past day such as '2026-01-31'.`,
    ),
    ...unless(
      languages.length > 0 && languages.every(isLanguage),
      at('languages'),
      `must be language tags such as 'en', not ${listed(languages) || 'none'}.`,
    ),
  ]
}

function inLinks(links: Content['links'], fund: Fund): string[] {
  const pages = ['', ...takenPaths, fund.founderPath.slice(1)]
  return Object.entries(links).flatMap(([name, all]) =>
    all.flatMap(({ label, to }) => [
      ...unless(filled(label), `content/navigation.ts: ${name}`, `has no label for '${to}'.`),
      ...unless(
        /^\/[a-z0-9-]*([?#]|$)/.test(to) && pages.includes(to.slice(1).replace(/[?#].*/, '')),
        `content/navigation.ts: ${name}`,
        `leads to '${to}', which is not a page of the site.`,
      ),
    ]),
  )
}
