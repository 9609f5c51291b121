import { useEffect, useRef } from 'react'
import { useFetcher } from 'react-router'
import type { DocumentsAnswer } from './answer.ts'

/** What can be done to documents, in the words of the server's forms. */
export type Intent = 'create-link' | 'request-delete' | 'approve' | 'reject' | 'delete' | 'rename' | 'move'

/** Intents that one document's own address takes; the others, and several documents at once, go to the list's. */
const single: Intent[] = ['request-delete', 'approve', 'reject', 'delete', 'rename']

/**
 * Does things to documents in the background; the list is read anew afterwards.
 * @param onAnswer hears what became of it
 */
export function useAct(onAnswer: (answer: DocumentsAnswer) => void) {
  const { submit, data: answer, state } = useFetcher<DocumentsAnswer>()
  const hear = useRef(onAnswer)
  hear.current = onAnswer
  useEffect(() => {
    if (answer) hear.current(answer)
  }, [answer])

  const act = (intent: Intent, ids: readonly string[], fields: Record<string, string> = {}) => {
    const alone = ids.length === 1 && single.includes(intent)
    const form = new URLSearchParams({ script: '1', intent, ...fields })
    if (!alone) for (const id of ids) form.append('ids', id)
    submit(form, { method: 'post', action: alone ? `/profile/documents/${ids[0]}` : '/profile/documents' })
  }
  return { act, busy: state === 'submitting' }
}
