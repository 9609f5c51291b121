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
 * @param within milliseconds
 * @throws PortalError with a sentence that names what can't be signed as it is
 */
export async function prepareTemplate(bytes: Uint8Array, within = templateTime): Promise<Template> {
  const answer = await ask({ ask: 'prepare', bytes }, within)
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
  const answer = await ask({ ask: 'fill', bytes, fields, appended }, templateTime)
  if ('filled' in answer) return answer.filled
  throw refusalOf(answer)
}

/** The thread's answer; or why it gave none, such as for want of time or memory. */
type Outcome = Answer | { stopped: string }

function refusalOf(outcome: Outcome): PortalError {
  if ('refused' in outcome) return new PortalError(outcome.refused.code, { sentence: outcome.refused.sentence })
  const reason = 'stopped' in outcome ? outcome.stopped : 'error' in outcome ? outcome.error : 'another answer'
  log.warn('a PDF to be signed could not be read', { reason })
  return new PortalError('stopped' in outcome ? 'TEMPLATE_SLOW' : 'TEMPLATE_DAMAGED')
}

/** One file at a time: each may take much memory. */
let last: Promise<unknown> = Promise.resolve()

function ask(question: Question, within: number): Promise<Outcome> {
  const answer = last.then(() => inThread(question, within))
  last = answer.catch(() => undefined)
  return answer
}

/** In a thread of its own, so that a file made to stall or crash its reader stalls nothing here. It never rejects. */
function inThread(question: Question, within: number): Promise<Outcome> {
  const worker = new Worker(new URL(workerFile, import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: templateMemory, maxYoungGenerationSizeMb: 64 },
    // What libraries say about a file, which is someone else's.
    stdout: true,
    stderr: true,
  })
  return new Promise(resolve => {
    const end = (answer: Outcome) => {
      clearTimeout(timer)
      resolve(answer)
      void worker.terminate()
    }
    const timer = setTimeout(() => end({ stopped: 'took too long' }), within)
    worker.once('message', end)
    worker.once('error', error => end({ stopped: String(error) }))
    worker.once('exit', () => end({ stopped: 'ended' }))
    worker.postMessage(question)
  })
}
