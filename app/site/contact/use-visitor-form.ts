import { useEffect, useRef } from 'react'
import { useAction } from '../../actions/use-action.ts'
import type { FormAnswer } from './visitor-form.ts'

/**
 * Sends a visitor's form, and puts the keyboard where its answer is: at the first field to correct, else at what is
 * said in the form's place once it is done.
 * @param actionData what a form sent without scripts was answered with
 * @returns what `useAction` does, and refs for the form and for the heading of what is said in its place
 */
export function useVisitorForm<Done>(actionData: FormAnswer<Done> | undefined) {
  const { answer, ...action } = useAction<FormAnswer<Done>>()
  const form = useRef<HTMLFormElement>(null)
  const done = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (!answer) return
    if (answer.done) done.current?.focus()
    else form.current?.querySelector<HTMLElement>('[aria-invalid], [data-problem]')?.focus()
  }, [answer])
  return { ...action, answer: answer ?? actionData, form, done }
}
