import { keyedHash } from '../../../../server/platform/seal.ts'
import type { Send } from './audit-line.ts'
import { fileSink } from './file-sink.ts'
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
