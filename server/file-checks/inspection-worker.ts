import { open, readFile } from 'node:fs/promises'
import { parentPort, workerData } from 'node:worker_threads'
import type { FileMark } from '../../rules/file-checks.ts'
import { readCompoundRoot } from './compound-file.ts'
import { pdfMarks } from './pdf-marks.ts'
import { wordMarks } from './word-marks.ts'

/* The thread of `inspectFile`: reads one file and posts its marks. */

export type InspectableType = 'pdf' | 'doc' | 'docx'

const { path, extension } = workerData as { path: string; extension: InspectableType }
parentPort?.postMessage(await marksOf(path, extension))

async function marksOf(path: string, extension: InspectableType): Promise<FileMark[]> {
  const names = await compoundNames(path)
  if (extension === 'pdf') return pdfMarks(await readFile(path))
  // A password-protected .docx is a compound file too.
  if (names.size === 0) return wordMarks(await readFile(path))
  if (names.has('EncryptedPackage')) return ['unreadable']
  return [
    ...(names.has('Macros') || names.has('_VBA_PROJECT_CUR') || names.has('VBA') ? ['macros' as const] : []),
    ...(names.has('ObjectPool') ? ['attachments' as const] : []),
  ]
}

async function compoundNames(path: string): Promise<Set<string>> {
  await using file = await open(path, 'r')
  return await readCompoundRoot(file)
}
