import { expect, test } from 'vitest'
import { acceptedExtensions } from '../../app/documents/documents.ts'
import { messageLength } from '../../app/leads/leads.ts'
import { bulkActionLimit, nameLength, signingUrlLength, uploadLimit } from '../../rules/limits.ts'
import { type MessageCode, messages, messageWithWait } from '../../rules/messages.ts'
import { manyNotice } from '../../rules/notices.ts'

test.each([
  [manyNotice('requested', 1, 1), 'Delete request submitted. Waiting for admin approval.'],
  [manyNotice('requested', 4, 4), 'Delete requests submitted for 4 documents. Waiting for admin approval.'],
  [
    manyNotice('requested', 3, 4),
    'Delete requests submitted for 3 of 4 documents. Waiting for admin approval. One was already deleted.',
  ],
  [manyNotice('deleted', 1, 1), 'Document deleted successfully'],
  [manyNotice('deleted', 1200, 1500), 'Deleted 1,200 of 1,500 documents. 300 were already deleted.'],
  [manyNotice({ movedTo: 'Fund II' }, 1, 1), 'Moved 1 document to Fund II.'],
  [manyNotice({ movedTo: 'Fund II' }, 1, 2), 'Moved 1 of 2 documents to Fund II. One was already deleted.'],
])('%s', (notice, expected) => {
  expect(notice).toBe(expected)
})

const written = (limit: number) => limit.toLocaleString('en-US')
const types = acceptedExtensions.map(extension => extension.toUpperCase())

test.each([
  ['FILE_TOO_LARGE', `larger than ${uploadLimit / 1024 / 1024} MB`],
  ['FILE_TYPE', `a ${types.slice(0, -1).join(', ')} or ${types.at(-1)} file`],
  ['TOO_MANY_CHOSEN', `at most ${written(bulkActionLimit)} documents`],
  ['FUND_LONG', `at most ${written(nameLength)} characters`],
  ['NAME_LONG', `at most ${written(nameLength)} characters`],
  ['ORGANIZATION_LONG', `at most ${written(nameLength)} characters`],
  ['LINK_URL_LONG', `at most ${written(signingUrlLength)} characters`],
  ['MESSAGE_LONG', `at most ${written(messageLength)} characters`],
] as [MessageCode, string][])('%s states the actual limit', (code, limit) => {
  expect(messages[code]).toContain(limit)
})

test.each([
  ['NOTE_NOT_DRAFT', 'This note has been signed. Its terms can’t be changed anymore.'],
  ['NOTE_FUNDS_DIFFER', 'They’re held, without interest, until the whole amount has arrived.'],
  ['APPROVE_OWN', 'You submitted this yourself, so another person needs to approve it.'],
  ['LEDGER_REVERSAL', 'A reversal can’t be reversed. Record the payment again instead.'],
] as [MessageCode, string][])('%s tells the office why a note’s record is refused', (code, words) => {
  expect(messages[code]).toContain(words)
})

test.each([
  ['RATE_LIMIT', 60, 'Too many requests. Please wait 60 seconds before trying again.'],
  ['RATE_LIMIT', 1, 'Too many requests. Please wait 1 second before trying again.'],
  ['RATE_LIMIT', 91, 'Too many requests. Please wait 2 minutes before trying again.'],
  ['RATE_LIMIT', 840, 'Too many requests. Please wait 14 minutes before trying again.'],
  ['TOO_MANY_LEADS', 2400, 'Wait 40 minutes, or call us.'],
  ['TOO_MANY_TODAY', 7200, 'Try again in 2 hours, or call us.'],
  ['ARCHIVE_LATER', undefined, 'Wait a while, then try again.'],
] as [MessageCode, number | undefined, string][])('%s states the true wait: %s', (code, seconds, words) => {
  expect(messageWithWait(code, seconds)).toContain(words)
})

test('no message shows an unfilled wait', () => {
  for (const code of Object.keys(messages) as MessageCode[]) expect(messageWithWait(code)).not.toContain('{wait}')
})
