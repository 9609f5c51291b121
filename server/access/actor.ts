import type { Client } from './client.ts'

/**
 * The acting person, the first parameter of every operation. Created only from the session
 * (`app/identity/server/current-session.ts`); the database checks it again with row-level security.
 */
export interface Actor {
  /** `user_profiles.id` */
  id: string
  email: string
  fullName: string | null
  organization: string | null
  isAdmin: boolean
  /** Whether they are an approver; administrators may approve without it. */
  isApprover?: boolean
  /** Whether they are a member of a holder, so that pages mention notes. */
  isMember?: boolean
  /** Not accepted by the fund yet. */
  isGuest?: boolean
  /**
   * An administrator or approver who must show a passkey in this session first; `isAdmin` and `isApprover` are false
   * until then.
   */
  passkeyNeeded?: true
  /** `auth.sessions.id` of the acting session; undefined for work that continues without one. */
  sessionId?: string
  /** Source of that session's request. */
  from?: Pick<Client, 'ip' | 'userAgent'>
}
