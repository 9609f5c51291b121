import { createContext, Suspense, use, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { PortalDocument } from '../../../server/documents/documents.ts'
import { lazyWithFallback } from '../../lazy-with-fallback.ts'
import { Button } from '../../ui/button.tsx'
import { MenuItem } from '../../ui/menu.tsx'
import { AskMenuItem, askAbout } from '../messages/ask-about-document.tsx'
import { refusal } from '../refusal.ts'
import { useLoadedUploads } from '../uploads/lazy-uploads.ts'
import { useMe } from '../use-me.ts'
import { displayKind, isHeld } from './document-kind.ts'
import type { ConfirmationProviderProps, DocumentTools } from './document-tools.ts'
import type { InvestorAction, InvestorDialogProps } from './investor-dialog.tsx'
import { DownloadLink } from './row-actions.tsx'
import { MoreButton, useRowMenu } from './row-menu.tsx'
import { useDocumentActions } from './use-document-actions.ts'

const InvestorDialog = lazyWithFallback(() => import('./investor-dialog.tsx'), Unreachable)

function Unreachable({ onDone }: InvestorDialogProps) {
  useEffect(() => onDone({ error: refusal('NO_CONNECTION') }), [onDone])
  return null
}

interface InvestorActions {
  confirm(action: InvestorAction, documents: PortalDocument[]): void
  /** Opens the menu with further actions next to the pressed button. */
  openMenu(document: PortalDocument, opener: HTMLElement): void
}

const InvestorActionsContext = createContext<InvestorActions>({ confirm: () => {}, openMenu: () => {} })

function ConfirmationProvider({ onAnswer, children }: ConfirmationProviderProps) {
  const me = useMe()
  const [asked, setAsked] = useState<Pick<InvestorDialogProps, 'action' | 'documents'>>()
  const confirm = useCallback<InvestorActions['confirm']>((action, documents) => setAsked({ action, documents }), [])
  const { act } = useDocumentActions(answer => onAnswer(answer, []))
  const uploads = useLoadedUploads()
  const menu = useRowMenu(document => (
    <MenuItems document={document} confirm={confirm} withdraw={() => act('withdraw', [document.id])} />
  ))
  const openMenu = useRef(menu.open)
  openMenu.current = menu.open
  // The same object each time, so that only rows that have changed re-render.
  const actions = useMemo(
    (): InvestorActions => ({ confirm, openMenu: (document, opener) => openMenu.current(document, opener) }),
    [confirm],
  )
  return (
    <InvestorActionsContext value={actions}>
      {children}
      {menu.element}
      {asked && (
        <Suspense>
          <InvestorDialog
            {...asked}
            onClose={() => setAsked(undefined)}
            onDone={answer => {
              setAsked(undefined)
              // What it says above the list is no longer true.
              if (asked.action === 'undo-upload' && answer.notice) uploads?.dismissAdded(me.id)
              onAnswer(answer, asked.documents)
            }}
          />
        </Suspense>
      )}
    </InvestorActionsContext>
  )
}

type MenuItemsProps = Pick<InvestorActions, 'confirm'> & { document: PortalDocument; withdraw: () => void }

function MenuItems({ document, confirm, withdraw }: MenuItemsProps) {
  const { user_id, uploaded_by, just_added, opened_by_others_at } = document
  const pending = document.delete_request_status === 'pending'
  const item = (label: string, action: InvestorAction) => (
    <MenuItem onClick={() => confirm(action, [document])}>{label}</MenuItem>
  )
  return (
    <>
      <AskMenuItem document={document} />
      {uploaded_by === user_id && item('Rename', 'rename')}
      {just_added && !opened_by_others_at && !pending && item('Undo upload', 'undo-upload')}
      {!pending && !isHeld(document) && item('Request Delete', 'request-delete')}
      {pending && document.delete_requested_by === user_id && (
        <MenuItem onClick={withdraw}>Withdraw delete request</MenuItem>
      )}
    </>
  )
}

function RowActions({ document }: { document: PortalDocument }) {
  const { openMenu } = use(InvestorActionsContext)
  const { user_id, uploaded_by, delete_request_status, delete_requested_by } = document
  // A document of the fund's whose deletion the fund requested: all that is left to do with it is to ask.
  const isLeftToFund = uploaded_by !== user_id && delete_request_status === 'pending' && delete_requested_by !== user_id
  const me = useMe()
  return (
    <>
      {displayKind(document) !== 'link' && !isHeld(document) && <DownloadLink document={document} />}
      {(!isLeftToFund || askAbout(document, me)) && <MoreButton document={document} onPress={openMenu} />}
    </>
  )
}

/** Without scripts the deletion is requested without confirmation. */
function SelectionActions({ documents }: { documents: PortalDocument[] }) {
  const { confirm } = use(InvestorActionsContext)
  return (
    <Button
      size="small"
      type="submit"
      name="intent"
      value="request-delete"
      onClick={event => {
        event.preventDefault()
        confirm('request-delete', documents)
      }}
    >
      Request Delete
    </Button>
  )
}

/** What investors can do with their documents: download them, name their own, undo an upload or request a deletion. */
export const investorTools: DocumentTools = { ConfirmationProvider, RowActions, SelectionActions, isOwn: true }
