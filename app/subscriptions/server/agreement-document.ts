import { agreement } from '../../../content/agreement.ts'
import { fund } from '../../../content/fund.ts'
import { letterhead } from '../../../content/letterhead.ts'
import { type Day, formatDay } from '../../../rules/days.ts'
import { orBlank } from '../../../server/pdf/glyph-runs.ts'
import type { Block, PdfContent } from '../../../server/pdf/pdf-content.ts'
import { type HolderKind, holderKinds } from '../../holders/holders.ts'

/** What the agreement says beside its texts. */
export interface AgreementFacts {
  investor: string
  kind: HolderKind
  offering: string
  /** The note's terms in words (`describeTerms`). */
  sentences: readonly string[]
  /** What was disclosed, as listed, with its day. */
  disclosures: readonly { number: number; title: string; publishedOn: Day }[]
  /** As each signs, such as 'Doe Family LLC, by Jane Doe, Manager'. */
  capacities: readonly string[]
  /** The last day on which it can be signed. */
  until: Day
  today: Day
}

/** The subscription agreement of an investor, to be signed in the portal. */
export function agreementPdf(facts: AgreementFacts): PdfContent {
  const { kind, sentences, disclosures, capacities, until, today } = facts
  const investor = orBlank(facts.investor)
  const filledIn = (text: string) =>
    text
      .replaceAll('{investor}', () => investor)
      .replaceAll('{fund}', () => fund.name)
      .replaceAll('{offering}', () => facts.offering)
  const paragraph = (text: string): Block => ({ kind: 'paragraph', text: orBlank(filledIn(text)) })
  const capacity = agreement.kinds[kind]?.capacity
  return {
    language: fund.language,
    title: agreement.title,
    subject: `Subscription to a promissory note of ${fund.name}`,
    letterhead,
    addressee: [investor],
    facts: [
      { label: 'Investor', value: holderKinds[kind] },
      { label: 'Made', value: formatDay(today) },
      { label: 'Can be signed until', value: formatDay(until) },
      { label: 'Version', value: agreement.version },
    ],
    heading: { text: agreement.title, below: facts.offering },
    blocks: [
      ...agreement.opening.map(paragraph),
      { kind: 'heading', text: 'Terms of the note' },
      ...sentences.map(paragraph),
      ...agreement.clauses.flatMap(({ heading, text }): Block[] => [
        { kind: 'heading', text: heading },
        paragraph(text),
      ]),
      { kind: 'heading', text: 'Documents of the offering' },
      ...disclosures.map(({ number, title, publishedOn }) =>
        paragraph(`${number}. ${title}, published on ${formatDay(publishedOn)}`),
      ),
      { kind: 'heading', text: 'Who signs' },
      ...(capacity ? [paragraph(capacity)] : []),
      ...capacities.map(paragraph),
    ],
    dated: new Date(`${today}T12:00:00Z`),
  }
}
