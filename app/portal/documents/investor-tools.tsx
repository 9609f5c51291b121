import { createContext, Suspense, use, useEffect, useState } from 'react'
import type { PortalDocument } from '../../../server/documents/documents.ts'
import { lazyWithFallback } from '../../lazy-with-fallback.ts'
import { Button } from '../../ui/button.tsx'
import { refusal } from '../refusal.ts'
import { displayKind } from './document-kind.ts'
import type { ConfirmationProviderProps, DocumentTools } from './document-tools.ts'
import type { RequestDeleteProps } from './request-delete-dialog.tsx'
import { DownloadLink, RowButton } from './row-actions.tsx'

const RequestDeleteDialog = lazyWithFallback(() => import('./request-delete-dialog.tsx'), Unreachable)

function Unreachable({ onDone }: RequestDeleteProps) {
  useEffect(() => onDone({ error: refusal('NO_CONNECTION') }), [onDone])
  return null
}

const RequestDeleteContext = createContext<(documents: PortalDocument[]) => void>(() => {})

function ConfirmationProvider({ onAnswer, children }: ConfirmationProviderProps) {
  const [requested, setRequested] = useState<PortalDocument[]>()
  return (
    <RequestDeleteContext value={setRequested}>
      {children}
      {requested && (
        <Suspense>
          <RequestDeleteDialog
            documents={requested}
            onClose={() => setRequested(undefined)}
            onDone={answer => {
              setRequested(undefined)
              onAnswer(answer, requested)
            }}
          />
        </Suspense>
      )}
    </RequestDeleteContext>
  )
}

function RowActions({ document }: { document: PortalDocument }) {
  const requestDelete = use(RequestDeleteContext)
  return (
    <>
      {displayKind(document) !== 'link' && <DownloadLink document={document} />}
      {document.delete_request_status !== 'pending' && (
        <RowButton label="Request Delete" document={document} onClick={() => requestDelete([document])} />
      )}
    </>
  )
}

/** Without scripts the deletion is requested without confirmation. */
function SelectionActions({ documents }: { documents: PortalDocument[] }) {
  const requestDelete = use(RequestDeleteContext)
  return (
    <Button
      size="small"
      type="submit"
      name="intent"
      value="request-delete"
      onClick={event => {
        event.preventDefault()
        requestDelete(documents)
      }}
    >
      Request Delete
    </Button>
  )
}

/** What investors can do with their documents: download them and request their deletion. */
export const investorTools: DocumentTools = { ConfirmationProvider, RowActions, SelectionActions }
