import { useCallback, useEffect, useRef } from 'react'
import { useFetcher } from 'react-router'
import type { ActionAnswer } from './define-actions.ts'

/** Fields of a form that is sent by a script rather than by its button. */
export type SentFields = Record<string, string | readonly string[]>

/**
 * Submits forms in the background, by `<Form>` or `send`, and hears each answer once. The page is loaded again
 * afterwards.
 * @param onAnswer hears what became of it, as soon as it is known
 */
export function useAction<Answer extends ActionAnswer = ActionAnswer>(onAnswer?: (answer: Answer) => void) {
  const { Form, submit, state, formData, data } = useFetcher<Answer>()
  const answer = data as Answer | undefined
  const listener = useRef(onAnswer)
  listener.current = onAnswer
  useEffect(() => {
    if (answer) listener.current?.(answer)
  }, [answer])

  const send = useCallback(
    (fields: SentFields, to?: string) => {
      const form = new URLSearchParams({ enhanced: '1' })
      for (const [name, values] of Object.entries(fields)) for (const value of [values].flat()) form.append(name, value)
      submit(form, { method: 'post', action: to })
    },
    [submit],
  )
  const sent = state === 'idle' ? undefined : formData
  return {
    Form,
    send,
    answer,
    /** `submitting` until the answer is there, `loading` until the page is loaded again. */
    state,
    busy: state !== 'idle',
    /** What is being sent, until the page is loaded again. */
    sent,
    sentIntent: sent?.get('intent') ?? undefined,
  }
}

/** What `useAction` gives, for the pieces of a page that share one. */
export type FormAction<Answer extends ActionAnswer = ActionAnswer> = ReturnType<typeof useAction<Answer>>
