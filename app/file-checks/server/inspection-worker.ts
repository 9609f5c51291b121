import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { open, readFile } from 'node:fs/promises'
import { parentPort } from 'node:worker_threads'
import type { FileMark } from '../file-checks.ts'
import { readCompoundRoot } from './compound-file.ts'
import { type PdfSource, pdfMarks } from './pdf-marks.ts'
import { wordMarks } from './word-marks.ts'

/* The thread of `inspectFile`: reads files sequentially and posts the marks of each. */

export type InspectableType = 'pdf' | 'doc' | 'docx'

export interface Inspection {
  path: string
  extension: InspectableType
}

parentPort?.on('message', async (inspection: Inspection) => {
  parentPort?.postMessage(await marksOf(inspection))
})

async function marksOf({ path, extension }: Inspection): Promise<FileMark[]> {
  const names = await compoundNames(path)
  if (extension === 'pdf') {
    using source = openPdf(path)
    return pdfMarks(source)
  }
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

/** One buffer for all reads; it grows to the longest. */
let buffer = Buffer.alloc(0)

function openPdf(path: string): PdfSource & Disposable {
  const file = openSync(path, 'r')
  const { size } = fstatSync(file)
  return {
    size,
    read(start, end) {
      const length = Math.min(end, size) - start
      if (buffer.length < length) buffer = Buffer.allocUnsafeSlow(length)
      return buffer.subarray(0, readSync(file, buffer, 0, length, start))
    },
    [Symbol.dispose]: () => closeSync(file),
  }
}
