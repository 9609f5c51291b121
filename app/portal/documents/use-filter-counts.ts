import { useEffect, useState } from 'react'
import { href, useFetcher } from 'react-router'
import { type DocumentQuery, writeDocumentQuery } from '../../../rules/document-query.ts'
import { withQuery } from '../../../rules/url.ts'
import type { FilterCounts } from '../../../server/documents/document-search.ts'
import type { FailedLoad } from '../../actions/failed-answers.ts'
import { isFailed } from '../catch-up.tsx'

/**
 * How many documents each filter would show, loaded once the filters are used.
 * @param personId the documents' owner
 * @returns `open`, to be called then; `counts`; and the message while there are none
 */
export function useFilterCounts(personId: string, query: DocumentQuery) {
  const { load, data: answer } = useFetcher<FilterCounts | FailedLoad | null>()
  const data = isFailed(answer) ? null : answer
  const [isOpen, setOpen] = useState(false)
  const filters = writeDocumentQuery({ ...query, sort: 'newest' })
  const address = withQuery(href('/profile/counts'), { ...filters, user: personId })
  useEffect(() => {
    if (isOpen) load(address)
  }, [isOpen, load, address])
  const missing = data === null ? 'The numbers of documents can’t be loaded right now.' : 'Counting documents …'
  return { open: () => setOpen(true), counts: data ?? undefined, note: isOpen && !data ? missing : '' }
}
