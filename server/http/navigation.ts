/** @returns whether a frame asks for it, which hands it to a browser's own viewer */
export function isFramed({ headers }: Request): boolean {
  return ['iframe', 'frame', 'embed', 'object'].includes(headers.get('sec-fetch-dest') ?? '')
}

/** @returns whether a window asks for it, rather than a page's script or picture */
export function isNavigation({ headers }: Request): boolean {
  const shownIn = headers.get('sec-fetch-dest')
  return shownIn ? shownIn === 'document' : (headers.get('accept') ?? '').includes('text/html')
}

/** @returns the answer to a browser that fetches ahead, before anything is looked up; undefined for any other request */
export function refusePrefetch({ headers }: Request): Response | undefined {
  const purpose = `${headers.get('sec-purpose') ?? ''} ${headers.get('purpose') ?? ''} ${headers.get('x-moz') ?? ''}`
  if (!/\b(prefetch|prerender|preview)\b/i.test(purpose)) return undefined
  // A browser guesses that somebody will open it; nobody has. It asks again when somebody does.
  return new Response(null, { status: 503, headers: { 'Cache-Control': 'no-store' } })
}
