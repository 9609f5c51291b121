import { defineCommand } from '../../rules/commands/command.ts'
import { check } from '../../rules/commands/fields.ts'
import { holdingMessages } from '../holdings/holdings.ts'

/* The address at which a calendar program finds the days of a person's payments. */

const ofCalendar = { by: 'signed in', refusals: {}, failed: holdingMessages.CALENDAR_FAILED } as const

export const createCalendarAddressCommand = defineCommand({
  ...ofCalendar,
  name: 'calendar.create',
  fields: { amounts: check('Show amounts') },
  button: 'Create calendar link',
  busy: 'Creating it…',
  notice: '',
  isShownOnce: true,
  log: { 'calendar.created': 'Made an address for the calendar of their payments' },
})

export const revokeCalendarAddressCommand = defineCommand({
  ...ofCalendar,
  name: 'calendar.revoke',
  fields: {},
  button: 'Revoke this link',
  busy: 'Revoking…',
  notice: 'Your calendar link no longer works.',
  log: { 'calendar.revoked': 'Revoked the address of their calendar' },
})
