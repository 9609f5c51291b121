import { StartError } from '../../../server/platform/start-error.ts'
import { SealError } from '../../../server/vault/sealed-chunks.ts'

/** @returns a readable error, if it means that a backup was altered */
export function explainDamage(error: unknown): unknown {
  const { code = '', message } = error as NodeJS.ErrnoException
  const isDamage = error instanceof SealError || error instanceof SyntaxError || /^(ZSTD|ERR_Z|Z)_/.test(code)
  return isDamage ? new StartError(`The backup is damaged (${message}). Choose another one with --at.`) : error
}
