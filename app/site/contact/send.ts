import { useEffect, useMemo, useRef, useState } from 'react'
import { data } from 'react-router'
import { refusal } from '../../portal/errors.ts'

/**
 * For a route's `clientAction`: a line that breaks must not take the page, and what was typed, with it. The status
 * keeps the router from asking for the page anew, which would fail as well and put an error in the form's place.
 */
export async function keepTyped<Answer>(send: () => Promise<Answer>) {
  try {
    return await send()
  } catch (error) {
    if (error instanceof Response) throw error
    return data({ problems: {}, values: {}, error: refusal('NO_CONNECTION') } as Answer, { status: 503 })
  }
}

/**
 * For a page that shows what a mailed secret opens: a request that fails hides nothing of it.
 * @param answer the last one of the server
 * @returns it; where it shows nothing, with what the one before it showed
 */
export function useLastShown<Answer extends { token?: string; notice?: string }>(answer: Answer | undefined) {
  const [shown, setShown] = useState(answer)
  if (answer?.token && answer !== shown) setShown(answer)
  return useMemo(() => (answer && !answer.token ? { ...shown, notice: undefined, ...answer } : answer), [answer, shown])
}

/**
 * Puts the keyboard where the answer to a form is: at the first field to mend, else at the form's own word.
 * @param answer of the server, undefined before there is one
 * @returns refs for the form, and for what is said in its place when it is done
 */
export function useFocusOnAnswer(answer: { done?: unknown } | undefined) {
  const form = useRef<HTMLFormElement>(null)
  const done = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (!answer) return
    if (answer.done) done.current?.focus()
    else form.current?.querySelector<HTMLElement>('[aria-invalid], [data-problem]')?.focus()
  }, [answer])
  return { form, done }
}
