import type { PortalDocument } from '../../../server/documents/documents.ts'

/** Documents of one fund and one category, in the order of the list. */
export interface DocumentGroup {
  key: string
  fund: string
  category: string
  documents: PortalDocument[]
}

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
  const collator = new Intl.Collator('en-US', { numeric: true })
  return [...groups.values()].sort(
    (a, b) => collator.compare(a.fund, b.fund) || collator.compare(a.category, b.category),
  )
}
