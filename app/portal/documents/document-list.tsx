import { useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { narrows } from '../../../rules/document-query.ts'
import { grouped } from '../../../rules/number.ts'
import type { FoundDocuments } from '../../../server/documents/document-search.ts'
import type { PortalDocument } from '../../../server/documents/documents.ts'
import type { ActionAnswer } from '../../actions/define-actions.ts'
import { Banner } from '../../ui/banner.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Link } from '../../ui/link.tsx'
import { Notice, useNotice } from '../../ui/notice.tsx'
import { withQuery } from '../addresses.ts'
import type { Refusal } from '../errors.ts'
import { useRowFocus } from '../row-focus.ts'
import { documentsAddress, type ListPlace } from './address.ts'
import { DocumentLedger } from './document-ledger.tsx'
import style from './document-list.module.css'
import type { DocumentTools } from './document-tools.ts'
import { Downloads } from './downloads.tsx'
import { ClearLink, FindBar } from './find-bar.tsx'
import { byFundAndCategory } from './groups.ts'
import type { DocumentsData } from './loader.ts'
import { type Rows, RowsProvider } from './row-context.ts'
import { SelectionProvider, useNewSelection } from './selection.ts'
import { ChooseAll, SelectionBar } from './selection-bar.tsx'

type Props = FoundDocuments & {
  /** Whose documents these are, where they are not the reader's own. */
  person?: DocumentsData['person']
  place: ListPlace
  tools: DocumentTools
}

/** The documents themselves, by fund and category, and all that can be done with them. */
export function DocumentList({ person, place, tools, ...found }: Props) {
  const { documents, matching, total } = found
  const { say, ...notice } = useNotice()
  const [error, setError] = useState<Refusal>()
  const list = useRef<HTMLDivElement>(null)
  const ids = useMemo(() => documents.map(({ id }) => id), [documents])
  const groups = useMemo(() => byFundAndCategory(documents), [documents])
  const selection = useNewSelection(ids)
  const focus = useRowFocus(list, ids)
  const rows = useStableRows(place)
  const onAnswer = ({ notice, error }: ActionAnswer, { length }: readonly PortalDocument[]) => {
    setError(error)
    if (notice) say(notice)
    if (notice && length > 1) selection.chooseAll(false)
  }

  return (
    <SelectionProvider value={selection}>
      <RowsProvider value={rows}>
        {total > 0 && (
          <FindBar place={place} {...found}>
            {documents.length > 1 && <ChooseAll selection={selection} documents={documents} />}
          </FindBar>
        )}
        <Banner onDismiss={() => setError(undefined)}>{error?.message}</Banner>
        <Downloads onRefusal={setError}>
          <tools.Asking person={person} onAnswer={onAnswer}>
            <div ref={list} tabIndex={-1} className={style.list} {...focus}>
              {groups.map(group => (
                <section key={group.key} className={style.group}>
                  <h2>{group.fund}</h2>
                  <DocumentLedger group={group} tools={tools} />
                </section>
              ))}
              {documents.length === 0 && narrows(place.query) && (
                <EmptyState title="No matches" action={<ClearLink place={place} />}>
                  No documents match these filters.
                </EmptyState>
              )}
            </div>
            {matching > documents.length && (
              <p className={style.more}>
                Showing the {narrows(place.query) || place.query.sort !== 'newest' ? 'first' : 'newest'}{' '}
                {documents.length} of {grouped(matching)} documents.{' '}
                <Link to={documentsAddress({ ...place, all: true })} preventScrollReset viewTransition={false}>
                  Show all
                </Link>
              </p>
            )}
            <SelectionBar selection={selection} documents={documents} tools={tools} next={documentsAddress(place)} />
          </tools.Asking>
        </Downloads>
        <Notice {...notice} />
      </RowsProvider>
    </SelectionProvider>
  )
}

/** @returns what rows share, one object for as long as the list is there */
function useStableRows(place: ListPlace): Rows {
  const navigate = useNavigate()
  const now = { place, navigate }
  const last = useRef(now)
  last.current = now
  return useMemo(
    () => ({
      addressOf: ({ id }) => withQuery(last.current.place.page, { document: id }),
      open: ({ id }) => {
        const { navigate, place } = last.current
        navigate(documentsAddress(place, id), { state: { opened: true }, preventScrollReset: true })
      },
    }),
    [],
  )
}
