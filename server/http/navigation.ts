/** @returns whether a frame asks for it, which hands it to a browser's own viewer */
export function isFramed({ headers }: Request): boolean {
  return ['iframe', 'frame', 'embed', 'object'].includes(headers.get('sec-fetch-dest') ?? '')
}

/** @returns whether a window asks for it, rather than a page's script or picture */
export function isNavigation({ headers }: Request): boolean {
  const shownIn = headers.get('sec-fetch-dest')
  return shownIn ? shownIn === 'document' : (headers.get('accept') ?? '').includes('text/html')
}
