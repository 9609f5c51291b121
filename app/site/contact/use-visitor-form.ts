import { useEffect, useRef } from 'react'
import { useActionData } from 'react-router'
import { useAction } from '../../shell/actions/use-action.ts'
import type { FormAnswer } from './visitor-form.ts'

/**
 * Sends a visitor's form and moves focus to the answer: to the first field to correct, or to the heading that replaces
 * the form after success.
 * @returns what `useAction` returns, and refs for the form and for the heading that replaces it
 */
export function useVisitorForm<Done>() {
  const answered = useActionData() as FormAnswer<Done> | undefined
  const { answer, ...action } = useAction<FormAnswer<Done>>()
  const form = useRef<HTMLFormElement>(null)
  const done = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (!answer) return
    if (answer.done) done.current?.focus()
    else form.current?.querySelector<HTMLElement>('[data-problem]')?.focus()
  }, [answer])
  return { ...action, answer: answer ?? answered, form, done }
}
