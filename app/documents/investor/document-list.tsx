import { type ReactNode, useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { grouped } from '../../../rules/number.ts'
import { withQuery } from '../../../rules/url.ts'
import type { ActionAnswer } from '../../shell/actions/answer.ts'
import type { Refusal } from '../../shell/portal/refusal.ts'
import { Banner } from '../../shell/ui/banner.tsx'
import { EmptyState } from '../../shell/ui/empty-state.tsx'
import { Link } from '../../shell/ui/link.tsx'
import { Notice, useNotice } from '../../shell/ui/notice.tsx'
import { SelectionProvider, useNewSelection } from '../../shell/ui/selection.ts'
import { SelectAll } from '../../shell/ui/selection-bar.tsx'
import { isFiltered } from '../document-query.ts'
import { defaultCategory } from '../documents.ts'
import type { FoundDocuments } from '../server/document-search.ts'
import type { PortalDocument } from '../server/documents.ts'
import { ClearLink, DocumentFilters } from './document-filters.tsx'
import { type DocumentGroup, groupByFundAndCategory, headingForOwner } from './document-groups.ts'
import { DocumentLedger } from './document-ledger.tsx'
import style from './document-list.module.css'
import { DocumentSelectionBar } from './document-selection-bar.tsx'
import type { DocumentTools } from './document-tools.ts'
import { DownloadFrame } from './download-frame.tsx'
import { documentsAddress, type ListView } from './list-address.ts'
import type { DocumentsData } from './load-documents.ts'
import { type RowContextValue, RowProvider, rowVerbs } from './row-context.ts'
import { useRowFocus } from './use-row-focus.ts'

type Props = Omit<FoundDocuments, 'rows'> & {
  documents: PortalDocument[]
  personId: string
  /** The documents' owner, unless that is the reader. */
  person?: DocumentsData['person']
  view: ListView
  tools: DocumentTools
  /** Shown above the first row. */
  first: ReactNode
}

/** The documents, grouped by fund and category, with their filters and actions. */
export function DocumentList({ personId, person, view, tools, first, documents, matching, total }: Props) {
  const { say, ...notice } = useNotice()
  const [error, setError] = useState<Refusal>()
  const list = useRef<HTMLDivElement>(null)
  const ids = useMemo(() => documents.map(({ id }) => id), [documents])
  const groups = useMemo(() => groupByFundAndCategory(documents), [documents])
  const selection = useNewSelection(ids)
  const focus = useRowFocus(list, ids)
  const rowContext = useStableRowContext(view, documents)
  const onAnswer = ({ notice, error }: ActionAnswer, { length }: readonly PortalDocument[]) => {
    setError(error)
    if (!notice) return
    say(notice, { stays: length > 1 })
    if (length > 1) selection.toggleAll(false)
  }
  const headingOf = (group: DocumentGroup) => {
    if (tools.isOwn) return groups.length > 1 && headingForOwner(group, groups)
    // A heading identifies the fund.
    const { fund, category } = group
    return (
      (groups.length > 1 || isFiltered(view.query)) && (category === defaultCategory ? fund : `${fund}: ${category}`)
    )
  }

  return (
    <SelectionProvider value={selection}>
      <RowProvider value={rowContext}>
        {total > 0 && (
          <DocumentFilters personId={personId} view={view} matching={matching} total={total} filters={tools.filters}>
            {documents.length > 1 && <SelectAll selection={selection} rows={documents} />}
          </DocumentFilters>
        )}
        {first}
        <Banner onDismiss={() => setError(undefined)}>{error?.message}</Banner>
        <DownloadFrame onRefusal={setError}>
          <tools.ConfirmationProvider person={person} onAnswer={onAnswer}>
            {Object.entries(rowVerbs).map(([id, verb]) => (
              <span key={id} id={id} hidden>
                {verb}
              </span>
            ))}
            <div ref={list} tabIndex={-1} {...focus}>
              {groups.map(group => (
                <section key={group.key} className={style.group}>
                  {headingOf(group) && <h3>{headingOf(group)}</h3>}
                  <DocumentLedger
                    group={group}
                    tools={tools}
                    caption={tools.isOwn ? headingForOwner(group, groups) : `${group.fund}: ${group.category}`}
                  />
                </section>
              ))}
              {documents.length === 0 && isFiltered(view.query) && (
                <EmptyState title="No matches" level={3} action={<ClearLink view={view} />}>
                  No documents match these filters.
                </EmptyState>
              )}
            </div>
            {matching > documents.length && (
              <p className={style.more}>
                Showing the {isFiltered(view.query) || view.query.sort !== 'newest' ? 'first' : 'newest'}{' '}
                {documents.length} of {grouped(matching)} documents.{' '}
                <Link to={documentsAddress({ ...view, all: true })} preventScrollReset viewTransition={false}>
                  Show all
                </Link>
              </p>
            )}
            <DocumentSelectionBar
              selection={selection}
              documents={documents}
              tools={tools}
              next={documentsAddress(view)}
            />
          </tools.ConfirmationProvider>
        </DownloadFrame>
        <Notice {...notice} />
      </RowProvider>
    </SelectionProvider>
  )
}

/** @returns the rows' context, a stable object while the list is mounted */
function useStableRowContext(view: ListView, documents: readonly PortalDocument[]): RowContextValue {
  const navigate = useNavigate()
  const now = { view, navigate }
  const last = useRef(now)
  last.current = now
  // Numbered in order of appearance, so that server and browser agree, and no row's number changes.
  const nameIds = useRef(new Map<string, string>()).current
  for (const { id } of documents) if (!nameIds.has(id)) nameIds.set(id, `n${nameIds.size}`)
  return useMemo(() => {
    const nameId = ({ id }: PortalDocument) => nameIds.get(id) ?? ''
    return {
      addressOf: ({ id }) => withQuery(last.current.view.page, { document: id }),
      open: ({ id }) => {
        const { navigate, view } = last.current
        navigate(documentsAddress(view, id), { state: { opened: true }, preventScrollReset: true })
      },
      nameId,
      label: (verb, document) => `${verb} ${nameId(document)}`,
    }
  }, [nameIds])
}
