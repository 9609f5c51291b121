import { defaultFundName } from '../documents.ts'
import type { PortalDocument } from '../server/documents.ts'

/** Investors' names for categories, where they differ. */
const readersNames: Record<string, string> = { Notices: 'Letters' }

/**
 * @returns the heading of a group among an investor's own documents. It includes the fund if they have several, or if
 *   theirs has its own name
 */
export function headingForOwner({ fund, category }: DocumentGroup, groups: readonly DocumentGroup[]): string {
  const name = readersNames[category] ?? category
  return fund !== defaultFundName || groups.some(other => other.fund !== fund) ? `${fund}: ${name}` : name
}

/** Documents of one fund and one category, in the order of the list. */
export interface DocumentGroup {
  key: string
  fund: string
  category: string
  documents: PortalDocument[]
}

/** Slow to create compared with a sort. */
let collator: Intl.Collator | undefined

/** @returns the documents grouped by fund and category, sorted by the names of both */
export function groupByFundAndCategory(documents: readonly PortalDocument[]): DocumentGroup[] {
  const groups = new Map<string, DocumentGroup>()
  for (const document of documents) {
    const { fund_name: fund, category } = document
    const key = JSON.stringify([fund, category])
    const group = groups.get(key) ?? { key, fund, category, documents: [] }
    group.documents.push(document)
    groups.set(key, group)
  }
  collator ??= new Intl.Collator('en-US', { numeric: true })
  const { compare } = collator
  return [...groups.values()].sort((a, b) => compare(a.fund, b.fund) || compare(a.category, b.category))
}
