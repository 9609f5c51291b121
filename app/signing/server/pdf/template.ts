import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import { log } from '../../../../server/platform/log.ts'
import { PortalError } from '../../../../server/platform/portal-error.ts'
import { templateMemory, templateTime } from '../../limits.ts'
import type { PlacedField } from './draw-fields.ts'
import type { Template } from './prepare-pages.ts'
import type { Answer, Question } from './template-thread.ts'

export { missingLetters } from '../../../../server/pdf/glyph-runs.ts'
export type { PlacedField, Template }

/** Beside this module among the sources, beside the bundle where this is part of it. */
const workerFile = `./template-thread${extname(import.meta.filename)}`

/**
 * Makes a PDF by another program one that can be signed: what its pages show, and nothing else of it. Fields, comments and
 * layers become a part of the pages.
 * @throws PortalError with a sentence that names what can't be signed as it is
 */
export async function prepareTemplate(bytes: Uint8Array): Promise<Template> {
  const answer = await ask({ ask: 'prepare', bytes })
  if ('template' in answer) return answer.template
  throw refusalOf(answer)
}

/**
 * @param bytes of `prepareTemplate`
 * @param appended a PDF; its pages come last
 * @throws PortalError for a text that doesn't fit its box, or with letters that our typefaces lack
 */
export async function fillTemplate(
  bytes: Uint8Array,
  fields: readonly PlacedField[],
  appended?: Uint8Array,
): Promise<Uint8Array<ArrayBuffer>> {
  const answer = await ask({ ask: 'fill', bytes, fields, appended })
  if ('filled' in answer) return answer.filled
  throw refusalOf(answer)
}

function refusalOf(answer: Answer): PortalError {
  if ('refused' in answer) return new PortalError(answer.refused.code, { sentence: answer.refused.sentence })
  log.warn('a PDF to be signed could not be read', { reason: 'error' in answer ? answer.error : 'no answer' })
  return new PortalError('TEMPLATE_DAMAGED')
}

/** One file at a time: each may take much memory. */
let last: Promise<unknown> = Promise.resolve()

function ask(question: Question): Promise<Answer> {
  const answer = last.then(() => inThread(question))
  last = answer.catch(() => undefined)
  return answer
}

/** In a thread of its own, so that a file made to stall or crash its reader stalls nothing here. It never rejects. */
function inThread(question: Question): Promise<Answer> {
  const worker = new Worker(new URL(workerFile, import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: templateMemory, maxYoungGenerationSizeMb: 64 },
    // What libraries say about a file, which is someone else's.
    stdout: true,
    stderr: true,
  })
  return new Promise(resolve => {
    const end = (answer: Answer) => {
      clearTimeout(timer)
      resolve(answer)
      void worker.terminate()
    }
    const timer = setTimeout(() => end({ error: 'took too long' }), templateTime)
    worker.once('message', end)
    worker.once('error', error => end({ error: String(error) }))
    worker.once('exit', () => end({ error: 'ended' }))
    worker.postMessage(question)
  })
}
