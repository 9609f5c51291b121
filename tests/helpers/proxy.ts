import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * A proxy's behavior while the site behind it doesn't answer, or a network wants a login first: `502` to `504` with its
 * own page; `page` answers with a page (200), `login` redirects to another site, `cut` breaks the connection.
 */
export type Trouble = 502 | 503 | 504 | 401 | 403 | 404 | 'page' | 'login' | 'cut'

/** An HTTP proxy in front of a site. */
export interface Proxy extends AsyncDisposable {
  url: string
  /**
   * Answers in the site's place from now on, and breaks the answers in progress.
   * @param only requests with a matching method and path, such as /^PATCH/; all others pass
   */
  fail(trouble: Trouble, only?: RegExp): void
  /** Forwards everything again. */
  restore(): void
  /** Method and path of each request that the proxy answered itself. */
  refused: string[]
}

export async function openProxy(site: string): Promise<Proxy> {
  const { hostname, port, host, origin } = new URL(site)
  const running = new Map<ServerResponse, string>()
  let trouble: Trouble | undefined
  let only = /./
  const refused: string[] = []

  const refuse = (requested: IncomingMessage, answer: ServerResponse) => {
    refused.push(nameOf(requested))
    requested.resume()
    if (trouble === 'cut') return requested.socket.destroy()
    if (trouble === 'login') return answer.writeHead(302, { Location: 'http://login.invalid/' }).end()
    const status = trouble === 'page' ? 200 : (trouble ?? 502)
    answer
      .writeHead(status, { 'Content-Type': 'text/html', Connection: 'close' })
      .end('<html><h1>Bad Gateway</h1></html>')
  }
  const server = createServer((requested, answer) => {
    if (trouble !== undefined && only.test(nameOf(requested))) return refuse(requested, answer)
    running.set(answer, nameOf(requested))
    answer.on('close', () => running.delete(answer))
    const { method, url: path, headers } = requested
    // A site of several processes accepts forms from its own address only.
    const own = { ...headers, host, ...(headers.origin && { origin }) }
    const onward = request({ hostname, port, method, path, headers: own, agent: false }, came => {
      answer.writeHead(came.statusCode ?? 502, came.rawHeaders)
      came.pipe(answer)
      came.on('error', () => answer.destroy())
    })
    onward.on('error', () => answer.destroy())
    answer.on('close', () => onward.destroy())
    requested.pipe(onward)
  })
  server.listen(0, 'localhost')
  await once(server, 'listening')
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    refused,
    fail(next, which = /./) {
      trouble = next
      only = which
      for (const [answer, name] of running) if (which.test(name)) answer.destroy()
    },
    restore() {
      trouble = undefined
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const nameOf = ({ method, url }: IncomingMessage) => `${method} ${url}`
