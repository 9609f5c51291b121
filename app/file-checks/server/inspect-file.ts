import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import { log } from '../../../server/platform/log.ts'
import type { FileType } from '../../documents/documents.ts'
import type { FileMark } from '../file-checks.ts'
import type { InspectableType, Inspection } from './inspection-worker.ts'

/** Time (ms) after which a file counts as unreadable. Real files take a fraction of a second. */
const timeLimit = 10_000
/** Each inspection may hold a Word file of up to 50 MB, or unpack twice as much of a PDF. */
const inspectionsAtOnce = 2
/** Idle time (ms) of a thread: starting one takes longer than inspecting most files. */
const idleTime = 10_000

/** Beside this module among the sources, beside the bundle in a build. */
const workerFile = `./inspection-worker${extname(import.meta.filename)}`

let running = 0
const waiting: (() => void)[] = []
/** Idle threads, each with the timer that ends it. */
const idle = new Map<Worker, NodeJS.Timeout>()

/**
 * Inspects a PDF or Word file for content that could harm the program that opens it: scripts, macros, other files. Runs
 * in a thread of its own, so that a file made to stall or crash its reader stalls nothing here.
 * @param path a local file whose type has been checked
 * @param extension of its name
 * @param limit milliseconds after which the file counts as unreadable
 * @returns the marks found; `unreadable` if the file is encrypted or damaged, or takes too long or too much memory
 */
export async function inspectFile(path: string, extension: FileType, limit = timeLimit): Promise<FileMark[]> {
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

function isInspectable(extension: FileType): extension is InspectableType {
  return extension === 'pdf' || extension === 'doc' || extension === 'docx'
}

function inThread(path: string, extension: InspectableType, limit: number): Promise<FileMark[]> {
  const worker = takeThread()
  return new Promise(resolve => {
    const end = (marks: FileMark[], isSound: boolean) => {
      clearTimeout(timer)
      worker.off('message', onMessage).off('error', onError).off('exit', onExit)
      resolve(marks)
      if (isSound) rest(worker)
      else void worker.terminate()
    }
    const onMessage = (marks: FileMark[]) => end(marks, true)
    const onExit = () => end(['unreadable'], false)
    const onError = (error: Error) => {
      log.warn('a file could not be inspected', { reason: error.message })
      onExit()
    }
    const timer = setTimeout(onExit, limit)
    worker.once('message', onMessage).once('error', onError).once('exit', onExit)
    worker.postMessage({ path, extension } satisfies Inspection)
  })
}

function takeThread(): Worker {
  for (const [worker, timer] of idle) {
    clearTimeout(timer)
    idle.delete(worker)
    worker.ref()
    return worker
  }
  const worker = new Worker(new URL(workerFile, import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: 320, maxYoungGenerationSizeMb: 32 },
  })
  const forget = () => {
    clearTimeout(idle.get(worker))
    idle.delete(worker)
  }
  return worker.on('error', forget).on('exit', forget)
}

/** Makes a thread idle, without keeping the process alive. */
function rest(worker: Worker): void {
  worker.unref()
  idle.set(worker, setTimeout(() => void worker.terminate(), idleTime).unref())
}
