import { href } from 'react-router'
import type { ActionAnswer } from '../../actions/define-actions.ts'
import { useAction } from '../../actions/use-action.ts'

/** What can be done to documents: the values of the forms' `intent`. */
export type DocumentIntent =
  | 'create-link'
  | 'request-delete'
  | 'withdraw'
  | 'undo-upload'
  | 'approve'
  | 'reject'
  | 'delete'
  | 'rename'
  | 'move'

/** Intents that a single document's address accepts; others, and actions on several documents, go to the list's address. */
const singleDocumentIntents: DocumentIntent[] = [
  'request-delete',
  'withdraw',
  'undo-upload',
  'approve',
  'reject',
  'delete',
  'rename',
]

/**
 * Submits actions on documents in the background; the list reloads afterwards.
 * @param onAnswer called with the result
 * @returns `act`, which submits one, and whether one is being submitted
 */
export function useDocumentActions(onAnswer: (answer: ActionAnswer) => void) {
  const { send, state } = useAction(onAnswer)
  const act = (intent: DocumentIntent, ids: readonly string[], fields: Record<string, string> = {}) => {
    const isSingle = ids.length === 1 && singleDocumentIntents.includes(intent)
    send(
      { intent, ...fields, ids: isSingle ? [] : ids },
      isSingle ? href('/profile/documents/:id', { id: ids[0] ?? '' }) : href('/profile/documents'),
    )
  }
  return { act, busy: state === 'submitting' }
}
