/**
 * Everyone who may knock. The owner is the person whose documents, sessions and profile every door of the tables is
 * about; all others come for what is theirs.
 */
export const actorNames = [
  // No session at all. At an operation: a person who does not exist.
  'anonymous',
  // The cookie of a session that has ended. There is no such actor at an operation.
  'ended',
  // Signed up without an invitation, and nobody of the fund has accepted them.
  'guest',
  // Another investor.
  'other',
  'owner',
  'administrator',
  // Was an administrator when the session began, or when the operation was called.
  'exAdministrator',
  // Was an administrator until their access was closed, and has the cookie from before.
  'disabled',
] as const

export type ActorName = (typeof actorNames)[number]

/**
 * What each actor gets at one door. Unless it says otherwise, `ended` gets what `anonymous` does, and `disabled` gets
 * that at addresses and what `exAdministrator` gets elsewhere.
 */
export type Gets = Record<Exclude<ActorName, 'ended' | 'disabled'>, string> & { ended?: string; disabled?: string }

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
