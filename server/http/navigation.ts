/** @returns whether a frame requests it, to show it in a browser's own viewer */
export function isFramed({ headers }: Request): boolean {
  return ['iframe', 'frame', 'embed', 'object'].includes(headers.get('sec-fetch-dest') ?? '')
}

/** @returns whether a window requests it, not a page's script or picture */
export function isNavigation({ headers }: Request): boolean {
  const shownIn = headers.get('sec-fetch-dest')
  return shownIn ? shownIn === 'document' : (headers.get('accept') ?? '').includes('text/html')
}

/** @returns the answer to a browser's prefetch, before any query; undefined for any other request */
export function refusePrefetch({ headers }: Request): Response | undefined {
  const purpose = `${headers.get('sec-purpose') ?? ''} ${headers.get('purpose') ?? ''} ${headers.get('x-moz') ?? ''}`
  if (!/\b(prefetch|prerender|preview)\b/i.test(purpose)) return undefined
  // A prefetch is only a guess; the browser requests the address again when it is opened.
  return new Response(null, { status: 503, headers: { 'Cache-Control': 'no-store' } })
}
