/** An investor's accounts: the holders they are a member of, and all of them together. */

/** Every account at once, in place of a holder's id. */
export const allAccounts = 'all'

/** @returns the person's holders that an account names: all if it names none of theirs */
export function holdersIn<Held extends { id: string }>(holders: readonly Held[], account: string | undefined): Held[] {
  const named = holders.filter(({ id }) => id === account)
  return named.length > 0 ? named : [...holders]
}
