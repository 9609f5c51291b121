import { createContext, Suspense, use, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { askAbout } from '../../messages/investor/ask-about-document.ts'
import { lazyWithFallback } from '../../shell/lazy-with-fallback.ts'
import { refusal } from '../../shell/portal/refusal.ts'
import { useMe } from '../../shell/portal/use-me.ts'
import { Button } from '../../shell/ui/button.tsx'
import type { DocumentTopic } from '../document-query.ts'
import type { PortalDocument } from '../server/documents.ts'
import { displayKind, isHeld } from './document-kind.ts'
import type { ConfirmationProviderProps, DocumentTools } from './document-tools.ts'
import type { InvestorAction, InvestorDialogProps } from './investor-dialog.tsx'
import type { InvestorMenuProps } from './investor-menu.tsx'
import { moreButton, useOpenMenu } from './more-button.tsx'
import { csvLink, downloadLink } from './row-actions.tsx'
import { useRowContext } from './row-context.ts'
import type { DocumentIntent } from './use-document-actions.ts'

const InvestorDialog = lazyWithFallback<InvestorDialogProps>(() => import('./investor-dialog.tsx'), Unreachable)
const InvestorMenu = lazyWithFallback<InvestorMenuProps>(() => import('./investor-menu.tsx'), UnreachableMenu)

function Unreachable({ onDone }: InvestorDialogProps) {
  useEffect(() => onDone({ error: refusal('NO_CONNECTION') }), [onDone])
  return null
}

/** Reports the failure each time the menu is opened. */
function UnreachableMenu({ subject, onClose, onDone }: InvestorMenuProps) {
  useEffect(() => {
    if (!subject) return
    onClose()
    onDone({ error: refusal('NO_CONNECTION') })
  }, [subject, onClose, onDone])
  return null
}

const topicLabels: Record<DocumentTopic, string> = {
  statements: 'Statements',
  tax: 'Tax',
  agreements: 'Agreements',
  notes: 'Notes',
  letters: 'Letters',
}

/** This year and the last ones, until the years with documents are known. */
function recentYears(): Record<string, string> {
  const year = new Date().getUTCFullYear()
  return Object.fromEntries([0, 1, 2, 3, 4, 5].map(back => [year - back, String(year - back)]))
}

interface InvestorActions {
  confirm(action: InvestorAction, documents: PortalDocument[]): void
  /** Opens the menu with further actions next to the pressed button. */
  openMenu(document: PortalDocument, opener: HTMLElement): void
}

const InvestorActionsContext = createContext<InvestorActions>({ confirm: () => {}, openMenu: () => {} })

function ConfirmationProvider({ onAnswer, children }: ConfirmationProviderProps) {
  const [requested, setRequested] = useState<Pick<InvestorDialogProps, 'action' | 'documents'>>()
  const confirm = useCallback<InvestorActions['confirm']>(
    (action, documents) => setRequested({ action, documents }),
    [],
  )
  const menu = useOpenMenu()
  // Stays mounted once loaded: it receives the result of an action after it has closed.
  const [hasMenu, setHasMenu] = useState(false)
  const openMenu = useRef(menu.open)
  openMenu.current = (document: PortalDocument, opener: HTMLElement) => {
    setHasMenu(true)
    menu.open(document, opener)
  }
  // A stable object, so that only changed rows re-render.
  const actions = useMemo(
    (): InvestorActions => ({ confirm, openMenu: (document, opener) => openMenu.current(document, opener) }),
    [confirm],
  )
  return (
    <InvestorActionsContext value={actions}>
      {children}
      {hasMenu && (
        <Suspense>
          <InvestorMenu
            subject={menu.subject}
            onClose={menu.onClose}
            confirm={confirm}
            onDone={answer => onAnswer(answer, [])}
          />
        </Suspense>
      )}
      {requested && (
        <Suspense>
          <InvestorDialog
            {...requested}
            onClose={() => setRequested(undefined)}
            onDone={answer => {
              setRequested(undefined)
              onAnswer(answer, requested.documents)
            }}
          />
        </Suspense>
      )}
    </InvestorActionsContext>
  )
}

function RowActions({ document }: { document: PortalDocument }) {
  const rows = useRowContext()
  const { openMenu } = use(InvestorActionsContext)
  const { user_id, uploaded_by, delete_request_status, delete_requested_by } = document
  // The fund requested deletion of its own document: the investor can only send a message about it.
  const isLeftToFund = uploaded_by !== user_id && delete_request_status === 'pending' && delete_requested_by !== user_id
  const me = useMe()
  return (
    <>
      {displayKind(document) !== 'link' && !isHeld(document) && downloadLink(document, rows)}
      {csvLink(document, rows)}
      {(!isLeftToFund || askAbout(document, me)) && moreButton(document, rows, openMenu)}
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
      value={'documents.request_delete' satisfies DocumentIntent}
      onClick={event => {
        event.preventDefault()
        confirm('document.request_delete', documents)
      }}
    >
      Request Delete
    </Button>
  )
}

/** Investors' actions on documents: download, rename their own, undo an upload or request a deletion. */
export const investorTools: DocumentTools = {
  ConfirmationProvider,
  RowActions,
  SelectionActions,
  filters: [
    {
      label: 'Kind',
      name: 'kind',
      field: 'topic',
      counted: 'topics',
      noneLabel: 'All kinds',
      labels: () => topicLabels,
    },
    { label: 'Year', name: 'year', field: 'year', counted: 'years', noneLabel: 'All years', labels: recentYears },
  ],
  isOwn: true,
}
