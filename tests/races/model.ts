import { notices } from '../../rules/messages.ts'

/** What somebody can do with a document at the same moment as somebody else. */
export const acts = ['request', 'approve', 'reject', 'force delete', 'view', 'download', 'upload', 'rename'] as const
export type Act = (typeof acts)[number]

/** Of two people who do the same: the first is the investor where an investor may, the second an administrator. */
export type Side = 0 | 1

/** Where a document stands; everything that the database must agree with. */
export interface State {
  status: 'none' | 'pending' | 'rejected' | 'approved away' | 'deleted away'
  /** Who asked; what a race begins with was asked by nobody of the two. */
  requester: Side | 'before' | undefined
  name: string
  views: number
  /** Entries in the audit log, oldest first. */
  log: string[]
}

/** The names that a rename gives. */
export const nameBy = (side: Side) => `Renamed by ${side}.txt`

/**
 * What one act does when nobody interferes (specification section 4).
 * @returns the notice or the error's code that its person gets, and what is there afterwards
 */
export function apply(state: State, act: Act, side: Side): { answer: string; state: State } {
  const answered = (answer: string, changes: Partial<State> = {}, entry?: string) => ({
    answer,
    state: { ...state, ...changes, log: entry ? [...state.log, `document.${entry}`] : state.log },
  })
  const gone = state.status === 'approved away' || state.status === 'deleted away'
  switch (act) {
    case 'upload':
      return answered('stored')
    case 'view':
      return gone ? answered('NOT_FOUND') : answered('counted', { views: state.views + 1 })
    case 'download':
      return gone ? answered('NOT_FOUND') : answered('the whole file')
    case 'request':
      if (gone) return answered('DOCUMENT_GONE')
      if (state.status === 'pending') return answered(notices.deleteRequested)
      return answered(notices.deleteRequested, { status: 'pending', requester: side }, 'delete_requested')
    case 'rename':
      if (gone) return answered('DOCUMENT_GONE')
      return answered(notices.documentRenamed, { name: nameBy(side) }, 'renamed')
    case 'force delete':
      if (gone) return answered('DOCUMENT_GONE')
      return answered(notices.documentDeleted, { status: 'deleted away' }, 'deleted')
    case 'approve':
    case 'reject':
      if (gone) return answered(state.status === 'approved away' ? 'REQUEST_APPROVED' : 'DOCUMENT_GONE')
      if (state.status === 'rejected') return answered('REQUEST_REJECTED')
      if (state.status === 'none') return answered('REQUEST_WITHDRAWN')
      return act === 'approve'
        ? answered(notices.documentDeleted, { status: 'approved away' }, 'delete_approved')
        : answered(notices.deleteRejected, { status: 'rejected', requester: undefined }, 'delete_rejected')
  }
}

/** What two people get and leave who act one after the other. */
export interface Course {
  answers: [string, string]
  end: State
}

/** @returns both courses that two acts at the same moment may take: the first one first, or the second */
export function courses(begin: State, [first, second]: readonly [Act, Act]): [Course, Course] {
  const one = apply(begin, first, 0)
  const then = apply(one.state, second, 1)
  const other = apply(begin, second, 1)
  const last = apply(other.state, first, 0)
  return [
    { answers: [one.answer, then.answer], end: then.state },
    { answers: [last.answer, other.answer], end: last.state },
  ]
}
