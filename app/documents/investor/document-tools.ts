import type { ComponentType, ReactNode } from 'react'
import type { ActionAnswer } from '../../shell/actions/answer.ts'
import type { PortalDocument } from '../server/documents.ts'
import type { DocumentFilter } from './document-filters.tsx'
import type { Person } from './load-documents.ts'

export interface DocumentTools {
  /** Wraps the list and renders the confirmation dialogs of its actions. */
  ConfirmationProvider: ComponentType<ConfirmationProviderProps>
  /** A row's actions, after View and Review and sign. */
  RowActions: ComponentType<{ document: PortalDocument }>
  /** Actions on the selected documents, after Download as zip. */
  SelectionActions: ComponentType<{ documents: PortalDocument[] }>
  filters: readonly DocumentFilter[]
  /** The documents are the reader's own: unread ones are marked. */
  isOwn?: boolean
  /** A row needs more room for its actions than an investor's row does. */
  wide?: boolean
}

export interface ConfirmationProviderProps {
  /** The documents' owner, unless that is the reader. */
  person?: Person
  /** Called with the result of an action on documents. */
  onAnswer: (answer: ActionAnswer, documents: readonly PortalDocument[]) => void
  children: ReactNode
}
