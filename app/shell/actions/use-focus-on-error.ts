import { type RefObject, useEffect, useRef } from 'react'
import type { ActionAnswer } from './answer.ts'

/** @returns a ref for the form that an answer is about: a refusal moves the focus to the field to correct */
export function useFocusOnError(answer: ActionAnswer | undefined): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (answer?.error) form.current?.querySelector<HTMLElement>('[data-problem]')?.focus()
  }, [answer])
  return form
}
