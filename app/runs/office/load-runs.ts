import type { MessageCode } from '../../../rules/messages.ts'
import { loadList } from '../../shell/portal/list-page.tsx'
import { pageNumber } from '../../shell/portal/list-place.ts'
import type { Sentence } from '../../shell/portal/server-errors.ts'
import type { DocumentRunKind } from '../server/run-kinds.ts'

/** The loader of a list of runs, of a kind or of all; the query has `page`, from 1. */
export function loadRuns<Kind extends DocumentRunKind | undefined = undefined>(
  failed: MessageCode | Sentence,
  kind?: Kind,
) {
  return loadList({
    view: query => ({ page: pageNumber(query) }),
    read: ({ actor, operations }, { page }) => operations.getRuns<Kind>(actor, page - 1, kind),
    none: { runs: [], total: 0 },
    failed,
  })
}
