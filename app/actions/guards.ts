import type { MessageCode } from '../../rules/messages.ts'
import type { Actor } from '../../server/access/actor.ts'
import type { ServerContext } from '../context.ts'
import { text, trimmedText } from './fields.ts'

/** Why a form is refused before its intent runs. */
export interface Denied {
  denied: MessageCode
  status: number
}

/**
 * Decides who may submit a form.
 * @returns what the intents need to know about the sender, or why the form is refused
 */
export type Guard<Who extends object> = (server: ServerContext, form: FormData) => Who | Denied

export const signedIn: Guard<{ actor: Actor }> = ({ actor, signedIn }) => {
  if (actor) return { actor }
  // There is a session, but its profile could not be read in time.
  if (signedIn) return { denied: 'PROFILE_UNREADABLE', status: 503 }
  return { denied: 'NO_SESSION', status: 401 }
}

/** Signed in, for intents that concern the session itself. */
export const signedInWithSession: Guard<{ actor: Actor; sessionId: string }> = (server, form) => {
  const who = signedIn(server, form)
  if ('denied' in who) return who
  return server.sessionId ? { ...who, sessionId: server.sessionId } : { denied: 'NO_SESSION', status: 401 }
}

export const administrator: Guard<{ actor: Actor }> = (server, form) => {
  const who = signedIn(server, form)
  if ('denied' in who || who.actor.isAdmin) return who
  void server.recordRefusal('FORBIDDEN')
  return { denied: 'FORBIDDEN', status: 403 }
}

/** Anyone, and whether this browser has a session. */
export const signingIn: Guard<{ isSignedIn: boolean }> = ({ actor }) => ({ isSignedIn: actor !== undefined })

/** Anyone. */
export const visitor: Guard<object> = () => ({})

/** Anyone whose form carries its proof (`server/access/form-proof.ts`), which the operation checks. */
export const visitorWithProof: Guard<{ proof: { ticket: string; trap: string } }> = (_, form) => ({
  proof: { ticket: text(form, 'ticket'), trap: text(form, 'leave_empty') },
})

/** Anyone who has the secret from an e-mail, which the operation checks. */
export const mailedSecret: Guard<{ token: string }> = (_, form) => ({ token: trimmedText(form, 'token') })
