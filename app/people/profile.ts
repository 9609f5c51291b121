/** How administrators narrow the list of people. */
export const personStates = ['guests', 'invited', 'shared', 'erasures', 'administrators', 'disabled'] as const
export type PersonState = (typeof personStates)[number]

/** Messages of the catalogue (`messages.ts`) about names and organizations, shared by form and server. */
export const profileMessages = {
  NAME_LONG: 'This name is too long. Enter at most 200 characters.',
  ORGANIZATION_LONG: 'This organization is too long. Enter at most 200 characters.',
} as const
