import { UNSAFE_decodeViaTurboStream as decode } from 'react-router'
import { type DetailedError, type HttpRequest, type HttpResponse, Upload } from 'tus-js-client'
import type { MessageCode } from '../../rules/messages.ts'
import type { PortalDocument } from '../../server/documents/documents.ts'
import type { Mailbox } from './mailbox.ts'

/** An answer that is not the one a person hoped for. `status` is 0 where there was none at all. */
export class Unanswered extends Error {
  override name = 'Unanswered'
  readonly status: number

  constructor(what: string, status: number, cause?: unknown) {
    super(`${what}: ${status || 'no answer'}`, { cause })
    this.status = status
  }
}

/** One request and what became of it, for those who keep count. */
export interface Exchange {
  method: string
  path: string
  /** 0 where no answer came. */
  status: number
  /** Milliseconds, as `performance.now()` tells them. */
  began: number
  ended: number
}

/** What became of something that was to be done with documents. */
export interface Acted {
  status: number
  notice?: string
  error?: { code: MessageCode; message: string }
}

export interface Options {
  /** What the session's cookie says; empty for a visitor. */
  cookie?: string
  /** Where the requests come from, by X-Forwarded-For: limits count each address apart. */
  ip?: string
  /** Hears of every request when it is over. */
  onExchange?: (exchange: Exchange) => void
}

interface Sent {
  filename: string
  content: Buffer
  /** Bytes in one request; all that are left without it. */
  chunkSize?: number
  metadata?: Record<string, string>
  onResponse?: (request: HttpRequest, response: HttpResponse) => void
}

export type Api = ReturnType<typeof apiFor>

/** Speaks to a site over HTTP as its pages do, for one person. */
export function apiFor(url: string, { cookie = '', ip = '10.9.0.1', onExchange = () => {} }: Options = {}) {
  const headers = { cookie, 'x-forwarded-for': ip }

  const ask = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const method = init.method ?? 'GET'
    const began = performance.now()
    const over = (status: number) => onExchange({ method, path, status, began, ended: performance.now() })
    try {
      const answer = await fetch(url + path, {
        redirect: 'manual',
        ...init,
        headers: { ...headers, ...(init.headers as Record<string, string>) },
      })
      over(answer.status)
      return answer
    } catch (error) {
      over(0)
      throw new Unanswered(`${method} ${path}`, 0, error)
    }
  }

  /** The answer of a request that is to be answered with `status`. */
  const must = async (status: number, path: string, init?: RequestInit): Promise<Response> => {
    const answer = await ask(path, init)
    if (answer.status === status) return answer
    await answer.body?.cancel()
    throw new Unanswered(`${init?.method ?? 'GET'} ${path}`, answer.status)
  }

  const submit = (status: number, fields: Record<string, string>) =>
    must(status, '/login', { method: 'POST', body: new URLSearchParams(fields) })

  return {
    ask,
    cookie,

    /** Asks for a code, by the sign-in page's form. When this resolves the code is on its way. */
    async askCode(email: string): Promise<void> {
      await (await submit(200, { intent: 'send', email })).text()
    },

    /** Signs in with a code. @returns the Cookie header of the session */
    async verify(email: string, code: string): Promise<string> {
      const answer = await submit(302, { intent: 'verify', email, code })
      return answer.headers
        .getSetCookie()
        .map(line => line.split(';')[0])
        .join('; ')
    },

    /** @returns the address of the person the session belongs to, or undefined where it does not hold */
    async whoAmI(): Promise<string | undefined> {
      const { profile } = await (await must(200, '/api/session')).json()
      return profile?.email
    },

    /** The person's documents, newest first, as the page reads them anew: all of them, or those it begins with. */
    async documents(which: 'all' | 'newest' = 'all'): Promise<PortalDocument[]> {
      const { body } = await must(200, `/profile.data${which === 'all' ? '?show=all' : ''}`)
      if (!body) throw new Error('an answer without a body')
      const { value } = await decode(body, globalThis as unknown as Window & typeof globalThis)
      const routes = (await value) as Record<string, { data?: { documents?: PortalDocument[] } }>
      const documents = routes['portal/documents/route']?.data?.documents
      if (!documents) throw new Error('the page has no list of documents')
      return documents
    },

    /**
     * Sends a form of the documents' list in the background, as its page does.
     * @param id of one document; without it the form is about several
     * @returns what the page hears, and the HTTP status
     */
    async act(intent: string, id = '', fields: Record<string, string | string[]> = {}): Promise<Acted> {
      const body = new URLSearchParams({ intent, enhanced: '1' })
      for (const [name, values] of Object.entries(fields)) for (const value of [values].flat()) body.append(name, value)
      const answer = await ask(`/profile/documents${id && `/${id}`}.data`, { method: 'POST', body })
      if (!answer.body || answer.status >= 400) {
        return { status: answer.status }
      }
      const { value } = await decode(answer.body, globalThis as unknown as Window & typeof globalThis)
      const { data } = (await value) as { data: Omit<Acted, 'status'> }
      return { status: answer.status, ...data }
    },

    /** Counts that a document was opened. @returns the new count */
    async view(id: string): Promise<number> {
      return (await must(200, `/profile/documents/${id}/views`, { method: 'POST' })).json()
    },

    async history(id: string): Promise<{ user_email: string }[]> {
      return (await must(200, `/profile/documents/${id}/views`)).json()
    },

    async download(id: string): Promise<Buffer> {
      return Buffer.from(await (await must(200, `/files/${id}`)).arrayBuffer())
    },

    /**
     * Sends a file with the client that the portal's page uses, which goes on where it was cut off.
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
          // Two minutes: on a busy machine a site that was killed takes long to come back.
          retryDelays: Array(800).fill(150),
          storeFingerprintForResuming: false,
          onBeforeRequest: () => {
            began = performance.now()
          },
          onAfterResponse: (request, response) => {
            last = response
            const path = new URL(request.getURL()).pathname
            const over = { method: request.getMethod(), path, status: response.getStatus() }
            onExchange({ ...over, began, ended: performance.now() })
            onResponse?.(request, response)
          },
          onSuccess: () => {
            const id = last?.getHeader('Upload-Document-Id')
            if (id) resolve(id)
            else reject(new Error(`${filename} was taken, but no document was named`))
          },
          onError: error => {
            const status = (error as DetailedError).originalResponse?.getStatus() ?? 0
            reject(new Unanswered(`upload of ${filename}`, status, error))
          },
        })
        upload.start()
      })
    },
  }
}

/** Signs in by mail, as a person does. @returns the Cookie header of the new session */
export async function signIn(api: Api, mailbox: Mailbox, email: string): Promise<string> {
  const before = mailbox.messages.filter(({ to }) => to === email).length
  await api.askCode(email)
  return api.verify(email, await mailbox.code(email, before))
}
