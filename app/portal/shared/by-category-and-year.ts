import { timeZone } from '../../../content/fund-time-zone.ts'
import { isoDayIn } from '../../../rules/dates.ts'
import { documentCategories } from '../../../rules/documents.ts'
import type { PortalDocument } from '../../../server/documents/documents.ts'

/** Documents of a category, by the year in which they were added, newest first. */
interface Category {
  category: string
  years: [year: string, documents: PortalDocument[]][]
}

/** @param documents newest first */
export function byCategoryAndYear(documents: readonly PortalDocument[]): Category[] {
  return documentCategories
    .map(category => ({
      category,
      years: [
        ...Map.groupBy(
          documents.filter(document => document.category === category),
          ({ created_at }) => isoDayIn(timeZone, created_at).slice(0, 4),
        ),
      ],
    }))
    .filter(({ years }) => years.length > 0)
}
