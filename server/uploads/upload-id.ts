import { randomBytes } from 'node:crypto'

/** An upload's id, as a part of a pattern; the table `uploads` demands the same. */
export const uploadIdPattern = '[A-Za-z0-9_-]{16,64}'

const uploadId = new RegExp(`^${uploadIdPattern}$`)

/** @returns an id that can't be guessed */
export function newUploadId(): string {
  return randomBytes(24).toString('base64url')
}

/** @returns whether a text has the form of an upload's id, so that it can name a file */
export function isUploadId(text: string): boolean {
  return uploadId.test(text)
}
