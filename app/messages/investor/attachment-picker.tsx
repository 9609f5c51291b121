import { useDeferredValue, useEffect, useState } from 'react'
import { href, useFetcher } from 'react-router'
import { searchDelay, searchLength } from '../../../rules/limits.ts'
import { withQuery } from '../../../rules/url.ts'
import type { FailedLoad } from '../../shell/actions/failed-answers.ts'
import { useHydrated } from '../../shell/hydrated.ts'
import { isFailed } from '../../shell/portal/catch-up.tsx'
import { Field } from '../../shell/ui/field.tsx'
import { attachmentsPerMessage } from '../conversations.ts'
import style from './message-form.module.css'
import type { OfferedDocument, OfferedDocuments } from './offered-documents.ts'

type Props = {
  /** The newest of the person's documents. */
  offered: OfferedDocuments
  /** The owner of the documents, if not the reader. */
  personId?: string
  chosen: readonly OfferedDocument[]
  onChoose: (chosen: OfferedDocument[]) => void
}

/** Attaches documents to a message: checkboxes, the chosen ones first, and a search where there are many. */
export function AttachmentPicker({ offered, personId, chosen, onChoose }: Props) {
  const hydrated = useHydrated()
  const [search, setSearch] = useState('')
  const found = useFoundDocuments(search, personId) ?? offered
  const isChosen = (id: string) => chosen.some(document => document.id === id)
  const listed = [...chosen, ...found.documents.filter(({ id }) => !isChosen(id))]
  if (offered.documents.length === 0) return null
  return (
    <details>
      <summary className="touch-line">
        <span className="underlined">Attach documents</span>
        {chosen.length > 0 && <span className={`quiet ${style.count}`}> ({chosen.length} attached)</span>}
      </summary>
      {hydrated && offered.hasMore && (
        <Field
          label="Search your documents"
          hideLabel
          type="search"
          placeholder="Search documents"
          autoComplete="off"
          maxLength={searchLength}
          value={search}
          onChange={({ target }) => setSearch(target.value)}
        />
      )}
      <fieldset className={`stack above-2 ${style.offered}`}>
        <legend className="visually-hidden">Documents to attach, {attachmentsPerMessage} at most</legend>
        {listed.map(document => (
          <label key={document.id}>
            <input
              type="checkbox"
              name="attachments"
              value={document.id}
              autoComplete="off"
              checked={isChosen(document.id)}
              disabled={chosen.length >= attachmentsPerMessage && !isChosen(document.id)}
              onChange={({ target }) =>
                onChoose(target.checked ? [...chosen, document] : chosen.filter(({ id }) => id !== document.id))
              }
            />
            {document.filename}
          </label>
        ))}
      </fieldset>
      {search && listed.length === chosen.length && <p className="quiet">No other document has this name.</p>}
    </details>
  )
}

/** @returns what a search finds; the last result until the next arrives; undefined while nothing is searched for */
function useFoundDocuments(search: string, personId: string | undefined): OfferedDocuments | undefined {
  const { load, data } = useFetcher<OfferedDocuments | FailedLoad>()
  const words = useDeferredValue(search.trim())
  useEffect(() => {
    if (!words) return
    const timer = setTimeout(
      () => load(withQuery(href('/profile/messages/documents'), { q: words, user: personId })),
      searchDelay,
    )
    return () => clearTimeout(timer)
  }, [words, personId, load])
  return words && !isFailed(data) ? data : undefined
}
