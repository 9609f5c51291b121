import { useMemo, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { deleteRequestsPerPage } from '../../../../rules/limits.ts'
import { grouped } from '../../../../rules/number.ts'
import type { Actor } from '../../../../server/access/actor.ts'
import type { DeleteRequest } from '../../../../server/documents/deletion.ts'
import type { ActionAnswer } from '../../../actions/define-actions.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { fileSize } from '../../../ui/file-size.ts'
import { FormattedDate } from '../../../ui/formatted-date.tsx'
import type { Column } from '../../../ui/ledger.tsx'
import { Notice, useNotice } from '../../../ui/notice.tsx'
import { StackedLedger } from '../../../ui/stacked-ledger.tsx'
import { adminPages, withQuery } from '../../addresses.ts'
import { displayKind, kindName } from '../../documents/document-kind.ts'
import { useDocumentActions } from '../../documents/use-document-actions.ts'
import { LoadError } from '../../load-error.tsx'
import { AdministratorDialog } from '../../managing/administrator-dialog.tsx'
import { PersonDocumentsLink } from '../../managing/person-documents-link.tsx'
import type { Refusal } from '../../refusal.ts'
import { useRowFocus } from '../../use-row-focus.ts'
import { LazyViewer } from '../../viewer/lazy-viewer.tsx'
import { Pagination } from '../pagination.tsx'
import style from './delete-requests.module.css'

/** Tells the server that an action comes from this list, which has its own error messages. */
const formFields = { place: 'requests' }

type Props = { me: Actor; page: number; requests: DeleteRequest[]; total: number; loadError?: Refusal }

/** Every open delete request of every investor, oldest first, each to be approved or rejected. Follows changes on the server. */
export function DeleteRequests({ me, page, requests, total, loadError }: Props) {
  const { say, ...notice } = useNotice()
  const [error, setError] = useState<Refusal>()
  const [approving, setApproving] = useState<DeleteRequest>()
  const [query] = useSearchParams()
  const list = useRef<HTMLDivElement>(null)
  const ids = useMemo(() => requests.map(({ id }) => id), [requests])
  const focus = useRowFocus(list, ids)
  const showResult = ({ notice, error }: ActionAnswer) => {
    setError(error)
    if (notice) say(notice)
  }
  const { act } = useDocumentActions(showResult)
  const openedId = query.get('document')
  const columns = columnsFor({
    me,
    page,
    onApprove: setApproving,
    onReject: ({ id }) => act('reject', [id], formFields),
  })
  return (
    <section aria-label="Delete requests">
      <header className={style.head}>
        <h2>Delete requests</h2>
        <p role="status">{total > 0 && (total === 1 ? '1 request' : `${grouped(total)} requests`)}</p>
      </header>
      <LoadError error={loadError} />
      <Banner onDismiss={() => setError(undefined)}>{error?.message}</Banner>
      <div ref={list} tabIndex={-1} className={style.list} {...focus}>
        {requests.length > 0 && (
          <StackedLedger
            className={style.ledger}
            caption="Delete requests"
            columns={columns}
            rows={requests}
            rowKey={({ id }) => id}
          />
        )}
        {requests.length === 0 && !loadError && (
          <EmptyState
            title={total === 0 ? 'No delete requests' : 'No more requests'}
            level={3}
            action={total > 0 && <Button to={addressOf(1)}>First page</Button>}
          >
            {total === 0
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
        addressOf={addressOf}
      />
      {approving && (
        <AdministratorDialog
          confirmation={{ action: 'approve', documents: [approving] }}
          person={approving.user_id === me.id ? undefined : ownerOf(approving)}
          fields={formFields}
          onClose={() => setApproving(undefined)}
          onDone={answer => {
            setApproving(undefined)
            showResult(answer)
          }}
        />
      )}
      <Notice {...notice} />
      {openedId && (
        <LazyViewer
          me={me}
          document={requests.find(({ id }) => id === openedId)}
          loaded={!loadError || requests.length > 0}
          listAddress={addressOf(page)}
          order={requests}
          addressOf={id => addressOf(page, id)}
        />
      )}
    </section>
  )
}

interface ColumnOptions {
  me: Actor
  page: number
  onApprove: (request: DeleteRequest) => void
  onReject: (request: DeleteRequest) => void
}

function columnsFor({ me, page, onApprove, onReject }: ColumnOptions): Column<DeleteRequest>[] {
  return [
    { key: 'document', header: 'Document', role: 'title', cell: documentOf },
    {
      key: 'owner',
      header: 'Owner',
      bare: true,
      cell: request => (
        <PersonDocumentsLink me={me} person={ownerOf(request)} className={style.owner}>
          {request.owner_name || request.owner_email}
        </PersonDocumentsLink>
      ),
    },
    { key: 'requested', header: 'Requested', bare: true, cell: requestedOf },
    {
      key: 'actions',
      header: 'Actions',
      role: 'actions',
      cell: request => (
        <>
          <Button
            size="small"
            variant="link"
            to={addressOf(page, request.id)}
            state={{ opened: true }}
            preventScrollReset
            viewTransition={false}
            aria-label={`View ${request.filename}`}
            data-id={request.id}
          >
            View
          </Button>
          <Button
            size="small"
            variant="link"
            aria-label={`Approve ${request.filename}`}
            onClick={() => onApprove(request)}
          >
            Approve
          </Button>
          <Button
            size="small"
            variant="link"
            aria-label={`Reject ${request.filename}`}
            onClick={() => onReject(request)}
          >
            Reject
          </Button>
        </>
      ),
    },
  ]
}

function documentOf(request: DeleteRequest) {
  const size = displayKind(request) === 'link' ? undefined : fileSize(request.file_size)
  return (
    <>
      {request.filename}
      <span className={style.fact}>{[kindName(request), size].filter(Boolean).join(' · ')}</span>
    </>
  )
}

function requestedOf(request: DeleteRequest) {
  const byOwner = request.delete_requested_by === request.user_id
  return (
    <>
      <FormattedDate date={request.delete_requested_at ?? 0} time />
      <span className={style.fact}>by {byOwner ? 'its owner' : request.requester_name || request.requester_email}</span>
    </>
  )
}

const ownerOf = ({ user_id, owner_email, owner_name }: DeleteRequest) => ({
  id: user_id,
  email: owner_email,
  fullName: owner_name,
})

function addressOf(page: number, document?: string): string {
  return withQuery(adminPages.deleteRequests, { page: page > 1 ? String(page) : undefined, document })
}
