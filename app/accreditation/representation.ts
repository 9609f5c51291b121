import type { RepresentationTexts } from '../../content/types.ts'
import { fromCents } from '../../rules/number.ts'
import { categoryWords } from './categories.ts'
import { peopleProving } from './evidence.ts'
import type { Sale } from './high-minimum.ts'
import type { Method } from './methods.ts'

interface Facts {
  /** The holder's legal name. */
  holder: string
  /** The fund's name. */
  fund: string
  sale: Sale
  method: Method
  /** The high minimum, if it verifies. */
  minimumCents?: bigint | undefined
  /** This year. */
  year: number
  /** The day of the earlier verification in words, if it still covers. */
  verified?: string | undefined
}

/**
 * @returns the exact text to sign, one paragraph a line. It is stored with its version and SHA-256, and never
 * regenerated for a signer
 */
export function representationText(facts: Facts, texts: RepresentationTexts): string {
  const { sale, method } = facts
  const sentences = [...texts.everyone, texts.noResale, ...texts.byMethod[method]]
  if (method === 'high_minimum' && sale.category === 'a8') sentences.push(texts.ownersMinimum)
  const values: Record<string, string> = {
    holder: facts.holder,
    each: eachOf(facts),
    fund: facts.fund,
    category: categoryWords[sale.category].words,
    cite: categoryWords[sale.category].cite,
    amount: fromCents(Number(sale.principalCents)),
    minimum: facts.minimumCents === undefined ? '' : fromCents(Number(facts.minimumCents)),
    year: String(facts.year),
    verified: facts.verified ?? '',
  }
  return [...sentences, texts.last]
    .map(sentence => sentence.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? ''))
    .join('\n')
}

/** @returns the subject of a sentence: the holder, or each person who proves it individually */
function eachOf({ holder, sale, method }: Facts): string {
  const [last, ...others] = peopleProving(sale, method).reverse()
  if (last === undefined) return holder
  return others.length === 0 ? last : `Each of ${others.reverse().join(', ')} and ${last}`
}
