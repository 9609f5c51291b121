import { randomBytes } from 'node:crypto'

/** Pattern of an upload's id; the table `uploads` enforces the same. */
export const uploadIdPattern = '[A-Za-z0-9_-]{16,64}'

const uploadId = new RegExp(`^${uploadIdPattern}$`)

/** @returns an unguessable id */
export function newUploadId(): string {
  return randomBytes(24).toString('base64url')
}

/** @returns whether a text is formed like an upload's id, safe as a filename */
export function isUploadId(text: string): boolean {
  return uploadId.test(text)
}
