import { connect } from 'node:net'
import type { FuzzRequest } from './requests.ts'

export interface Reply {
  /** HTTP status; 0 where the connection ended without one. */
  status: number
  /** From the last byte sent to the end of the response, in milliseconds; a stream ends when its head is here. */
  milliseconds: number
  /** The first bytes of the response, head and body. */
  text: string
}

/** As much of a response as is looked at. */
const kept = 200_000
/** After this long without a response, the request counts as hanging. */
const timeoutMs = 15_000

/** Sends a request over a connection of its own. */
export function send(port: number, cookie: string, { method, target, headers, body }: FuzzRequest): Promise<Reply> {
  return new Promise(resolve => {
    const socket = connect(port, '127.0.0.1')
    const parts: Buffer[] = []
    let size = 0
    let sent = performance.now()
    const finish = () => {
      clearTimeout(timer)
      socket.destroy()
      const text = Buffer.concat(parts).toString('latin1')
      const status = Number(/^HTTP\/1\.1 (?!100)(\d{3})/m.exec(text)?.[1] ?? 0)
      resolve({ status, milliseconds: performance.now() - sent, text })
    }
    const timer = setTimeout(finish, timeoutMs)
    socket.on('data', part => {
      if (size < kept) parts.push(part)
      size += part.length
      if (/^content-type: text\/event-stream/im.test(part.toString('latin1'))) finish()
    })
    socket.on('close', finish)
    socket.on('error', finish)
    socket.on('connect', () => {
      socket.write(headOf(method, target, cookie, headers, body))
      writeBody(socket, body)
      sent = performance.now()
      if (body.framing === 'cut-off') socket.end()
    })
  })
}

function headOf(
  method: string,
  target: string,
  cookie: string,
  headers: FuzzRequest['headers'],
  { bytes, type, framing }: FuzzRequest['body'],
): Buffer {
  const lines = [
    `${method} ${target} HTTP/1.1`,
    ...(headers.some(([name]) => name === 'Host') ? [] : ['Host: localhost']),
    // As from our own pages, unless the request says otherwise: others are refused before anything reads them.
    ...(headers.some(([name]) => name === 'Sec-Fetch-Site') ? [] : ['Sec-Fetch-Site: same-origin']),
    'Connection: close',
    ...(cookie ? [`Cookie: ${cookie}`] : []),
    ...(type ? [`Content-Type: ${type}`] : []),
    ...(framing === 'length' ? [`Content-Length: ${bytes.length}`] : []),
    ...(framing === 'cut-off' ? [`Content-Length: ${bytes.length + 10}`] : []),
    ...(framing === 'chunked' ? ['Transfer-Encoding: chunked'] : []),
    ...headers.map(([name, value]) => `${name}: ${value}`),
  ]
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1')
}

function writeBody(socket: ReturnType<typeof connect>, { bytes, framing }: FuzzRequest['body']): void {
  if (framing !== 'chunked') {
    socket.write(bytes)
    return
  }
  for (let at = 0; at < bytes.length; at += 100) {
    const piece = bytes.subarray(at, at + 100)
    socket.write(`${piece.length.toString(16)}\r\n`)
    socket.write(piece)
    socket.write('\r\n')
  }
  socket.write('0\r\n\r\n')
}
