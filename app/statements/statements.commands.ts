import { defineCommand, refusalsFrom } from '../../rules/commands/command.ts'
import { hidden, line, lines, pick } from '../../rules/commands/fields.ts'
import { holderMessages } from '../holders/holders.ts'
import { correctionReasonLength, statementMessages as messages } from './statements.ts'

/* Statements of all holders: prepared, corrected and released. */

const ofStatements = { by: 'administrator', failed: messages.STATEMENTS_FAILED } as const

/** A run of statements is begun. */
const begins = {
  ...ofStatements,
  busy: 'Preparing…',
  notice: 'The statements are being prepared.',
} as const

const requested = { 'statements.requested': 'Began preparing statements' }

export const requestRunCommand = defineCommand({
  ...begins,
  name: 'statements.prepare',
  fields: { run: pick('Which statements') },
  refusals: refusalsFrom(messages, { STATEMENT_RUN_EXISTS: null, STATEMENT_NOBODY: null }),
  button: 'Prepare',
  log: requested,
})

export const requestRunForCommand = defineCommand({
  ...begins,
  name: 'statements.prepare_for',
  about: 'run',
  fields: { holder: line('Holder’s number', { most: 100 }, { HOLDER_GONE: holderMessages.HOLDER_GONE }) },
  refusals: {
    ...refusalsFrom(holderMessages, { HOLDER_GONE: null }),
    ...refusalsFrom(messages, {
      STATEMENT_RUN_OPEN: null,
      STATEMENT_RUN_EXISTS: null,
      STATEMENT_NO_MEMBER: null,
      STATEMENT_NOT_ITS: null,
    }),
  },
  button: 'Prepare the statement',
  log: requested,
})

export const prepareAgainCommand = defineCommand({
  ...begins,
  name: 'statements.prepare_again',
  about: 'run',
  fields: {},
  refusals: refusalsFrom(messages, { STATEMENT_RUN_STATE: null }),
  button: 'Prepare again',
  log: { 'statements.prepared_again': 'Had statements prepared again' },
})

export const correctStatementCommand = defineCommand({
  ...begins,
  name: 'statements.correct',
  about: 'statement',
  fields: {
    statement: hidden(),
    reason: lines(
      'What is corrected',
      { most: correctionReasonLength, rows: 3, hint: 'In one or two sentences. The new statement says this.' },
      { STATEMENT_REASON: messages.STATEMENT_REASON },
    ),
  },
  refusals: refusalsFrom(messages, { STATEMENT_NOT_RELEASED: null, STATEMENT_CORRECTED: null }),
  button: 'Prepare the correction',
  log: { 'statements.correction_requested': 'Began the correction of a statement' },
})

export const requestReleaseCommand = defineCommand({
  ...ofStatements,
  name: 'statements.release',
  about: 'run',
  takesTwo: true,
  fields: {},
  refusals: refusalsFrom(messages, { STATEMENT_RUN_STATE: null, STATEMENT_NONE: null, STATEMENT_STALE: null }),
  button: 'Request release',
  busy: 'Requesting…',
  notice: 'Release requested. A second person needs to approve it.',
  log: { 'statements.released': 'Released statements' },
})
