import type { ComponentType, ReactNode } from 'react'
import type { PortalDocument } from '../../../server/documents/documents.ts'
import type { ActionAnswer } from '../../actions/define-actions.ts'
import type { Person } from './loader.ts'

/** What an investor, or an administrator, can do with documents besides reading them. */
export interface DocumentTools {
  /** Around the list: keeps what is being asked, and renders the dialogs. */
  Asking: ComponentType<AskingProps>
  /** In a row, after View and Open to sign. */
  RowActions: ComponentType<{ document: PortalDocument }>
  /** For the selected documents, after Download as zip. */
  SelectionActions: ComponentType<{ documents: PortalDocument[] }>
  /** A row's actions need more room than an investor's do. */
  wide?: boolean
}

export interface AskingProps {
  /** Whose documents these are, where they are not the reader's own. */
  person?: Person
  /** Hears what became of something that was done to documents. */
  onAnswer: (answer: ActionAnswer, documents: readonly PortalDocument[]) => void
  children: ReactNode
}
