import type { HomeData } from '../../documents/investor/load-documents.ts'

/** @returns how many things the reader can do now: not those that the fund has yet to confirm */
export function countToDo({ waiting, held }: HomeData): number {
  const { toSign, envelopes, subscriptions, wires, requestedDocuments, decided } = waiting
  const unsigned = toSign.filter(({ signingState }) => signingState !== 'said_signed')
  const { ending = [], late = [] } = held ?? {}
  return [unsigned, envelopes, subscriptions, wires, requestedDocuments, decided, ending, late].flat().length
}

/** @returns whether the list of pending items has any */
export function hasPending(home: HomeData): boolean {
  return (
    countToDo(home) + home.waiting.toSign.length + home.waiting.received.length + (home.held?.frozen.length ?? 0) > 0
  )
}
