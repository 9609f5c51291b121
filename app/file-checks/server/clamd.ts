import { connect, type Socket } from 'node:net'
import type { ClamdAddress } from '../../../server/platform/config-readers.ts'

/** A malware scanner. */
export interface Scanner {
  /**
   * @param content in chunks, each used before the next one is requested
   * @returns the name of the matching signature; undefined for clean content
   * @throws ScannerUnavailable without a verdict: the scanner is unreachable, too slow or refuses the file; errors of
   * reading the content
   */
  scan(content: AsyncIterable<Uint8Array>): Promise<string | undefined>
  /** @returns its name and version. @throws ScannerUnavailable */
  version(): Promise<string>
}

/** There is no verdict on a file now; there may be one later. */
export class ScannerUnavailable extends Error {
  override name = 'ScannerUnavailable'
}

interface TimeLimits {
  /** Milliseconds until the connection must be open. */
  connecting?: number
  /** Milliseconds without an answer from clamd; its own limit for a file, `MaxScanTime`, is two minutes. */
  answering?: number
}

/** clamd's longest answers are a few hundred bytes. */
const longestAnswer = 4096

/**
 * A clamd on a port or socket. Each call opens a connection.
 * @see clamd(8), "COMMANDS": INSTREAM takes chunks, each preceded by its length in four bytes, and a zero length at the
 * end
 */
export function createClamd(
  address: ClamdAddress,
  { connecting = 5_000, answering = 150_000 }: TimeLimits = {},
): Scanner {
  const ask = async (command: string, content?: AsyncIterable<Uint8Array>): Promise<string> => {
    const socket = connect({ ...address })
    const connectTimer = setTimeout(() => socket.destroy(new Error('no connection in time')), connecting)
    socket.once('connect', () => clearTimeout(connectTimer))
    socket.setTimeout(answering, () => socket.destroy(new Error('no answer in time')))
    const answer = readAnswer(socket)
    try {
      socket.write(`z${command}\0`)
      if (content) await sendChunks(socket, content, answer)
      return await answer
    } finally {
      clearTimeout(connectTimer)
      // Ignores a second failure after an error of reading the content.
      answer.catch(() => {})
      socket.destroy()
    }
  }
  return {
    async scan(content) {
      const answer = await ask('INSTREAM', content)
      if (answer === 'stream: OK') return undefined
      const signature = /^stream: (.+) FOUND$/.exec(answer)?.[1]
      if (signature) return signature
      const advice = answer.includes('size limit exceeded') ? ': raise StreamMaxLength in clamd.conf to 60M' : ''
      throw new ScannerUnavailable(`clamd refused a file${advice} (${answer})`)
    },
    version: () => ask('VERSION'),
  }
}

/** @returns clamd's output until it closes the connection, without the final NUL */
async function readAnswer(socket: Socket): Promise<string> {
  let answer = ''
  try {
    for await (const data of socket) {
      answer += data
      if (answer.includes('\0') || answer.length > longestAnswer) break
    }
  } catch (error) {
    // It closes the connection after refusing a file that is still being sent; its answer counts.
    if (!answer) throw new ScannerUnavailable((error as Error).message, { cause: error })
  }
  if (!answer) throw new ScannerUnavailable('clamd closed the connection without an answer')
  return answer.split('\0')[0]?.trim() ?? ''
}

/** Sends content in chunks, at clamd's pace, until it ends or clamd has answered already. */
async function sendChunks(socket: Socket, content: AsyncIterable<Uint8Array>, answer: Promise<string>): Promise<void> {
  let answered = false
  const ended = answer
    .then(
      () => {},
      () => {},
    )
    .then(() => {
      answered = true
    })
  for await (const chunk of content) {
    if (answered) return
    if (chunk.length === 0) continue
    const length = Buffer.alloc(4)
    length.writeUInt32BE(chunk.length)
    socket.write(length)
    // The chunk's memory is reused for the next one.
    await Promise.race([new Promise(sent => socket.write(chunk, sent)), ended])
  }
  socket.write(Buffer.alloc(4))
}
