import { StartError } from '../platform/start-error.ts'
import { SealError } from '../vault/sealed-chunks.ts'

/** @returns an error as an operator can read it, where it says that a backup isn't as it was written */
export function explainDamage(error: unknown): unknown {
  const { code = '', message } = error as NodeJS.ErrnoException
  const isDamage = error instanceof SealError || error instanceof SyntaxError || /^(ZSTD|ERR_Z|Z)_/.test(code)
  return isDamage ? new StartError(`The backup is damaged (${message}). Choose another one with --at.`) : error
}
