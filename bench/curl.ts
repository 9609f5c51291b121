import { Agent } from 'node:http'
import { ask } from './ask.ts'
import { findProgram, output } from './programs.ts'

/** A download or upload. */
export interface Transfer {
  url: string
  method?: string
  headers?: Record<string, string>
  /** The file to send. */
  file?: { path: string; content: Buffer }
  /** The expected status or statuses. */
  status: number | number[]
  /** Bytes of the response; not compared where undefined. */
  bytes?: number
}

/**
 * Makes the same request several times over one connection, one after the other, in a separate process: curl, which
 * reads large chunks and discards them. Without curl, this process does.
 * @returns the total seconds of the requests
 * @throws if a response differs from what is expected
 */
export async function repeatTransfer(transfer: Transfer, times = 1): Promise<number> {
  const curl = findProgram('curl')
  if (!curl) return repeatHere(transfer, times)
  const { url, method = 'GET', headers = {}, file, status, bytes } = transfer
  const fields = Object.entries(headers).flatMap(([name, value]) => ['--header', `${name}: ${value}`])
  const printed = await output(curl, [
    ...[
      '--silent',
      '--show-error',
      '--request',
      method,
      '--write-out',
      '%{http_code} %{size_download} %{time_total}\\n',
    ],
    // Otherwise curl asks for permission to send, and waits for the answer.
    ...['--header', 'Expect:', ...fields, ...(file ? ['--upload-file', file.path] : [])],
    ...Array.from({ length: times }, () => ['--output', '/dev/null', url]).flat(),
  ])
  const lines = printed
    .trim()
    .split('\n')
    .map(line => line.split(' ').map(Number))
  const isExpected = ([code = 0, size]: number[]) =>
    [status].flat().includes(code) && (bytes === undefined || size === bytes)
  if (lines.length !== times || !lines.every(isExpected)) throw new Error(`${method} ${url}: ${printed}`)
  return lines.reduce((sum, [, , seconds = 0]) => sum + seconds, 0)
}

async function repeatHere({ url, method, headers, file, status, bytes }: Transfer, times: number): Promise<number> {
  const agent = new Agent({ keepAlive: true })
  const began = performance.now()
  for (let time = 0; time < times; time++) {
    const answer = await ask(url, { agent, method, headers, body: file?.content, status })
    if (bytes !== undefined && answer.bytes !== bytes) throw new Error(`${url} returned ${answer.bytes} bytes`)
  }
  agent.destroy()
  return (performance.now() - began) / 1000
}
