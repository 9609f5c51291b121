import type { Writable } from 'node:stream'
import type { Embeds } from '../content/embeds-types.ts'
import type { MessageCode } from '../rules/messages.ts'
import type { Actor } from './access/actor.ts'
import type { Client } from './access/client.ts'
import type { Operation } from './access/perform.ts'
import type { Outbox } from './mail/outbox.ts'
import type * as operations from './operations.ts'
import type { Log } from './platform/log.ts'

/** What pages may ask of the server. */
export type Operations = typeof operations

/** What the server passes to every loader and action (`app/shell/context.ts`). */
export interface ServerContext {
  /** The signed-in person; undefined for a visitor. */
  actor: Actor | undefined
  /** Whether there is a session, even if its profile could not be read in time. */
  signedIn: boolean
  /** Whether the database can't be reached, so that we don't know who is signed in. */
  databaseUnavailable: boolean
  /** `auth.sessions.id` of that session. */
  sessionId: string | undefined
  /** When it ends unless it is used. */
  sessionEndsAt: Date | undefined
  /** Which of a person's accounts a page is about, as its address or an earlier choice says; unchecked. */
  account: string | undefined
  /** Where the request comes from, for the sign-in. */
  client: Client
  operations: Operations
  /** @returns what carries out a command of that name */
  operationOf: (command: string) => Operation
  /** Records that the person was refused something before an operation was called. */
  recordRefusal: (code: MessageCode) => Promise<void>
  /** Called when the page's loaders are done: nothing is read for it after that. */
  loaded: () => void
  /** The server's log, with this request's id in every line. */
  log: Log
  /** Saved mail; undefined where a mail server is set or others can reach this server. */
  outbox: Outbox | undefined
  /** Whether mail reaches people: it is sent, or shown in the outbox. The sample fund's site never says that it isn't. */
  sendsMail: boolean
  /** Only in development and where DEV_PAGES=1. */
  devPages: boolean
  /** For the Content-Security-Policy of this one page. */
  nonce: string
  /** Third-party widgets. The server reads them because it also allows their hosts. */
  embeds: Embeds
}

/** A page that React renders while it is written. */
export interface RenderedPage {
  status: number
  headers: Headers
  /** Writes the rendered part of the page, then the rest as it is rendered, and ends the destination. */
  body: (destination: Writable) => void
}

/** Handles a request for a page; created by `app/entry.server.tsx`. */
export type Pages = (request: Request, context: ServerContext) => Promise<Response | RenderedPage>
