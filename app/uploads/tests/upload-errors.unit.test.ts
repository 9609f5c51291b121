import { ERRORS } from '@tus/server'
import { expect, test } from 'vitest'
import { toUploadError } from '../server/upload-errors.ts'

test('a client whose upload loses its lock is told to try again, not that its request was bad', () => {
  // tus's own clients retry after a 423, and give up after a 400.
  expect(toUploadError(ERRORS.ABORTED, 'PATCH').status).toBe(423)
  expect(toUploadError({ status_code: 400 }, 'PATCH').status).toBe(400)
})
