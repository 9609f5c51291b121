import { filled, isPlace, listed, repeated, unless } from './check-helpers.ts'
import type { LegalDocument } from './legal/types.ts'
import type { Fund } from './types.ts'

export type Legal = { terms: LegalDocument; privacy: LegalDocument }

/** Specification section 2, /terms and /privacy: the subjects that each has to cover, by the ids of their sections. */
export const legalSections: Record<keyof Legal, readonly string[]> = {
  terms: [
    ...['key-terms', 'responsibilities', 'intellectual-property', 'disclaimers', 'liability', 'indemnification'],
    ...['changes', 'governing-law', 'sms'],
  ],
  privacy: ['collection', 'use', 'security', 'communications', 'sharing', 'contact', 'terms'],
}

/** @returns what the legal texts lack, each as a sentence that starts with its file and field */
export function inLegal(legal: Legal, fund: Pick<Fund, 'governingLaw'>): string[] {
  return (['terms', 'privacy'] as const).flatMap(name => {
    const file = `content/legal/${name}.ts`
    const { sections, ...head } = legal[name]
    const ids = sections.map(({ id }) => id)
    const twice = repeated(ids)
    const missing = legalSections[name].filter(id => !ids.includes(id))
    const law = sections.find(({ id }) => id === 'governing-law')
    return [
      ...Object.entries(head).flatMap(([field, text]) => unless(filled(text), `${file}: ${field}`, 'is empty.')),
      ...unless(missing.length === 0, `${file}: sections`, `are missing ${listed(missing)}.`),
      ...unless(twice.length === 0, `${file}: id`, `is used twice: ${listed(twice)}.`),
      ...sections.flatMap(({ id, heading, text }) => [
        ...unless(isPlace(id), `${file}: id`, `'${id}' cannot be used in an address.`),
        ...unless(filled(heading), `${file}: ${id}, heading`, 'is empty.'),
        ...unless(
          text.length > 0 &&
            text.every(part => (typeof part === 'string' ? filled(part) : part.length > 0 && part.every(filled))),
          `${file}: ${id}, text`,
          'has no text, or an empty paragraph or entry.',
        ),
      ]),
      ...unless(
        !law || JSON.stringify(law.text).includes(fund.governingLaw),
        `${file}: governing-law, text`,
        `does not name '${fund.governingLaw}', the governingLaw of content/fund.ts.`,
      ),
    ]
  })
}
