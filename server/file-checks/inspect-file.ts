import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { AcceptedExtension } from '../../rules/documents.ts'
import type { FileMark } from '../../rules/file-checks.ts'
import { log } from '../platform/log.ts'
import type { InspectableType } from './inspection-worker.ts'

/** A file that takes longer (ms) counts as unreadable. Real files take a fraction of a second. */
const timeLimit = 10_000
/** Each inspection holds a file of up to 50 MB, and may unpack as much again. */
const inspectionsAtOnce = 2

/** Beside this module among the sources, beside the bundle where this is part of it. */
const workerFile = `./inspection-worker${extname(import.meta.filename)}`

let running = 0
const waiting: (() => void)[] = []

/**
 * Looks inside a PDF or Word file for what could do harm in the program that opens it: scripts, macros, other files. A
 * thread of its own does it, so that a file made to stall or crash its reader stalls nothing here.
 * @param path a local file whose type has been checked
 * @param extension of its name
 * @param limit milliseconds after which the file counts as unreadable
 * @returns what was found; `unreadable` where the file is encrypted or damaged, or takes too long or too much memory
 */
export async function inspectFile(path: string, extension: AcceptedExtension, limit = timeLimit): Promise<FileMark[]> {
  if (!isInspectable(extension)) return []
  if (running >= inspectionsAtOnce) await new Promise<void>(turn => waiting.push(turn))
  running++
  try {
    return await inThread(path, extension, limit)
  } finally {
    running--
    waiting.shift()?.()
  }
}

function isInspectable(extension: AcceptedExtension): extension is InspectableType {
  return extension === 'pdf' || extension === 'doc' || extension === 'docx'
}

function inThread(path: string, extension: InspectableType, limit: number): Promise<FileMark[]> {
  const worker = new Worker(new URL(workerFile, import.meta.url), {
    workerData: { path, extension },
    resourceLimits: { maxOldGenerationSizeMb: 320, maxYoungGenerationSizeMb: 32 },
  })
  return new Promise(resolve => {
    const end = (marks: FileMark[]) => {
      clearTimeout(timer)
      resolve(marks)
      void worker.terminate()
    }
    const timer = setTimeout(end, limit, ['unreadable'])
    worker.once('message', end)
    worker.once('error', error => {
      log.warn('a file could not be inspected', { reason: error.message })
      end(['unreadable'])
    })
    worker.once('exit', () => end(['unreadable']))
  })
}
