import { open } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { keyedHash } from '../../../../server/platform/seal.ts'
import type { Send } from './audit-line.ts'
import { httpSink } from './http-sink.ts'
import { syslogSink } from './syslog-sink.ts'

export interface Sink {
  /** Identifies the destination without naming it. */
  id: string
  send: Send
}

/** @param url AUDIT_SINK, validated by `readConfig` */
export function openSink(url: string): Sink {
  const address = new URL(url)
  const id = keyedHash('audit sink', url)
  if (address.protocol === 'file:') return { id, send: fileSink(address) }
  if (address.protocol.startsWith('syslog')) return { id, send: syslogSink(address) }
  return { id, send: httpSink(address) }
}

/** Appends JSON lines to a file that only this user can read, and flushes it to disk. */
function fileSink(address: URL): Send {
  const path = fileURLToPath(address)
  return async lines => {
    const file = await open(path, 'a', 0o600)
    try {
      await file.appendFile(lines.map(line => `${JSON.stringify(line)}\n`).join(''))
      await file.datasync()
    } finally {
      await file.close()
    }
  }
}
