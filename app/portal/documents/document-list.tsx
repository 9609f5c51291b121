import { useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { narrows, readDocumentQuery } from '../../../rules/document-query.ts'
import { grouped } from '../../../rules/number.ts'
import type { Actor } from '../../../server/access/actor.ts'
import type { FoundDocuments } from '../../../server/documents/document-search.ts'
import type { PortalDocument } from '../../../server/documents/documents.ts'
import type { ActionAnswer } from '../../actions/define-actions.ts'
import { Banner } from '../../ui/banner.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Link } from '../../ui/link.tsx'
import { Notice, useNotice } from '../../ui/notice.tsx'
import type { Refusal } from '../errors.ts'
import { useKeptFocus } from '../kept-focus.ts'
import { documentsAddress, type ListPlace } from './address.ts'
import { DocumentLedger } from './document-ledger.tsx'
import style from './document-list.module.css'
import { Downloads } from './downloads.tsx'
import { ClearLink, FindBar } from './find-bar.tsx'
import { byFundAndCategory } from './groups.ts'
import type { DocumentsData } from './load.ts'
import { type Asked, QuestionDialog } from './question-dialog.tsx'
import { type Question, type Rows, RowsProvider } from './row-context.ts'
import { useRowMenu } from './row-menu.tsx'
import { SelectionProvider, useNewSelection } from './selection.ts'
import { ChooseAll, SelectionBar } from './selection-bar.tsx'
import { useDocumentActions } from './use-document-actions.ts'

type Props = FoundDocuments & {
  me: Actor
  /** Whose documents these are, where they are not one's own. */
  person?: DocumentsData['person']
  place: ListPlace
}

/** The documents themselves, by fund and category, and all that can be done with them. */
export function DocumentList({ me, person, place, ...found }: Props) {
  const { documents, matching, total } = found
  const { say, ...notice } = useNotice()
  const [error, setError] = useState<Refusal>()
  const [asked, setAsked] = useState<Asked>()
  const list = useRef<HTMLDivElement>(null)
  const ids = useMemo(() => documents.map(({ id }) => id), [documents])
  const groups = useMemo(() => byFundAndCategory(documents), [documents])
  const selection = useNewSelection(ids)
  const focus = useKeptFocus(list, ids)
  const ask = (what: Question, documents: PortalDocument[]) => setAsked({ what, documents })
  const menu = useRowMenu(ask)
  const answered = ({ notice, error }: ActionAnswer) => {
    setError(error)
    if (notice) say(notice)
  }
  const { act } = useDocumentActions(answered)
  const rows = useStableRows(me.isAdmin, place, { ask, more: menu.more, reject: ({ id }) => act('reject', [id]) })

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
          <div ref={list} tabIndex={-1} className={style.list} {...focus}>
            {groups.map(group => (
              <section key={group.key} className={style.group}>
                <h2>{group.fund}</h2>
                <DocumentLedger group={group} />
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
          <SelectionBar
            selection={selection}
            documents={documents}
            isAdmin={me.isAdmin}
            ask={ask}
            next={documentsAddress(place)}
          />
          {menu.drawn}
        </Downloads>
        {asked && (
          <QuestionDialog
            asked={asked}
            person={person}
            onClose={() => setAsked(undefined)}
            onDone={answer => {
              setAsked(undefined)
              if (asked.documents.length > 1) selection.chooseAll(false)
              answered(answer)
            }}
          />
        )}
        <Notice {...notice} />
      </RowsProvider>
    </SelectionProvider>
  )
}

type Doing = Pick<Rows, 'ask' | 'more' | 'reject'>

/** @returns what rows can have done, one object for as long as the list is there */
function useStableRows(isAdmin: boolean, place: ListPlace, doing: Doing): Rows {
  const navigate = useNavigate()
  const now = { place, doing, navigate }
  const last = useRef(now)
  last.current = now
  return useMemo(
    () => ({
      isAdmin,
      addressOf: ({ id }) =>
        documentsAddress({ ...last.current.place, query: readDocumentQuery(new URLSearchParams()), all: false }, id),
      open: ({ id }) => {
        const { navigate, place } = last.current
        navigate(documentsAddress(place, id), { state: { opened: true }, preventScrollReset: true })
      },
      ask: (what, documents) => last.current.doing.ask(what, documents),
      more: (document, opener) => last.current.doing.more(document, opener),
      reject: document => last.current.doing.reject(document),
    }),
    [isAdmin],
  )
}
