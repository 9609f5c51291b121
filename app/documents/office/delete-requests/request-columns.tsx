import { href } from 'react-router'
import { withQuery } from '../../../../rules/url.ts'
import { PersonLink } from '../../../shell/office/person-link.tsx'
import rows from '../../../shell/office/rows.module.css'
import type { PlaceFields } from '../../../shell/portal/list-place.ts'
import { Button } from '../../../shell/ui/button.tsx'
import { fileSize } from '../../../shell/ui/file-size.ts'
import { FormattedDate } from '../../../shell/ui/formatted-date.tsx'
import type { Column } from '../../../shell/ui/ledger.tsx'
import { SelectRow } from '../../../shell/ui/selection-bar.tsx'
import { displayKind, kindName } from '../../investor/document-kind.ts'
import type { DeleteRequest } from '../../server/deletion.ts'
import style from './delete-requests.module.css'

interface ColumnOptions {
  /** Opens a document over the current list. */
  addressOf: (documentId: string) => string
  onApprove: (request: DeleteRequest) => void
  onReject: (request: DeleteRequest) => void
}

/** The columns of the list of delete requests. Permanent deletion is separated from the other actions. */
export function requestColumns({ addressOf, onApprove, onReject }: ColumnOptions): Column<DeleteRequest>[] {
  return [
    {
      header: 'Select',
      role: 'choice',
      cell: ({ id, filename }) => <SelectRow id={id} aria-label={`Select ${filename}`} />,
    },
    { header: 'Document', role: 'title', className: rows.grows, cell: documentOf },
    {
      header: 'Owner',
      bare: true,
      cell: request => (
        <PersonLink id={request.user_id} className={style.owner}>
          {request.ownerName || request.ownerEmail}
        </PersonLink>
      ),
    },
    { header: 'Requested', bare: true, cell: requestedOf },
    {
      header: 'Actions',
      role: 'actions',
      cell: request => (
        <>
          <Button
            size="small"
            variant="link"
            to={addressOf(request.id)}
            state={{ opened: true }}
            preventScrollReset
            viewTransition={false}
            aria-label={`View ${request.filename}`}
          >
            View
          </Button>
          <Button
            size="small"
            variant="link"
            aria-label={`Reject ${request.filename}`}
            onClick={() => onReject(request)}
          >
            Reject
          </Button>
          <Button
            size="small"
            variant="link"
            className={style.forGood}
            aria-label={`Approve ${request.filename}`}
            onClick={() => onApprove(request)}
          >
            Approve
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
      <span className={rows.fact}>{[kindName(request), size].filter(Boolean).join(' · ')}</span>
    </>
  )
}

function requestedOf(request: DeleteRequest) {
  const byOwner = request.delete_requested_by === request.user_id
  return (
    <>
      <FormattedDate date={request.delete_requested_at ?? 0} time />
      {!byOwner && request.delete_requested_by && (
        <span className={rows.fact}>
          by <PersonLink id={request.delete_requested_by}>{request.requesterName || request.requesterEmail}</PersonLink>
        </span>
      )}
    </>
  )
}

export const ownerOf = ({ user_id, ownerEmail, ownerName }: DeleteRequest) => ({
  id: user_id,
  email: ownerEmail,
  fullName: ownerName,
})

/** @returns the address of a page of the list, or of the search `q` in it, with a document open */
export function requestsAddress(fields: PlaceFields & { q?: string; document?: string }): string {
  return withQuery(href('/profile/admin/delete-requests'), { ...fields })
}
