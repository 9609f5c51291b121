import type { Embeds } from '../content/embeds-types.ts'
import type { Actor } from './access/actor.ts'
import type { Client } from './access/client.ts'
import type { Outbox } from './mail/outbox.ts'
import type { Operations } from './operations.ts'
import type { Log } from './platform/log.ts'

/** What the server hands to every loader and action (`app/context.ts`). */
export interface ServerContext {
  /** Who is signed in; undefined for a visitor. */
  actor: Actor | undefined
  /** There is a session, though perhaps no profile could be read in time. */
  signedIn: boolean
  /** The database cannot be reached just now, so that nobody knows who is signed in. */
  databaseUnavailable: boolean
  /** `auth.sessions.id` of that session. */
  sessionId: string | undefined
  /** Where the request comes from; the sign-in wants to know. */
  client: Client
  operations: Operations
  /** The server's log; its lines carry this request's id. */
  log: Log
  /** Mail that went to files; undefined where a mail server is set or others can reach this one. */
  outbox: Outbox | undefined
  /** Only in development and where DEV_PAGES=1. */
  devPages: boolean
  /** For the Content-Security-Policy of this one page. */
  nonce: string
  /** Other companies' widgets; the server reads them, since it also allows their hosts. */
  embeds: Embeds
}

/** Answers for a page: made by `app/entry.server.tsx`. */
export type Pages = (request: Request, context: ServerContext) => Promise<Response>
