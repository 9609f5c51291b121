/**
 * Everyone who may knock. The owner is the person whose documents, sessions and profile every door of the tables is
 * about; all others come for what is theirs.
 */
export const actorNames = [
  // No session at all. At an operation: a person who does not exist.
  'anonymous',
  // The cookie of a session that has ended. There is no such actor at an operation.
  'ended',
  // Signed up without an invitation, and no one of the fund has accepted them.
  'guest',
  // Another investor.
  'other',
  // Looks at the category Tax of every holder that the owner acts for, as their accountant.
  'delegate',
  'owner',
  'administrator',
  // Was an administrator when the session began, or when the operation was called.
  'exAdministrator',
  // Was an administrator until their access was closed, and has the cookie from before.
  'disabled',
] as const

export type ActorName = (typeof actorNames)[number]

/**
 * What each actor gets at one door. Unless it says otherwise, `ended` gets what `anonymous` does, `delegate` what any
 * `other` does, and `disabled` what `anonymous` gets at addresses and what `exAdministrator` gets elsewhere.
 */
export type Gets = Record<Exclude<ActorName, Implied>, string> & Partial<Record<Implied, string>>
type Implied = 'ended' | 'delegate' | 'disabled'

/** Exceptions from what a rule below says. */
type But = Partial<Gets>

/** Everyone gets the same, for example what is public. */
export function everyone(gets: string, but: But = {}): Gets {
  return {
    anonymous: gets,
    guest: gets,
    other: gets,
    owner: gets,
    administrator: gets,
    exAdministrator: gets,
    ...but,
  }
}

/** Administrators get something, all others are refused. */
export function administrators(gets: string, refused: string, but: But = {}): Gets {
  return everyone(refused, { administrator: gets, ...but })
}

/** The owner and administrators get something, all others are refused. */
export function ownerAndAdministrators(gets: string, refused: string, but: But = {}): Gets {
  return everyone(refused, { owner: gets, administrator: gets, ...but })
}

/** Only the owner gets something; not even administrators do. */
export function ownerOnly(gets: string, refused: string, but: But = {}): Gets {
  return everyone(refused, { owner: gets, ...but })
}

/** Everyone with a session gets something (about themselves); anonymous visitors are refused. */
export function signedIn(gets: string, refused: string, but: But = {}): Gets {
  return everyone(gets, { anonymous: refused, ...but })
}
