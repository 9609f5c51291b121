import { checkImport, type ImportCheck, requestImport } from '../../app/register/server/import/register-import.ts'
import type { Actor } from '../../server/access/actor.ts'

/** Checks a file of notes by its text. */
export async function checkFile(actor: Actor, content: string): Promise<ImportCheck> {
  return (await checkImport(actor, { file: new File([content], 'notes.csv') })).check
}

interface Imported {
  filename: string
  content: string
  sha256: string
  reason?: string
}

/** Requests the import of a file of notes by its text. */
export async function askForImport(actor: Actor, { filename, content, ...checked }: Imported): Promise<void> {
  await requestImport(actor, { ...checked, file: new File([content], filename) })
}
