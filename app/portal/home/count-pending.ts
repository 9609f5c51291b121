import type { HomeData } from '../documents/load-documents.ts'

/** @returns how many things the reader can do now: not those that the fund has yet to confirm */
export function countToDo({ waiting: { toSign, requestedDocuments, decided }, held }: HomeData): number {
  const unsigned = toSign.filter(({ signing_state }) => signing_state !== 'said_signed').length
  return unsigned + requestedDocuments.length + decided.length + (held ? held.ending.length + held.late.length : 0)
}

/** @returns whether anything stands in the list of what waits */
export function hasPending(home: HomeData): boolean {
  return (
    countToDo(home) + home.waiting.toSign.length + home.waiting.received.length + (home.held?.frozen.length ?? 0) > 0
  )
}
