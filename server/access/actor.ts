/**
 * Who acts. Every operation takes one first. It is made from the session (`server/identity/current-session.ts`) and nowhere
 * else; the database checks it again by row-level security.
 */
export interface Actor {
  /** `user_profiles.id` */
  id: string
  email: string
  fullName: string | null
  organization: string | null
  isAdmin: boolean
}
