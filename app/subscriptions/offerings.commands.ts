import { defineCommand, refusalsFrom } from '../../rules/commands/command.ts'
import { line, pick, several } from '../../rules/commands/fields.ts'
import { subscriptionMessages as messages } from './subscriptions.ts'

/* Offerings and what is disclosed about them: the office. */

const office = { by: 'administrator', failed: messages.SUBSCRIPTION_FAILED } as const
const moved = refusalsFrom(messages, { OFFERING_STATE: null })

const fields = {
  name: line('Name', { most: 200, hint: 'As its notes have it.' }, { OFFERING_NAME: messages.OFFERING_NAME }),
  kinds: several('Kinds of holders that it accepts'),
} as const
const asWritten = refusalsFrom(messages, { OFFERING_KINDS: 'kinds', OFFERING_EXISTS: 'name' })

export const draftOfferingCommand = defineCommand({
  ...office,
  name: 'offering.draft',
  fields,
  refusals: asWritten,
  button: 'Save draft',
  busy: 'Saving…',
  notice: 'Draft saved',
  log: { 'offering.drafted': 'Drafted an offering' },
})

export const changeOfferingCommand = defineCommand({
  ...office,
  name: 'offering.change',
  about: 'offering',
  fields,
  refusals: { ...asWritten, ...moved },
  button: 'Save',
  busy: 'Saving…',
  notice: 'Saved',
  log: { 'offering.changed': 'Changed an offering' },
})

export const openOfferingCommand = defineCommand({
  ...office,
  takesTwo: true,
  name: 'offering.open',
  about: 'offering',
  fields: {},
  refusals: { ...moved, ...refusalsFrom(messages, { OFFERING_NOT_READY: null }) },
  button: 'Submit opening for approval',
  busy: 'Submitting…',
  notice: 'Submitted for approval by a second person.',
  log: { 'offering.opened': 'Confirmed the opening of an offering' },
})

export const closeOfferingCommand = defineCommand({
  ...office,
  name: 'offering.close',
  about: 'offering',
  fields: {},
  refusals: moved,
  button: 'Close the offering',
  busy: 'Closing…',
  notice: 'Closed. Agreements that are out can still be signed.',
  log: { 'offering.closed': 'Closed an offering' },
})

export const publishDisclosureCommand = defineCommand({
  ...office,
  name: 'offering.publish',
  about: 'offering',
  fields: {
    document: pick('PDF among your own documents'),
    title: line('Title', { most: 150 }, { DISCLOSURE_TITLE: messages.DISCLOSURE_TITLE }),
  },
  refusals: { ...moved, ...refusalsFrom(messages, { DISCLOSURE_FILE: 'document' }) },
  button: 'Publish',
  busy: 'Publishing…',
  notice: 'Published. Everyone who signs from now on reads it first.',
  log: { 'offering.disclosed': 'Published a disclosure of an offering' },
})
