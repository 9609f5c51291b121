/** An entry of the log, or a signed head, as sent outside. */
export interface AuditLine {
  type: 'entry' | 'head'
  /** ISO 8601, UTC. */
  at: string
  action?: string
  outcome?: string
  [field: string]: unknown
}

/** Sends lines outside; resolves once they are safe there, and throws otherwise. A line may be sent twice. */
export type Send = (lines: AuditLine[]) => Promise<void>
