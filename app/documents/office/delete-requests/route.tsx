import { useCallback, useMemo, useRef, useState } from 'react'
import { href, useSearchParams } from 'react-router'
import { deleteRequestsPerPage } from '../../../../rules/limits.ts'
import { countOf } from '../../../../rules/number.ts'
import { withQuery } from '../../../../rules/url.ts'
import { AdministratorDialog, type PendingConfirmation } from '../../../people/office/managing/administrator-dialog.tsx'
import type { ActionAnswer } from '../../../shell/actions/answer.ts'
import { ListHead } from '../../../shell/office/list-head.tsx'
import rows from '../../../shell/office/rows.module.css'
import { SearchField, SearchForm } from '../../../shell/office/search-form.tsx'
import { loadList, showList } from '../../../shell/portal/list-page.tsx'
import { pageNumber, writePlace } from '../../../shell/portal/list-place.ts'
import { LoadError } from '../../../shell/portal/load-error.tsx'
import { Pagination } from '../../../shell/portal/pagination.tsx'
import type { Refusal } from '../../../shell/portal/refusal.ts'
import { useMe } from '../../../shell/portal/use-me.ts'
import { Banner } from '../../../shell/ui/banner.tsx'
import { Button } from '../../../shell/ui/button.tsx'
import { classes } from '../../../shell/ui/classes.ts'
import { EmptyState } from '../../../shell/ui/empty-state.tsx'
import { Notice, useNotice } from '../../../shell/ui/notice.tsx'
import { type Selection, SelectionProvider, useNewSelection, useSelected } from '../../../shell/ui/selection.ts'
import { SelectAll, SelectionBar } from '../../../shell/ui/selection-bar.tsx'
import { StackedLedger } from '../../../shell/ui/stacked-ledger.tsx'
import { LazyViewer } from '../../../viewer/investor/lazy-viewer.tsx'
import { useRowFocus } from '../../investor/use-row-focus.ts'
import type { DeleteRequest } from '../../server/deletion.ts'
import { type DecidedRequests, DecideSelected, type Decision, DecisionResults } from './decide-selected.tsx'
import style from './delete-requests.module.css'
import { ownerOf, requestColumns, requestsAddress } from './request-columns.tsx'

export { shouldRevalidateDocuments as shouldRevalidate } from '../../../shell/portal/viewer-revalidation.ts'
export { action } from './decision-actions.ts'

/** Loads one page of all open delete requests, oldest first; the query has `page`, from 1, and `q`, a search. */
export const loader = loadList({
  view: query => ({ page: pageNumber(query), search: query.get('q')?.trim() ?? '' }),
  read: ({ actor, operations }, { page, search }) => operations.getDeleteRequests(actor, { page: page - 1, search }),
  none: { requests: [], total: 0 },
  failed: 'LOAD_DELETE_REQUESTS_FAILED',
})

export default showList<typeof loader>(DeleteRequests)

/** Identifies this list to the server, since it has its own error messages. */
const formFields = { place: 'requests' }

type Props = { page: number; search: string; requests: DeleteRequest[]; total: number; loadError?: Refusal }

/**
 * Every open delete request of every investor, oldest first, to approve or reject one by one or in a batch. Updates
 * live.
 */
