import { colors } from '../../content/colors.ts'
import { fund } from '../../content/fund.ts'
import { timeZone } from '../../content/fund-time-zone.ts'
import { leaders } from '../../content/leaders.ts'
import { noteSettings } from '../../content/notes.ts'
import { tiers } from '../../content/tiers.ts'
import { shortDollars } from '../../rules/number.ts'
import type { Answers, PartnerAnswer, TierAnswer } from './answers.ts'
import * as read from './answers.ts'

/**
 * Asks until the answer can be used.
 * @param kept what Enter stands for; empty where there is nothing
 */
type Ask = <T>(question: string, kept: string, read: (typed: string) => T) => Promise<T>

const mostTiers = 6

/** @returns what content/ says now */
export function currentAnswers(): Answers {
  const [city = '', state = ''] = fund.address.at(-1)?.split(', ') ?? []
  return {
    name: fund.name,
    shortName: fund.shortName,
    city,
    state: state || fund.governingLaw,
    timeZone,
    phone: fund.phone,
    domain: fund.siteLabel,
    tiers: tiers.map(({ from, oneYear, twoYears }) => ({ from, oneYear, twoYears })),
    most: tiers.at(-1)?.to ?? 0,
    ceiling: noteSettings.limits.rateCeilingBp / 100,
    payouts: [...fund.payouts],
    partners: leaders.map(({ name, role, bio, inShort }) => ({
      name,
      role,
      before: bio[0] ?? '',
      answersFor: inShort,
    })),
    hue: Number(colors.day.green.match(/([\d.]+)\)$/)?.[1]),
  }
}

/** @returns the answers, asked for one after the other */
export async function askAll(now: Answers, ask: Ask, say: (words: string) => void): Promise<Answers> {
  const name = await ask('What is the fund’s full name?', now.name, read.text)
  const shortName = await ask('And beside the mark, in short?', now.shortName, read.text)
  const city = await ask('In which city is it?', now.city, read.text)
  const state = await ask('In which state? Its law governs your notes.', now.state, read.text)
  const zone = await ask('In which time zone? Your hours for calls are told in it.', now.timeZone, read.zone)
  const phone = await ask('Which phone number do investors call?', now.phone, read.phone)
  const domain = await ask('Which domain will the site have? Mail comes from it, too.', now.domain, read.domain)
  say('\nYour tiers, the lowest first: where each begins and what it pays for one year and for two, such as 150k 9 10.')
  const tiers = await askTiers(now.tiers, ask)
  const most = await ask('The most that one note can be for?', shortDollars(now.most), typed => {
    const amount = read.dollarsOf(typed)
    const { from = 0 } = tiers.at(-1) ?? {}
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
  const payouts = await ask(
    'How often is interest paid? monthly, quarterly, annually, or all.',
    now.payouts.join(', '),
    read.payoutsOf,
  )
  const partners = await askPartners(now.partners, ask, say)
  const hue = await ask(
    `Which color is your banknote? ${Object.keys(read.hues).join(', ')}, or a hue from 0 to 360.`,
    `${now.hue}`,
    read.hue,
  )
  return { name, shortName, city, state, timeZone: zone, phone, domain, tiers, most, ceiling, payouts, partners, hue }
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
    // A person who names others is asked for no more of those before.
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
