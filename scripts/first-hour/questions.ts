import { readFileSync } from 'node:fs'
import { sampleFund } from '../../content/check-leaders.ts'
import { colors } from '../../content/colors.ts'
import { fund } from '../../content/fund.ts'
import { timeZone } from '../../content/fund-time-zone.ts'
import { leaders } from '../../content/leaders.ts'
import { mustAgree } from '../../content/leaders-in-words.ts'
import { noteSettings } from '../../content/notes.ts'
import { tax } from '../../content/tax.ts'
import { tiers } from '../../content/tiers.ts'
import { inWords } from '../../content/words.ts'
import { shortDollars } from '../../rules/number.ts'
import { stateNamed } from '../../server/demo/places.ts'
import { leftoversIn } from '../leftovers.ts'
import type { Answers, PartnerAnswer, TierAnswer } from './answers.ts'
import * as read from './answers.ts'

/**
 * Asks until the answer is valid.
 * @param kept the value for Enter; empty without one
 */
type Ask = <T>(question: string, kept: string, read: (typed: string) => T) => Promise<T>

const mostTiers = 6

/** @returns the current values in content/ */
export function currentAnswers(): Answers {
  const [, city = '', state = ''] = fund.address.at(-1)?.match(/^(.*?)(?:, ([^,]*))?$/) ?? []
  return {
    name: fund.name,
    shortName: fund.shortName,
    city,
    state: state || fund.governingLaw,
    timeZone,
    street: tax.payer.street,
    zip: tax.payer.zip,
    ein: tax.payer.ein,
    phone: fund.phone,
    domain: fund.siteLabel,
    tiers: tiers.map(({ from, oneYear, twoYears }) => ({ from, oneYear, twoYears })),
    most: tiers.at(-1)?.to ?? 0,
    raise: fund.currentRaise,
    ceiling: noteSettings.limits.rateCeilingBp / 100,
    payouts: [...fund.payouts],
    partners: leaders.map(({ name, role, bio, inShort }) => ({
      name,
      role,
      before: bio[0] ?? '',
      answersFor: inShort,
    })),
    mustAgree,
    founder: fund.founder,
    hue: Number(colors.day.green.match(/([\d.]+)\)$/)?.[1]),
  }
}

/**
 * @param name of the fund
 * @returns the value for Enter, unless it is the sample's and the fund is another one
 */
function keptOf(name: string, file: string, text: string, kept: string): string {
  if (name === sampleFund) return kept
  const code = readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')
  return leftoversIn({ [file]: code }).some(left => left.text.startsWith(text)) ? '' : kept
}

/**
 * Asks all questions in order.
 * @param keep called with the answers so far, completed by content/, whenever these can be written
 */
export async function askAll(
  now: Answers,
  ask: Ask,
  say: (words: string) => void,
  keep: (answers: Answers) => void,
): Promise<Answers> {
  let answers = now
  const answered = (more: Partial<Answers>) => {
    answers = { ...answers, ...more }
    keep(answers)
  }
  const name = await ask('What is the fund’s full name?', now.name, read.text)
  const short = name === now.name ? now.shortName : read.shortNameOf(name)
  answered({ name, shortName: await ask('And beside the mark, in short?', short, read.text) })
  const city = await ask('In which city is it?', now.city, read.text)
  const state = await ask('In which state? Its law governs your notes.', now.state, read.state)
  answered({ city, state })
  const ofTax = (value: string | undefined) => (value ? keptOf(name, 'content/tax.ts', value, value) : '')
  answered({
    street: await ask(
      'At which street address? Tax forms (1099-INT) show it; no page does.',
      ofTax(now.street),
      read.text,
    ),
    zip: await ask('Its ZIP code?', ofTax(now.zip), read.zip),
    ein: await ask('Your EIN, or “later”? No tax form is made without it.', ofTax(now.ein) || 'later', read.ein),
  })
  const zoneThere = (state !== now.state && stateNamed(state)?.zone) || now.timeZone
  answered({
    timeZone: await ask('In which time zone? Your hours for calls are told in it.', zoneThere, read.zone),
  })
  answered({ phone: await ask('Which phone number do investors call?', now.phone, read.phone) })
  answered({ domain: await ask('Which domain will the site have? Mail comes from it, too.', now.domain, read.domain) })
  say('\nYour tiers, the lowest first: where each begins and what it pays for one year and for two, such as 150k 9 10.')
  answered(await askNumbers(now, ask))
  const raiseNow = keptOf(name, 'content/fund.ts', 'currentRaise', shortDollars(now.raise))
  answered({ raise: await ask('How much are you raising now? Pages and the deck say so.', raiseNow, read.dollarsOf) })
  answered({
    payouts: await ask(
      'How often is interest paid? monthly, quarterly, annually, or all.',
      now.payouts.join(', '),
      read.payoutsOf,
    ),
  })
  const partners = await askPartners(now.partners, ask, say)
  answered({ partners, mustAgree: await askHowTheyDecide(now, partners.length, ask) })
  answered({
    founder: await ask(
      'Buttons say “Ask the …”: what is the title of the person who answers there?',
      titleFor(now, partners),
      read.text,
    ),
  })
  answered({
    hue: await ask(
      `Which color is your banknote? ${Object.keys(read.hues).join(', ')}, or a hue from 0 to 360.`,
      `${now.hue}`,
      read.hue,
    ),
  })
  return answers
}

