import { defineCommand } from '../../rules/commands/command.ts'

/* The list of everyone's documents. */

export const markFilesSeenCommand = defineCommand({
  by: 'administrator',
  name: 'files.mark_seen',
  fields: {},
  refusals: {},
  button: 'Mark all as seen',
  busy: 'Saving…',
  notice: 'Marked as seen',
  failed: 'We couldn’t mark the files as seen. Try again in a moment.',
  log: { 'documents.marked_seen': 'Marked new files as seen' },
})
