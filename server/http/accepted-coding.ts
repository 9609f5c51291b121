/** The content codings of stored files, the smallest first. */
export const codings = ['br', 'gzip'] as const
export type Coding = (typeof codings)[number]

/**
 * Chooses a response's compression (RFC 9110 section 12.5.3). Ignores the client's preference among the codings it
 * accepts: the smallest is fastest.
 * @param acceptEncoding the request's header
 * @param available codings, best first
 * @returns undefined for none
 */
export function acceptedCoding<Name extends string>(
  acceptEncoding: string | undefined,
  available: readonly Name[],
): Name | undefined {
  if (!acceptEncoding || available.length === 0) return undefined
  const entries = acceptEncoding.toLowerCase().split(',')
  const others = entries.find(entry => nameOf(entry) === '*')
  return available.find(coding => {
    const entry = entries.find(entry => nameOf(entry) === coding) ?? others
    return entry !== undefined && !/;\s*q=0(\.0*)?\s*$/.test(entry)
  })
}

function nameOf(entry: string): string {
  const end = entry.indexOf(';')
  return (end < 0 ? entry : entry.slice(0, end)).trim()
}
