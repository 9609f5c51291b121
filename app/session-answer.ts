export type Profile = {
  id: string
  email: string
  full_name: string | null
  organization: string | null
  is_admin: boolean
}

/** Milliseconds of this browser's clock. */
export type Session = { endsAt: number }

/** What happened to the session (specification section 4). */
export type AuthEvent = 'INITIAL_SESSION' | 'SIGNED_IN' | 'SIGNED_OUT' | 'TOKEN_REFRESHED' | 'USER_UPDATED'

/** Who is signed in, or that nobody is. */
export type SessionAnswer = { profile: Profile; expires_at: string; server_time: string } | { profile: null }

/**
 * Reads what `GET` and `POST /api/session` answer.
 * @returns null where that says nothing: there is a session, but its profile could not be read in time
 */
export async function sessionIn(response: Response): Promise<SessionAnswer | null> {
  const answer: { profile: Profile | null; expires_at: string | null; server_time: string } = await response.json()
  const { profile, expires_at, server_time } = answer
  if (profile && expires_at) return { profile, expires_at, server_time }
  return expires_at ? null : { profile: null }
}
