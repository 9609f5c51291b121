/** Default number of turns. */
export const usualTurns = 5

/**
 * Measures subjects in turns (A B, A B …), so that the machine's load affects all of them, after one warm-up turn each.
 * @param subjects by name; each measures for a few seconds and returns its figures
 * @returns each turn's figures by name
 */
export async function inTurns<Name extends string, T>(
  subjects: Record<Name, () => Promise<T>>,
  turns = usualTurns,
): Promise<Record<Name, T[]>> {
  const names = Object.keys(subjects) as Name[]
  const taken = Object.fromEntries(names.map(name => [name, [] as T[]])) as Record<Name, T[]>
  for (let turn = 0; turn <= turns; turn++) {
    for (const name of names) {
      const given = await subjects[name]()
      if (turn > 0) taken[name].push(given)
    }
  }
  return taken
}
