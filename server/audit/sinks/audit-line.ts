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
