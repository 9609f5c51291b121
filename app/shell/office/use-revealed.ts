import type { CommandAnswer } from '../actions/answer.ts'
import { useAction } from '../actions/use-action.ts'
import { useLastAnswer } from '../commands/command-form.tsx'

/** The answer to the form that reveals a number from the vault. */
interface Revealed extends CommandAnswer {
  /** Shown once. */
  number?: string
}

/** @returns as `useAction`, with the answer to show, also to the same form submitted without scripts */
export function useRevealed(numberId: string) {
  const action = useAction<Revealed>()
  const last = useLastAnswer()
  const lost: Revealed | undefined = last?.typed?.number === numberId ? last : undefined
  return { ...action, shown: action.answer ?? lost }
}
