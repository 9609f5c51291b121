import type { SharedPortal } from '../../helpers/shared-portal.ts'
import { uploader } from '../../helpers/uploads.ts'

/** Begins an upload. @returns its id */
export async function newUpload(portal: SharedPortal, cookie: string, filename: string): Promise<string> {
  const answer = await uploader(portal, cookie).announce({ filename, content: 'a text that is never sent' })
  const id = answer.headers.get('location')?.split('/').at(-1)
  if (!id) throw new Error(`the upload was refused: ${answer.status}`)
  return id
}
