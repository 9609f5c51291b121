import { href } from 'react-router'
import type { ActionAnswer } from '../../shell/actions/answer.ts'
import { useAction } from '../../shell/actions/use-action.ts'
import type * as commands from '../document.commands.ts'

/** Actions on documents: names of commands. The lists load first, so they import nothing else of the commands. */
export type DocumentIntent = (typeof commands)[keyof typeof commands]['name']

const ofSeveral: Partial<Record<DocumentIntent, DocumentIntent>> = {
  'document.request_delete': 'documents.request_delete',
  'document.delete': 'documents.delete',
}

/**
 * Submits actions on documents in the background; the list reloads afterwards.
 * @param onAnswer called with the result
 * @returns `act`, which submits one, and whether one is being submitted
 */
export function useDocumentActions(onAnswer: (answer: ActionAnswer) => void) {
  const { send, state } = useAction(onAnswer)
  const act = (name: DocumentIntent, ids: readonly string[], fields: Record<string, string> = {}) => {
    const intent = ids.length > 1 ? (ofSeveral[name] ?? name) : name
    const isSingle = ids.length === 1 && intent.startsWith('document.')
    send(
      { intent, ...fields, ids: isSingle ? [] : ids },
      isSingle ? href('/profile/documents/:id', { id: ids[0] ?? '' }) : href('/profile/documents'),
    )
  }
  return { act, busy: state === 'submitting' }
}
