/*
 * Whether an answer is the site's. While the site restarts, the proxy in front of it answers in its place (502, 503, 504, most
 * with a page), and a hotel's network answers everything with its own page until the visitor has signed in there.
 */

/**
 * @returns whether something else than the site wrote the answer to a script's request. The site answers those with data, also
 *   where it fails, and never with a page
 */
export function isForeign({ status, headers }: Pick<Response, 'status' | 'headers'>): boolean {
  const type = headers.get('Content-Type') ?? ''
  return type.startsWith('text/html') || (status >= 500 && !/json|x-script/.test(type))
}

/**
 * `fetch` for the site's own data.
 * @throws TypeError, as `fetch` does without a connection, also where something else than the site answers
 */
export async function fetchOwn(...request: Parameters<typeof fetch>): Promise<Response> {
  const response = await fetch(...request)
  if (isForeign(response)) throw new TypeError(`${response.status}`)
  return response
}
