import type { Client } from './client.ts'

/**
 * The person who acts, the first parameter of every operation. It is created from the session and nowhere else
 * (`server/identity/current-session.ts`); the database checks it again with row-level security.
 */
export interface Actor {
  /** `user_profiles.id` */
  id: string
  email: string
  fullName: string | null
  organization: string | null
  isAdmin: boolean
  /** Whether they may approve what administrators ask for; administrators may without it. */
  isApprover?: boolean
  /** Whether they act for a holder, so that pages say something about notes. */
  isMember?: boolean
  /** Nobody of the fund has accepted them yet. */
  isGuest?: boolean
  /** An administrator or approver whose session must show a passkey first; `isAdmin` and `isApprover` are false until then. */
  passkeyNeeded?: true
  /** `auth.sessions.id` of the session that acts; undefined for work that continues without one. */
  sessionId?: string
  /** Where that session's request comes from. */
  from?: Pick<Client, 'ip' | 'userAgent'>
}
