import {
  type ComponentProps,
  createElement,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { type FetcherWithComponents, useFetcher } from 'react-router'
import { requestProof } from '../../identity/investor/proof/request-proof.ts'
import type { ActionAnswer } from './answer.ts'
import { beginSubmission } from './submissions.ts'

/** The fields of a form that is sent by a script rather than by a button. */
export type SentFields = Record<string, string | readonly string[]>

/**
 * Submits forms in the background, with `<Form>` or `send`. The page's data is reloaded afterward. Where the server
 * needs fresh proof of who is there, a dialog asks for it, and the same form is sent again.
 * @param onAnswer called once for each answer, as soon as it arrives
 */
export function useAction<Answer extends ActionAnswer = ActionAnswer>(onAnswer?: (answer: Answer) => void) {
  const fetcher = useFetcher<Answer>()
  const { state, formAction, formData, data } = fetcher
  const { Form, submit } = useCounted(fetcher)
  // React Router hands out `data` from a mutable map. A render that React then drops, because nothing that it knows of has
  // changed, would see a new answer early, and an effect that depends on it would not run anymore. A state can't do that,
  // and an effect without dependencies runs after the next render that stays.
  const [answer, setAnswer] = useState<Answer>()
  useEffect(() => setAnswer(data as Answer | undefined))
  /** The answer to which someone didn't say who they are. */
  const [declined, setDeclined] = useState<Answer>()
  const listener = useRef(onAnswer)
  listener.current = onAnswer
  const last = useRef<Parameters<typeof submit>>([null])
  if (formData) last.current = [formData, { method: 'post', action: formAction }]
  useEffect(() => {
    const report = () => answer && listener.current?.(answer)
    if (!needsProof(answer)) {
      report()
      return
    }
    const decline = () => {
      setDeclined(answer)
      report()
    }
    requestProof().then(proved => (proved ? submit(...last.current) : decline()), decline)
  }, [answer, submit])

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
    // While the dialog asks, nothing is wrong: the form is sent again once it is answered.
    answer: needsProof(answer) && answer !== declined ? undefined : answer,
    /** `submitting` until the answer arrives, `loading` until the page's data is reloaded. */
    state,
    busy: state !== 'idle',
    /** The form being sent, until the page's data is reloaded. */
    sent,
    sentIntent: sent?.get('intent') ?? undefined,
  }
}

/**
 * A fetcher that reports a form as being sent from the moment it is submitted. React reports that something is being sent
 * only with its next render, and a reload that began in between would make React Router drop the page that the answer
 * leads to.
 */
function useCounted({ Form, submit, state }: FetcherWithComponents<unknown>) {
  const end = useRef<() => void>(undefined)
  const counted = useCallback(
    async (...sent: Parameters<typeof submit>) => {
      const ended = beginSubmission()
      end.current = ended
      await submit(...sent).finally(ended)
    },
    [submit],
  )
  // The answer is there before the page's data is loaded again.
  const isSubmitting = state === 'submitting'
  useLayoutEffect(() => (isSubmitting ? () => end.current?.() : undefined), [isSubmitting])
  const latest = useRef(counted)
  latest.current = counted
  const CountedForm = useMemo(
    () =>
      function CountedForm({ onSubmit, ...props }: ComponentProps<typeof Form>) {
        return createElement(Form, {
          ...props,
          onSubmit: event => {
            onSubmit?.(event)
            if (event.defaultPrevented) return
            event.preventDefault()
            const button = (event.nativeEvent as SubmitEvent).submitter as HTMLButtonElement | null
            const method = (button?.getAttribute('formmethod') ?? props.method) as 'post' | undefined
            void latest.current(button ?? event.currentTarget, { method })
          },
        })
      },
    [Form],
  )
  return { Form: CountedForm, submit: counted }
}

function needsProof(answer: ActionAnswer | undefined): boolean {
  return answer?.error?.code === 'PROOF_NEEDED'
}

/** What `useAction` returns, for components that share one. */
export type FormAction<Answer extends ActionAnswer = ActionAnswer> = ReturnType<typeof useAction<Answer>>
