import { createContext, use, useMemo, useRef, useState } from 'react'
import type { PortalDocument } from '../../../server/documents/documents.ts'
import { Button } from '../../ui/button.tsx'
import type { AskingProps, DocumentTools } from '../documents/document-tools.ts'
import { showing } from '../documents/kind.ts'
import { DownloadLink, RowButton } from '../documents/row-actions.tsx'
import bar from '../documents/selection-bar.module.css'
import { useDocumentActions } from '../documents/use-document-actions.ts'
import { AdministratorDialog, type Asked, type Question } from './administrator-dialog.tsx'
import { useRowMenu } from './row-menu.tsx'

interface Administrating {
  ask(what: Question, documents: PortalDocument[]): void
  reject(document: PortalDocument): void
  /** Opens the menu with what else can be done, beside what was pressed. */
  more(document: PortalDocument, opener: HTMLElement): void
}

const AdministratingContext = createContext<Administrating | undefined>(undefined)

function useAdministrating(): Administrating {
  const administrating = use(AdministratingContext)
  if (!administrating) throw new Error('administratorTools need their Asking above them')
  return administrating
}

function Asking({ person, onAnswer, children }: AskingProps) {
  const [asked, setAsked] = useState<Asked>()
  const ask = (what: Question, documents: PortalDocument[]) => setAsked({ what, documents })
  const menu = useRowMenu(ask)
  const { act } = useDocumentActions(answer => onAnswer(answer, []))
  const now = { ask, more: menu.more, reject: ({ id }: PortalDocument) => act('reject', [id]) }
  const last = useRef(now)
  last.current = now
  // The same object, so that only rows that have changed are rendered again.
  const administrating = useMemo(
    (): Administrating => ({
      ask: (what, documents) => last.current.ask(what, documents),
      reject: document => last.current.reject(document),
      more: (document, opener) => last.current.more(document, opener),
    }),
    [],
  )
  return (
    <AdministratingContext value={administrating}>
      {children}
      {menu.drawn}
      {asked && (
        <AdministratorDialog
          asked={asked}
          person={person}
          onClose={() => setAsked(undefined)}
          onDone={answer => {
            setAsked(undefined)
            onAnswer(answer, asked.documents)
          }}
        />
      )}
    </AdministratingContext>
  )
}

function RowActions({ document }: { document: PortalDocument }) {
  const { ask, reject, more } = useAdministrating()
  const pending = document.delete_request_status === 'pending'
  return (
    <>
      {pending ? (
        <>
          <RowButton label="Approve" document={document} onClick={() => ask('approve', [document])} />
          <RowButton label="Reject" document={document} onClick={() => reject(document)} />
        </>
      ) : (
        showing(document) !== 'link' && <DownloadLink document={document} />
      )}
      <Button
        size="small"
        variant="link"
        aria-haspopup="menu"
        aria-expanded="false"
        aria-label={`More for ${document.filename}`}
        onClick={({ currentTarget }) => more(document, currentTarget)}
      >
        More
      </Button>
    </>
  )
}

function SelectionActions({ documents }: { documents: PortalDocument[] }) {
  const { ask } = useAdministrating()
  return (
    <>
      <Button size="small" className={bar.scripted} onClick={() => ask('move', documents)}>
        Move to fund
      </Button>
      <Button size="small" variant="danger" className={bar.scripted} onClick={() => ask('delete', documents)}>
        Force Delete
      </Button>
    </>
  )
}

/** What administrators can do with documents: decide on delete requests, rename, move, delete. */
export const administratorTools: DocumentTools = { Asking, RowActions, SelectionActions, wide: true }
