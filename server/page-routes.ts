import type { Context, Hono } from 'hono'
import { requestedAccount } from '../app/holders/server/accounts.ts'
import { readSession, type SignedIn } from '../app/identity/server/current-session.ts'
import { registerForm } from '../app/register/register.ts'
import { sanctionsForm } from '../app/sanctions/sanctions.ts'
import { checkForm } from '../app/sealing/sealing.ts'
import { envelopeForm } from '../app/signing/envelopes.ts'
import { embeds } from '../content/embeds.ts'
import { bulkForm, visitorForm } from '../rules/limits.ts'
import type { Client } from './access/client.ts'
import { isOperation, type Operation } from './access/perform.ts'
import { recordRefusal, withRefusalsRecorded } from './access/refusals.ts'
import { acceptedCoding } from './http/accepted-coding.ts'
import { type FormLimits, hasNoBody, readForm } from './http/form-body.ts'
import { HeldFiles } from './http/held-files.ts'
import { KnownReaders } from './http/known-readers.ts'
import { isCompressible, type PageCoding, pageCodings, sendBody } from './http/page-body.ts'
import { PageTurns } from './http/page-turns.ts'
import { RESPONSE_ALREADY_SENT, takeOver } from './http/raw-response.ts'
import { clientOf, isLocalRequest, originOf } from './http/request-client.ts'
import { outboxFolder } from './mail/mailer.ts'
import { canShowOutbox, hasNoRecipient, openOutbox } from './mail/outbox.ts'
import * as operations from './operations.ts'
import type { Config } from './platform/config.ts'
import { log } from './platform/log.ts'
import { PortalError } from './platform/portal-error.ts'
import type { Pages } from './request-context.ts'

interface PageOptions {
  config: Config
  pages: Pages
  development: boolean
}

/** Operations' names, by the command that each carries out. */
const operationNames = new Map<string, string>()
for (const [name, operation] of Object.entries<unknown>(operations)) {
  if (!isOperation(operation)) continue
  const { name: command } = operation.command
  if (operationNames.has(command)) throw new Error(`two operations carry out ${command}`)
  operationNames.set(command, name)
}

/** Scripts send forms to the page's data. */
const takesStrangersFile = (path: string) => /^\/verify(\.data)?$/.test(path)

/** @returns the limits of a form: some take a file, most of them the office's */
function limitsOf(path: string, signedIn: SignedIn | undefined): FormLimits {
  if (takesStrangersFile(path)) return checkForm
  if (!signedIn) return visitorForm
  const office = signedIn.actor?.isAdmin ? (/^\/profile\/admin\/([a-z-]+)/.exec(path)?.[1] ?? '') : ''
  return officeForms[office] ?? bulkForm
}

/** By the first part of their address below `/profile/admin`. */
const officeForms: Record<string, FormLimits> = {
  register: registerForm,
  accreditation: envelopeForm,
  envelopes: envelopeForm,
  sanctions: sanctionsForm,
}

