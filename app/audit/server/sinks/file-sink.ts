import { open } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Send } from './audit-line.ts'

/** Appends JSON lines to a file that only this user can read, and flushes it to disk. */
export function fileSink(address: URL): Send {
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
