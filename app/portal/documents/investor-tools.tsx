import { createContext, Suspense, use, useEffect, useState } from 'react'
import type { PortalDocument } from '../../../server/documents/documents.ts'
import { lazyWithFallback } from '../../lazy-with-fallback.ts'
import { Button } from '../../ui/button.tsx'
import { refusal } from '../errors.ts'
import type { AskingProps, DocumentTools } from './document-tools.ts'
import { showing } from './kind.ts'
import type { RequestDeleteProps } from './request-delete-dialog.tsx'
import { DownloadLink, RowButton } from './row-actions.tsx'

const RequestDeleteDialog = lazyWithFallback(() => import('./request-delete-dialog.tsx'), Unreachable)

function Unreachable({ onDone }: RequestDeleteProps) {
  useEffect(() => onDone({ error: refusal('NO_CONNECTION') }), [onDone])
  return null
}

const AskContext = createContext<(documents: PortalDocument[]) => void>(() => {})

function Asking({ onAnswer, children }: AskingProps) {
  const [asked, setAsked] = useState<PortalDocument[]>()
  return (
    <AskContext value={setAsked}>
      {children}
      {asked && (
        <Suspense>
          <RequestDeleteDialog
            documents={asked}
            onClose={() => setAsked(undefined)}
            onDone={answer => {
              setAsked(undefined)
              onAnswer(answer, asked)
            }}
          />
        </Suspense>
      )}
    </AskContext>
  )
}

function RowActions({ document }: { document: PortalDocument }) {
  const ask = use(AskContext)
  return (
    <>
      {showing(document) !== 'link' && <DownloadLink document={document} />}
      {document.delete_request_status !== 'pending' && (
        <RowButton label="Request Delete" document={document} onClick={() => ask([document])} />
      )}
    </>
  )
}

/** Without scripts it is requested at once. */
function SelectionActions({ documents }: { documents: PortalDocument[] }) {
  const ask = use(AskContext)
  return (
    <Button
      size="small"
      type="submit"
      name="intent"
      value="request-delete"
      onClick={event => {
        event.preventDefault()
        ask(documents)
      }}
    >
      Request Delete
    </Button>
  )
}

/** What investors can do with their documents: ask for their deletion. */
export const investorTools: DocumentTools = { Asking, RowActions, SelectionActions }
