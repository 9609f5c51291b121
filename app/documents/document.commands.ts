import { defineCommand, refusalsFrom } from '../../rules/commands/command.ts'
import { line, several, unchecked } from '../../rules/commands/fields.ts'
import { nameLength } from '../../rules/limits.ts'
import { chosenRefusals, deletionRefusals, fileRefusals, filingRefusals } from '../../rules/shared-refusals.ts'
import { homeMessages } from '../home/messages.ts'
import { rejectDeleteRequestsCommand } from './delete-request.commands.ts'
import { documentMessages as messages } from './document-messages.ts'

/*
 * Documents in their lists: one, or several at once. Only the server reads these descriptions: the lists are what investors
 * load first.
 */

const oneDocument = { about: 'document', fields: {} } as const
const decided = refusalsFrom(messages, { REQUEST_APPROVED: null, REQUEST_REJECTED: null, REQUEST_WITHDRAWN: null })
const none = refusalsFrom(messages, { DOCUMENTS_GONE: null })
const ids = several('Selected documents')

const requestDeletion = {
  by: 'signed in',
  button: 'Request Delete',
  busy: 'Requesting…',
  notice: 'Delete request submitted. Waiting for admin approval.',
  failed: 'Failed to request document deletion',
  log: { 'document.delete_requested': 'Requested a deletion' },
} as const

export const requestDeleteCommand = defineCommand({
  ...oneDocument,
  ...requestDeletion,
  name: 'document.request_delete',
  shared: [...deletionRefusals, ...fileRefusals],
  refusals: {},
})

export const requestDeletesCommand = defineCommand({
  ...requestDeletion,
  name: 'documents.request_delete',
  shared: [...chosenRefusals, ...deletionRefusals],
  fields: { ids },
  refusals: none,
})

export const withdrawDeleteCommand = defineCommand({
  ...oneDocument,
  by: 'signed in',
  name: 'document.withdraw_delete',
  refusals: {
    ...refusalsFrom(homeMessages, { REQUEST_NOT_YOURS: null }),
    ...refusalsFrom(messages, { REQUEST_REJECTED: null }),
  },
  button: 'Withdraw delete request',
  busy: 'Withdrawing…',
  notice: 'Delete request withdrawn',
  failed: 'Failed to process delete request',
  log: { 'document.delete_withdrawn': 'Withdrew a delete request' },
})

export const undoUploadCommand = defineCommand({
  ...oneDocument,
  by: 'signed in',
  name: 'document.undo_upload',
  shared: deletionRefusals,
  refusals: refusalsFrom(homeMessages, { UNDO_UPLOAD_LATE: null, UNDO_UPLOAD_OPENED: null }),
  button: 'Undo upload',
  busy: 'Deleting…',
  notice: 'Upload undone',
  failed: 'Failed to undo the upload',
})

export const approveDeleteCommand = defineCommand({
  ...oneDocument,
  by: 'administrator',
  name: 'document.approve_delete',
  shared: deletionRefusals,
  refusals: decided,
  button: 'Approve and delete',
  busy: 'Deleting…',
  notice: 'Document deleted successfully',
  failed: 'Failed to approve delete request',
})

export const rejectDeleteCommand = defineCommand({
  about: 'document',
  by: 'administrator',
  name: 'document.reject_delete',
  fields: {
    reason: rejectDeleteRequestsCommand.fields.reason,
  },
  refusals: decided,
  button: 'Reject',
  busy: 'Rejecting…',
  notice: 'Delete request rejected',
  failed: 'Failed to reject delete request',
  log: { 'document.delete_rejected': 'Rejected a delete request' },
})

const deletion = {
  by: 'administrator',
  button: 'Force Delete',
  busy: 'Deleting…',
  notice: 'Document deleted successfully',
  failed: 'Failed to delete document',
} as const

export const deleteDocumentCommand = defineCommand({
  ...oneDocument,
  ...deletion,
  name: 'document.delete',
  shared: deletionRefusals,
  refusals: {},
})

export const deleteDocumentsCommand = defineCommand({
  ...deletion,
  name: 'documents.delete',
  shared: [...chosenRefusals, ...deletionRefusals],
  fields: { ids },
  refusals: none,
})

export const renameDocumentCommand = defineCommand({
  about: 'document',
  by: 'signed in',
  name: 'document.rename',
  shared: [...chosenRefusals, 'FUND_REQUIRED'],
  // An investor's form also has the fund, where there is more than one.
  fields: {
    filename: line('Name', { most: 5000, optional: true }, { FILE_NAME: messages.FILE_NAME }),
    fund_name: line('Fund', { most: nameLength, optional: true }, { FUND_LONG: messages.FUND_LONG }),
  },
  refusals: {},
  button: 'Rename',
  busy: 'Renaming…',
  notice: 'Document renamed',
  failed: 'Failed to rename document',
})

export const moveDocumentsCommand = defineCommand({
  by: 'signed in',
  name: 'documents.move',
  shared: [...chosenRefusals, ...filingRefusals],
  fields: {
    ids,
    fund_name: line(
      'Fund',
      { most: nameLength },
      { FUND_REQUIRED: messages.FUND_REQUIRED, FUND_LONG: messages.FUND_LONG },
    ),
    // As they are without one.
    category: unchecked('Category'),
    holder_id: unchecked('Holder', { hint: 'Only the holder’s authorized people will see it.' }),
  },
  refusals: none,
  button: 'Move',
  busy: 'Moving…',
  notice: 'Moved',
  failed: 'Failed to move documents',
})
