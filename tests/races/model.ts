import { rejectDeleteCommand, renameDocumentCommand } from '../../app/documents/document.commands.ts'
import { notices } from '../../rules/notices.ts'

/** What a person can do with a document while another person actions on it. */
export const actions = ['request', 'approve', 'reject', 'force delete', 'view', 'download', 'upload', 'rename'] as const
export type Action = (typeof actions)[number]

/** Which of the two people: the first is the investor where an investor may act, the second an administrator. */
export type Side = 0 | 1

/** A document’s state; the database must agree with all of it. */
export interface State {
  status: 'none' | 'pending' | 'rejected' | 'approved away' | 'deleted away'
  /** Who requested deletion; `before` if the request was there before the race. */
  requester: Side | 'before' | undefined
  name: string
  views: number
  /** Audit log entries about changes, oldest first. */
  log: string[]
}

/** The name that each side gives in a rename. */
export const nameBy = (side: Side) => `Renamed by ${side}.txt`

/**
 * What one action does if no one interferes (specification section 4).
 * @returns the notice or error code that the person gets, and the state afterwards
 */
export function apply(state: State, action: Action, side: Side): { answer: string; state: State } {
  const result = (answer: string, changes: Partial<State> = {}, entry?: string) => ({
    answer,
    state: { ...state, ...changes, log: entry ? [...state.log, `document.${entry}`] : state.log },
  })
  const gone = state.status === 'approved away' || state.status === 'deleted away'
  switch (action) {
    case 'upload':
      return result('stored')
    case 'view':
      return gone ? result('NOT_FOUND') : result('counted', { views: state.views + 1 })
    case 'download':
      return gone ? result('NOT_FOUND') : result('the whole file')
    case 'request':
      if (gone) return result('DOCUMENT_GONE')
      if (state.status === 'pending') return result(notices.deleteRequested)
      return result(notices.deleteRequested, { status: 'pending', requester: side }, 'delete_requested')
    case 'rename':
      if (gone) return result('DOCUMENT_GONE')
      return result(renameDocumentCommand.notice, { name: nameBy(side) }, 'renamed')
    case 'force delete':
      if (gone) return result('DOCUMENT_GONE')
      return result(notices.documentDeleted, { status: 'deleted away' }, 'deleted')
    case 'approve':
    case 'reject':
      if (gone) return result(state.status === 'approved away' ? 'REQUEST_APPROVED' : 'DOCUMENT_GONE')
      if (state.status === 'rejected') return result('REQUEST_REJECTED')
      if (state.status === 'none') return result('REQUEST_WITHDRAWN')
      return action === 'approve'
        ? result(notices.documentDeleted, { status: 'approved away' }, 'delete_approved')
        : result(rejectDeleteCommand.notice, { status: 'rejected', requester: undefined }, 'delete_rejected')
  }
}

/** The answers and the final state when two people act one after the other. */
export interface Outcome {
  answers: [string, string]
  end: State
}

/** @returns both outcomes that are correct for two simultaneous actions: as if the first came first, or the second */
export function outcomesOf(begin: State, [first, second]: readonly [Action, Action]): [Outcome, Outcome] {
  const one = apply(begin, first, 0)
  const then = apply(one.state, second, 1)
  const other = apply(begin, second, 1)
  const last = apply(other.state, first, 0)
  return [
    { answers: [one.answer, then.answer], end: then.state },
    { answers: [last.answer, other.answer], end: last.state },
  ]
}
