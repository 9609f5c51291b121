import { createContext, use, useMemo, useRef, useState } from 'react'
import { documentLists } from '../../../documents/document-query.ts'
import { displayKind, fileAddress } from '../../../documents/investor/document-kind.ts'
import type { ConfirmationProviderProps, DocumentTools } from '../../../documents/investor/document-tools.ts'
import { kindLabels, stateLabels } from '../../../documents/investor/filter-labels.ts'
import { moreButton, useOpenMenu } from '../../../documents/investor/more-button.tsx'
import { csvLink, downloadLink, RowButton } from '../../../documents/investor/row-actions.tsx'
import { useRowContext } from '../../../documents/investor/row-context.ts'
import { RowMenu } from '../../../documents/investor/row-menu.tsx'
import type { PortalDocument } from '../../../documents/server/documents.ts'
import { AskMenuItem } from '../../../messages/investor/ask-menu-item.tsx'
import { Button } from '../../../shell/ui/button.tsx'
import { MenuItem } from '../../../shell/ui/menu.tsx'
import bar from '../../../shell/ui/selection-bar.module.css'
import { AdministratorDialog, type ConfirmableAction, type PendingConfirmation } from './administrator-dialog.tsx'
import style from './administrator-tools.module.css'

interface AdministratorActions {
  confirm(action: ConfirmableAction, documents: PortalDocument[]): void
  /** Opens the menu with further actions next to the pressed button. */
  openMenu(document: PortalDocument, opener: HTMLElement): void
}

const AdministratorActionsContext = createContext<AdministratorActions | undefined>(undefined)

function useAdministratorActions(): AdministratorActions {
  const actions = use(AdministratorActionsContext)
  if (!actions) throw new Error('administratorTools need their ConfirmationProvider above them')
  return actions
}

function ConfirmationProvider({ person, onAnswer, children }: ConfirmationProviderProps) {
  const [confirmation, setConfirmation] = useState<PendingConfirmation>()
  const confirm = (action: ConfirmableAction, documents: PortalDocument[]) => setConfirmation({ action, documents })
  const menu = useOpenMenu()
  const latest = { confirm, openMenu: menu.open }
  const last = useRef(latest)
  last.current = latest
  // A stable object, so that only changed rows re-render.
  const actions = useMemo(
    (): AdministratorActions => ({
      confirm: (action, documents) => last.current.confirm(action, documents),
      openMenu: (document, opener) => last.current.openMenu(document, opener),
    }),
    [],
  )
  return (
    <AdministratorActionsContext value={actions}>
      {children}
      <RowMenu subject={menu.subject} onClose={menu.onClose}>
        {menu.subject && <MenuItems document={menu.subject.document} confirm={confirm} />}
      </RowMenu>
      {confirmation && (
        <AdministratorDialog
          confirmation={confirmation}
          person={person}
          onClose={() => setConfirmation(undefined)}
          onDone={answer => {
            setConfirmation(undefined)
            onAnswer(answer, confirmation.documents)
          }}
        />
      )}
    </AdministratorActionsContext>
  )
}

type MenuItemsProps = Pick<AdministratorActions, 'confirm'> & { document: PortalDocument }

function MenuItems({ document, confirm }: MenuItemsProps) {
  const isDownload =
    document.delete_request_status === 'pending' && displayKind(document) !== 'link' && !document.marks?.length
  return (
    <>
      {isDownload && <MenuItem href={fileAddress(document, true)}>Download</MenuItem>}
      <AskMenuItem document={document} />
      <MenuItem onClick={() => confirm('document.rename', [document])}>Rename</MenuItem>
      <MenuItem onClick={() => confirm('documents.move', [document])}>Move to fund</MenuItem>
      <MenuItem onClick={() => confirm('document.delete', [document])}>Force Delete</MenuItem>
    </>
  )
}

function RowActions({ document }: { document: PortalDocument }) {
  const rows = useRowContext()
  const { confirm, openMenu } = useAdministratorActions()
  const pending = document.delete_request_status === 'pending'
  return (
    <>
      {pending ? (
        <>
          <RowButton label="Reject" document={document} onClick={() => confirm('document.reject_delete', [document])} />
          <RowButton
            label="Approve"
            document={document}
            className={style.forGood}
            onClick={() => confirm('document.approve_delete', [document])}
          />
        </>
      ) : (
        <>
          {displayKind(document) !== 'link' && downloadLink(document, rows)}
          {csvLink(document, rows)}
        </>
      )}
      {moreButton(document, rows, openMenu)}
    </>
  )
}

function SelectionActions({ documents }: { documents: PortalDocument[] }) {
  const { confirm } = useAdministratorActions()
  return (
    <>
      <Button size="small" className={bar.scripted} onClick={() => confirm('documents.move', documents)}>
        Move to fund
      </Button>
      <Button
        size="small"
        variant="danger"
        className={bar.scripted}
        onClick={() => confirm('document.delete', documents)}
      >
        Force Delete
      </Button>
    </>
  )
}

/** Administrators' actions on documents: decide on delete requests, rename, move, delete. */
export const administratorTools: DocumentTools = {
  ConfirmationProvider,
  RowActions,
  SelectionActions,
  filters: [
    { label: 'Type', name: 'type', field: 'kind', counted: 'kinds', noneLabel: 'All types', labels: () => kindLabels },
    {
      label: 'Status',
      name: 'state',
      field: 'state',
      counted: 'states',
      noneLabel: 'All statuses',
      labels: statesOfPerson,
    },
  ],
  wide: true,
}

function statesOfPerson(): Record<string, string> {
  return Object.fromEntries(documentLists.person.states.map(state => [state, stateLabels[state]]))
}
