import { UNSAFE_decodeViaTurboStream as decode } from 'react-router'
import { type DetailedError, type HttpRequest, type HttpResponse, Upload } from 'tus-js-client'
import type { PortalDocument } from '../../app/documents/server/documents.ts'
import type { MessageCode } from '../../rules/messages.ts'
import { type PackedRows, unpackRows } from '../../rules/packed-rows.ts'
import type { Mailbox } from './mailbox.ts'

/** A request with an unexpected response. `status` is 0 if there was no response at all. */
export class RequestError extends Error {
  override name = 'RequestError'
  readonly status: number

  constructor(what: string, status: number, cause?: unknown) {
    super(`${what}: ${status || 'no response'}`, { cause })
    this.status = status
  }
}

/** A request and its outcome, for `onExchange`. */
export interface Exchange {
  method: string
  path: string
  /** HTTP status; 0 if there was no response. */
  status: number
  /** The code of a form's refusal, as sent by the site. */
  code?: string | undefined
  /** Milliseconds, from `performance.now()`. */
  began: number
  ended: number
}

/** Result of an action on documents. */
export interface ActionResult {
  status: number
  notice?: string
  error?: { code: MessageCode; message: string }
  /** A visitor's form's answer after success. */
  done?: unknown
  redirect?: string
}

export interface Options {
  /** Cookie header of the session; empty for a visitor. */
  cookie?: string
  /** The client's IP address, sent as X-Forwarded-For: rate limits apply to each address separately. */
  ip?: string
  /** Called after every request. */
  onExchange?: (exchange: Exchange) => void
}

interface Sent {
  filename: string
  content: Buffer
  /** Maximum bytes in one request; by default all remaining ones. */
  chunkSize?: number
  metadata?: Record<string, string>
  onResponse?: (request: HttpRequest, response: HttpResponse) => void
}

export type Api = ReturnType<typeof apiFor>

/**
 * @returns the complete answer of a loader or action
 * @throws TypeError if it breaks off before
 */
async function decodeAnswer(answer: Response): Promise<unknown> {
  const body = new Blob([await answer.arrayBuffer()]).stream()
  const { value } = await decode(body, globalThis as unknown as Window & typeof globalThis)
  return value
}

