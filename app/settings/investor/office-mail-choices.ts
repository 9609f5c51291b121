import type { OfficeMailChoice } from '../mail-preferences.ts'

/** The preferences that only administrators see. The loader sends them, so that no investor's browser loads them. */
export const officeChoices: { name: OfficeMailChoice; label: string; hint: string }[] = [
  {
    name: 'file_received',
    label: 'An investor uploaded a file',
    hint: 'When someone adds a document to their own portal.',
  },
  {
    name: 'delete_requested',
    label: 'An investor asked to delete a document',
    hint: 'When a request is waiting for a decision.',
  },
  {
    name: 'person_joined',
    label: 'Someone joined',
    hint: 'When a person who wasn’t invited signs in for the first time and needs to be accepted.',
  },
]