/** The last routes: all pages, rendered for the person who asks. */
export function addPageRoutes(http: Hono, { config, pages, development }: PageOptions): void {
  const outbox = canShowOutbox(config) ? openOutbox(outboxFolder(config)) : undefined
  const sendsMail = config.passkeyRule.address === 'demo' || !hasNoRecipient(config)
  const turns = new PageTurns()
  const readers = new KnownReaders()
  const files = new HeldFiles()

  /** @returns what answers the request, once it is its turn */
  async function prepare(c: Context, client: Client, { signedIn, databaseUnavailable }: Reader) {
    await readForm(c, limitsOf(c.req.path, signedIn))
    const reads = signedIn?.reads
    const requestContext = { client, actor: signedIn?.actor }
    const { account, cookie } = signedIn
      ? requestedAccount(new URL(c.req.url), client, config)
      : { account: undefined, cookie: undefined }
    const requested = withRefusalsRecorded(operations, requestContext)
    const context: Parameters<Pages>[1] = {
      actor: signedIn?.actor,
      signedIn: signedIn !== undefined,
      databaseUnavailable,
      sessionId: signedIn?.session?.id,
      sessionEndsAt: signedIn?.session?.expiresAt,
      account,
      client,
      operations: requested,
      operationOf: command => requested[operationNames.get(command) as keyof typeof operations] as Operation,
      recordRefusal: code => recordRefusal(new PortalError(code), requestContext, [c.req.path]),
      log: log.with({ id: c.get('requestId') }),
      loaded: () => reads?.end(),
      outbox: isLocalRequest(c.req.raw) ? outbox : undefined,
      sendsMail,
      devPages: config.devPages || development,
      nonce: c.get('nonce'),
      embeds,
    }
    const render = async () => {
      const answer = await pages(withPublicOrigin(c.req.raw, config), context)
      const { headers } = answer
      // A response that signs in or out sets its own cookies, which are newer.
      if (!headers.has('Set-Cookie')) {
        for (const cookie of signedIn?.cookies ?? []) headers.append('Set-Cookie', cookie)
      }
      if (cookie) headers.append('Set-Cookie', cookie)
      if (!headers.has('Cache-Control')) headers.set('Cache-Control', cachingOf(headers, signedIn))
      return answer
    }
    return () => (reads ? reads.within(render).finally(() => reads.end()) : render())
  }

  http.all('*', async c => {
    const client = clientOf(c, config)
    const { signal } = c.req.raw
    const expected = onlyReads(c) ? readers.find(client) : undefined
    let answer: PageAnswer | undefined
    let reader: Reader | undefined
    if (expected) {
      // Their session is found in their turn, in the transaction that reads the page.
      answer = await turns.take(client.ip, expected, signal, async () => {
        reader = await findReader(c, client)
        const { actor, reads } = reader.signedIn ?? {}
        if (actor?.id === expected.id && !actor.isGuest) return (await prepare(c, client, reader))()
        reads?.pause()
        return undefined
      })
    }
    using _ = !onlyReads(c) && takesStrangersFile(c.req.path) ? files.hold(client.ip) : undefined
    if (!answer) {
      reader ??= await findReader(c, client)
      const { actor, reads } = reader.signedIn ?? {}
      readers.keep(client, actor)
      const respond = await prepare(c, client, reader)
      // A waiting request holds no connection.
      answer = await turns.take(client.ip, actor, signal, respond, () => reads?.pause()).finally(() => reads?.end())
    }
    await send(c, answer)
    return RESPONSE_ALREADY_SENT
  })
}

type PageAnswer = Awaited<ReturnType<Pages>>

const onlyReads = ({ req }: Context) => req.method === 'GET' || req.method === 'HEAD'

/** Who asks. */
interface Reader {
  signedIn: SignedIn | undefined
  databaseUnavailable: boolean
}

async function send(c: Context, { status, headers, body }: PageAnswer): Promise<void> {
  let coding: PageCoding | undefined
  if (body && isCompressible(headers.get('Content-Type')) && !headers.has('Content-Encoding')) {
    headers.append('Vary', 'Accept-Encoding')
    coding = acceptedCoding(c.req.header('Accept-Encoding'), pageCodings)
  }
  if (coding) {
    headers.set('Content-Encoding', coding)
    headers.delete('Content-Length')
  }
  const response = takeOver(c, status, { ...Object.fromEntries(headers), 'set-cookie': headers.getSetCookie() })
  await sendBody(response, c.req.method === 'HEAD' ? null : body, coding).catch(error =>
    log.error('a response broke off', error, { id: c.get('requestId') }),
  )
}

/** A page contains a nonce for this one response, so no cache may serve it to others or without asking. */
function cachingOf(headers: Headers, signedIn: SignedIn | undefined): string {
  return signedIn || headers.has('Set-Cookie') ? 'no-store' : 'private, no-cache'
}

/**
 * Without the database we don't know who is asking. Pages for everyone are still shown, and the others say so
 * themselves; forms are refused.
 */
async function findReader(c: Context, client: Client): Promise<Reader> {
  try {
    return { signedIn: await readSession(client, true, onlyReads(c)), databaseUnavailable: false }
  } catch (error) {
    if (!onlyReads(c) || !(error instanceof PortalError) || error.code !== 'AWAY') throw error
    log.warn('a page was requested while the database was unavailable', { id: c.get('requestId'), path: c.req.path })
    return { signedIn: undefined, databaseUnavailable: true }
  }
}

/** The request with the address its sender used, by which forms are checked and links are made. */
function withPublicOrigin(request: Request, config: Config): Request {
  const { pathname, search } = new URL(request.url)
  return new Request(originOf(request, config) + pathname + search, {
    method: request.method,
    headers: request.headers,
    body: hasNoBody(request) ? null : request.body,
    signal: request.signal,
    duplex: 'half',
  } as RequestInit)
}
