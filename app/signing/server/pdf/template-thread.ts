import { parentPort } from 'node:worker_threads'
import type { MessageCode } from '../../../../rules/messages.ts'
import { PortalError } from '../../../../server/platform/portal-error.ts'
import type { PlacedField } from './draw-fields.ts'
import { fillPages } from './fill-pages.ts'
import { preparePages, type Template } from './prepare-pages.ts'

/* The thread of `template.ts`: reads one PDF, and ends. */

/** A request to the thread. */
export type Question =
  | { ask: 'prepare'; bytes: Uint8Array }
  | { ask: 'fill'; bytes: Uint8Array; fields: readonly PlacedField[]; appended?: Uint8Array | undefined }

export type Answer =
  | { template: Template }
  | { filled: Uint8Array<ArrayBuffer> }
  | { refused: { code: MessageCode; sentence: string } }
  | { error: string }

parentPort?.once('message', async (question: Question) => {
  parentPort?.postMessage(await answerTo(question).catch(refusalFor))
})

async function answerTo(question: Question): Promise<Answer> {
  if (question.ask === 'prepare') return { template: await preparePages(question.bytes) }
  return { filled: await fillPages(question.bytes, question.fields, question.appended) }
}

function refusalFor(error: unknown): Answer {
  if (error instanceof PortalError) return { refused: { code: error.code, sentence: error.message } }
  return { error: String(error) }
}