/** How many partners must agree on a loan, if there are several: of two, both, unless answered otherwise. */
async function askHowTheyDecide(now: Answers, partners: number, ask: Ask): Promise<number> {
  if (partners === 1) return 1
  const isAnswered = now.partners.length === partners
  const kept = Math.min(isAnswered ? now.mustAgree : Math.max(now.mustAgree, 2), partners)
  return ask(
    `How many of the ${inWords(partners)} must agree before a loan is made? Home, the questions and the overview say so.`,
    `${kept}`,
    typed => read.agreeing(typed, partners),
  )
}

/** The current title, if one of the partners has it; otherwise that of the first one. */
function titleFor({ founder }: Answers, [first, ...others]: readonly PartnerAnswer[]): string {
  const hasIt = [first, ...others].some(partner => partner?.role.includes(founder))
  return hasIt || !first ? founder : (first.role.split(/,| & | and /)[0] ?? founder)
}

async function askNumbers(now: Answers, ask: Ask): Promise<Pick<Answers, 'tiers' | 'most' | 'ceiling'>> {
  const tiers = await askTiers(now.tiers, ask)
  const { from = 0 } = tiers.at(-1) ?? {}
  const most = await ask('The most that one note can be for?', shortDollars(now.most), typed => {
    const amount = read.dollarsOf(typed)
    if (amount <= from)
      throw new read.Unusable(`It has to be above where the highest tier begins, ${shortDollars(from)}.`)
    return amount
  })
  const highest = Math.max(...tiers.flatMap(({ oneYear, twoYears }) => [oneYear, twoYears]))
  const ceiling = await ask(
    'The highest rate that your law allows, in percent? Ask your counsel.',
    `${now.ceiling}`,
    typed => {
      const rate = read.rate(typed)
      if (rate < highest) throw new read.Unusable(`Your tiers pay up to ${highest}%.`)
      return rate
    },
  )
  return { tiers, most, ceiling }
}

async function askTiers(now: readonly TierAnswer[], ask: Ask): Promise<TierAnswer[]> {
  const tiers: TierAnswer[] = []
  while (tiers.length < mostTiers) {
    const at = tiers.length
    const last = tiers.at(-1)
    const isKept = now[at] && (!last || now[at].from > last.from)
    const kept = now[at] && isKept ? `${shortDollars(now[at].from)} ${now[at].oneYear} ${now[at].twoYears}` : ''
    const end = at >= 2 ? ' (or “done”)' : ''
    const answer = await ask(`Tier ${at + 1}${end}`, kept || (end && 'done'), typed =>
      end && /^done$/i.test(typed) ? undefined : read.tier(typed, last),
    )
    if (!answer) break
    tiers.push(answer)
  }
  return tiers
}

async function askPartners(
  now: readonly PartnerAnswer[],
  ask: Ask,
  say: (words: string) => void,
): Promise<PartnerAnswer[]> {
  say('\nWho decides? Investors ask for it first. Real names; home, About and the deck show them.')
  const partners: PartnerAnswer[] = []
  for (;;) {
    const at = partners.length
    const end = at > 0 ? ' (or “done”)' : ''
    // For new names, the previous partners' answers aren't offered.
    const isKept = partners.every(({ name }, i) => name === now[i]?.name)
    const kept = isKept ? now[at]?.name : undefined
    const name = await ask(`Partner ${at + 1}: name${end}`, kept ?? (end && 'done'), read.text)
    if (end && /^done$/i.test(name)) return partners
    const same = now.find(each => each.name === name)
    partners.push({
      name,
      role: await ask(`What is ${name}’s role?`, same?.role ?? '', read.text),
      before: await ask(`What did ${name} do before, in a sentence?`, same?.before ?? '', read.text),
      answersFor: await ask(`And what does ${name} answer for here, in a sentence?`, same?.answersFor ?? '', read.text),
    })
  }
}
