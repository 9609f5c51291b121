import { keyedHash } from '../../platform/seal.ts'
import { fileSink } from './file-sink.ts'
import { httpSink } from './http-sink.ts'
import { syslogSink } from './syslog-sink.ts'

/** An entry of the log, or a signed head, as it is written outside. */
export interface AuditLine {
  type: 'entry' | 'head'
  /** ISO 8601, UTC. */
  at: string
  action?: string
  outcome?: string
  [field: string]: unknown
}

/** Writes lines outside; resolves once they are safe there, and throws otherwise. The same line may be sent twice. */
export type Send = (lines: AuditLine[]) => Promise<void>

export interface Sink {
  /** Recognizes the destination without naming it. */
  id: string
  send: Send
}

/** @param url AUDIT_SINK, as `readConfig` has checked it */
export function openSink(url: string): Sink {
  const address = new URL(url)
  const id = keyedHash('audit sink', url)
  if (address.protocol === 'file:') return { id, send: fileSink(address) }
  if (address.protocol.startsWith('syslog')) return { id, send: syslogSink(address) }
  return { id, send: httpSink(address) }
}
