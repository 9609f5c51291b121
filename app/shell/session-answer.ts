export type Profile = {
  id: string
  email: string
  full_name: string | null
  organization: string | null
  is_admin: boolean
  /** Acts for a holder of notes. */
  is_member: boolean
}

/** `endsAt` in milliseconds of this browser's clock (`Date.now()`). */
export type Session = { endsAt: number }

/** What happened to the session (specification section 4). */
export type AuthEvent = 'INITIAL_SESSION' | 'SIGNED_IN' | 'SIGNED_OUT' | 'TOKEN_REFRESHED' | 'USER_UPDATED'

/** Who is signed in; `profile` is null if no one is. Both times are ISO 8601. */
export type SessionAnswer = { profile: Profile; expires_at: string; server_time: string } | { profile: null }

/**
 * Parses the response of `GET` and `POST /api/session`.
 * @returns null if there is a session but its profile could not be read in time
 */
export async function parseSessionAnswer(response: Response): Promise<SessionAnswer | null> {
  const answer: { profile: Profile | null; expires_at: string | null; server_time: string } = await response.json()
  const { profile, expires_at, server_time } = answer
  if (profile && expires_at) return { profile, expires_at, server_time }
  return expires_at ? null : { profile: null }
}
