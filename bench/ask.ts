import { type Agent, type OutgoingHttpHeaders, request } from 'node:http'

interface Requested {
  agent?: Agent
  method?: string
  headers?: OutgoingHttpHeaders
  body?: Buffer
  /** The expected status or statuses. */
  status: number | number[]
  /** Gets every chunk of the response. */
  onData?: (chunk: Buffer) => void
}

/** Sends a request and reads the whole response. @returns its headers, and its length in bytes */
export function ask(url: string, { agent, method = 'GET', headers, body, status, onData }: Requested) {
  return new Promise<{ headers: NodeJS.Dict<string | string[]>; bytes: number }>((resolve, reject) => {
    const requested = request(url, { agent, method, headers }, answer => {
      let bytes = 0
      answer.on('data', (chunk: Buffer) => {
        bytes += chunk.length
        onData?.(chunk)
      })
      answer.on('error', reject)
      answer.on('end', () => {
        if ([status].flat().includes(answer.statusCode ?? 0)) resolve({ headers: answer.headers, bytes })
        else
          reject(new Error(`${method} ${url} returned ${answer.statusCode} instead of ${[status].flat().join(' or ')}`))
      })
    })
    requested.on('error', reject)
    requested.end(body)
  })
}
