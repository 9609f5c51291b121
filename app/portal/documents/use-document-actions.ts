import type { ActionAnswer } from '../../actions/define-actions.ts'
import { useAction } from '../../actions/use-action.ts'

/** What can be done to documents, in the words of the server's forms. */
export type DocumentIntent = 'create-link' | 'request-delete' | 'approve' | 'reject' | 'delete' | 'rename' | 'move'

/** Intents that one document's own address takes; the others, and several documents at once, go to the list's. */
const single: DocumentIntent[] = ['request-delete', 'approve', 'reject', 'delete', 'rename']

/**
 * Does things to documents in the background; the list is loaded again afterwards.
 * @param onAnswer hears what became of it
 * @returns `busy` until that is known
 */
export function useDocumentActions(onAnswer: (answer: ActionAnswer) => void) {
  const { send, state } = useAction(onAnswer)
  const act = (intent: DocumentIntent, ids: readonly string[], fields: Record<string, string> = {}) => {
    const alone = ids.length === 1 && single.includes(intent)
    send({ intent, ...fields, ids: alone ? [] : ids }, alone ? `/profile/documents/${ids[0]}` : '/profile/documents')
  }
  return { act, busy: state === 'submitting' }
}
