import { log } from '../platform/log.ts'
import type { Client } from './client.ts'

/** Something that matters for security and has no transaction of its own: a sign-in, a failed code, a refusal. */
export interface SecurityEvent {
  /** Noun and verb, such as `sign_in.failed`. */
  action: string
  client: Pick<Client, 'ip' | 'userAgent'>
  /** `user_profiles.id` of who acts, where the request proves it. */
  actorId?: string
  /** What or whom it was done to: a row's id, or an address. */
  subjectId?: string
  details?: Record<string, unknown>
}

/** Records such an event. */
export async function recordSecurityEvent({ action, client, actorId, details }: SecurityEvent): Promise<void> {
  log.info('security event', { action, ip: client.ip, actorId, ...details })
}
