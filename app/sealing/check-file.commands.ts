import { defineCommand, refusalsFrom } from '../../rules/commands/command.ts'
import { file } from '../../rules/commands/fields.ts'
import { sealMessages as messages } from './sealing.ts'

const { CHECK_FILE } = messages

/** Anyone has a file checked. Nothing of it is stored or logged. */
export const checkFileCommand = defineCommand({
  by: 'visitor',
  name: 'seal.check_file',
  fields: { file: file('PDF file', '.pdf,application/pdf', { CHECK_FILE }) },
  refusals: refusalsFrom(messages, { CHECK_FILE_LARGE: 'file', CHECKED_OFTEN: null }),
  button: 'Check file',
  busy: 'Checking…',
  notice: '',
  failed: messages.CHECK_FAILED,
})
