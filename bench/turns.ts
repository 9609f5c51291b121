/** How many turns each subject has, unless `--runs` says otherwise. */
export const usualTurns = 5

/**
 * Measures subjects in turns (A B, A B …), so that whatever else the machine does affects all of them, after one turn
 * of each to warm up.
 * @param subjects by name; each measures for a few seconds and returns its figures
 * @returns by name, what each turn gave
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
