/** Finds the line of a fault of content/check.ts, as far as its text determines it. */

/**
 * @param fault a sentence that starts with its file and field, such as "content/tiers.ts: Tier 2, from is 300000, …"
 * @param files each file of content/ with its code
 * @returns the same with its line, if that is unambiguous: that of an entry's name, of a field, or of a value
 */
export function withLine(fault: string, files: Record<string, string>): string {
  const [, file = '', rest = ''] = fault.match(/^(content\/[^:,\s]+\.ts): (.*)$/s) ?? []
  const lines = files[file]?.split('\n')
  if (!lines) return fault
  const [, entry] = rest.match(/^([^,.']+), \w+/) ?? []
  const [, field] = rest.match(/^(?:\w+\.)*(\w+) /) ?? []
  const values = [...rest.replace(/such as '[^']*'/g, '').matchAll(/'[^']+'/g)].map(([value]) => value)
  const sought: ((text: string) => boolean)[] = entry
    ? [text => text.includes(`name: '${entry}'`) || text.includes(`id: '${entry}'`)]
    : [
        text => new RegExp(`(?:^\\s*|[{,]\\s*)${field}:`).test(text),
        ...values.map(value => (text: string) => text.includes(value)),
      ]
  for (const isIt of sought) {
    const found = lines.flatMap((text, at) => (!/^\s*(\/?\*|\/\/)/.test(text) && isIt(text) ? [at + 1] : []))
    if (found.length === 1) return `${file}, line ${found[0]}: ${rest}`
  }
  return fault
}
