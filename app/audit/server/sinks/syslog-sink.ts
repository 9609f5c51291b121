import { createSocket } from 'node:dgram'
import { connect, type Socket } from 'node:net'
import { hostname } from 'node:os'
import { connect as connectTls } from 'node:tls'
import type { AuditLine, Send } from './audit-line.ts'

const timeoutMs = 15_000
/** Longest wait for the receiver to close its side: its only sign that it has read everything. */
const closeMs = 2000

/**
 * Sends RFC 5424 messages: over TCP with octet counting (`syslog:`, RFC 6587), TLS (`syslog+tls:`, RFC 5425), or UDP
 * (`syslog+udp:`, RFC 5426), without a confirmation.
 */
export function syslogSink(address: URL): Send {
  const host = address.hostname.replace(/^\[|\]$/g, '')
  const secure = address.protocol === 'syslog+tls:'
  const port = Number(address.port) || (secure ? 6514 : 514)
  if (address.protocol === 'syslog+udp:') return lines => sendDatagrams(lines.map(syslogMessage), host, port)
  return lines => {
    const frames = Buffer.concat(
      lines.map(syslogMessage).flatMap(message => [Buffer.from(`${message.length} `), message]),
    )
    return sendStream(secure ? connectTls({ host, port, servername: host }) : connect({ host, port }), frames, secure)
  }
}

/** Facility 13, "log audit"; severity 6, or 4 for refusals and failures. The message is the line's JSON. */
export function syslogMessage(line: AuditLine): Buffer {
  const severity = line.outcome === 'refused' || line.outcome === 'failed' ? 4 : 6
  const name = (line.action ?? line.type).replaceAll(/[^!-~]/g, '').slice(0, 32) || '-'
  const header = `<${13 * 8 + severity}>1 ${line.at} ${hostname() || '-'} promissory ${process.pid} ${name} -`
  return Buffer.from(`${header} \u{FEFF}${JSON.stringify(line)}`)
}

function sendStream(socket: Socket, bytes: Buffer, secure: boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    let sent = false
    const fail = (error: Error) => {
      socket.destroy()
      reject(error)
    }
    socket.setTimeout(timeoutMs, () => fail(new Error('the audit sink did not take the entries in time')))
    socket.on('error', fail)
    socket.on('close', () => (sent ? resolve() : reject(new Error('the audit sink closed the connection'))))
    socket.on('data', () => {})
    socket.once(secure ? 'secureConnect' : 'connect', () =>
      socket.end(bytes, () => {
        sent = true
        setTimeout(() => socket.destroy(), closeMs).unref()
      }),
    )
  })
}

async function sendDatagrams(messages: Buffer[], host: string, port: number): Promise<void> {
  const socket = createSocket(host.includes(':') ? 'udp6' : 'udp4')
  try {
    for (const message of messages) {
      await new Promise<void>((resolve, reject) => {
        socket.once('error', reject)
        socket.send(message, port, host, error => (error ? reject(error) : resolve()))
      })
    }
  } finally {
    socket.close()
  }
}
