import { useEffect, useRef } from 'react'
import { refusal } from '../../portal/errors.ts'

/** For a route's `clientAction`: a line that breaks must not take the page, and what was typed, with it. */
export async function keepTyped<Answer>(send: () => Promise<Answer>): Promise<Answer> {
  try {
    return await send()
  } catch (error) {
    if (error instanceof Response) throw error
    return { problems: {}, values: {}, error: refusal('NO_CONNECTION') } as Answer
  }
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
