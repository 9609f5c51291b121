import type { Refusal } from '../portal/refusal.ts'

/** The answer to a form: a notice of success, or why it was refused. */
export interface ActionAnswer {
  notice?: string
  error?: Refusal
}

/** The answer to a command's form. */
export interface CommandAnswer extends ActionAnswer {
  /**
   * For a refused form, or one with an answer that is shown once: its command, the typed values, and the problem of
   * each field.
   */
  command?: string
  typed?: Readonly<Record<string, string>>
  /** Of its fields that have several values, those that were chosen. */
  chosen?: Readonly<Record<string, readonly string[]>>
  problems?: Readonly<Record<string, string>>
}