function DeleteRequests({ page, search, requests, total, loadError }: Props) {
  const me = useMe()
  const { say, ...notice } = useNotice()
  const [error, setError] = useState<Refusal>()
  const [deciding, setDeciding] = useState<Deciding>()
  const [decided, setDecided] = useState<DecidedRequests>()
  const [query] = useSearchParams()
  const list = useRef<HTMLDivElement>(null)
  const ids = useMemo(() => requests.map(({ id }) => id), [requests])
  const selection = useNewSelection(ids)
  const focus = useRowFocus(list, ids)
  const addressOf = useCallback(
    (document?: string) => requestsAddress({ q: search, ...writePlace({ page }), document }),
    [search, page],
  )
  const columns = useMemo(
    () =>
      requestColumns({
        addressOf,
        onApprove: request => setDeciding({ action: 'document.approve_delete', request }),
        onReject: request => setDeciding({ action: 'document.reject_delete', request }),
      }),
    [addressOf],
  )
  const openedId = query.get('document')
  return (
    <section aria-label="Delete requests">
      <ListHead title="Delete requests" count={total > 0 && countOf(total, 'request')}>
        {total > 0 && (
          <Button size="small" href={withQuery(href('/profile/documents.csv'), { state: 'requested' })}>
            Export CSV
          </Button>
        )}
      </ListHead>
      {(total > 1 || search) && <RequestSearch search={search} />}
      {decided && <DecisionResults decided={decided} onDismiss={() => setDecided(undefined)} />}
      <LoadError error={loadError} />
      <Banner onDismiss={() => setError(undefined)}>{error?.message}</Banner>
      <div ref={list} tabIndex={-1} className="above-4" {...focus}>
        {requests.length > 0 && (
          <SelectionProvider value={selection}>
            {requests.length > 1 && <SelectAll selection={selection} rows={requests} />}
            <StackedLedger
              className={classes(style.ledger, rows.rows)}
              caption="Delete requests"
              columns={columns}
              rows={requests}
              rowKey={({ id }) => id}
            />
            <DecisionBar
              selection={selection}
              requests={requests}
              onDone={result => {
                setDecided(result)
                selection.toggleAll(false)
              }}
            />
          </SelectionProvider>
        )}
        {requests.length === 0 && !loadError && (
          <EmptyState
            title={total > 0 ? 'No more requests' : search ? 'No requests found' : 'No delete requests'}
            level={2}
            action={
              (total > 0 || search) && (
                <Button to={requestsAddress({ q: total > 0 ? search : '' })}>
                  {total > 0 ? 'First page' : 'All requests'}
                </Button>
              )
            }
          >
            {total === 0 && search
              ? `No document and no owner of one contains “${search}”.`
              : total === 0
                ? 'When an investor asks to delete a document, the request will appear here for your decision.'
                : 'There’s nothing on this page of the list.'}
          </EmptyState>
        )}
      </div>
      <Pagination
        label="delete requests"
        page={page}
        total={total}
        size={deleteRequestsPerPage}
        addressOf={to => requestsAddress({ q: search, ...to })}
      />
      {deciding && (
        <AdministratorDialog
          confirmation={confirmationOf(deciding)}
          person={deciding.request.user_id === me.id ? undefined : ownerOf(deciding.request)}
          fields={formFields}
          onClose={() => setDeciding(undefined)}
          onDone={({ notice, error }: ActionAnswer) => {
            setDeciding(undefined)
            setError(error)
            if (notice) say(notice)
          }}
        />
      )}
      <Notice {...notice} />
      {openedId && (
        <LazyViewer
          me={me}
          document={requests.find(({ id }) => id === openedId)}
          loaded={!loadError || requests.length > 0}
          listAddress={addressOf()}
          order={requests}
          addressOf={addressOf}
        />
      )}
    </section>
  )
}

/** Filters the list by words in the names of documents and owners. */
function RequestSearch({ search }: { search: string }) {
  return (
    <SearchForm
      label="Delete requests"
      className={`short-fields ${style.search}`}
      action={href('/profile/admin/delete-requests')}
      values={{ q: search }}
    >
      <SearchField placeholder="Search by document or owner" />
    </SearchForm>
  )
}

interface Deciding {
  action: PendingConfirmation['action']
  request: DeleteRequest
}

const confirmationOf = ({ action, request }: Deciding): PendingConfirmation => ({
  action,
  documents: [request],
})

type BarProps = {
  selection: Selection
  requests: readonly DeleteRequest[]
  onDone: (decided: DecidedRequests) => void
}

/** The decisions about the selected requests, at the bottom of the window while any are selected. */
function DecisionBar({ selection, requests, onDone }: BarProps) {
  const ids = useSelected(selection)
  const [decision, setDecision] = useState<Decision>()
  const selected = requests.filter(({ id }) => ids.has(id))
  return (
    <>
      <SelectionBar
        selection={selection}
        count={selected.length}
        label="Selected requests"
        actions={
          <>
            <Button size="small" onClick={() => setDecision('reject')}>
              Reject
            </Button>
            <Button size="small" variant="danger" className={style.apart} onClick={() => setDecision('approve')}>
              Approve
            </Button>
          </>
        }
      />
      {decision && selected.length > 0 && (
        <DecideSelected
          decision={decision}
          requests={selected}
          onClose={() => setDecision(undefined)}
          onDone={decided => {
            setDecision(undefined)
            onDone(decided)
          }}
        />
      )}
    </>
  )
}