/** Makes the HTTP requests that a site's pages make, for one person. */
export function apiFor(url: string, { cookie = '', ip = '10.9.0.1', onExchange = () => {} }: Options = {}) {
  // Browsers send the origin with every request that changes something; with others it has no effect.
  const headers = { cookie, 'x-forwarded-for': ip, origin: new URL(url).origin }
  // The cookie that a code is bound to.
  let browser = ''

  const ask = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const method = init.method ?? 'GET'
    const began = performance.now()
    const report = (status: number) => onExchange({ method, path, status, began, ended: performance.now() })
    try {
      const answer = await fetch(url + path, {
        redirect: 'manual',
        ...init,
        headers: { ...headers, ...(init.headers as Record<string, string>) },
      })
      report(answer.status)
      return answer
    } catch (error) {
      report(0)
      throw new RequestError(`${method} ${path}`, 0, error)
    }
  }

  /** Makes a request. @throws RequestError if its response has another status */
  const expectStatus = async (status: number, path: string, init?: RequestInit): Promise<Response> => {
    return withStatus(status, await ask(path, init), `${init?.method ?? 'GET'} ${path}`)
  }

  const submit = (fields: Record<string, string>) =>
    ask('/login', { method: 'POST', headers: { cookie: browser }, body: new URLSearchParams(fields) })

  /** Submits a form in the background, as a page with scripts does. @returns the action's result and the HTTP status */
  const submitAt = async (path: string, fields: Record<string, string | string[] | File>): Promise<ActionResult> => {
    const hasFile = Object.values(fields).some(value => value instanceof File)
    const body = hasFile ? new FormData() : new URLSearchParams()
    body.append('enhanced', '1')
    for (const [name, values] of Object.entries(fields))
      for (const value of [values].flat()) body.append(name, value as string)
    const [page, query] = path.split('?')
    const answer = await ask(`${page}.data${query ? `?${query}` : ''}`, { method: 'POST', body })
    // A command's fault retains its status, with an ordinary answer.
    const isAnswer = answer.status < 400 || answer.headers.has('x-remix-response')
    if (!answer.body || !isAnswer) return { status: answer.status }
    const { data, redirect } = (await decodeAnswer(answer)) as {
      data?: Omit<ActionResult, 'status'>
      redirect?: string
    }
    return { status: answer.status, ...data, ...(redirect !== undefined && { redirect }) }
  }

  return {
    ask,
    cookie,

    /** Requests a code with the sign-in page's form. When this resolves, the e-mail is queued. */
    async askCode(email: string): Promise<void> {
      const answer = await withStatus(200, await submit({ intent: 'sign_in.send_code', email }), 'POST /login')
      browser = cookiesOf(answer)
      await answer.text()
    },

    /**
     * Signs in with a code.
     * @param second the second code, required of a person with an account in a new browser
     * @returns the Cookie header of the session
     */
    async verify(email: string, code: string, second?: string): Promise<string> {
      const first = await submit({ intent: 'sign_in.enter_code', email, code })
      if (first.status !== 200 || !second) return cookiesOf(await withStatus(302, first, 'POST /login'))
      await first.text()
      return cookiesOf(
        await withStatus(
          302,
          await submit({ intent: 'sign_in.enter_second_code', email, code: second }),
          'POST /login',
        ),
      )
    },

    /** @returns the e-mail address of the session's person, undefined if the session is not valid */
    async whoAmI(): Promise<string | undefined> {
      const { profile } = await (await expectStatus(200, '/api/session')).json()
      return profile?.email
    },

    /** The person's documents, newest first, as the page reloads them: all of them, or the first ones. */
    async documents(which: 'all' | 'newest' = 'all'): Promise<PortalDocument[]> {
      const answer = await expectStatus(200, `/profile.data${which === 'all' ? '?show=all' : ''}`)
      const routes = (await decodeAnswer(answer)) as Record<string, { data?: { rows?: PackedRows<PortalDocument> } }>
      const { rows } = routes['documents/investor/route']?.data ?? {}
      if (!rows) throw new Error('the page has no list of documents')
      return unpackRows(rows)
    },

    /**
     * Submits a form of the documents page in the background, like the page.
     * @param id of one document; without it the form is for several
     * @returns the action's result and the HTTP status
     */
    act(intent: string, id = '', fields: Record<string, string | string[]> = {}): Promise<ActionResult> {
      return submitAt(`/profile/documents${id && `/${id}`}`, { intent, ...fields })
    },

    submitAt,

    /** Counts a view of a document. @returns the new count */
    async view(id: string): Promise<number> {
      return (await expectStatus(200, `/profile/documents/${id}/views`, { method: 'POST' })).json()
    },

    async history(id: string): Promise<{ user_email: string }[]> {
      return (await expectStatus(200, `/profile/documents/${id}/views`)).json()
    },

    async download(id: string): Promise<Buffer> {
      return Buffer.from(await (await expectStatus(200, `/files/${id}`)).arrayBuffer())
    },

    /**
     * Uploads a file with the client of the portal's page, which resumes after an interruption.
     * @returns the document's id
     */
    upload({ filename, content, chunkSize = Number.POSITIVE_INFINITY, metadata, onResponse }: Sent): Promise<string> {
      return new Promise((resolve, reject) => {
        let began = 0
        let last: HttpResponse | undefined
        const upload = new Upload(content, {
          endpoint: `${url}/uploads`,
          headers,
          metadata: { filename, ...metadata },
          chunkSize,
          // Two minutes: on a busy machine a killed site takes long to restart.
          retryDelays: Array(800).fill(150),
          storeFingerprintForResuming: false,
          onBeforeRequest: () => {
            began = performance.now()
          },
          onAfterResponse: (request, response) => {
            last = response
            const path = new URL(request.getURL()).pathname
            const exchange = { method: request.getMethod(), path, status: response.getStatus() }
            onExchange({ ...exchange, began, ended: performance.now() })
            onResponse?.(request, response)
            // Like the page (file-transfer.ts).
            if (exchange.method === 'HEAD' && exchange.status >= 500) throw new Error('try again later')
          },
          onSuccess: () => {
            const id = last?.getHeader('Upload-Document-Id')
            if (id) resolve(id)
            else reject(new Error(`${filename} was uploaded, but the response has no document id`))
          },
          onError: error => {
            const status = (error as DetailedError).originalResponse?.getStatus() ?? 0
            reject(new RequestError(`upload of ${filename}`, status, error))
          },
        })
        upload.start()
      })
    },
  }
}

/** @throws RequestError if a response has another status */
async function withStatus(status: number, answer: Response, what: string): Promise<Response> {
  if (answer.status === status) return answer
  await answer.body?.cancel()
  throw new RequestError(what, answer.status)
}

function cookiesOf(answer: Response): string {
  return answer.headers
    .getSetCookie()
    .map(line => line.split(';')[0])
    .join('; ')
}

/**
 * Signs a person in by e-mail, as they do: with one code, or with both if they have an account.
 * @returns the Cookie header of the new session
 */
export async function signIn(api: Api, mailbox: Mailbox, email: string): Promise<string> {
  const before = mailbox.messages.filter(({ to }) => to === email).length
  await api.askCode(email)
  const [code = '', second] = await mailbox.codes(email, before)
  return api.verify(email, code, second)
}
