/**
 * The options of a choice.
 * @param of a label for each value, in order; or values that are labels themselves
 */
export function Options({ of }: { of: Readonly<Record<string, string>> | readonly string[] }) {
  const words: [value: string, label: string][] = Array.isArray(of) ? of.map(each => [each, each]) : Object.entries(of)
  return words.map(([value, label]) => (
    <option key={value} value={value}>
      {label}
    </option>
  ))
}
