import type { PortalDocument } from '../../../server/documents/documents.ts'

/** Documents of one fund and one category, in the order they came: newest first. */
export interface Group {
  key: string
  fund: string
  category: string
  documents: PortalDocument[]
}

/** @returns the documents by fund, then category, both by name */
export function byFundAndCategory(documents: readonly PortalDocument[]): Group[] {
  const groups = new Map<string, Group>()
  for (const document of documents) {
    const { fund_name: fund, category } = document
    const key = JSON.stringify([fund, category])
    const group = groups.get(key) ?? { key, fund, category, documents: [] }
    group.documents.push(document)
    groups.set(key, group)
  }
  const words = new Intl.Collator('en-US', { numeric: true })
  return [...groups.values()].sort((a, b) => words.compare(a.fund, b.fund) || words.compare(a.category, b.category))
}
